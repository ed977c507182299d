/*
 * HDU 1527 Stones in Two Piles: a WRONG answer.
 * Mistake: plays Nim, without the moves that take from both piles.
 * Kind: nim
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int a, b;

    while (scanf("%d %d", &a, &b) == 2) {
        puts(a != b ? "1" : "0");
    }
    return 0;
}
