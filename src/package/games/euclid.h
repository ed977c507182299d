__extension__ typedef unsigned __int128 Wide;

// Two numbers: a move subtracts a multiple of the smaller one from the larger one; whoever makes one 0 wins.
class Position {
public:
    List piles;

    bool first_wins() const { return !is_lost(piles[0], piles[1]); }
    // Shows `visit` the winning moves, until it returns false.
    template <class Visit> void winning_moves(Visit visit)
    {
        for (int i = 0; i < 2; i++) {
            Number less = piles[1 - i];
            for (Number left = piles[i]; less > 0 && left >= less;) {
                left -= less;
                if (is_lost(left, less) && !visit(Move(i + 1, piles[i] - left, piles[i]))) return;
            }
        }
    }
    bool has_winning_move() const { return first_wins(); }
    // Whether it is a winning move to take this number from this one, counted from 1.
    bool wins(Number pile, Number take) const
    {
        if (pile < 1 || pile > 2) return false;
        Number from = piles[pile - 1], other = piles[2 - pile];
        return other > 0 && take > 0 && take <= from && take % other == 0 && is_lost(from - take, other);
    }
    void clear() { piles.clear(); }

private:
    // Cole and Davie, 1969: two different numbers whose ratio is below the golden ratio, or one is 0.
    static bool is_lost(Number one, Number other)
    {
        Number less = std::min(one, other), more = std::max(one, other);
        return less == 0
            || (less < more && Wide(more) * (more - less) < Wide(less) * less);
    }
};
