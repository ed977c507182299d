/* Writes a file of test cases: generate KIND BYTES SEED > FILE
 *
 *   F1  poj2234  M and M piles on a line; M 1..20, piles uniform 1..10^7
 *   F2  hdu1850  M on a line, M piles on the next; M 2..100, piles uniform 1..10^6; a final 0
 *   F3  hdu2509  as F2 with a blank line after each case; M 1..100, piles uniform 1..100; no 0
 *   F4  poj2234  as F1, but every length from 1 to 63 bits is equally likely
 *   T1  poj2234  tiny cases: 1 or 2 piles; every length from 1 to 9 digits is equally likely
 *   G1  poj2234  one giant case with piles as in F1
 *   O1  hdu2176  up to 1000 piles to 10^9, nearly all won: the answers are about as long as the input
 *   O2  luogup1247  one giant case with piles to 10^9
 *   S1  hdu1536  1 to 5 takes of 1..30, then 100 positions of 1 to 100 piles of 0..10^4; a final 0
 *
 * Only whole cases are written, so the file ends a little after BYTES. About half of the
 * cases are lost for the first player (with random piles nearly none would be, and a program
 * that always says Yes would be right): the last pile becomes the nim-sum of the others if
 * that is within the limits. The same arguments give the same file for ever. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* SplitMix64, by Sebastiano Vigna, in the public domain. */
static uint64_t state;

static uint64_t next_random(void)
{
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static uint64_t between(uint64_t low, uint64_t high)
{
    return low + next_random() % (high - low + 1);
}

/* How piles are drawn: up to `limit`, and if `lengths` is not 0, first the length (in
 * digits of this base, from 1 to `lengths`) and then a number of that length. */
struct kind {
    const char *name;
    uint64_t fewest, most; /* piles in a case */
    uint64_t limit;
    unsigned base, lengths;
    unsigned tries;     /* of 16 cases, how many should be lost; some do not fit the limits */
    const char *after;  /* what follows the number of piles */
    const char *behind; /* what follows the case */
    const char *last;   /* what ends the file */
};

static const struct kind KINDS[] = {
    {"F1", 1, 20, 10000000, 0, 0, 14, " ", "\n", ""},
    {"F2", 2, 100, 1000000, 0, 0, 8, "\n", "\n", "0\n"},
    {"F3", 1, 100, 100, 0, 0, 10, "\n", "\n\n", ""},
    {"F4", 1, 20, INT64_MAX, 2, 63, 8, " ", "\n", ""},
    {"T1", 1, 2, 999999999, 10, 9, 16, " ", "\n", ""},
    {"G1", 0, 0, 10000000, 0, 0, 16, " ", "\n", ""},
    {"O1", 1, 1000, 1000000000, 0, 0, 1, "\n", "\n", "0\n"},
    {"O2", 0, 0, 1000000000, 0, 0, 0, "\n", "\n", ""},
};

static uint64_t pile(const struct kind *kind)
{
    uint64_t low = 1;
    uint64_t length;
    if (kind->lengths == 0)
        return between(1, kind->limit);
    for (length = between(1, kind->lengths); length > 1; length--)
        low *= kind->base;
    return between(low, low * (kind->base - 1) + (low - 1));
}

static uint64_t written;

static void put_text(const char *text)
{
    written += strlen(text);
    fputs(text, stdout);
}

static void put_number(uint64_t number)
{
    char digits[24];
    char *first = digits + sizeof digits - 1;
    *first = '\0';
    do {
        *--first = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    put_text(first);
}

static void put_case(const struct kind *kind, uint64_t piles)
{
    const int lost = next_random() % 16 < kind->tries;
    uint64_t sum = 0, i;
    put_number(piles);
    put_text(kind->after);
    for (i = 1; i <= piles; i++) {
        uint64_t stones = pile(kind);
        if (i == piles && lost && sum >= 1 && sum <= kind->limit)
            stones = sum;
        sum ^= stones;
        put_number(stones);
        put_text(i < piles ? " " : kind->behind);
    }
}

/* A list of `length` numbers with its length in front. */
static void put_list(uint64_t length, uint64_t low, uint64_t high, const char *after)
{
    put_number(length);
    while (length-- > 0) {
        put_text(" ");
        put_number(between(low, high));
    }
    put_text(after);
}

static int put_s_nim(uint64_t bytes)
{
    while (written < bytes) {
        int position;
        put_list(between(1, 5), 1, 30, "\n100\n");
        for (position = 0; position < 100; position++)
            put_list(between(1, 100), 0, 10000, "\n");
    }
    put_text("0\n");
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 2;
}

int main(int argc, char **argv)
{
    const struct kind *kind = KINDS;
    const struct kind *const past = KINDS + sizeof KINDS / sizeof KINDS[0];
    uint64_t bytes;
    if (argc == 4 && strcmp(argv[1], "S1") == 0) {
        state = strtoull(argv[3], NULL, 10);
        return put_s_nim(strtoull(argv[2], NULL, 10));
    }
    while (argc == 4 && kind < past && strcmp(kind->name, argv[1]) != 0)
        kind++;
    if (argc != 4 || kind == past) {
        fprintf(stderr, "usage: %s F1|F2|F3|F4|T1|G1|O1|O2|S1 BYTES SEED > FILE\n", argv[0]);
        return 2;
    }
    bytes = strtoull(argv[2], NULL, 10);
    state = strtoull(argv[3], NULL, 10);
    if (kind->most == 0) {
        /* One case: its numbers are 6.89 digits and a space long on average. */
        put_case(kind, bytes * 100 / 789 + 1);
    } else {
        while (written < bytes)
            put_case(kind, between(kind->fewest, kind->most));
    }
    put_text(kind->last);
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 2;
}
