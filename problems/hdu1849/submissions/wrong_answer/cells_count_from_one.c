/*
 * HDU 1849 Rabbit and Grass: a WRONG answer.
 * Mistake: counts the cells from 1, so that a piece on cell 0
 * still seems to have a move.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int n, i, a, s;

    while (scanf("%d", &n) == 1 && n != 0) {
        s = 0;
        for (i = 0; i < n; i++) {
            if (scanf("%d", &a) != 1) return 0;
            s ^= a + 1;
        }
        puts(s != 0 ? "Rabbit Win!" : "Grass Win!");
    }
    return 0;
}
