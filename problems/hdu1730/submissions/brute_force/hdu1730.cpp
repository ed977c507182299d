// Brute force for HDU 1730 Northcott Game
//
// Tries every move towards the other piece of a row in every position that can
// arise, and remembers who wins it. Moves away are left out: the opponent's piece
// follows as far, so that such a game is no shorter and ends the same way.
// Gives up with exit code 1 after 200,000 positions,
// so that it ends with a run-time error on large tests.
// Copyright Bouton contributors. Licence: MIT OR Apache-2.0

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <vector>

typedef std::vector<int> Gaps;

static std::map<Gaps, bool> known;
static long budget = 200000; // how many positions may still be looked at

// Does the player to move win?
static bool wins(Gaps gaps)
{
    if (budget-- <= 0) {
        std::cerr << "too many positions for a search\n";
        std::exit(1);
    }
    std::sort(gaps.begin(), gaps.end()); // the rows may be in any order
    std::map<Gaps, bool>::iterator found = known.find(gaps);
    if (found != known.end()) return found->second;
    bool win = false; // without a move the player to move has lost
    for (size_t i = 0; i < gaps.size() && !win; i++)
        for (int left = 0; left < gaps[i] && !win; left++) {
            Gaps after = gaps;
            after[i] = left;
            win = !wins(after);
        }
    return known[gaps] = win;
}

int main()
{
    int rows, length, one, other;
    while (std::cin >> rows >> length) {
        Gaps gaps;
        for (int i = 0; i < rows; i++) {
            if (!(std::cin >> one >> other)) return 0;
            gaps.push_back(std::abs(one - other) - 1);
        }
        std::cout << (wins(gaps) ? "I WIN!" : "BAD LUCK!") << '\n';
    }
    return 0;
}
