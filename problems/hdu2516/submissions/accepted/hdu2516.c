/*
 * HDU 2516 Stones in One Pile
 *
 * Rule: the second player wins exactly if n is a Fibonacci number. Otherwise n is
 * a sum of Fibonacci numbers without neighbours, and the first player takes the
 * smallest of them: it is less than half of the next one.
 * Compile: cc -std=c89 -O2 -o hdu2516 hdu2516.c   (also valid C++)
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
    unsigned long stones, fibonacci, next, before;

    while (read_number(&stones) && stones > 0) {
        fibonacci = 1;
        next = 2;
        while (fibonacci < stones) {
            before = fibonacci;
            fibonacci = next;
            next += before;
        }
        puts(fibonacci != stones ? "First win" : "Second win");
    }
    return 0;
}
