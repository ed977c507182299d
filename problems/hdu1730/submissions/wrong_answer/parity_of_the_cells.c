/*
 * HDU 1730 Northcott Game: a WRONG answer.
 * Mistake: looks only at whether an odd number of cells is free between the pieces.
 * Kind: sum
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n, m, a, b, s;

    while (scanf("%d %d", &n, &m) == 2) {
        for (s = 0; n > 0; n--) {
            if (scanf("%d %d", &a, &b) != 2) return 0;
            s ^= (abs(a - b) - 1) & 1;
        }
        puts(s != 0 ? "I WIN!" : "BAD LUCK!");
    }
    return 0;
}
