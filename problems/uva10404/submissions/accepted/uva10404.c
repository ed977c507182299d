/*
 * UVa 10404 Bachet's Game
 *
 * Rule: with so many stones the player to move wins exactly if a move leaves a
 * number of stones with which the player to move loses.
 * Compile: cc -std=c89 -O2 -o uva10404 uva10404.c   (also valid C++)
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>

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

/* A table of who wins, which grows with the largest pile. */
static char *win;
static unsigned long room;

/* Does the player to move win? */
static int wins(unsigned long stones, const unsigned long *takes, unsigned long count)
{
    unsigned long left, i;

    if (stones >= room) {
        room = stones + 1;
        win = (char *)realloc(win, room);
        if (win == NULL) exit(1);
    }
    for (left = 0; left <= stones; left++) {
        win[left] = 0;
        for (i = 0; i < count && !win[left]; i++)
            win[left] = takes[i] > 0 && takes[i] <= left && !win[left - takes[i]];
    }
    return win[stones];
}

int main(void)
{
    unsigned long stones, count, most = 0, i, *takes = NULL;

    while (read_number(&stones) && read_number(&count)) {
        if (count > most) {
            most = count;
            takes = (unsigned long *)realloc(takes, most * sizeof *takes);
            if (takes == NULL) exit(1);
        }
        for (i = 0; i < count; i++)
            if (!read_number(&takes[i])) return 0;
        puts(wins(stones, takes, count) ? "Stan wins" : "Ollie wins");
    }
    free(takes);
    free(win);
    return 0;
}
