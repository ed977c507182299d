// Brute force for HDU 1847 Good Luck in CET-4 Everybody!
//
// Tries every move of every position that can arise, and remembers who wins
// it; no formula is used.
// Copyright Bouton contributors. Licence: MIT OR Apache-2.0

#include <iostream>
#include <map>

static std::map<int, bool> known;

// Does the player to move win, with so many cards left?
static bool wins(int cards)
{
    if (known.count(cards)) return known[cards];
    bool win = false; // without a card the other player took the last one
    for (int take = 1; take <= cards && !win; take *= 2)
        win = !wins(cards - take);
    return known[cards] = win;
}

int main()
{
    int cards;
    while (std::cin >> cards)
        std::cout << (wins(cards) ? "Kiki" : "Cici") << '\n';
    return 0;
}
