// A move takes a power of a number.
struct Named : Takes {
    Number base = 0;
    bool allows(Number, Number take) const
    {
        Number power = 1;
        while (base > 1 && power <= take / base) power *= base;
        return power == take;
    }
    Number value(Number pile) const
    {
        if (base % 2 == 1 || base == 0) return pile % 2;
        pile %= base + 1;
        return pile == base ? Number(2) : pile % 2;
    }
    Number next(Number pile, Number take, Number target) const
    {
        for (Number power = 1; power <= pile; power *= base) {
            if (power > take && value(pile - power) == target) return power;
            if (base < 2 || power > pile / base) break;
        }
        return 0;
    }
};
