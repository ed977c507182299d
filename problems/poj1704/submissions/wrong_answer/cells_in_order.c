/*
 * POJ 1704 Georgia and Bob: a WRONG answer.
 * Mistake: thinks that the cells come in ascending order.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

static int cell[1000];

int main(void)
{
    int t, n, i, s;

    if (scanf("%d", &t) != 1) return 0;
    while (t-- > 0 && scanf("%d", &n) == 1) {
        for (i = 0; i < n; i++)
            if (scanf("%d", &cell[i]) != 1) return 0;
        s = 0;
        for (i = n - 1; i >= 0; i -= 2) s ^= cell[i] - (i > 0 ? cell[i - 1] : 0) - 1;
        puts(s != 0 ? "Georgia will win" : "Bob will win");
    }
    return 0;
}
