/*
 * HDU 3032 Nim or not Nim?: a WRONG answer.
 * Mistake: swaps 4k + 1 and 4k + 2 instead of 4k + 3 and 4k + 4.
 * Kind: nim
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

/* The least number that no move leads to. */
static int value(int a)
{
    if (a % 4 == 1) return a + 1;
    return a % 4 == 2 ? a - 1 : a;
}

int main(void)
{
    int t, n, a, s;

    if (scanf("%d", &t) != 1) return 0;
    while (t-- > 0 && scanf("%d", &n) == 1) {
        for (s = 0; n > 0; n--) {
            if (scanf("%d", &a) != 1) return 0;
            s ^= value(a);
        }
        puts(s != 0 ? "Alice" : "Bob");
    }
    return 0;
}
