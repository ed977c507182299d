/*
 * Luogu P1290 Euclid's Game: a WRONG answer.
 * Mistake: always subtracts the smaller number once.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int c, a, b, moves, rest;

    if (scanf("%d", &c) != 1) return 0;
    while (c-- > 0 && scanf("%d %d", &a, &b) == 2) {
        /* As many moves as the quotients of the Euclidean algorithm say. */
        for (moves = 0; b != 0; moves += a / b, a = b, b = rest) rest = a % b;
        puts(moves % 2 != 0 ? "Stan wins" : "Ollie wins");
    }
    return 0;
}
