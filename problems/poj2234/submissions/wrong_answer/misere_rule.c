/*
 * POJ 2234 Matches Game: a WRONG answer.
 * Mistake: plays misere: as if taking the last match lost.
 * Kind: misere
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int n, i, a, s, big;

    while (scanf("%d", &n) == 1) {
        big = 0;
        s = 0;
        for (i = 0; i < n; i++) {
            if (scanf("%d", &a) != 1) return 0;
            s ^= a;
            if (a > 1) big = 1;
        }
        puts((s != 0) == big ? "Yes" : "No");
    }
    return 0;
}
