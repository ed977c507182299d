/*
 * UVa 10404 Bachet's Game: a WRONG answer.
 * Mistake: always takes as many stones as possible.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

static char win[1000001];

int main(void)
{
    int n, m, i, left, take[10];

    while (scanf("%d %d", &n, &m) == 2) {
        for (i = 0; i < m; i++)
            if (scanf("%d", &take[i]) != 1) return 0;
        win[0] = 0;
        for (left = 1; left <= n; left++) {
            int most = 0;
            for (i = 0; i < m; i++)
                if (take[i] <= left && take[i] > most) most = take[i];
            win[left] = most > 0 && !win[left - most];
        }
        puts(win[n] ? "Stan wins" : "Ollie wins");
    }
    return 0;
}
