/*
 * HDU 1907 John: a WRONG answer.
 * Mistake: plays as if taking the last one won.
 * Kind: normal
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
        puts(s != 0 ? "John" : "Brother");
    }
    return 0;
}
