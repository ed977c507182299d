/*
 * HDU 1730 Northcott Game
 *
 * Rule: the cells between the two pieces of a row are a pile of Nim. A move away
 * from the other piece gains nothing: that one follows.
 * Compile: cc -std=c89 -O2 -o hdu1730 hdu1730.c   (also valid C++)
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
    unsigned long rows, length, one, other, sum;

    while (read_number(&rows) && read_number(&length)) {
        for (sum = 0; rows > 0; rows--) {
            if (!read_number(&one) || !read_number(&other)) return 0;
            sum ^= (one > other ? one - other : other - one) - 1;
        }
        puts(sum != 0 ? "I WIN!" : "BAD LUCK!");
    }
    return 0;
}
