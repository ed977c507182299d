// Brute force for POJ 3537 Crosses and Crosses
//
// Tries every move of every strip that can arise, and remembers who wins it; no
// formula is used. Gives up with exit code 1 beyond 22 cells, so that it
// ends with a run-time error on large tests.
// Copyright Bouton contributors. Licence: MIT OR Apache-2.0

#include <iostream>
#include <vector>

// Whether the player to move wins, by the crosses as bits: 0 if it is not known.
static std::vector<char> known;

static bool wins(unsigned crosses, int cells)
{
    if (known[crosses] != 0) return known[crosses] == 1;
    bool win = false; // on a full strip nobody has won
    for (int at = 0; at < cells && !win; at++) {
        if (crosses >> at & 1) continue;
        unsigned after = crosses | 1u << at;
        bool completes = (after & after >> 1 & after >> 2) != 0;
        win = completes || !wins(after, cells);
    }
    known[crosses] = win ? 1 : 2;
    return win;
}

int main()
{
    int cells;
    if (!(std::cin >> cells)) return 0;
    if (cells > 22) {
        std::cerr << "too many strips for a search\n";
        return 1;
    }
    known.assign(1u << cells, 0);
    std::cout << (wins(0, cells) ? 1 : 2) << '\n';
    return 0;
}
