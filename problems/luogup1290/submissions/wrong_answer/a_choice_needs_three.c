/*
 * Luogu P1290 Euclid's Game: a WRONG answer.
 * Mistake: thinks that there is a choice only if the larger number is at
 * least three times the smaller one.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int c, a, b, first;

    if (scanf("%d", &c) != 1) return 0;
    while (c-- > 0 && scanf("%d %d", &a, &b) == 2) {
        if (a < b) {
            int smaller = a;
            a = b;
            b = smaller;
        }
        for (first = 1; a % b != 0 && a / b < 3; first = !first) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        puts(first ? "Stan wins" : "Ollie wins");
    }
    return 0;
}
