/*
 * HDU 2509 Be the Winner: a WRONG answer.
 * Mistake: thinks that a move takes one or two apples, and uses
 * the worths of Kayles.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

static int worth[101];

static void compute_worths(void)
{
    int n, take, left, value;

    for (n = 1; n <= 100; n++) {
        char seen[256] = {0};
        for (take = 1; take <= 2 && take <= n; take++)
            for (left = 0; left <= n - take; left++)
                seen[worth[left] ^ worth[n - take - left]] = 1;
        for (value = 0; seen[value]; value++) {}
        worth[n] = value;
    }
}

int main(void)
{
    int n, i, a, s, big;

    compute_worths();
    while (scanf("%d", &n) == 1) {
        s = big = 0;
        for (i = 0; i < n; i++) {
            if (scanf("%d", &a) != 1) return 0;
            s ^= worth[a];
            if (a > 1) big = 1;
        }
        puts((big ? s != 0 : s == 0) ? "Yes" : "No");
    }
    return 0;
}
