/*
 * Luogu P1290 Euclid's Game
 *
 * Rule: while the larger number is less than twice the smaller one, there is
 * only one move. Whoever first has a choice, or can reach 0, wins: he decides who
 * has to go on from the remainder.
 * Compile: cc -std=c89 -O2 -o luogup1290 luogup1290.c   (also valid C++)
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
    unsigned long larger = a < b ? b : a, smaller = a < b ? a : b, left;
    int is_first = 1;

    /* A 0 is no number to start with; the other player has made it. */
    if (smaller == 0) return 0;
    while (larger - smaller < smaller && larger != smaller) {
        left = larger - smaller;
        larger = smaller;
        smaller = left;
        is_first = !is_first;
    }
    return is_first;
}

int main(void)
{
    unsigned long cases, a, b;

    if (!read_number(&cases)) return 0;
    for (; cases > 0 && read_number(&a) && read_number(&b); cases--)
        puts(wins(a, b) ? "Stan wins" : "Ollie wins");
    return 0;
}
