/*
 * HFUT 2014 Jingsheng Cup D: a WRONG answer.
 * Mistake: looks only at whether the number of stones is odd.
 * Kind: sum
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int n, i, a, s;

    while (scanf("%d", &n) == 1) {
        s = 0;
        for (i = 0; i < n; i++) {
            if (scanf("%d", &a) != 1) return 0;
            s ^= a & 1;
        }
        puts(s != 0 ? "Yes" : "No");
    }
    return 0;
}
