/*
 * UVa 10165 Stone Game: a WRONG answer.
 * Mistake: thinks that the first player loses only if the largest pile is
 * as large as all others together.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int n, i, a, largest;
    double sum;

    while (scanf("%d", &n) == 1 && n != 0) {
        largest = 0;
        sum = 0;
        for (i = 0; i < n; i++) {
            if (scanf("%d", &a) != 1) return 0;
            if (a > largest) largest = a;
            sum += a;
        }
        puts(sum != 2.0 * largest ? "Yes" : "No");
    }
    return 0;
}
