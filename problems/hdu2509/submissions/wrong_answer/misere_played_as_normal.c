/*
 * HDU 2509 Be the Winner: a WRONG answer.
 * Mistake: plays as if taking the last one won.
 * Kind: normal
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int n, i, a, s;

    while (scanf("%d", &n) == 1) {
        s = 0;
        for (i = 0; i < n; i++) {
            if (scanf("%d", &a) != 1) return 0;
            s ^= a;
        }
        puts(s != 0 ? "Yes" : "No");
    }
    return 0;
}
