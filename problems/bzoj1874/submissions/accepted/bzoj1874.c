/*
 * BZOJ 1874 Stone Game
 *
 * Rule: the Grundy value of a pile is the least number that no move from it leads
 * to; a move wins if the xor of all Grundy values is 0 after it.
 * Compile: cc -std=c89 -O2 -o bzoj1874 bzoj1874.c   (also valid C++)
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/*
 * The Grundy value of a pile: the least number that is not that of a pile which
 * a move leaves. The table of Grundy values grows with the largest pile asked for.
 * A pile has at most one move for each number of the set, so its Grundy value is at
 * most the length of the set.
 */
static unsigned long grundy(unsigned long pile, const struct list *set, struct list *values)
{
    unsigned long n, i, take, value;
    char *reached;

    if (pile < values->length) return values->items[pile];
    reached = (char *)malloc(set->length + 1);
    if (reached == NULL) exit(1);
    for (n = values->length; n <= pile; n++) {
        memset(reached, 0, set->length + 1);
        for (i = 0; i < set->length; i++) {
            take = set->items[i];
            if (take > 0 && take <= n) reached[values->items[n - take]] = 1;
        }
        for (value = 0; reached[value]; value++) {}
        append(values, value);
    }
    free(reached);
    return values->items[pile];
}

static int read_list(struct list *list)
{
    unsigned long count, number;

    if (!read_number(&count)) return 0;
    for (; count > 0; count--) {
        if (!read_number(&number)) return 0;
        append(list, number);
    }
    return 1;
}

static void answer(const struct list *piles, const struct list *set, struct list *values)
{
    unsigned long total = 0, others, take, i, j;

    for (i = 0; i < piles->length; i++) total ^= grundy(piles->items[i], set, values);
    for (i = 0; i < piles->length; i++) {
        others = total ^ grundy(piles->items[i], set, values);
        for (j = 0; j < set->length; j++) {
            take = set->items[j];
            if (take > 0 && take <= piles->items[i]
                && grundy(piles->items[i] - take, set, values) == others) {
                printf("YES\n%lu %lu\n", i + 1, take);
                return;
            }
        }
    }
    puts("NO");
}

int main(void)
{
    struct list piles = {NULL, 0, 0}, set = {NULL, 0, 0}, values = {NULL, 0, 0};

    if (read_list(&piles) && read_list(&set)) answer(&piles, &set, &values);
    free(piles.items);
    free(set.items);
    free(values.items);
    return 0;
}
