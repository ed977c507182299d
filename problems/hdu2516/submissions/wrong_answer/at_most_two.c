/*
 * HDU 2516 Stones in One Pile: a WRONG answer.
 * Mistake: reads "twice as many as the move before" as two stones, so that
 * multiples of 3 are lost.
 * Kind: remainder
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int n;

    while (scanf("%d", &n) == 1 && n != 0)
        puts(n % 3 != 0 ? "First win" : "Second win");
    return 0;
}
