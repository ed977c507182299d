/*
 * POJ 3537 Crosses and Crosses: a WRONG answer.
 * Mistake: adds the values of the two parts.
 * Kind: remainder
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

static int sg[2001], seen[4096];

int main(void)
{
    int n, len, i;

    if (scanf("%d", &n) != 1) return 0;
    for (len = 1; len <= n; len++) {
        for (i = 1; i <= len; i++) {
            int left = i - 3, right = len - i - 2;
            if (left < 0) left = 0;
            if (right < 0) right = 0;
            seen[sg[left] + sg[right]] = len;
        }
        while (seen[sg[len]] == len) sg[len]++;
    }
    puts(sg[n] != 0 ? "1" : "2");
    return 0;
}
