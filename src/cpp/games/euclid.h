__extension__ typedef unsigned __int128 Wide;

// Two numbers: a move subtracts a multiple of the smaller one from the larger one; whoever makes one 0 wins.
class Position {
public:
    List piles;

    bool first_wins() const { return !is_lost(piles[0], piles[1]); }
    // Shows `visit` the winning moves, until it returns false.
    template <class Visit> void winning_moves(Visit visit)
    {
        // Of two equal numbers, the first one counts as the larger.
        int i = piles[0] < piles[1];
        Number less = piles[1 - i], more = piles[i];
        if (less == 0) return;
        // What is left is lost only if it is less than twice the smaller number.
        Number least = more % less;
        for (Number left = least > LARGEST - less ? least : least + less;; left = least) {
            if (left < more && is_lost(left, less) && !visit(Move(i + 1, more - left, more))) return;
            if (left == least) return;
        }
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
