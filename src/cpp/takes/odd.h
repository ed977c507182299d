// A move takes an odd number of stones.
struct Named : Takes {
    bool allows(Number, Number take) const { return take % 2 == 1; }
    Number value(Number pile) const { return pile % 2; }
    Number next(Number pile, Number take, Number target) const
    {
        if (take >= pile || pile - take <= take % 2) return 0;
        take += 1 + take % 2;
        return value(pile - take) == target ? take : 0;
    }
};
