/* The games, the same for every C and C++ peer, so that peers differ only in how they
 * read. (The standard libraries also write their own way, since people use them so: cin
 * goes with cout, scanf with printf. The other peers share the buffer below.)
 *
 * A peer includes this file, defines next_number() and calls play() from main().
 * All numbers are 64 bits wide. */
#ifndef GAMES_H
#define GAMES_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Reads the next number of the input; returns 0 at its end. */
static int next_number(uint64_t *value);

/* An answer is copied as 8 bytes whatever its length: which of the two it is cannot be
 * predicted, and this way the choice needs no branch. */
struct word {
    char text[8];
    size_t length;
};

static const struct word YES = {"Yes\n", 4};
static const struct word NO = {"No\n", 3};

#ifdef PUT_WORD /* The peer brings its own PUT_WORD(word) and PUT_NUMBER(number). */

static void flush_answers(void) {}

#else

#define PUT_WORD(word) put_word(word)
#define PUT_NUMBER(number) put_number(number)

enum { ANSWERS_SIZE = 1 << 16, LONGEST_ANSWER = 32 };
static char answers[ANSWERS_SIZE + LONGEST_ANSWER];
static size_t answers_length;

static void flush_answers(void)
{
    fwrite(answers, 1, answers_length, stdout);
    answers_length = 0;
}

static inline void flush_answers_if_full(void)
{
    if (answers_length >= ANSWERS_SIZE)
        flush_answers();
}

static inline void put_word(const struct word *word)
{
    memcpy(answers + answers_length, word->text, sizeof word->text);
    answers_length += word->length;
    flush_answers_if_full();
}

static inline void put_number(unsigned number)
{
    char digits[12];
    size_t first = sizeof digits;
    digits[--first] = '\n';
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    memcpy(answers + answers_length, digits + first, sizeof digits - first);
    answers_length += sizeof digits - first;
    flush_answers_if_full();
}

#endif

/* Normal play: who is to move wins unless the nim-sum is 0. */
static void poj2234(void)
{
    uint64_t count;
    while (next_number(&count)) {
        uint64_t sum = 0, pile;
        while (count-- != 0 && next_number(&pile))
            sum ^= pile;
        PUT_WORD(sum != 0 ? &YES : &NO);
    }
}

/* The number of winning first moves: one in every pile that the nim-sum makes smaller. */
static void hdu1850(void)
{
    enum { MAX_PILES = 1 << 20 };
    static uint64_t piles[MAX_PILES];
    uint64_t count;
    while (next_number(&count) && count != 0 && count <= MAX_PILES) {
        uint64_t sum = 0, i;
        unsigned moves = 0;
        for (i = 0; i < count && next_number(&piles[i]); i++)
            sum ^= piles[i];
        for (i = 0; i < count; i++)
            moves += (piles[i] ^ sum) < piles[i];
        PUT_NUMBER(moves);
    }
}

/* Misere play: as normal play while some pile is larger than 1, otherwise the opposite. */
static void hdu2509(void)
{
    uint64_t count;
    while (next_number(&count)) {
        uint64_t sum = 0, pile;
        int large = 0;
        while (count-- != 0 && next_number(&pile)) {
            sum ^= pile;
            large |= pile > 1;
        }
        PUT_WORD((sum != 0) == large ? &YES : &NO);
    }
}

/* Plays the game that the program's only argument names; returns its exit code. */
static int play(int argc, char **argv)
{
    const char *problem = argc > 1 ? argv[1] : "";
    if (strcmp(problem, "poj2234") == 0) {
        poj2234();
    } else if (strcmp(problem, "hdu1850") == 0) {
        hdu1850();
    } else if (strcmp(problem, "hdu2509") == 0) {
        hdu2509();
    } else {
        fprintf(stderr, "usage: %s poj2234|hdu1850|hdu2509 < FILE\n", argv[0]);
        return 2;
    }
    flush_answers();
    return 0;
}

#endif
