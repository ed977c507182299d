/*
 * POJ 1704 Georgia and Bob: a WRONG answer.
 * Mistake: pairs the coins from the left, not from the right.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>

static int cell[1000];

static int ascending(const void *x, const void *y)
{
    return *(const int *)x - *(const int *)y;
}

int main(void)
{
    int t, n, i, s;

    if (scanf("%d", &t) != 1) return 0;
    while (t-- > 0 && scanf("%d", &n) == 1) {
        for (i = 0; i < n; i++)
            if (scanf("%d", &cell[i]) != 1) return 0;
        qsort(cell, (size_t)n, sizeof cell[0], ascending);
        s = 0;
        for (i = 1; i < n; i += 2) s ^= cell[i] - cell[i - 1] - 1;
        puts(s != 0 ? "Georgia will win" : "Bob will win");
    }
    return 0;
}
