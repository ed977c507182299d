// Brute force for HDU 2516 Stones in One Pile
//
// Tries the moves of every position, with fewer stones before those with more; no
// formula is used. Gives up with exit code 1 beyond 10,000 stones, so that it ends
// with a run-time error on large tests.
// Copyright Bouton contributors. Licence: MIT OR Apache-2.0

#include <cstdlib>
#include <iostream>
#include <vector>

// By the stones that are left: the smallest take that wins, if the next move may
// take as many. Where nothing is left, no take does.
static std::vector<int> smallest(1, 1 << 30);

// Does the player to move win?
static bool wins(int stones)
{
    if (stones > 10000) {
        std::cerr << "too many positions for a search\n";
        std::exit(1);
    }
    for (int left = smallest.size(); left <= stones; left++) {
        int take = 1;
        while (smallest[left - take] <= 2 * take) take++;
        smallest.push_back(take);
    }
    return smallest[stones] < stones;
}

int main()
{
    int stones;
    while (std::cin >> stones && stones > 0)
        std::cout << (wins(stones) ? "First win" : "Second win") << '\n';
    return 0;
}
