// Brute force for POJ 1704 Georgia and Bob
//
// Tries every move of every position that can arise, and remembers who wins
// it; no formula is used. Gives up with exit code 1 after 200,000 positions,
// so that it ends with a run-time error on large tests.
// Copyright Bouton contributors. Licence: MIT OR Apache-2.0

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <vector>

typedef std::vector<int> Cells; // ascending

static std::map<Cells, bool> known;
static long budget = 200000; // how many positions may still be looked at

static void spend()
{
    if (budget-- > 0) return;
    std::cerr << "too many positions for a search\n";
    std::exit(1);
}

// Does the player to move win?
static bool wins(Cells cells)
{
    spend();
    std::map<Cells, bool>::iterator found = known.find(cells);
    if (found != known.end()) return found->second;
    bool win = false; // without a move the player to move has lost
    for (size_t i = 0; i < cells.size() && !win; i++) {
        int from = cells[i];
        for (int to = i > 0 ? cells[i - 1] + 1 : 1; to < from && !win; to++) {
            cells[i] = to;
            win = !wins(cells);
        }
        cells[i] = from;
    }
    return known[cells] = win;
}

int main()
{
    int cases, count;
    std::cin >> cases;
    while (cases-- > 0 && std::cin >> count) {
        Cells cells(count);
        for (int i = 0; i < count; i++)
            if (!(std::cin >> cells[i])) return 0;
        std::sort(cells.begin(), cells.end());
        std::cout << (wins(cells) ? "Georgia will win" : "Bob will win") << '\n';
    }
    return 0;
}
