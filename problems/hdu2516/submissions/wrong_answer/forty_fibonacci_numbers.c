/*
 * HDU 2516 Stones in One Pile: a WRONG answer.
 * Mistake: has a table of the first forty Fibonacci numbers, but those up
 * to the limit are more.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int table[40], n, i, first;

    table[0] = 1;
    table[1] = 2;
    for (i = 2; i < 40; i++) table[i] = table[i - 1] + table[i - 2];
    while (scanf("%d", &n) == 1 && n != 0) {
        first = 1;
        for (i = 0; i < 40; i++)
            if (table[i] == n) first = 0;
        puts(first ? "First win" : "Second win");
    }
    return 0;
}
