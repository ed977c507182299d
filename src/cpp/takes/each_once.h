#include <map>

// A move takes any number of stones from a pile, but no number twice from the same pile.
struct Named : Takes {
    // The values of piles from which something was taken: the stones, and a bit for each take that might come again.
    mutable std::map<std::pair<Number, Number>, Number> values;
    bool allows(Number, Number) const { return true; }
    // Of a whole pile, the largest k with 1 + 2 + ... + k stones in it, as the values of all of these show.
    Number value(Number pile) const
    {
        if (pile > 63) refuse("the piles are too large");
        Number k = 0;
        while ((k + 1) * (k + 2) / 2 <= pile) k++;
        return k;
    }
    // By the definition, the smallest value that no move leads to.
    Number after(Number stones, Number taken) const
    {
        taken &= (Number(1) << stones) - 1;
        std::map<std::pair<Number, Number>, Number>::iterator known = values.find(std::make_pair(stones, taken));
        if (known != values.end()) return known->second;
        Number reached = 0, value = 0;
        for (Number take = 1; take <= stones; take++)
            if (!(taken >> (take - 1) & 1))
                reached |= Number(1) << after(stones - take, taken | Number(1) << (take - 1));
        while (reached >> value & 1) value++;
        return values[std::make_pair(stones, taken)] = value;
    }
    Number next(Number pile, Number take, Number target) const
    {
        for (take++; take <= pile; take++)
            if (after(pile - take, Number(1) << (take - 1)) == target) return take;
        return 0;
    }
};
