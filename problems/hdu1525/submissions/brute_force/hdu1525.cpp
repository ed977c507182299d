// Brute force for HDU 1525 Euclid's Game
//
// Tries every move of every position that can arise, and remembers who wins
// it; no formula is used. Gives up with exit code 1 after 1,000,000 moves,
// so that it ends with a run-time error on large tests.
// Copyright Bouton contributors. Licence: MIT OR Apache-2.0

#include <cstdlib>
#include <iostream>
#include <map>
#include <utility>

typedef std::pair<long, long> Pair; // the larger number first

static std::map<Pair, bool> known;
static long budget = 1000000; // how many moves may still be tried
static int depth = 0; // how many moves have been made

static Pair sorted(long a, long b)
{
    return a < b ? Pair(b, a) : Pair(a, b);
}

static void spend()
{
    if (budget-- > 0 && depth < 10000) return;
    std::cerr << "too many moves for a search\n";
    std::exit(1);
}

// Does the player to move win?
static bool wins(const Pair &numbers)
{
    spend();
    if (numbers.second == 0) return false; // the other player has reached 0
    std::map<Pair, bool>::iterator found = known.find(numbers);
    if (found != known.end()) return found->second;
    bool win = false;
    depth++;
    for (long left = numbers.first - numbers.second; left >= 0 && !win; left -= numbers.second)
        win = !wins(sorted(left, numbers.second));
    depth--;
    return known[numbers] = win;
}

int main()
{
    long a, b;
    while (std::cin >> a >> b && a > 0)
        std::cout << (wins(sorted(a, b)) ? "Stan wins" : "Ollie wins") << '\n';
    return 0;
}
