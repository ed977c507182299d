// A move leaves a proper divisor of a pile.
struct Named : Takes {
    mutable Factors factors;
    bool allows(Number pile, Number take) const { return take < pile && pile % (pile - take) == 0; }
    // The number of prime factors.
    Number value(Number pile) const { return factors.primes(pile).size(); }
    Number next(Number pile, Number take, Number target) const
    {
        List all = factors.divisors(pile);
        for (size_t i = all.size(); i-- > 0;)
            if (all[i] < pile - take && value(all[i]) == target) return pile - all[i];
        return 0;
    }
};
