__extension__ typedef __int128 Wide;

// A move takes any number of stones from one pile, or divides a pile into two.
class Position {
public:
    List piles;

    Number nim_sum() const
    {
        Number sum = 0;
        for (Number pile : piles) sum ^= grundy(pile);
        return sum;
    }
    bool first_wins() const { return nim_sum() != 0; }
    Number winning_moves() const
    {
        Number sum = nim_sum(), count = 0;
        for (Number pile : piles) {
            // Exchanging twice leaves everything as it is, so one take reaches each Grundy value.
            Number target = sum ^ grundy(pile), more = divisions(pile, target) + (grundy(target) < pile);
            if (more > LARGEST - count) refuse("there are 2^64 winning moves or more");
            count += more;
        }
        return count;
    }
    // Shows `visit` the winning moves by pile, until it returns false.
    template <class Visit> void winning_moves(Visit visit) const
    {
        Number sum = nim_sum();
        if (sum == 0) return;
        for (Number pile = 1; pile <= piles.size(); pile++) {
            Number size = piles[pile - 1], target = sum ^ grundy(size), free = target / 4 * 4, common, left = grundy(target);
            for (Number low = 0; low < 4; low++) {
                if (!have_common(size, target, low, common)) continue;
                Number high = 0;
                do {
                    Number one = (common / 4 * 4) | high | low, other = one ^ target;
                    if (one > 0 && other > 0 && grundy(one) <= size / 2 && !visit(leaving(pile, {grundy(one), grundy(other)})))
                        return;
                    high = (high - free) & free;
                } while (high > 0);
            }
            if (left < size && !visit(leaving(pile, {left}))) return;
        }
    }
    List after(const Move &move) const { return after_division(piles, move); }
    static bool may_leave(Number pile, const List &left)
    {
        if (left.size() == 1) return left[0] < pile;
        return left.size() == 2 && left[0] > 0 && left[0] < pile && left[1] == pile - left[0];
    }
    void clear() { piles.clear(); }

private:
    Move leaving(Number pile, const List &parts) const
    {
        Move move(pile, 0, piles[pile - 1]);
        move.parts = parts;
        return move;
    }
    // Emanuel Lasker, 1931: the Grundy values of 4k + 3 and 4k + 4 stones are exchanged, all others are the sizes.
    static Number grundy(Number pile)
    {
        return pile == 0 ? 0 : pile % 4 == 3 ? pile + 1 : pile % 4 == 0 ? pile - 1 : pile;
    }
    // How much larger than the size a Grundy value is that ends with these two bits.
    static int more(Number bits) { return bits % 4 == 0 ? 1 : bits % 4 == 3 ? -1 : 0; }
    // Whether there are divisions where u ends with these bits, and what u and v have in `common`.
    static bool have_common(Number pile, Number target, Number low, Number &common)
    {
        Wide twice = Wide(pile) + more(low) + more(low ^ target) - Wide(target);
        common = Number(twice / 2);
        return twice >= 0 && twice % 2 == 0 && (common & target) == 0 && common % 4 == (low & (low ^ target) & 3);
    }
    // How many divisions of a pile into two, in whichever order, leave parts with Grundy values u and v whose xor is
    // this. The last two bits of u determine the sum of u and v, which is (u ^ v) + 2 (u & v); and where u ^ v has a
    // bit, either may have it.
    static Number divisions(Number pile, Number target)
    {
        Number count = 0, free = 1;
        for (Number bits = target / 4; bits > 0; bits /= 2) free <<= bits % 2;
        for (Number low = 0; low < 4; low++) {
            Number common;
            if (!have_common(pile, target, low, common)) continue;
            // No part may be empty.
            bool may_be_empty = common < 4;
            count += free - (may_be_empty && low == 0) - (may_be_empty && (low ^ target) % 4 == 0);
        }
        // Each division into two different piles was counted from both sides; equal piles leave 0, once.
        return count / 2 + count % 2;
    }
};

inline Number count_winning_moves(Position &position) { return position.winning_moves(); }
