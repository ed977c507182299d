/*
 * UVa 10404 Bachet's Game: a WRONG answer.
 * Mistake: treats the set as all numbers up to its largest, so that multiples
 * of that plus 1 are lost.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int n, m, s, largest;

    while (scanf("%d %d", &n, &m) == 2) {
        for (largest = 0; m > 0; m--) {
            if (scanf("%d", &s) != 1) return 0;
            if (s > largest) largest = s;
        }
        puts(n % (largest + 1) != 0 ? "Stan wins" : "Ollie wins");
    }
    return 0;
}
