/*
 * HDU 2516 Stones in One Pile: a WRONG answer.
 * Mistake: solves the game in which a move takes at most as many stones as
 * the move before: there, the powers of 2 are lost.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int n;

    while (scanf("%d", &n) == 1 && n != 0)
        puts((n & (n - 1)) != 0 ? "First win" : "Second win");
    return 0;
}
