/*
 * HFUT 2014 Jingsheng Cup D: a WRONG answer.
 * Mistake: keeps the sizes in 16 bits, but they fill an int.
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
