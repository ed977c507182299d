/*
 * HDU 4315 Climbing the Hill
 *
 * Rule: pair the people from the far end. The gap inside a pair is a pile of
 * Nim, and so is the way up of a first person who is left over; Bob wins if
 * the xor is 0. The king matters only if he is the first or the second.
 * Compile: cc -std=c89 -O2 -o hdu4315 hdu4315.c   (also valid C++)
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
    unsigned long people, king, i, cell, below, nim_sum;

    while (read_number(&people) && read_number(&king)) {
        /*
         * The front one of a pair can always be followed by the other one, so
         * a pair is a pile of as many stones as there are free cells between.
         * A first person without a partner is a pile of the cells he can
         * climb. If the king is right behind him he must not reach the top,
         * where the king would follow, so he has one cell less.
         */
        nim_sum = 0;
        below = 0; /* the cell of the person read before */
        for (i = 1; i <= people; i++) {
            if (!read_number(&cell)) return 0;
            if (people % 2 == 1 && i == 1) nim_sum ^= king == 2 ? cell - 1 : cell;
            else if ((people - i) % 2 == 0) nim_sum ^= cell - below - 1;
            below = cell;
        }
        /* A king who stands first climbs to the top at once. */
        puts(king == 1 || nim_sum != 0 ? "Alice" : "Bob");
    }
    return 0;
}
