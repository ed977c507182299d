/*
 * UVa 10165 Stone Game
 *
 * Rule: the first player wins unless the xor of all pile sizes is 0.
 * Compile: cc -std=c89 -O2 -o uva10165 uva10165.c   (also valid C++)
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
    unsigned long piles, size, nim_sum;

    while (read_number(&piles) && piles > 0) {
        for (nim_sum = 0; piles > 0; piles--) {
            if (!read_number(&size)) return 0;
            nim_sum ^= size;
        }
        puts(nim_sum != 0 ? "Yes" : "No");
    }
    return 0;
}
