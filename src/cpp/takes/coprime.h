// A move takes a number of stones that has no common divisor with the pile.
struct Named : Takes {
    // The values of all piles so far.
    mutable std::vector<unsigned> values = {0, 1};
    bool allows(Number pile, Number take) const
    {
        while (take > 0) std::swap(pile %= take, take);
        return pile == 1;
    }
    // Of odd piles, the index of the smallest prime factor among the primes; of even ones 0.
    Number value(Number pile) const
    {
        if (pile < values.size()) return values[pile];
        if (pile >= 1 << 24) refuse("the piles are too large");
        size_t size = values.size();
        while (size <= pile) size *= 2;
        values.assign(size, 0);
        values[1] = 1;
        unsigned index = 1;
        for (size_t prime = 3; prime < size; prime += 2) {
            if (values[prime] > 0) continue;
            values[prime] = ++index;
            for (size_t multiple = prime * prime; multiple < size; multiple += 2 * prime)
                if (values[multiple] == 0) values[multiple] = index;
        }
        return values[pile];
    }
    Number next(Number pile, Number take, Number target) const
    {
        for (take++; take <= pile; take++)
            if (value(pile - take) == target && allows(pile, take)) return take;
        return 0;
    }
};
