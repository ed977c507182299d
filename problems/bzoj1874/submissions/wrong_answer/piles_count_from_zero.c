/*
 * BZOJ 1874 Stone Game: a WRONG answer.
 * Mistake: counts the piles from 0.
 * Kind: from-zero
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

static int grundy[1001], pile[11], set[11];

int main(void)
{
    int n, m, i, j, h, value, s = 0;

    if (scanf("%d", &n) != 1) return 0;
    for (i = 0; i < n; i++)
        if (scanf("%d", &pile[i]) != 1) return 0;
    if (scanf("%d", &m) != 1) return 0;
    for (j = 0; j < m; j++)
        if (scanf("%d", &set[j]) != 1) return 0;
    for (h = 1; h <= 1000; h++) {
        char seen[16] = {0};
        for (j = 0; j < m; j++)
            if (set[j] <= h) seen[grundy[h - set[j]]] = 1;
        for (value = 0; seen[value]; value++) {}
        grundy[h] = value;
    }
    for (i = 0; i < n; i++) s ^= grundy[pile[i]];
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            if (set[j] <= pile[i] && (s ^ grundy[pile[i]] ^ grundy[pile[i] - set[j]]) == 0) {
                printf("YES\n%d %d\n", i, set[j]);
                return 0;
            }
    puts("NO");
    return 0;
}
