/*
 * HDU 1847 Good Luck in CET-4 Everybody!
 *
 * Rule: Cici wins if 3 divides n. No power of two is a multiple of 3, so
 * whatever Kiki takes, 1 or 2 more cards make the number of cards left a
 * multiple of 3 again.
 * Compile: cc -std=c89 -O2 -o hdu1847 hdu1847.c   (also valid C++)
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
    unsigned long cards;

    while (read_number(&cards))
        puts(cards % 3 != 0 ? "Kiki" : "Cici");
    return 0;
}
