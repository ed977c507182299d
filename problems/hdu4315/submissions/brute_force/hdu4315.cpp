// Brute force for HDU 4315 Climbing the Hill
//
// Tries every move of every position that can arise, and remembers who wins
// it; no formula is used. Gives up with exit code 1 after 300,000 positions,
// so that it ends with a run-time error on large tests.
// Copyright Bouton contributors. Licence: MIT OR Apache-2.0

#include <cstdlib>
#include <iostream>
#include <map>
#include <utility>
#include <vector>

typedef std::vector<int> Cells; // who is not yet at the top, ascending

static std::map<std::pair<Cells, size_t>, bool> known;
static long budget = 300000; // how many positions may still be looked at

// Does the player to move win? The king is cells[king].
static bool wins(const Cells &cells, size_t king)
{
    if (budget-- <= 0) {
        std::cerr << "too many positions for a search\n";
        std::exit(1);
    }
    std::pair<Cells, size_t> position(cells, king);
    std::map<std::pair<Cells, size_t>, bool>::iterator found = known.find(position);
    if (found != known.end()) return found->second;
    bool win = king == 0; // straight to the top
    if (!win) win = !wins(Cells(cells.begin() + 1, cells.end()), king - 1);
    for (size_t i = 0; i < cells.size() && !win; i++)
        for (int to = i > 0 ? cells[i - 1] + 1 : 1; to < cells[i] && !win; to++) {
            Cells after = cells;
            after[i] = to;
            win = !wins(after, king);
        }
    return known[position] = win;
}

int main()
{
    size_t people, king;
    while (std::cin >> people >> king) {
        Cells cells(people);
        for (size_t i = 0; i < people; i++) std::cin >> cells[i];
        std::cout << (wins(cells, king - 1) ? "Alice" : "Bob") << '\n';
    }
    return 0;
}
