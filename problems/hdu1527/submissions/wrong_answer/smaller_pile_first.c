/*
 * HDU 1527 Stones in Two Piles: a WRONG answer.
 * Mistake: thinks that the smaller pile always comes first.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int a, b;

    while (scanf("%d %d", &a, &b) == 2) {
        double ratio = 1.6180339887498949;
        puts((int)((b - a) * ratio) != a ? "1" : "0");
    }
    return 0;
}
