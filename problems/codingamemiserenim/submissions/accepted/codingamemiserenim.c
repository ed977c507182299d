/*
 * CodinGame misere-nim
 *
 * Rule: a move must leave an xor of 0 if some pile is then larger than 1,
 * and an odd number of ones if none is; each pile has one such move or none.
 * Compile: cc -std=c89 -O2 -o codingamemiserenim codingamemiserenim.c   (also valid C++)
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

int main(void)
{
    struct list piles = {NULL, 0, 0};
    unsigned long count, positions, size, left, nim_sum, larger, moves, i;

    if (!read_number(&count) || !read_number(&positions)) return 0;
    for (; positions > 0; positions--) {
        nim_sum = 0;
        larger = 0; /* how many piles are larger than 1 */
        for (piles.length = 0; piles.length < count; append(&piles, size)) {
            if (!read_number(&size)) return 0;
            nim_sum ^= size;
            if (size > 1) larger++;
        }
        moves = 0;
        for (i = 0; i < count; i++) {
            size = piles.items[i];
            left = nim_sum ^ size;
            /* Among other piles of 1, what is left must make their number odd. */
            if (larger == (size > 1)) left ^= 1;
            if (left < size) printf("%s%lu:%lu", moves++ > 0 ? " " : "", i + 1, size - left);
        }
        puts(moves > 0 ? "" : "CONCEDE");
    }
    free(piles.items);
    return 0;
}
