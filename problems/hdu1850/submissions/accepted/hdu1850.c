/*
 * HDU 1850 Being a Good Boy in Spring Festival (also POJ 2975 Nim)
 *
 * Rule: in the highest bit that an odd number of piles have, every pile
 * with that bit has exactly one winning move, and no other pile has one.
 * Compile: cc -std=c89 -O2 -o hdu1850 hdu1850.c   (also valid C++)
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

#define BITS 64 /* at least as many as an unsigned long has */

int main(void)
{
    unsigned long piles, size, with_bit[BITS];
    int bit;

    while (read_number(&piles) && piles > 0) {
        for (bit = 0; bit < BITS; bit++) with_bit[bit] = 0;
        for (; piles > 0; piles--) {
            if (!read_number(&size)) return 0;
            for (bit = 0; size > 0; bit++, size >>= 1) with_bit[bit] += size & 1;
        }
        /* Bit b of the xor is 1 where with_bit[b] is odd. */
        for (bit = BITS - 1; bit >= 0 && with_bit[bit] % 2 == 0; bit--) {}
        printf("%lu\n", bit >= 0 ? with_bit[bit] : 0);
    }
    return 0;
}
