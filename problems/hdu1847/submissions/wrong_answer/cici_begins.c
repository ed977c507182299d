/*
 * HDU 1847 Good Luck in CET-4 Everybody!: a WRONG answer.
 * Mistake: thinks that Cici begins.
 * Kind: swapped
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int n;

    while (scanf("%d", &n) == 1)
        puts(n % 3 == 0 ? "Kiki" : "Cici");
    return 0;
}
