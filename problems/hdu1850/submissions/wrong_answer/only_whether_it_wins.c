/*
 * HDU 1850 Being a Good Boy in Spring Festival: a WRONG answer.
 * Mistake: prints 1 or 0 for won or lost instead of counting.
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
            s ^= a;
        }
        printf("%d\n", s != 0);
    }
    return 0;
}
