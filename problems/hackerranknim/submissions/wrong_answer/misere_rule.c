/*
 * HackerRank nim-game-1: a WRONG answer.
 * Mistake: plays misere: as if taking the last stone lost.
 * Kind: misere
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int t, n, i, a, s, big;

    if (scanf("%d", &t) != 1) return 0;
    while (t-- > 0 && scanf("%d", &n) == 1) {
        s = big = 0;
        for (i = 0; i < n; i++) {
            if (scanf("%d", &a) != 1) return 0;
            s ^= a;
            if (a > 1) big = 1;
        }
        puts((big ? s != 0 : s == 0) ? "First" : "Second");
    }
    return 0;
}
