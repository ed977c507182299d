/*
 * HDU 1525 Euclid's Game: a WRONG answer.
 * Mistake: always subtracts the largest multiple, so that the number of
 * steps of Euclid's algorithm decides.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int a, b, steps;

    while (scanf("%d %d", &a, &b) == 2 && a > 0) {
        for (steps = a < b ? -1 : 0; b != 0; steps++) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        puts(steps % 2 != 0 ? "Stan wins" : "Ollie wins");
    }
    return 0;
}
