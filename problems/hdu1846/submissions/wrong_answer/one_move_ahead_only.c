/*
 * HDU 1846 Brave Game: a WRONG answer.
 * Mistake: thinks that the first player wins only if he can take
 * all stones at once.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int c, n, m;

    if (scanf("%d", &c) != 1) return 0;
    while (c-- > 0 && scanf("%d %d", &n, &m) == 2)
        puts(n <= m ? "first" : "second");
    return 0;
}
