/*
 * LightOJ 1253 Misere Nim: a WRONG answer.
 * Mistake: knows by their sum whether all piles are of one stone, but
 * the sum of five piles of 10^9 is larger than 32 bits hold.
 * Kind: overflow
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    unsigned t, n, i, a, s, sum, number = 0;

    if (scanf("%u", &t) != 1) return 0;
    while (t-- > 0 && scanf("%u", &n) == 1) {
        s = sum = 0;
        for (i = 0; i < n; i++) {
            if (scanf("%u", &a) != 1) return 0;
            s ^= a;
            sum += a;
        }
        if (sum == n) s = !s;
        printf("Case %u: %s\n", ++number, s != 0 ? "Alice" : "Bob");
    }
    return 0;
}
