// Brute force for HDU 1846 Brave Game
//
// Tries every move of every position that can arise, and remembers who wins
// it; no formula is used.
// Copyright Bouton contributors. Licence: MIT OR Apache-2.0

#include <iostream>
#include <map>
#include <utility>

static std::map<std::pair<int, int>, bool> known;

// Does the player to move win, with so many stones left?
static bool wins(int stones, int most)
{
    std::pair<int, int> position(stones, most);
    if (known.count(position)) return known[position];
    bool win = false; // without a stone the other player took the last one
    for (int take = 1; take <= most && take <= stones && !win; take++)
        win = !wins(stones - take, most);
    return known[position] = win;
}

int main()
{
    int cases, stones, most;
    std::cin >> cases;
    while (cases-- > 0 && std::cin >> stones >> most)
        std::cout << (wins(stones, most) ? "first" : "second") << '\n';
    return 0;
}
