/*
 * Luogu P1247 Take Matches: a WRONG answer.
 * Mistake: takes from the last pile that has a winning move, not
 * from the first.
 * Kind: last-move
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
    for (b = k - 1; (pile[b] ^ s) >= pile[b]; b--) {}
    left = pile[b] ^ s;
    printf("%d %d\n", pile[b] - left, b + 1);
    pile[b] = left;
    for (i = 0; i < k; i++) printf("%d%c", pile[i], i + 1 < k ? ' ' : '\n');
    return 0;
}
