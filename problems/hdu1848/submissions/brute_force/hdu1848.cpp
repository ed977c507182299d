// Brute force for HDU 1848 Fibonacci again and again
//
// Tries every move of every position that can arise, and remembers who wins
// it; no formula is used. Gives up with exit code 1 after 500,000 positions,
// so that it ends with a run-time error on large tests.
// Copyright Bouton contributors. Licence: MIT OR Apache-2.0

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <vector>

typedef std::vector<int> Piles; // ascending

static std::map<Piles, bool> known;
static long budget = 500000; // how many positions may still be looked at

static void spend()
{
    if (budget-- > 0) return;
    std::cerr << "too many positions for a search\n";
    std::exit(1);
}

static Piles after_move(Piles piles, size_t pile, int take)
{
    piles[pile] -= take;
    std::sort(piles.begin(), piles.end());
    return piles;
}

// Does the player to move win? Without a stone the other player took the last one.
static bool wins(const Piles &piles)
{
    spend();
    std::map<Piles, bool>::iterator found = known.find(piles);
    if (found != known.end()) return found->second;
    bool win = false;
    for (size_t i = 0; i < piles.size() && !win; i++)
        for (int take = 1, next = 2; take <= piles[i] && !win;) {
            win = !wins(after_move(piles, i, take));
            int sum = take + next;
            take = next;
            next = sum;
        }
    return known[piles] = win;
}

int main()
{
    Piles piles(3);
    while (std::cin >> piles[0] >> piles[1] >> piles[2] && piles[0] != 0) {
        std::sort(piles.begin(), piles.end());
        std::cout << (wins(piles) ? "Fibo" : "Nacci") << '\n';
    }
    return 0;
}
