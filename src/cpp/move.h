#include <algorithm>

// A move takes stones from a pile, counted from 1.
struct Move {
    Number pile, take, size, left;
    Move(Number pile_, Number take_, Number size_) : pile(pile_), take(take_), size(size_), left(size_ - take_) {}
};

// A set of takes that is not a list of numbers.
struct Takes {
    virtual bool allows(Number pile, Number take) const = 0;
    // The Grundy value of a pile.
    virtual Number value(Number pile) const = 0;
    // Of the takes that leave a pile of value `target`, the next one after `take`; 0 if there is none.
    virtual Number next(Number pile, Number take, Number target) const = 0;
};

// Whether these are the piles after a move.
inline bool is_after(List piles, const Move &move, const List &after)
{
    piles[move.pile - 1] = move.left;
    return piles == after;
}

template <class Position> Number count_winning_moves(Position &position)
{
    Number count = 0;
    position.winning_moves([&](const Move &) { return ++count > 0; });
    return count;
}

