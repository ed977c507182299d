/*
 * CodinGame misere-nim: a WRONG answer.
 * Mistake: prints the first winning move and not all.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int pile[3], n, k, i, take, left, s, big, moves;

    if (scanf("%d %d", &n, &k) != 2) return 0;
    while (k-- > 0) {
        s = big = 0;
        for (i = 0; i < n; i++) {
            if (scanf("%d", &pile[i]) != 1) return 0;
            s ^= pile[i];
            if (pile[i] > 1) big++;
        }
        moves = 0;
        for (i = 0; i < n && moves == 0; i++)
            for (take = 1; take <= pile[i] && moves == 0; take++) {
                left = pile[i] - take;
                if ((s ^ pile[i] ^ left) == (big - (pile[i] > 1) + (left > 1) == 0)) {
                    printf("%d:%d", i + 1, take);
                    moves = 1;
                }
            }
        puts(moves ? "" : "CONCEDE");
    }
    return 0;
}
