/*
 * HDU 2999 Stone Game, Why are you always there?: a WRONG answer.
 * Mistake: stops at the first number of the set that is too large, but the set need
 * not be in ascending order.
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

static int sg[1001], seen[2048], set[100];

int main(void)
{
    int n, m, h, i, left, row;

    while (scanf("%d", &n) == 1) {
        for (i = 0; i < n; i++)
            if (scanf("%d", &set[i]) != 1) return 0;
        for (i = 0; i < 2048; i++) seen[i] = 0;
        for (row = 1; row <= 1000; row++) {
            for (i = 0; i < n && set[i] <= row; i++)
                for (left = 0; left + set[i] <= row; left++)
                    seen[sg[left] ^ sg[row - set[i] - left]] = row;
            for (sg[row] = 0; seen[sg[row]] == row; sg[row]++) {}
        }
        if (scanf("%d", &m) != 1) return 0;
        while (m-- > 0) {
            if (scanf("%d", &h) != 1) return 0;
            puts(sg[h] != 0 ? "1" : "2");
        }
    }
    return 0;
}
