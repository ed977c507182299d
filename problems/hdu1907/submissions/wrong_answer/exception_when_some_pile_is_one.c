/*
 * HDU 1907 John: a WRONG answer.
 * Mistake: makes the exception when some pile is 1; it is for
 * positions in which no pile is larger than 1.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int t, n, i, a, s, one;

    if (scanf("%d", &t) != 1) return 0;
    while (t-- > 0 && scanf("%d", &n) == 1) {
        s = one = 0;
        for (i = 0; i < n; i++) {
            if (scanf("%d", &a) != 1) return 0;
            s ^= a;
            if (a == 1) one = 1;
        }
        puts((one ? s == 0 : s != 0) ? "John" : "Brother");
    }
    return 0;
}
