/*
 * POJ 2234 Matches Game: a WRONG answer.
 * Mistake: keeps the sizes in 16 bits, but they go up to 10^7.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int n, i, a;
    short s;

    while (scanf("%d", &n) == 1) {
        s = 0;
        for (i = 0; i < n; i++) {
            if (scanf("%d", &a) != 1) return 0;
            s = (short)(s ^ a);
        }
        puts(s != 0 ? "Yes" : "No");
    }
    return 0;
}
