/*
 * HDU 2509 Be the Winner
 *
 * Rule: splitting a row changes nothing, so this is misere Nim: if a row is
 * longer than 1, the first player wins unless the xor of all lengths is
 * 0; if none is, he wins only when that xor is 0.
 * Compile: cc -std=c89 -O2 -o hdu2509 hdu2509.c   (also valid C++)
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
    unsigned long rows, length, nim_sum;
    int any_longer, first_wins;

    while (read_number(&rows)) {
        nim_sum = 0;
        any_longer = 0;
        for (; rows > 0; rows--) {
            if (!read_number(&length)) return 0;
            nim_sum ^= length;
            if (length > 1) any_longer = 1;
        }
        first_wins = any_longer ? nim_sum != 0 : nim_sum == 0;
        puts(first_wins ? "Yes" : "No");
    }
    return 0;
}
