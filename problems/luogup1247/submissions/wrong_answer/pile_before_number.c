/*
 * Luogu P1247 Take Matches: a WRONG answer.
 * Mistake: prints the pile before the number of matches.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    static int pile[500001];
    int k, i, b, left, s = 0;

    if (scanf("%d", &k) != 1) return 0;
    for (i = 0; i < k; i++) {
        if (scanf("%d", &pile[i]) != 1) return 0;
        s ^= pile[i];
    }
    if (s == 0) {
        puts("lose");
        return 0;
    }
    for (b = 0; (pile[b] ^ s) >= pile[b]; b++) {}
    left = pile[b] ^ s;
    printf("%d %d\n", b + 1, pile[b] - left);
    pile[b] = left;
    for (i = 0; i < k; i++) printf("%d%c", pile[i], i + 1 < k ? ' ' : '\n');
    return 0;
}
