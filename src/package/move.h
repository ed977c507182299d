#include <algorithm>

// A move takes stones from a pile, counted from 1.
struct Move {
    Number pile, take, size, left;
    Move(Number pile_, Number take_, Number size_) : pile(pile_), take(take_), size(size_), left(size_ - take_) {}
};

template <class Position> Number count_winning_moves(Position &position)
{
    Number count = 0;
    position.winning_moves([&](const Move &) { return ++count > 0; });
    return count;
}

