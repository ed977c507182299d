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
    void clear() { piles.clear(); }

private:
    // Emanuel Lasker, 1931: the Grundy values of 4k + 3 and 4k + 4 stones are exchanged, all others are the sizes.
    static Number grundy(Number pile)
    {
        return pile == 0 ? 0 : pile % 4 == 3 ? pile + 1 : pile % 4 == 0 ? pile - 1 : pile;
    }
    // How much larger than the size a Grundy value is that ends with these two bits.
    static int more(Number bits) { return bits % 4 == 0 ? 1 : bits % 4 == 3 ? -1 : 0; }
    // How many divisions of a pile into two, in whichever order, leave parts with Grundy values u and v whose xor is this. The last two bits of u
    // determine the sum of u and v, which is (u ^ v) + 2 (u & v); and where u ^ v has a bit, either may have it.
    static Number divisions(Number pile, Number target)
    {
        Number count = 0, free = 1;
        for (Number bits = target / 4; bits > 0; bits /= 2) free <<= bits % 2;
        for (Number low = 0; low < 4; low++) {
            Wide twice = Wide(pile) + more(low) + more(low ^ target) - Wide(target);
            if (twice < 0 || twice % 2 != 0) continue;
            Number common = Number(twice / 2);
            if ((common & target) != 0 || common % 4 != (low & (low ^ target) & 3)) continue;
            // No part may be empty.
            bool may_be_empty = common < 4;
            count += free - (may_be_empty && low == 0) - (may_be_empty && (low ^ target) % 4 == 0);
        }
        // Each division into two different piles was counted from both sides; equal piles leave 0, once.
        return count / 2 + count % 2;
    }
};

inline Number count_winning_moves(Position &position) { return position.winning_moves(); }
