/*
 * HDU 2999 Stone Game, Why are you always there?
 *
 * Rule: a move takes stones out of a row and leaves two shorter rows, one of
 * which may be empty. The value of a row is the least number that is not the
 * xor of the values of two rows that a move leaves; a value of 0 is lost.
 * Compile: cc -std=c89 -O2 -o hdu2999 hdu2999.c   (also valid C++)
 * Copyright Bouton contributors. Licence: MIT OR Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>

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

static int ascending(const void *one, const void *other)
{
    unsigned long a = *(const unsigned long *)one, b = *(const unsigned long *)other;

    return (a > b) - (a < b);
}

/* Each number of the set once, in ascending order. */
static void tidy(struct list *set)
{
    unsigned long i, length = 0;

    qsort(set->items, set->length, sizeof *set->items, ascending);
    for (i = 0; i < set->length; i++)
        if (set->items[i] > 0 && (length == 0 || set->items[length - 1] != set->items[i]))
            set->items[length++] = set->items[i];
    set->length = length;
}

/*
 * Adds the values of rows up to this one. `reached` has the last row that
 * reaches a value; no xor of two values needs more than 2 * (row + 1) of them,
 * since no value is larger than its row.
 */
static void extend(struct list *values, struct list *reached, const struct list *set, unsigned long row)
{
    unsigned long n, i, left, rest, value;

    while (reached->length < 2 * (row + 1)) append(reached, 0);
    for (n = values->length; n <= row; n++) {
        for (i = 0; i < set->length && set->items[i] <= n; i++) {
            rest = n - set->items[i];
            for (left = 0; left <= rest - left && left <= rest; left++)
                reached->items[values->items[left] ^ values->items[rest - left]] = n;
        }
        for (value = 0; n > 0 && reached->items[value] == n; value++) {}
        append(values, value);
    }
}

int main(void)
{
    struct list set = {NULL, 0, 0}, values = {NULL, 0, 0}, reached = {NULL, 0, 0};
    unsigned long count, rows, number;

    while (scanf("%lu", &count) == 1) {
        set.length = values.length = reached.length = 0;
        for (; count > 0; count--) {
            if (scanf("%lu", &number) != 1) return 0;
            append(&set, number);
        }
        if (set.length > 0) tidy(&set);
        if (scanf("%lu", &rows) != 1) return 0;
        for (; rows > 0; rows--) {
            if (scanf("%lu", &number) != 1) return 0;
            extend(&values, &reached, &set, number);
            puts(values.items[number] != 0 ? "1" : "2");
        }
    }
    free(set.items);
    free(values.items);
    free(reached.items);
    return 0;
}
