/*
 * POJ 1704 Georgia and Bob: a WRONG answer.
 * Mistake: thinks that only the parity of all free cells matters.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

static int cell[1000];

int main(void)
{
    int t, n, i, free_cells;

    if (scanf("%d", &t) != 1) return 0;
    while (t-- > 0 && scanf("%d", &n) == 1) {
        for (i = 0; i < n; i++)
            if (scanf("%d", &cell[i]) != 1) return 0;
        free_cells = 0;
        for (i = 0; i < n; i++) free_cells += cell[i] - (i + 1);
        puts(free_cells % 2 != 0 ? "Georgia will win" : "Bob will win");
    }
    return 0;
}
