/* Peer: scanf and printf. */
#include <inttypes.h>
#include <stdio.h>

#define PUT_WORD(word) printf("%s", (word)->text)
#define PUT_NUMBER(number) printf("%u\n", number)
#include "games.h"

static int next_number(uint64_t *value)
{
    return scanf("%" SCNu64, value) == 1;
}

int main(int argc, char **argv)
{
    return play(argc, argv);
}
