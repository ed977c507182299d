/*
 * HDU 2188 Choosing a Volunteer: a WRONG answer.
 * Mistake: thinks that Grass goes only if a single
 * donation is enough.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int c, n, m;

    if (scanf("%d", &c) != 1) return 0;
    while (c-- > 0 && scanf("%d %d", &n, &m) == 2)
        puts(n <= m ? "Grass" : "Rabbit");
    return 0;
}
