/*
 * UVa 10404 Bachet's Game: a WRONG answer.
 * Mistake: does not clear the table, so that positions that were won in the
 * case before stay won.
 * Kind: state
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
        for (left = 1; left <= n; left++)
            for (i = 0; i < m; i++)
                if (take[i] <= left && !win[left - take[i]]) win[left] = 1;
        puts(win[n] ? "Stan wins" : "Ollie wins");
    }
    return 0;
}
