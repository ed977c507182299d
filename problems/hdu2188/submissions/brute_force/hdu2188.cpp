// Brute force for HDU 2188 Choosing a Volunteer
//
// Tries every move of every position that can arise, and remembers who wins
// it; no formula is used.
// Copyright Bouton contributors. Licence: MIT OR Apache-2.0

#include <iostream>
#include <vector>

// Does the first player win? Goes through the sums in the box from the goal down.
static bool first_wins(int goal, int most)
{
    // wins[sum]: does the player to give win, with so much in the box?
    std::vector<bool> wins(goal + most, false); // whoever finds the goal reached has lost
    for (int sum = goal - 1; sum >= 0; sum--)
        for (int gift = 1; gift <= most; gift++)
            if (!wins[sum + gift]) wins[sum] = true;
    return wins[0];
}

int main()
{
    int cases, goal, most;
    std::cin >> cases;
    while (cases-- > 0 && std::cin >> goal >> most)
        std::cout << (first_wins(goal, most) ? "Grass" : "Rabbit") << '\n';
    return 0;
}
