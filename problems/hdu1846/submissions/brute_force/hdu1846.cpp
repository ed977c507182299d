// Brute force for HDU 1846 Brave Game
//
// Tries every move of every position that can arise, from the fewest stones up;
// no formula is used.
// Copyright Bouton contributors. Licence: MIT OR Apache-2.0

#include <iostream>
#include <vector>

// Does the player to move win, with so many stones?
static bool wins(int stones, int most)
{
    // Without a stone the other player took the last one.
    std::vector<char> win(stones + 1, false);
    for (int left = 1; left <= stones; left++)
        for (int take = 1; take <= most && take <= left && !win[left]; take++)
            win[left] = !win[left - take];
    return win[stones];
}

int main()
{
    int cases, stones, most;
    std::cin >> cases;
    while (cases-- > 0 && std::cin >> stones >> most)
        std::cout << (wins(stones, most) ? "first" : "second") << '\n';
    return 0;
}
