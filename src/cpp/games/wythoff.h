__extension__ typedef unsigned __int128 Wide;

// Two piles: a move takes any number from one, or the same number from both.
class Position {
public:
    List piles;

    // W. A. Wythoff, 1907: lost if the smaller pile is the golden ratio times the difference, rounded down.
    bool first_wins() const
    {
        Number less = piles[0], more = piles[1];
        if (less > more) std::swap(less, more);
        Number difference = more - less;
        if (difference > less) return true;
        // less <= difference * (1 + sqrt 5) / 2 < less + 1, squared: numbers of up to 130 bits become a fraction
        // of two numbers whose product is known.
        return !(at_most(less, difference) && !at_most(less + 1, difference));
    }
    Number winning_moves() const
    {
        Number one = piles[0], other = piles[1], difference = one < other ? other - one : one - other;
        // What goes with each pile is reached from the other one, and what has the same difference from both.
        return (partner(other) < one) + (partner(one) < other) + (smaller(difference) < std::min(one, other));
    }
    // Shows `visit` the winning moves, until it returns false: equal takes first. The smaller pile that is left comes first, and
    // piles of the same size are one.
    template <class Visit> void winning_moves(Visit visit) const
    {
        Number one = piles[0], other = piles[1], difference = one < other ? other - one : one - other;
        Number less = smaller(difference), of_one = partner(other), of_other = partner(one);
        if (less < std::min(one, other) && !visit(leaving(1, less, less + difference))) return;
        if (of_one < one && !visit(leaving(1, of_one, other))) return;
        if (of_other < other && one != other) visit(leaving(2, one, of_other));
    }
    static const List &after(const Move &move) { return move.parts; }
    void clear() { piles.clear(); }

private:
    Move leaving(Number pile, Number one, Number other) const
    {
        Move move(pile, piles[pile - 1] - (pile == 1 ? one : other), piles[pile - 1]);
        move.parts = {std::min(one, other), std::max(one, other)};
        return move;
    }
    // The smaller pile of the lost position with this difference, if that is a number: floating point is close to it.
    static Number smaller(Number difference)
    {
        long double near = difference * 1.6180339887498948482L;
        Number pile = near < 18446744073709551615.0L ? Number(near) : LARGEST;
        while (!at_most(pile, difference)) pile--;
        while (pile < LARGEST && at_most(pile + 1, difference)) pile++;
        return pile;
    }
    // The pile that is lost together with this one, if that is a number: each is the larger or the smaller one of a
    // single lost position.
    static Number partner(Number pile)
    {
        Number difference = below(pile * 0.3819660112501051518L);
        while (smaller(difference) < pile - difference) difference++;
        if (smaller(difference) == pile - difference) return pile - difference;
        difference = below(pile * 0.6180339887498948482L);
        while (smaller(difference) < pile) difference++;
        return pile > LARGEST - difference ? LARGEST : pile + difference;
    }
    static Number below(long double near) { return near > 2 ? Number(near - 2) : 0; }
    // Whether x is at most the golden ratio times d: x (x - d) <= d d.
    static bool at_most(Number x, Number d)
    {
        return x <= d || Wide(x) * (x - d) <= Wide(d) * d;
    }
};

inline Number count_winning_moves(Position &position) { return position.winning_moves(); }
