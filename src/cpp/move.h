#include <algorithm>

// A move takes stones from a pile, counted from 1.
struct Move {
    Number pile, take, size, left;
    // What takes the place of the pile, if that need not be one.
    List parts;
    Move(Number pile_, Number take_, Number size_) : pile(pile_), take(take_), size(size_), left(size_ - take_) {}
};

// The piles after a move that divides one.
inline List after_division(List piles, const Move &move)
{
    List::iterator at = piles.begin() + (move.pile - 1);
    piles.insert(piles.erase(at), move.parts.begin(), move.parts.end());
    return piles;
}

// A set of takes that is not a list of numbers.
struct Takes {
    virtual bool allows(Number pile, Number take) const = 0;
    // The largest take from any pile.
    virtual Number largest() const { return LARGEST; }
    // No take is smaller; and whether all from that to the largest one are allowed.
    virtual Number least_take() const { return 1; }
    virtual bool is_range() const { return false; }
    // The Grundy value of a pile.
    virtual Number value(Number pile) const = 0;
    // Of the takes that leave a pile of value `target`, the next one after `take`; 0 if there is none.
    virtual Number next(Number pile, Number take, Number target) const = 0;
};

// Whether the i-th number is `at(i)`, for all of them.
template <class At> bool are(const List &numbers, At at)
{
    for (Number i = 1; i <= numbers.size(); i++)
        if (numbers[i - 1] != at(i)) return false;
    return true;
}

template <class Position> Number count_winning_moves(Position &position)
{
    Number count = 0;
    position.winning_moves([&](const Move &) { return ++count > 0; });
    return count;
}

