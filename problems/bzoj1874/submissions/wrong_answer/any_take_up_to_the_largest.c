/*
 * BZOJ 1874 Stone Game: a WRONG answer.
 * Mistake: treats the set as all numbers up to its largest, so
 * that the Grundy value of a pile is its remainder by that plus 1.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

static int grundy[1001], pile[11], set[11];

int main(void)
{
    int n, m, i, j, h, s = 0;

    if (scanf("%d", &n) != 1) return 0;
    for (i = 0; i < n; i++)
        if (scanf("%d", &pile[i]) != 1) return 0;
    if (scanf("%d", &m) != 1) return 0;
    for (j = 0; j < m; j++)
        if (scanf("%d", &set[j]) != 1) return 0;
    for (h = 1; h <= 1000; h++) grundy[h] = h % (set[m - 1] + 1);
    for (i = 0; i < n; i++) s ^= grundy[pile[i]];
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            if (set[j] <= pile[i] && (s ^ grundy[pile[i]] ^ grundy[pile[i] - set[j]]) == 0) {
                printf("YES\n%d %d\n", i + 1, set[j]);
                return 0;
            }
    puts("NO");
    return 0;
}
