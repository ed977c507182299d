/*
 * HDU 1848 Fibonacci again and again: a WRONG answer.
 * Mistake: thinks that any number of stones may be taken.
 * Kind: nim
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int m, n, p;

    while (scanf("%d %d %d", &m, &n, &p) == 3 && m != 0)
        puts((m ^ n ^ p) != 0 ? "Fibo" : "Nacci");
    return 0;
}
