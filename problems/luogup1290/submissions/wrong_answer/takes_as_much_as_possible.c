/*
 * Luogu P1290 Euclid's Game: a WRONG answer.
 * Mistake: always subtracts the largest multiple, so that the number of
 * steps of Euclid's algorithm decides.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int c, a, b, steps;

    if (scanf("%d", &c) != 1) return 0;
    while (c-- > 0 && scanf("%d %d", &a, &b) == 2) {
        for (steps = a < b ? -1 : 0; b != 0; steps++) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        puts(steps % 2 != 0 ? "Stan wins" : "Ollie wins");
    }
    return 0;
}
