/*
 * HDU 1849 Rabbit and Grass: a WRONG answer.
 * Mistake: does not know that 0 ends the input, and answers it
 * as a case without pieces.
 * Kind: extra
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int n, i, a, s;

    while (scanf("%d", &n) == 1) {
        s = 0;
        for (i = 0; i < n; i++) {
            if (scanf("%d", &a) != 1) return 0;
            s ^= a;
        }
        puts(s != 0 ? "Rabbit Win!" : "Grass Win!");
    }
    return 0;
}
