// A move puts at most two smaller piles in the place of a pile.
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
        for (Number pile : piles) count += sum == 0 ? 0 : moves(pile, sum ^ grundy(pile));
        return count;
    }
    // Shows `visit` the winning moves by pile, until it returns false.
    template <class Visit> void winning_moves(Visit visit) const
    {
        Number sum = nim_sum();
        for (Number pile = 1; pile <= piles.size() && sum > 0; pile++) {
            Number size = piles[pile - 1], target = sum ^ grundy(size), bit = highest(target), more = moves(size, target);
            for (Number both = 1; target == 0 && both < size; both++)
                if (!visit(leaving(pile, {both, both}))) return;
            for (Number i = 0; target > 0 && !is_odd(target) && i < more; i++) {
                // The i-th number with an even number of bits, and that bit put into it.
                Number others = 2 * i + is_odd(i), value = (others & ~(bit - 1)) * 2 | bit | (others & (bit - 1));
                if (!visit(leaving(pile, {(value ^ target) / 2 + 1, value / 2 + 1}))) return;
            }
            if (target == 0 ? !visit(leaving(pile, {0})) : is_odd(target) && more > 0 && !visit(leaving(pile, {target / 2 + 1})))
                return;
        }
    }
    List after(const Move &move) const { return after_division(piles, move); }
    static bool may_leave(Number pile, const List &left)
    {
        if (left.size() == 1) return left[0] < pile;
        return left.size() == 2 && left[0] > 0 && left[1] > 0 && left[0] < pile && left[1] < pile;
    }
    void clear() { piles.clear(); }

private:
    Move leaving(Number pile, const List &parts) const
    {
        Move move(pile, 0, piles[pile - 1]);
        move.parts = parts;
        return move;
    }
    static Number highest(Number bits)
    {
        while ((bits & (bits - 1)) > 0) bits &= bits - 1;
        return bits;
    }
    static int is_odd(Number bits)
    {
        int odd = 0;
        for (; bits > 0; bits &= bits - 1) odd ^= 1;
        return odd;
    }
    // Numbers with an odd number of bits in order, since the xor of two of them has an even one.
    static Number grundy(Number pile) { return pile == 0 ? 0 : 2 * (pile - 1) + !is_odd(pile - 1); }
    // How many moves in a pile leave this value.
    static Number moves(Number pile, Number target)
    {
        // One pile; or two equal ones, or none; or two that differ by these bits, of which the larger has the highest.
        if (is_odd(target)) return target / 2 + 1 < pile;
        if (target == 0) return pile;
        // The values of these piles that have that bit: without it, an even number of bits.
        Number values = pile < 2 ? 0 : grundy(pile - 1) + 1, bit = highest(target), below = values & (bit - 1);
        Number having = values / bit / 2 * bit + (values & bit ? below : 0);
        return having / 2 + (having % 2 == 1 && !is_odd(having - 1));
    }
};

inline Number count_winning_moves(Position &position) { return position.winning_moves(); }
