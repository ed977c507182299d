/*
 * HDU 1848 Fibonacci again and again
 *
 * Rule: the Grundy value of a pile is the least number that is not the
 * Grundy value of a pile that a move leaves. Fibo wins unless the xor of
 * the three Grundy values is 0.
 * Compile: cc -std=c89 -O2 -o hdu1848 hdu1848.c   (also valid C++)
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

#define LARGEST 1000

static unsigned long grundy[LARGEST + 1];

static void fill_in(void)
{
    unsigned long pile, take, next, sum, value;

    for (pile = 1; pile <= LARGEST; pile++) {
        unsigned long reached = 0; /* a bit for each Grundy value; all are small */
        for (take = 1, next = 2; take <= pile; sum = take + next, take = next, next = sum)
            reached |= 1ul << grundy[pile - take];
        for (value = 0; reached >> value & 1; value++) {}
        grundy[pile] = value;
    }
}

int main(void)
{
    unsigned long a, b, c;

    fill_in();
    while (read_number(&a) && a != 0 && read_number(&b) && read_number(&c)) {
        if (a > LARGEST || b > LARGEST || c > LARGEST) return 1;
        puts((grundy[a] ^ grundy[b] ^ grundy[c]) != 0 ? "Fibo" : "Nacci");
    }
    return 0;
}
