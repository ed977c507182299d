/*
 * UVa 10165 Stone Game: a WRONG answer.
 * Mistake: thinks that an empty pile ends the input, as a count of 0 does.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int n, i, a, s;

    while (scanf("%d", &n) == 1 && n != 0) {
        s = 0;
        for (i = 0; i < n; i++) {
            if (scanf("%d", &a) != 1) return 0;
            if (a == 0) return 0;
            s ^= a;
        }
        puts(s != 0 ? "Yes" : "No");
    }
    return 0;
}
