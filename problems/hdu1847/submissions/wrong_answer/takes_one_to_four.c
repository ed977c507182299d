/*
 * HDU 1847 Good Luck in CET-4 Everybody!: a WRONG answer.
 * Mistake: thinks that any number of cards up to 4
 * may be taken.
 * Kind: remainder
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int n;

    while (scanf("%d", &n) == 1)
        puts(n % 5 != 0 ? "Kiki" : "Cici");
    return 0;
}
