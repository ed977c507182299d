/*
 * HDU 1536 S-Nim: a WRONG answer.
 * Mistake: treats the set as all numbers up to its largest, so
 * that the Grundy value of a pile is its remainder by that plus 1.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

static int grundy[10001], set[100];

int main(void)
{
    int k, m, l, i, h, largest, s;

    while (scanf("%d", &k) == 1 && k != 0) {
        largest = 0;
        for (i = 0; i < k; i++) {
            if (scanf("%d", &set[i]) != 1) return 0;
            if (set[i] > largest) largest = set[i];
        }
        for (h = 1; h <= 10000; h++) grundy[h] = h % (largest + 1);
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
