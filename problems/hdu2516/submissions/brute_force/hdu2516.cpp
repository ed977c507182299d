// Brute force for HDU 2516 Stones in One Pile
//
// Tries every move of every position, with fewer stones before those with more;
// no formula is used. Gives up with exit code 1 when there are too many.
// Copyright Bouton contributors. Licence: MIT OR Apache-2.0

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <vector>

// By the stones that are left, and by how many the next move may take.
static std::vector<std::vector<char> > win;

// Does the player to move win?
static bool wins(int stones)
{
    if (stones > 400) {
        std::cerr << "too many positions for a search\n";
        std::exit(1);
    }
    for (int left = win.size(); left <= stones; left++) {
        // Who may take nothing, because nothing is left, has lost.
        win.push_back(std::vector<char>(left + 1, false));
        for (int most = 1; most <= left; most++) {
            bool last = !win[left - most][std::min(2 * most, left - most)];
            win[left][most] = win[left][most - 1] || last;
        }
    }
    return win[stones][stones - 1];
}

int main()
{
    int stones;
    while (std::cin >> stones && stones > 0)
        std::cout << (wins(stones) ? "First win" : "Second win") << '\n';
    return 0;
}
