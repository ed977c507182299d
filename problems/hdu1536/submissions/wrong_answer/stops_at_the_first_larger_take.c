/*
 * HDU 1536 S-Nim: a WRONG answer.
 * Mistake: stops at the first number of the set that is too
 * large, but the set need not be in ascending order.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

static int grundy[10001], set[100];

int main(void)
{
    int k, m, l, i, h, value, s;

    while (scanf("%d", &k) == 1 && k != 0) {
        for (i = 0; i < k; i++)
            if (scanf("%d", &set[i]) != 1) return 0;
        for (h = 1; h <= 10000; h++) {
            char seen[101] = {0};
            for (i = 0; i < k && set[i] <= h; i++)
                seen[grundy[h - set[i]]] = 1;
            for (value = 0; seen[value]; value++) {}
            grundy[h] = value;
        }
        if (scanf("%d", &m) != 1) return 0;
        while (m-- > 0) {
            if (scanf("%d", &l) != 1) return 0;
            for (s = 0; l > 0; l--) {
                if (scanf("%d", &h) != 1) return 0;
                s ^= grundy[h];
            }
            putchar(s != 0 ? 'W' : 'L');
        }
        putchar('\n');
    }
    return 0;
}
