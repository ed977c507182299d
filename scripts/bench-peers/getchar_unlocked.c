/* Peer: a byte at a time from getchar_unlocked(). */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>

#include "games.h"

static inline int next_number(uint64_t *value)
{
    uint64_t number;
    int byte = getchar_unlocked();
    while (byte != EOF && (byte < '0' || byte > '9'))
        byte = getchar_unlocked();
    if (byte == EOF)
        return 0;
    for (number = 0; byte >= '0' && byte <= '9'; byte = getchar_unlocked())
        number = number * 10 + (uint64_t)(byte - '0');
    *value = number;
    return 1;
}

int main(int argc, char **argv)
{
    return play(argc, argv);
}
