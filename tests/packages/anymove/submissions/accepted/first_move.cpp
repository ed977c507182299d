// The first winning move, by trying all of them.
// Copyright Bouton contributors. Licence: MIT OR Apache-2.0

#include <iostream>
#include <vector>

// Does the player to move win? A pile counts as what is left of it modulo k + 1.
static bool wins(const std::vector<int> &piles, int k)
{
    int sum = 0;
    bool large = false;
    for (int pile : piles) {
        sum ^= pile % (k + 1);
        large = large || pile % (k + 1) > 1;
    }
    return large ? sum != 0 : sum == 0;
}

int main()
{
    int cases, k, n;
    std::cin >> cases;
    while (cases-- > 0 && std::cin >> k >> n) {
        std::vector<int> piles(n);
        for (int &pile : piles) std::cin >> pile;
        bool found = false;
        for (int i = 0; i < n && !found; i++) {
            for (int take = 1; take <= k && take <= piles[i] && !found; take++) {
                piles[i] -= take;
                found = !wins(piles, k);
                piles[i] += take;
                if (found) std::cout << i + 1 << ' ' << take << '\n';
            }
        }
        if (!found) std::cout << "no way\n";
    }
}
