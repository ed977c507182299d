// A move divides a pile into two or more piles, all of different sizes.
class Position {
    List values;

    // Shows `visit` the xor of the values of each division of so many stones into sizes from `least` on.
    template <class Visit> void divide(Number stones, Number least, Number parts, Number sum, Visit &visit) const
    {
        if (stones == 0 && parts > 1) visit(sum);
        for (Number size = least; size <= stones && size < values.size(); size++)
            divide(stones - size, size + 1, parts + 1, sum ^ values[size], visit);
    }
    // The values by definition.
    Number grundy(Number pile)
    {
        if (pile > 63) refuse("the piles are too large");
        while (values.size() <= pile) {
            std::vector<char> reached(256, false);
            auto visit = [&](Number value) { reached[value] = true; };
            divide(values.size(), 1, 0, 0, visit);
            values.push_back(std::find(reached.begin(), reached.end(), false) - reached.begin());
        }
        return values[pile];
    }

public:
    List piles;

    Number nim_sum()
    {
        Number sum = 0;
        for (Number pile : piles) sum ^= grundy(pile);
        return sum;
    }
    bool first_wins() { return nim_sum() != 0; }
    Number winning_moves()
    {
        Number sum = nim_sum(), count = 0;
        for (Number pile : piles) {
            Number target = sum ^ grundy(pile);
            auto visit = [&](Number value) { count += value == target; };
            divide(pile, 1, 0, 0, visit);
        }
        return count;
    }
    void clear() { piles.clear(); }
};

inline Number count_winning_moves(Position &position) { return position.winning_moves(); }
