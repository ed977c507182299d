/*
 * HDU 1536 S-Nim: a WRONG answer.
 * Mistake: computes the Grundy values once and uses them for every set.
 * Kind: state
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

static int grundy[10001], set[100];

int main(void)
{
    int k, m, l, i, h, value, s, computed = 0;

    while (scanf("%d", &k) == 1 && k != 0) {
        for (i = 0; i < k; i++)
            if (scanf("%d", &set[i]) != 1) return 0;
        for (h = 1; h <= 10000 && !computed; h++) {
            char seen[101] = {0};
            for (i = 0; i < k; i++)
                if (set[i] <= h) seen[grundy[h - set[i]]] = 1;
            for (value = 0; seen[value]; value++) {}
            grundy[h] = value;
        }
        computed = 1;
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
