/*
 * HDU 1850 Being a Good Boy in Spring Festival: a WRONG answer.
 * Mistake: counts a pile also if the move would leave it as it
 * is: every pile of a lost position.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    static int pile[200001];
    int n, i, s, count;

    while (scanf("%d", &n) == 1 && n != 0) {
        s = 0;
        for (i = 0; i < n; i++) {
            if (scanf("%d", &pile[i]) != 1) return 0;
            s ^= pile[i];
        }
        for (count = i = 0; i < n; i++)
            if ((pile[i] ^ s) <= pile[i]) count++;
        printf("%d\n", count);
    }
    return 0;
}
