/*
 * HDU 1848 Fibonacci again and again: a WRONG answer.
 * Mistake: does not know that 0 0 0 ends the input, and
 * answers it as a case without stones.
 * Kind: extra
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

static int grundy[1001];

static void fill_in(void)
{
    static const int takes[] = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987};
    int pile, i, value;

    for (pile = 1; pile <= 1000; pile++) {
        int reached = 0;
        for (i = 0; i < (int)(sizeof takes / sizeof *takes) && takes[i] <= pile; i++)
            reached |= 1 << grundy[pile - takes[i]];
        for (value = 0; reached >> value & 1; value++) {}
        grundy[pile] = value;
    }
}

int main(void)
{
    int m, n, p;

    fill_in();
    while (scanf("%d %d %d", &m, &n, &p) == 3)
        puts((grundy[m] ^ grundy[n] ^ grundy[p]) != 0 ? "Fibo" : "Nacci");
    return 0;
}
