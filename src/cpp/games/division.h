__extension__ typedef unsigned __int128 Wide;

// A number becomes itself divided by one of `least` to `most`, rounded up; whoever reaches 1 wins.
class Position {
public:
    List piles;
    Number least = 2, most = 2;

    bool first_wins() const { return wins(piles[0]); }
    // Shows `visit` the winning moves, until it returns false.
    template <class Visit> void winning_moves(Visit visit)
    {
        Number number = piles[0], divisor = std::max<Number>(least, 2);
        while (number > 1 && divisor <= most) {
            Number less = (number - 1) / divisor;
            if (!wins(less + 1) && !visit(Move(1, number - less - 1, number))) return;
            // The next one that leaves another number.
            if (less == 0) return;
            divisor = (number - 1) / less + 1;
        }
    }
    void clear() { piles.clear(); }

private:
    // Lost numbers follow won ones, up to the least or the largest multiple of these.
    bool wins(Number number) const
    {
        Number low = std::max<Number>(least, 2);
        bool is_won = false;
        for (Wide high = 1; high < number && low <= most; high *= is_won ? most : low) is_won = !is_won;
        return is_won;
    }
};
