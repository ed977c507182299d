/*
 * HDU 1850 Being a Good Boy in Spring Festival: a WRONG answer.
 * Mistake: counts the piles with the top bit of the largest pile
 * instead of the top bit of the xor.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    static int pile[200001];
    int n, i, s, big, top, count;

    while (scanf("%d", &n) == 1 && n != 0) {
        s = big = 0;
        for (i = 0; i < n; i++) {
            if (scanf("%d", &pile[i]) != 1) return 0;
            s ^= pile[i];
            if (pile[i] > big) big = pile[i];
        }
        for (top = 1; top <= big / 2; top *= 2) {}
        for (count = i = 0; i < n; i++)
            if (s != 0 && (pile[i] & top)) count++;
        printf("%d\n", count);
    }
    return 0;
}
