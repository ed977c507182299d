// A move takes a divisor of a pile: of those in order, some at either end may not be taken.
struct Named : Takes {
    size_t not_first = 0, not_last = 0;
    mutable Factors factors;
    bool allows(Number pile, Number take) const
    {
        return pile % take == 0 && !(not_last > 0 && take == pile) && !(not_first > 0 && take == 1);
    }
    // How often 2 divides the pile, and once more if all of it may be taken.
    Number value(Number pile) const
    {
        if (pile == 0) return 0;
        Number value = 0;
        for (Number rest = pile; rest % 2 == 0; rest /= 2) value++;
        return not_first > 0 ? inner_value(value, pile >> value) : value + 1 - not_last;
    }
    // There are exceptions, all with an odd part of at most 15.
    static Number inner_value(Number twos, Number odd)
    {
        static const int first[5][8] = {{0, 2, 1, 1, 1, 1, 1, 1},
                                        {1, 3, 3, 2, 2, 2, 2, 2},
                                        {0, 4, 4, 4, 4, 4, 3, 4},
                                        {2, 3, 3, 5, 5, 5, 5, 5},
                                        {0, 6, 6, 6, 6, 6, 6, 6}};
        if (twos == 0 || odd > 15) return twos;
        if (twos < 6) return first[twos - 1][odd / 2];
        return odd == 1 ? twos % 2 == 1 ? 0 : twos - 1 : odd == 3 ? twos - 2 : odd == 5 ? twos + 2 : twos + 1;
    }
    Number next(Number pile, Number take, Number target) const
    {
        const List &all = factors.divisors(pile);
        size_t i = std::upper_bound(all.begin(), all.end(), take) - all.begin();
        for (i = std::max(i, not_first); i + not_last < all.size(); i++)
            if (value(pile - all[i]) == target) return all[i];
        return 0;
    }
};
