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
    void clear() { piles.clear(); }

private:
    // Whether x is at most the golden ratio times d: x (x - d) <= d d.
    static bool at_most(Number x, Number d)
    {
        return x <= d || Wide(x) * (x - d) <= Wide(d) * d;
    }
};
