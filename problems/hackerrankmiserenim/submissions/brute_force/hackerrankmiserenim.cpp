// Brute force for HackerRank misere-nim-1
//
// Tries every move of every position that can arise, and remembers who wins
// it; no formula is used. Gives up with exit code 1 after 2,000,000 positions,
// so that it ends with a run-time error on large tests.
// Copyright Bouton contributors. Licence: MIT OR Apache-2.0

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <vector>

typedef std::vector<int> Piles; // ascending, without empty piles

static std::map<Piles, bool> known;
static long budget = 2000000; // how many positions may still be looked at

static Piles after_move(Piles piles, size_t pile, int left)
{
    piles[pile] = left;
    std::sort(piles.begin(), piles.end());
    piles.erase(piles.begin(), std::upper_bound(piles.begin(), piles.end(), 0));
    return piles;
}

static void spend()
{
    if (budget-- > 0) return;
    std::cerr << "too many positions for a search\n";
    std::exit(1);
}

// Does the player to move win?
static bool wins(const Piles &piles)
{
    spend();
    if (piles.empty()) return true; // the other player took the last one
    std::map<Piles, bool>::iterator found = known.find(piles);
    if (found != known.end()) return found->second;
    bool win = false;
    for (size_t i = 0; i < piles.size() && !win; i++)
        for (int left = 0; left < piles[i] && !win; left++)
            win = !wins(after_move(piles, i, left));
    return known[piles] = win;
}

static bool read_piles(size_t count, Piles &piles)
{
    piles.resize(count);
    for (size_t i = 0; i < count; i++)
        if (!(std::cin >> piles[i])) return false;
    return true;
}

// The same position as the search knows it.
static Piles sorted(Piles piles)
{
    piles.push_back(0);
    return after_move(piles, piles.size() - 1, 0);
}

int main()
{
    size_t cases, count;
    Piles piles;
    std::cin >> cases;
    while (cases-- > 0 && std::cin >> count && read_piles(count, piles))
        std::cout << (wins(sorted(piles)) ? "First" : "Second") << '\n';
    return 0;
}
