/*
 * CodinGame misere-nim: a WRONG answer.
 * Mistake: prints the moves that win in normal play.
 * Kind: normal
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    int pile[3], n, k, i, take, s, moves;

    if (scanf("%d %d", &n, &k) != 2) return 0;
    while (k-- > 0) {
        s = 0;
        for (i = 0; i < n; i++) {
            if (scanf("%d", &pile[i]) != 1) return 0;
            s ^= pile[i];
        }
        moves = 0;
        for (i = 0; i < n; i++)
            for (take = 1; take <= pile[i]; take++)
                if ((s ^ pile[i] ^ (pile[i] - take)) == 0)
                    printf("%s%d:%d", moves++ ? " " : "", i + 1, take);
        puts(moves ? "" : "CONCEDE");
    }
    return 0;
}
