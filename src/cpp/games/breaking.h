// A move takes stones from one of several piles, and may divide what is left of it into two.
class Position {
    // What the moves are: takes in order, and what each may leave, the sum of 1 for nothing, 2 for one pile, 4 for two.
    typedef std::vector<std::pair<Number, int> > Moves;
    Moves moves;
    // The takes that they are made of.
    List given;
    std::vector<unsigned> values;
    size_t start = 0, period = 0;

    // A value more: the smallest one that no move reaches.
    void extend()
    {
        Number pile = values.size();
        std::vector<char> reached(64, false);
        for (const Moves::value_type &move : moves_of(pile)) {
            Number rest = pile - move.first;
            if (move.second & (rest == 0 ? 1 : 2)) mark(reached, values[rest]);
            if (move.second & 4)
                for (Number one = 1; 2 * one + are_unequal <= rest; one++)
                    mark(reached, values[one] ^ values[rest - one]);
        }
        values.push_back(std::find(reached.begin(), reached.end(), false) - reached.begin());
    }
    // The moves in a pile.
    Moves moves_of(Number pile) const
    {
        Moves all;
        for (size_t i = 0; i < moves.size() && moves[i].first <= pile; i++) all.push_back(moves[i]);
        for (Number take = 1; named && take <= pile && take <= named->largest(); take++)
            if (named->allows(pile, take)) all.push_back(std::make_pair(take, after_takes));
        return all;
    }
    Number grundy(Number pile) const { return values[pile < values.size() ? pile : start + (pile - start) % period]; }
    Move divided(Number pile, Number take, const List &parts) const
    {
        Move move(pile, take, piles[pile - 1]);
        move.parts = parts;
        return move;
    }
    static void mark(std::vector<char> &reached, size_t value)
    {
        if (value + 2 > reached.size()) reached.resize(2 * value + 2, false);
        reached[value] = true;
    }
    // Guy and Smith, 1956: values that come again for as long as the start, the period and all takes once more do so
    // forever.
    void find_period()
    {
        Number largest_take = named ? named->largest() : moves.empty() ? 0 : moves.back().first;
        if (!may_repeat || largest_take >= values.size()) return;
        for (size_t len = 1; 2 * len < values.size() && period == 0; len++) {
            size_t from = values.size() - len;
            while (from > 0 && values[from - 1] == values[from - 1 + len]) from--;
            if (2 * (from + len) + largest_take + len <= values.size()) {
                start = from;
                period = len;
            }
        }
    }
    void set_moves()
    {
        if (takes == given && !values.empty()) return;
        Moves asked;
        for (size_t take = 0; take < code.size(); take++)
            if (code[take] > 0) asked.push_back(std::make_pair(Number(take), code[take]));
        List set = given = takes;
        std::sort(set.begin(), set.end());
        set.erase(std::unique(set.begin(), set.end()), set.end());
        for (Number take : set) asked.push_back(std::make_pair(take, after_takes));
        if (asked != moves || values.empty()) {
            moves = asked;
            values.assign(1, 0);
            period = 0;
        }
    }
    void cover(Number largest)
    {
        set_moves();
        if (known_period > 0) {
            start = known_start;
            period = known_period;
            while (values.size() <= std::min<Number>(largest, start + period - 1)) extend();
            return;
        }
        for (size_t end = 256; values.size() <= largest && period == 0; end *= 2) {
            if (end > 1 << 20) refuse("the piles are too large");
            while (values.size() <= largest && values.size() < end) extend();
            if (values.size() == end) find_period();
        }
    }

public:
    List piles;
    // An octal code, whose first digit is before the point.
    std::vector<int> code;
    // Takes of a set, and what these may leave.
    List takes;
    int after_takes = 7;
    // Whether a move takes neighbours from a row, so that to leave 1 and 3 is another move than to leave 3 and 1.
    bool are_sides = false;
    // Whether the two parts of a division must be different.
    bool are_unequal = false;
    // The takes, if they are no list.
    const Takes *named = nullptr;
    // Whether parts may be equal: otherwise the theorem does not hold.
    bool may_repeat = true;
    // Piles that are lost if they are alone, of all below a bound: these need no values.
    List lost_alone;
    Number alone_below = 0;
    // A period that is known beforehand.
    Number known_start = 0, known_period = 0;

    Number nim_sum()
    {
        cover(piles.empty() ? 0 : *std::max_element(piles.begin(), piles.end()));
        Number sum = 0;
        for (Number pile : piles) sum ^= grundy(pile);
        return sum;
    }
    bool first_wins()
    {
        if (piles.size() == 1 && piles[0] < alone_below)
            return !std::binary_search(lost_alone.begin(), lost_alone.end(), piles[0]);
        return nim_sum() != 0;
    }
    // Shows `visit` the winning moves by pile, then by take, until it returns false: what a move leaves is in one pile, unless
    // it divides that.
    template <class Visit> void winning_moves(Visit visit)
    {
        Number sum = nim_sum();
        if (sum == 0) return;
        for (Number pile = 1; pile <= piles.size(); pile++) {
            Number size = piles[pile - 1], target = sum ^ grundy(size);
            for (const Moves::value_type &move : moves_of(size)) {
                Number take = move.first, rest = size - take, least = are_sides ? 0 : 1;
                bool leaves_one = !are_sides && (move.second & (rest == 0 ? 1 : 2));
                if (move.second & 4)
                    for (Number one = least; one <= (are_sides ? rest : rest / 2); one++) {
                        bool is_move = (grundy(one) ^ grundy(rest - one)) == target && !(are_unequal && 2 * one == rest);
                        if (is_move && !visit(divided(pile, take, {one, rest - one}))) return;
                    }
                if (leaves_one && grundy(rest) == target && !visit(divided(pile, take, {rest}))) return;
            }
        }
    }
    List after(const Move &move) const { return after_division(piles, move); }
    bool may_leave(Number pile, const List &left) const
    {
        Number one = left[0], other = left.size() == 2 ? left[1] : 0;
        if (left.size() > 2 || one > pile || other > pile - one) return false;
        bool is_one = left.size() == 1 && !are_sides;
        bool are_two = left.size() == 2 && (are_sides || (one > 0 && other > 0)) && !(are_unequal && one == other);
        for (const Moves::value_type &move : moves_of(pile))
            if (move.first == pile - one - other && ((is_one && (move.second & (one == 0 ? 1 : 2))) || (are_two && (move.second & 4))))
                return true;
        return false;
    }
    // The number of winning moves: those that leave parts in the period come again in each.
    Number count_winning()
    {
        Number sum = nim_sum(), count = 0;
        for (Number size : piles) {
            Number target = sum ^ grundy(size);
            for (const Moves::value_type &move : moves_of(size)) {
                Number rest = size - move.first, least = are_sides ? 0 : 1, last = are_sides ? rest : rest / 2;
                if (!are_sides && (move.second & (rest == 0 ? 1 : 2))) count += grundy(rest) == target;
                if (!(move.second & 4)) continue;
                Number from = std::max<Number>(least, start), end = rest < start ? 0 : std::min(last, rest - start);
                if (period == 0 || are_unequal || end < from + period) end = from = last + 1;
                for (Number one = least; one <= last; one++) {
                    bool repeats = from <= one && one <= end;
                    if (repeats && one == from + period) one = end + 1;
                    if (one > last) break;
                    if ((grundy(one) ^ grundy(rest - one)) != target || (are_unequal && 2 * one == rest)) continue;
                    count += repeats && one <= end ? (end - one) / period + 1 : 1;
                }
            }
        }
        return count;
    }
    void clear() { piles.clear(); }
    // The takes that are moves may be others from now on.
    void forget() { values.clear(); }
};

inline Number count_winning_moves(Position &position) { return position.count_winning(); }
