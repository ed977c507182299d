// Brute force for UVa 10404 Bachet's Game
//
// Tries every move of every position that can arise, from the fewest stones up;
// no formula is used. Gives up with exit code 1 beyond 1,000,000 stones.
// Copyright Bouton contributors. Licence: MIT OR Apache-2.0

#include <cstdlib>
#include <iostream>
#include <vector>

// Does the player to move win?
static bool wins(int stones, const std::vector<int> &takes)
{
    if (stones > 1000000) {
        std::cerr << "too many positions for a search\n";
        std::exit(1);
    }
    std::vector<char> win(stones + 1, false); // who cannot move has lost
    for (int left = 1; left <= stones; left++)
        for (size_t i = 0; i < takes.size() && !win[left]; i++)
            if (takes[i] <= left) win[left] = !win[left - takes[i]];
    return win[stones];
}

int main()
{
    int stones, count;
    while (std::cin >> stones >> count) {
        std::vector<int> takes(count);
        for (int i = 0; i < count; i++)
            if (!(std::cin >> takes[i])) return 0;
        std::cout << (wins(stones, takes) ? "Stan wins" : "Ollie wins") << '\n';
    }
    return 0;
}
