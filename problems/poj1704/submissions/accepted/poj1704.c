/*
 * POJ 1704 Georgia and Bob
 *
 * Rule: pair the coins from the right; a last one on its own pairs with the
 * left end. The free cells inside each pair are a pile of Nim: moving the left
 * coin of a pair only adds to a pile, which the next move can undo.
 * Compile: cc -std=c89 -O2 -o poj1704 poj1704.c   (also valid C++)
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>

static unsigned char buffer[1 << 16];
static size_t filled, used;

static int next_byte(void)
{
    if (used == filled) {
        filled = fread(buffer, 1, sizeof buffer, stdin);
        used = 0;
    }
    return used < filled ? buffer[used++] : EOF;
}

/* Reads the next number; returns 0 at the end of the input. */
static int read_number(unsigned long *number)
{
    int c = next_byte();
    while (c != EOF && (c < '0' || c > '9')) c = next_byte();
    if (c == EOF) return 0;
    for (*number = 0; c >= '0' && c <= '9'; c = next_byte())
        *number = *number * 10 + (unsigned long)(c - '0');
    return 1;
}

static unsigned long *cells, room;

static int ascending(const void *x, const void *y)
{
    unsigned long a = *(const unsigned long *)x, b = *(const unsigned long *)y;
    return (a > b) - (a < b);
}

int main(void)
{
    unsigned long cases, coins, i, nim_sum;

    if (!read_number(&cases)) return 0;
    for (; cases > 0 && read_number(&coins); cases--) {
        for (i = 0; i < coins; i++) {
            if (i == room) {
                room = room * 2 + 16;
                cells = (unsigned long *)realloc(cells, room * sizeof *cells);
                if (cells == NULL) exit(1);
            }
            if (!read_number(&cells[i])) return 0;
        }
        if (coins > 0) qsort(cells, (size_t)coins, sizeof *cells, ascending);
        nim_sum = 0;
        for (i = coins; i > 1; i -= 2) nim_sum ^= cells[i - 1] - cells[i - 2] - 1;
        if (i == 1) nim_sum ^= cells[0] - 1;
        puts(nim_sum != 0 ? "Georgia will win" : "Bob will win");
    }
    free(cells);
    return 0;
}
