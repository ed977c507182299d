/*
 * HDU 1527 Stones in Two Piles: a WRONG answer.
 * Mistake: computes with the golden ratio in single precision, which is
 * not enough for large piles.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int a, b;

    while (scanf("%d %d", &a, &b) == 2) {
        if (a > b) {
            int larger = a;
            a = b;
            b = larger;
        }
        puts((int)((float)(b - a) * 1.618034f) != a ? "1" : "0");
    }
    return 0;
}
