/*
 * HDU 1907 John: a WRONG answer.
 * Mistake: makes the exception only for a single pile of 1, not
 * for several piles of 1.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int t, n, i, a, s;

    if (scanf("%d", &t) != 1) return 0;
    while (t-- > 0 && scanf("%d", &n) == 1) {
        s = 0;
        for (i = 0; i < n; i++) {
            if (scanf("%d", &a) != 1) return 0;
            s ^= a;
        }
        puts((n == 1 && s == 1 ? 0 : s != 0) ? "John" : "Brother");
    }
    return 0;
}
