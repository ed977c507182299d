// Brute force for HDU 2999 Stone Game, Why are you always there?
//
// Tries every move of every row that can arise, with its gaps, and remembers who
// wins it; no formula is used. Gives up with exit code 1 beyond rows of
// 14 stones, as in the second sample.
// Copyright Bouton contributors. Licence: MIT OR Apache-2.0

#include <cstdlib>
#include <iostream>
#include <map>
#include <vector>

static std::vector<int> takes; // how many a move may take

// Whether the player to move wins, by the stones that are there, as bits.
static std::map<unsigned, bool> known;

static bool wins(unsigned stones, int length)
{
    std::map<unsigned, bool>::iterator found = known.find(stones);
    if (found != known.end()) return found->second;
    bool win = false; // without a move the player to move has lost
    for (size_t i = 0; i < takes.size() && !win; i++) {
        for (int at = 0; at + takes[i] <= length && !win; at++) {
            unsigned taken = ((1u << takes[i]) - 1) << at;
            if ((stones & taken) == taken) win = !wins(stones & ~taken, length);
        }
    }
    return known[stones] = win;
}

int main()
{
    int count, rows, length;
    while (std::cin >> count) {
        takes.resize(count);
        for (int i = 0; i < count; i++) std::cin >> takes[i];
        known.clear();
        std::cin >> rows;
        while (rows-- > 0 && std::cin >> length) {
            if (length > 14) {
                std::cerr << "too many positions for a search\n";
                return 1;
            }
            std::cout << (wins((1u << length) - 1, length) ? 1 : 2) << '\n';
        }
    }
    return 0;
}
