/*
 * HDU 1846 Brave Game: a WRONG answer.
 * Mistake: prints the words with a capital letter.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int c, n, m;

    if (scanf("%d", &c) != 1) return 0;
    while (c-- > 0 && scanf("%d %d", &n, &m) == 2)
        puts(n % (m + 1) != 0 ? "First" : "Second");
    return 0;
}
