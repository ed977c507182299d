// A move takes at most half of a pile.
struct Named : Takes {
    bool allows(Number pile, Number take) const { return take <= pile / 2; }
    // An odd pile has the Grundy value of its smaller half, the only one that it cannot leave.
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
