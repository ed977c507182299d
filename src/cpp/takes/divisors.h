// A move takes a divisor of a pile; all stones only if these need not be proper.
struct Named : Takes {
    bool are_proper = false;
    bool allows(Number pile, Number take) const { return pile % take == 0 && !(are_proper && take == pile); }
    // How often 2 divides the pile, and once more.
    Number value(Number pile) const
    {
        if (pile == 0) return 0;
        Number value = are_proper ? 0 : 1;
        for (; pile % 2 == 0; pile /= 2) value++;
        return value;
    }
    bool leaves(Number pile, Number take, Number target) const
    {
        return allows(pile, take) && value(pile - take) == target;
    }
    Number next(Number pile, Number take, Number target) const
    {
        if (take >= pile) return 0;
        Number divisor = take + 1;
        for (; divisor <= pile / divisor; divisor++)
            if (leaves(pile, divisor, target)) return divisor;
        // Those above the root have a partner below it.
        for (Number partner = pile / divisor; partner > 0; partner--)
            if (leaves(pile, pile / partner, target)) return pile / partner;
        return 0;
    }
};
