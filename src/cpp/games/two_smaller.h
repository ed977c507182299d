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
    void clear() { piles.clear(); }

private:
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
        int top = 63;
        while (target >> top == 0) top--;
        // The values of these piles that have that bit: without it, an even number of bits.
        Number values = pile < 2 ? 0 : grundy(pile - 1) + 1, bit = Number(1) << top, below = values & (bit - 1);
        Number having = (values >> top >> 1 << top) + (values & bit ? below : 0);
        return having / 2 + (having % 2 == 1 && !is_odd(having - 1));
    }
};

inline Number count_winning_moves(Position &position) { return position.winning_moves(); }
