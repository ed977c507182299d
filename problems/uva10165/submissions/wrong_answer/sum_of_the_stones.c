/*
 * UVa 10165 Stone Game: a WRONG answer.
 * Mistake: adds the sizes instead of their xor, and looks whether the sum
 * is odd.
 * Kind: sum
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int n, i, a, odd;

    while (scanf("%d", &n) == 1 && n != 0) {
        odd = 0;
        for (i = 0; i < n; i++) {
            if (scanf("%d", &a) != 1) return 0;
            odd ^= a % 2;
        }
        puts(odd ? "Yes" : "No");
    }
    return 0;
}
