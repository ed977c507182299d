// Brute force for HDU 1527 Stones in Two Piles
//
// Tries every move of every position with at most as many stones in a pile; no
// formula is used. Gives up with exit code 1 beyond piles of
// 300 stones, so that it ends with a run-time error on large tests.
// Copyright Bouton contributors. Licence: MIT OR Apache-2.0

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <vector>

static std::vector<std::vector<char> > win; // by the sizes of both piles

// Is there a move to a position that the other player loses?
static bool can_win(int a, int b)
{
    for (int take = 1; take <= a; take++)
        if (!win[a - take][b]) return true;
    for (int take = 1; take <= b; take++)
        if (!win[a][b - take]) return true;
    for (int take = 1; take <= a && take <= b; take++)
        if (!win[a - take][b - take]) return true;
    return false;
}

// Does the player to move win?
static bool wins(int a, int b)
{
    if (std::max(a, b) > 300) {
        std::cerr << "too many positions for a search\n";
        std::exit(1);
    }
    for (int i = win.size(); i <= std::max(a, b); i++) {
        win.push_back(std::vector<char>());
        for (int j = 0; j <= i; j++) {
            win[i].push_back(false);
            win[i][j] = can_win(i, j);
            if (j < i) win[j].push_back(win[i][j]);
        }
    }
    return win[a][b];
}

int main()
{
    int a, b;
    while (std::cin >> a >> b) std::cout << (wins(a, b) ? 1 : 0) << '\n';
    return 0;
}
