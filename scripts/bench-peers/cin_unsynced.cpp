// Peer: cin with the two well-known lines that make it faster.
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
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    return play(argc, argv);
}
