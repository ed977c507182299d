/*
 * HDU 3032 Nim or not Nim?: a WRONG answer.
 * Mistake: ignores that a pile may be divided.
 * Kind: nim
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int t, n, a, s;

    if (scanf("%d", &t) != 1) return 0;
    while (t-- > 0 && scanf("%d", &n) == 1) {
        for (s = 0; n > 0; n--) {
            if (scanf("%d", &a) != 1) return 0;
            s ^= a;
        }
        puts(s != 0 ? "Alice" : "Bob");
    }
    return 0;
}
