/*
 * HDU 2509 Be the Winner: a WRONG answer.
 * Mistake: thinks that a move takes one or two apples, and uses
 * the Grundy values of Kayles.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

static int grundy[101];

static void compute_values(void)
{
    int n, take, left, value;

    for (n = 1; n <= 100; n++) {
        char seen[256] = {0};
        for (take = 1; take <= 2 && take <= n; take++)
            for (left = 0; left <= n - take; left++)
                seen[grundy[left] ^ grundy[n - take - left]] = 1;
        for (value = 0; seen[value]; value++) {}
        grundy[n] = value;
    }
}

int main(void)
{
    int n, i, a, s, big;

    compute_values();
    while (scanf("%d", &n) == 1) {
        s = big = 0;
        for (i = 0; i < n; i++) {
            if (scanf("%d", &a) != 1) return 0;
            s ^= grundy[a];
            if (a > 1) big = 1;
        }
        puts((big ? s != 0 : s == 0) ? "Yes" : "No");
    }
    return 0;
}
