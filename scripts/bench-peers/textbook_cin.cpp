// Peer: what a textbook shows, `while (cin >> n)` with every default left alone.
#include <iostream>

#define PUT_WORD(word) (std::cout << (word)->text)
#define PUT_NUMBER(number) (std::cout << (number) << '\n')
#include "games.h"

static int next_number(uint64_t *value)
{
    return std::cin >> *value ? 1 : 0;
}

int main(int argc, char **argv)
{
    return play(argc, argv);
}
