// Brute force for HDU 3032 Nim or not Nim?
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

typedef std::vector<int> Piles; // ascending, without empty piles

static std::map<Piles, bool> known;
static long budget = 200000; // how many positions may still be looked at

static void spend()
{
    if (budget-- > 0) return;
    std::cerr << "too many positions for a search\n";
    std::exit(1);
}

static Piles sorted(Piles piles)
{
    std::sort(piles.begin(), piles.end());
    piles.erase(piles.begin(), std::upper_bound(piles.begin(), piles.end(), 0));
    return piles;
}

// One pile becomes two, either of which may be empty.
static Piles after_move(Piles piles, size_t pile, int left, int right)
{
    piles[pile] = left;
    piles.push_back(right);
    return sorted(piles);
}

// Does the player to move win?
static bool wins(const Piles &piles)
{
    spend();
    if (piles.empty()) return false; // the other player took the last one
    std::map<Piles, bool>::iterator found = known.find(piles);
    if (found != known.end()) return found->second;
    bool win = false;
    for (size_t i = 0; i < piles.size() && !win; i++) {
        for (int left = 0; left < piles[i] && !win; left++)
            win = !wins(after_move(piles, i, left, 0));
        for (int left = 1; left <= piles[i] / 2 && !win; left++)
            win = !wins(after_move(piles, i, left, piles[i] - left));
    }
    return known[piles] = win;
}

int main()
{
    int cases, count;
    std::cin >> cases;
    while (cases-- > 0 && std::cin >> count) {
        Piles piles(count);
        for (int i = 0; i < count; i++)
            if (!(std::cin >> piles[i])) return 0;
        std::cout << (wins(sorted(piles)) ? "Alice" : "Bob") << '\n';
    }
    return 0;
}
