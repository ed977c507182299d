/*
 * HDU 2188 Choosing a Volunteer: a WRONG answer.
 * Mistake: thinks that n yuan are not enough, and that
 * the sum has to exceed n.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int c, n, m;

    if (scanf("%d", &c) != 1) return 0;
    while (c-- > 0 && scanf("%d %d", &n, &m) == 2)
        puts((n + 1) % (m + 1) != 0 ? "Grass" : "Rabbit");
    return 0;
}
