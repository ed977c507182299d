// A move takes at most half of a pile.
struct Named : Takes {
    bool allows(Number pile, Number take) const { return take <= pile / 2; }
    // Odd piles are worth as much as their smaller half, which is the only one that they cannot leave.
    Number value(Number pile) const
    {
        while (pile % 2 == 1) pile /= 2;
        return pile / 2;
    }
    Number next(Number pile, Number take, Number target) const
    {
        // The piles of this value are 2v, and twice another one and 1: one of them may be more than half.
        Number left = 2 * target;
        while (left < pile - pile / 2) left = 2 * left + 1;
        return left < pile - take ? pile - left : 0;
    }
};
