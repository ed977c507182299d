/*
 * LightOJ 1253 Misere Nim: a WRONG answer.
 * Mistake: counts the cases from 0.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int t, n, i, a, s, big, number = 0;

    if (scanf("%d", &t) != 1) return 0;
    while (t-- > 0 && scanf("%d", &n) == 1) {
        s = big = 0;
        for (i = 0; i < n; i++) {
            if (scanf("%d", &a) != 1) return 0;
            s ^= a;
            if (a > 1) big = 1;
        }
        printf("Case %d: %s\n", number++, (big ? s != 0 : s == 0) ? "Alice" : "Bob");
    }
    return 0;
}
