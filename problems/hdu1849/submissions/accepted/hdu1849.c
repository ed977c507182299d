/*
 * HDU 1849 Rabbit and Grass
 *
 * Rule: a piece on cell x is a pile of x stones, and Rabbit wins unless the
 * xor of all cells is 0.
 * Compile: cc -std=c89 -O2 -o hdu1849 hdu1849.c   (also valid C++)
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>

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

int main(void)
{
    unsigned long pieces, cell, nim_sum;

    while (read_number(&pieces) && pieces > 0) {
        nim_sum = 0;
        for (; pieces > 0; pieces--) {
            if (!read_number(&cell)) return 0;
            nim_sum ^= cell;
        }
        puts(nim_sum != 0 ? "Rabbit Win!" : "Grass Win!");
    }
    return 0;
}
