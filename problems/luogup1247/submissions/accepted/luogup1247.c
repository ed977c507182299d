/*
 * Luogu P1247 Take Matches
 *
 * Rule: with s the xor of all sizes, a pile of a matches has a winning move
 * if a xor s is less than a, and a xor s is what the move leaves.
 * Compile: cc -std=c89 -O2 -o luogup1247 luogup1247.c   (also valid C++)
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

/* A list that grows as needed. */
struct list {
    unsigned long *items, length, room;
};

static void append(struct list *list, unsigned long item)
{
    if (list->length == list->room) {
        list->room = list->room * 2 + 16;
        list->items = (unsigned long *)realloc(list->items, list->room * sizeof item);
        if (list->items == NULL) exit(1);
    }
    list->items[list->length++] = item;
}

static void answer(struct list *piles)
{
    unsigned long left, nim_sum = 0, i;

    for (i = 0; i < piles->length; i++) nim_sum ^= piles->items[i];
    if (nim_sum == 0) {
        puts("lose");
        return;
    }
    /* Some pile has the top bit of the xor, and becomes smaller without it. */
    for (i = 0; (piles->items[i] ^ nim_sum) >= piles->items[i]; i++) {}
    left = piles->items[i] ^ nim_sum;
    printf("%lu %lu\n", piles->items[i] - left, i + 1);
    piles->items[i] = left;
    for (i = 0; i < piles->length; i++)
        printf("%lu%c", piles->items[i], i + 1 < piles->length ? ' ' : '\n');
}

int main(void)
{
    struct list piles = {NULL, 0, 0};
    unsigned long count, size;

    if (!read_number(&count)) return 0;
    while (piles.length < count && read_number(&size)) append(&piles, size);
    if (piles.length == count) answer(&piles);
    free(piles.items);
    return 0;
}
