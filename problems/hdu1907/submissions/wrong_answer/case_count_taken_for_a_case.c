/*
 * HDU 1907 John: a WRONG answer.
 * Mistake: does not read the number of cases, and takes it for
 * the number of piles of the first case.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int n, i, a, s, big;

    while (scanf("%d", &n) == 1) {
        s = big = 0;
        for (i = 0; i < n; i++) {
            if (scanf("%d", &a) != 1) return 0;
            s ^= a;
            if (a > 1) big = 1;
        }
        puts((big ? s != 0 : s == 0) ? "John" : "Brother");
    }
    return 0;
}
