/*
 * HDU 2188 Choosing a Volunteer
 *
 * Rule: Rabbit wins if m + 1 divides n: Rabbit always completes the two
 * donations to m + 1 yuan.
 * Compile: cc -std=c89 -O2 -o hdu2188 hdu2188.c   (also valid C++)
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
    unsigned long cases, sum, most;

    if (!read_number(&cases)) return 0;
    for (; cases > 0 && read_number(&sum) && read_number(&most); cases--)
        puts(sum % (most + 1) != 0 ? "Grass" : "Rabbit");
    return 0;
}
