// The Grundy values of piles of which a move takes as many stones as a subtraction set says.
class GrundyValues {
    // The set as it was given, and in order.
    List given, set;
    Number unit = 1;
    std::vector<unsigned> values;
    size_t window = 0, period = 0;
    // The period of 1, 2 and k, whose values are known; 0 of other sets.
    Number closed = 0;

    // A value more: the smallest one that no move reaches.
    void extend()
    {
        std::vector<char> reached(set.size() + 1, false);
        for (Number take : set)
            if (take / unit > values.size()) break;
            else reached[values[values.size() - take / unit]] = true;
        values.push_back(std::find(reached.begin(), reached.end(), false) - reached.begin());
    }

public:
    // Computes the values of all piles up to the largest one.
    void cover(const List &asked, Number largest)
    {
        const size_t most = 1 << 24;
        if (closed > 0 && asked == given) return;
        if (asked == given && largest / unit < values.size()) return;
        List takes = given = asked;
        std::sort(takes.begin(), takes.end());
        takes.erase(std::unique(takes.begin(), takes.end()), takes.end());
        closed = 0;
        if (takes.size() == 3 && takes[0] == 1 && takes[1] == 2 && takes[2] < LARGEST) {
            closed = takes[2] % 3 == 0 ? takes[2] + 1 : 3;
            set = takes;
            return;
        }
        // Where the table would be too long, without the takes that are too large for all piles.
        if (largest >= most)
            takes.erase(std::upper_bound(takes.begin(), takes.end(), largest), takes.end());
        if (takes != set || values.empty()) {
            set = takes;
            values.assign(1, 0);
            window = period = 0;
            // What divides all takes divides the piles, too.
            unit = 0;
            for (Number take : set)
                for (Number other = take; other > 0;) {
                    std::swap(unit, other);
                    other %= unit;
                }
            unit = std::max<Number>(unit, 1);
        }
        // Where as many values as the largest take come again, so does all that follows.
        size_t of_largest_take = 1;
        for (Number take : set)
            if (take <= largest) of_largest_take = take / unit;
        if (window < of_largest_take) {
            window = of_largest_take;
            period = 0;
        }
        for (size_t end = 1 << 12; values.size() <= largest / unit && period == 0; end *= 2) {
            if (end > most) refuse("the piles are too large for this subtraction set", 1);
            while (values.size() <= largest / unit && values.size() < end) extend();
            if (values.size() < end || end <= 2 * window) continue;
            std::vector<unsigned>::iterator tail = values.end() - window;
            std::vector<unsigned>::iterator before =
                std::find_end(values.begin(), values.end() - 1, tail, values.end());
            if (before != values.end() - 1) period = tail - before;
        }
    }
    Number of(Number pile) const
    {
        if (closed > 0) return pile % closed > 2 && pile % closed + 1 == closed ? 3 : pile % closed % 3;
        pile /= unit;
        if (pile < values.size()) return values[pile];
        return values[values.size() - period + (pile - values.size()) % period];
    }
    // The takes in order, but for those that are too large for all piles.
    const List &takes() const { return set; }
};

// The piles of a case, where a move takes stones from one pile.
class Position {
    GrundyValues grundy_values;
    // The nim-sum of the Grundy values, and how many of them are larger than 1.
    Number sum = 0, large = 0;
    bool is_counted = false;

    Number grundy(Number pile) const
    {
        if (named) return named->value(pile);
        return takes_any ? pile : grundy_values.of(pile);
    }
    void count()
    {
        if (is_counted) return;
        is_counted = true;
        sum = large = 0;
        if (!named && !takes_any)
            grundy_values.cover(takes, piles.empty() ? 0 : *std::max_element(piles.begin(), piles.end()));
        for (Number pile : piles) {
            sum ^= grundy(pile);
            large += grundy(pile) > 1;
        }
    }
    bool is_lost(Number sum_then, Number large_then) const
    {
        return misere && large_then == 0 ? sum_then == 1 : sum_then == 0;
    }

public:
    List piles;
    // Whoever cannot move wins.
    bool misere = false;
    // A move takes any number of stones, or else one of these.
    bool takes_any = false;
    List takes;
    // The takes, if they are no list.
    const Takes *named = nullptr;

    void clear()
    {
        piles.clear();
        is_counted = false;
    }
    bool first_wins()
    {
        count();
        return !is_lost(sum, large);
    }
    Number nim_sum()
    {
        count();
        return sum;
    }
    // Shows `visit` the winning moves by pile, then by take, until it returns false.
    template <class Visit> void winning_moves(Visit visit)
    {
        count();
        const List &set = grundy_values.takes();
        for (Number pile = 1; pile <= piles.size(); pile++) {
            Number size = piles[pile - 1], now = grundy(size);
            // The Grundy value to be left.
            bool is_small = misere && large == Number(now > 1);
            Number target = sum ^ now ^ Number(is_small);
            if (takes_any) {
                if (target < now && !visit(Move(pile, now - target, size))) return;
            } else if (named) {
                Number take = 0;
                while ((take = named->next(size, take, target)) > 0)
                    if (!visit(Move(pile, take, size))) return;
            } else {
                for (Number take : set) {
                    if (take > size) break;
                    if (grundy(size - take) == target && !visit(Move(pile, take, size))) return;
                }
            }
        }
    }
};
