// Brute force for BZOJ 1874 Stone Game
//
// Tries every move of every position that can arise, and remembers who wins
// it; no formula is used. Gives up with exit code 1 after 1,000,000 positions,
// so that it ends with a run-time error on large tests.
// Copyright Bouton contributors. Licence: MIT OR Apache-2.0

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <vector>

typedef std::vector<int> Piles; // ascending, without empty piles

static std::map<Piles, bool> known;
static long budget = 1000000; // how many positions may still be looked at

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

static std::vector<int> takes; // how many a move may take

// Does the player to move win?
static bool wins(const Piles &piles)
{
    spend();
    std::map<Piles, bool>::iterator found = known.find(piles);
    if (found != known.end()) return found->second;
    bool win = false; // without a move the player to move has lost
    for (size_t i = 0; i < piles.size() && !win; i++)
        for (size_t j = 0; j < takes.size() && !win; j++)
            if (takes[j] <= piles[i]) win = !wins(after_move(piles, i, piles[i] - takes[j]));
    return known[piles] = win;
}

static bool read_piles(size_t count, Piles &piles)
{
    piles.resize(count);
    for (size_t i = 0; i < count; i++)
        if (!(std::cin >> piles[i])) return false;
    return true;
}

int main()
{
    size_t count;
    Piles piles;
    if (!(std::cin >> count) || !read_piles(count, piles)) return 0;
    if (!(std::cin >> count) || !read_piles(count, takes)) return 0;
    for (size_t i = 0; i < piles.size(); i++)
        for (size_t j = 0; j < takes.size(); j++)
            if (takes[j] <= piles[i] && !wins(after_move(piles, i, piles[i] - takes[j]))) {
                std::cout << "YES\n" << i + 1 << ' ' << takes[j] << '\n';
                return 0;
            }
    std::cout << "NO\n";
    return 0;
}
