/*
 * HDU 3032 Nim or not Nim?
 *
 * Rule: the first player wins unless the xor of the values of all piles is 0. The
 * value of a pile is its size, but 4k + 3 and 4k + 4 change places.
 * Compile: cc -std=c89 -O2 -o hdu3032 hdu3032.c   (also valid C++)
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

/* The value of a pile: the least number that no move from it leads to. */
static unsigned long value(unsigned long size)
{
    if (size % 4 == 3) return size + 1;
    return size > 0 && size % 4 == 0 ? size - 1 : size;
}

int main(void)
{
    unsigned long cases, piles, size, sum;

    if (!read_number(&cases)) return 0;
    for (; cases > 0 && read_number(&piles); cases--) {
        for (sum = 0; piles > 0; piles--) {
            if (!read_number(&size)) return 0;
            sum ^= value(size);
        }
        puts(sum != 0 ? "Alice" : "Bob");
    }
    return 0;
}
