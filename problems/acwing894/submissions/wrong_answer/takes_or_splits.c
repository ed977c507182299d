/*
 * AcWing 894 Split Nim: a WRONG answer.
 * Mistake: plays Lasker's Nim, where a pile is divided into two that have no more stones together.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int n, a, s = 0;

    if (scanf("%d", &n) != 1) return 0;
    while (n-- > 0 && scanf("%d", &a) == 1) {
        if (a % 4 == 3) a++;
        else if (a % 4 == 0 && a > 0) a--;
        s ^= a;
    }
    puts(s != 0 ? "Yes" : "No");
    return 0;
}
