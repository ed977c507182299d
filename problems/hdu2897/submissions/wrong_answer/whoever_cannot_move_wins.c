/*
 * HDU 2897: a WRONG answer.
 * Mistake: whoever finds fewer than p stones wins, where they must take all of them, and lose.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    long n, p, q;

    while (scanf("%ld %ld %ld", &n, &p, &q) == 3) {
        long rest = n % (p + q);
        puts(rest >= p && rest < 2 * p ? "LOST" : "WIN");
    }
    return 0;
}
