// A move takes from `least` to `most` stones.
struct Named : Takes {
    Number least = 1, most = LARGEST;
    // After so many stones all Grundy values come again; 0 if these are more than a number can be.
    Number cycle() const { return least > LARGEST - most ? 0 : least + most; }
    Number rest(Number pile) const { return cycle() == 0 ? pile : pile % cycle(); }
    Number largest() const { return most; }
    Number least_take() const { return least; }
    bool is_range() const { return true; }
    bool allows(Number, Number take) const { return least <= take && take <= most; }
    Number value(Number pile) const { return least > most ? 0 : rest(pile) / least; }
    Number next(Number pile, Number take, Number target) const
    {
        Number at = std::max(take + 1, least), last = std::min(most, pile), end = cycle() - 1;
        if (take >= last || at > last || target > end / least) return 0;
        // What is left is of this value if its rest is from `low` to `high`.
        Number low = target * least, high = end - low < least ? end : low + least - 1;
        Number now = rest(pile - at), more = now < low ? now + (end - high) + 1 : now > high ? now - high : 0;
        return more <= last - at ? at + more : 0;
    }
};
