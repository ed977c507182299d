/*
 * POJ 3537 Crosses and Crosses
 *
 * Rule: nobody may cross a cell next to a cross, or the next but one, since the
 * other then completes three. So a cross takes up to five cells and leaves two
 * parts: the value of so many cells is the least one that no move leads to.
 * Compile: cc -std=c89 -O2 -o poj3537 poj3537.c   (also valid C++)
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>

/* The values of parts that are not longer than the strip. */
static unsigned *value, *seen;

static unsigned part(long cells)
{
    return cells > 0 ? value[cells] : 0;
}

int main(void)
{
    long cells, length, at;

    if (scanf("%ld", &cells) != 1) return 0;
    /* No value is larger than the number of moves, nor a xor larger than twice that. */
    value = (unsigned *)calloc((size_t)cells + 1, sizeof *value);
    seen = (unsigned *)calloc(2 * ((size_t)cells + 1), sizeof *seen);
    if (value == NULL || seen == NULL) exit(1);
    for (length = 1; length <= cells; length++) {
        for (at = 1; at <= length; at++)
            seen[part(at - 3) ^ part(length - at - 2)] = (unsigned)length;
        while (seen[value[length]] == (unsigned)length) value[length]++;
    }
    puts(value[cells] != 0 ? "1" : "2");
    free(seen);
    free(value);
    return 0;
}
