#include <algorithm>

// A move takes stones from a pile, counted from 1.
struct Move {
    Number pile, take, size, left;
    Move(Number pile_, Number take_, Number size_) : pile(pile_), take(take_), size(size_), left(size_ - take_) {}
};

