/*
 * HDU 2176 Stones in m Piles: a WRONG answer.
 * Mistake: prints the number of the pile instead of its size.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    static int pile[200001];
    int n, i, s;

    while (scanf("%d", &n) == 1 && n != 0) {
        s = 0;
        for (i = 0; i < n; i++) {
            if (scanf("%d", &pile[i]) != 1) return 0;
            s ^= pile[i];
        }
        puts(s != 0 ? "Yes" : "No");
        for (i = 0; i < n; i++)
            if ((pile[i] ^ s) < pile[i])
                printf("%d %d\n", i + 1, pile[i] ^ s);
    }
    return 0;
}
