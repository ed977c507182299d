/*
 * HDU 2509 Be the Winner: a WRONG answer.
 * Mistake: reads line by line and stops at the blank line, so it
 * answers only the first case.
 * Kind: stops
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

int main(void)
{
    static char line[10000];
    int n, i, a, s, big, used, at;

    while (fgets(line, sizeof line, stdin) && sscanf(line, "%d", &n) == 1) {
        if (!fgets(line, sizeof line, stdin)) return 0;
        s = big = at = 0;
        for (i = 0; i < n && sscanf(line + at, "%d%n", &a, &used) == 1; i++) {
            at += used;
            s ^= a;
            if (a > 1) big = 1;
        }
        puts((big ? s != 0 : s == 0) ? "Yes" : "No");
    }
    return 0;
}
