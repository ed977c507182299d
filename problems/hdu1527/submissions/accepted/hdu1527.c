/*
 * HDU 1527 Stones in Two Piles (also POJ 1067)
 *
 * Rule: write the smaller pile as a sum of Fibonacci numbers 1, 2, 3, 5, 8, ...
 * without two neighbours. The position is lost if the smallest of them is the
 * first, third, fifth, ... of these numbers (or there is none), and if the next
 * Fibonacci numbers after each of them add up to the larger pile.
 * Compile: cc -std=c89 -O2 -o hdu1527 hdu1527.c   (also valid C++)
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

/* Does the player to move win? */
static int wins(unsigned long a, unsigned long b)
{
    unsigned long smaller = a < b ? a : b, larger = a < b ? b : a;
    unsigned long fibonacci = 1, next = 2, before, shifted = 0;
    int place = 0, last = 0;

    while (next <= smaller) {
        before = fibonacci;
        fibonacci = next;
        next += before;
        place++;
    }
    /* From the largest down. */
    for (; place >= 0; place--) {
        if (fibonacci <= smaller) {
            smaller -= fibonacci;
            shifted += next;
            last = place;
        }
        before = next - fibonacci;
        next = fibonacci;
        fibonacci = before;
    }
    return shifted != larger || last % 2 != 0;
}

int main(void)
{
    unsigned long a, b;

    while (read_number(&a) && read_number(&b)) puts(wins(a, b) ? "1" : "0");
    return 0;
}
