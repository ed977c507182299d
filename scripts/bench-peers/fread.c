/* Peer: fread() fills a buffer of 64 KiB, and a loop takes a byte at a time from it. */
#include <stdio.h>

#include "games.h"

enum { END = -1 };

static unsigned char buffer[1 << 16];
static unsigned char *next = buffer, *end = buffer;

static inline int next_byte(void)
{
    if (next == end) {
        next = buffer;
        end = buffer + fread(buffer, 1, sizeof buffer, stdin);
        if (next == end)
            return END;
    }
    return *next++;
}

static inline int next_number(uint64_t *value)
{
    uint64_t number;
    int byte = next_byte();
    while (byte != END && (byte < '0' || byte > '9'))
        byte = next_byte();
    if (byte == END)
        return 0;
    for (number = 0; byte >= '0' && byte <= '9'; byte = next_byte())
        number = number * 10 + (uint64_t)(byte - '0');
    *value = number;
    return 1;
}

int main(int argc, char **argv)
{
    return play(argc, argv);
}
