__extension__ typedef __int128 Wide;

// A move takes any number of stones from one pile, or divides a pile into three.
class Position {
public:
    List piles;

    Number nim_sum() const
    {
        Number sum = 0;
        for (Number pile : piles) sum ^= exchanged(pile);
        return sum;
    }
    bool first_wins() const { return nim_sum() != 0; }
    Number winning_moves() const
    {
        Number sum = nim_sum(), count = 0;
        for (Number pile : piles) {
            Number target = sum ^ exchanged(pile), left = exchanged(target);
            Number more = divisions(pile, target) + (left < pile);
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
            Number size = piles[pile - 1], target = sum ^ exchanged(size), all = target / 8, left = exchanged(target), more;
            for (Number bits = 0; bits < 64; bits++) {
                Number low[3] = {bits % 8, bits / 8, (bits % 8) ^ (bits / 8) ^ (target % 8)};
                if (!have_more(size, target, low, more)) continue;
                // In base 3, an index says for each bit that one or two have which part that is, or is not.
                Number free = all ^ more, count = Number(power(3, free));
                for (Number index = 0; index < count; index++) {
                    Number parts[3] = {all & more, all & more, all & more}, rest = index;
                    for (Number bit, of = free; of > 0; of ^= bit, rest /= 3) {
                        bit = of & -of;
                        for (Number i = 0; i < 3; i++)
                            if ((more & bit) > 0 ? i != rest % 3 : i == 2 - rest % 3) parts[i] |= bit;
                    }
                    for (int i = 0; i < 3; i++) parts[i] = exchanged(8 * parts[i] + low[i]);
                    bool is_ordered = 0 < parts[0] && parts[0] <= parts[1] && parts[1] <= parts[2];
                    if (is_ordered && !visit(leaving(pile, List(parts, parts + 3)))) return;
                }
            }
            if (left < size && !visit(leaving(pile, {left}))) return;
        }
    }
    List after(const Move &move) const { return after_division(piles, move); }
    static bool may_leave(Number pile, const List &left)
    {
        if (left.size() == 1) return left[0] < pile;
        return left.size() == 3 && left[0] > 0 && left[1] > 0 && left[2] > 0 && Wide(left[0]) + left[1] + left[2] == pile;
    }
    void clear() { piles.clear(); }

private:
    Move leaving(Number pile, const List &parts) const
    {
        Move move(pile, 0, piles[pile - 1]);
        move.parts = parts;
        return move;
    }
    // Whether parts whose values end with these three bits can have this xor, and where two or three of them have a bit besides.
    static bool have_more(Number pile, Number target, const Number *low, Number &more)
    {
        Wide rest = pile;
        for (int i = 0; i < 3; i++) rest -= Wide(exchanged(low[i] + 8)) - 8;
        more = Number((rest / 8 - target / 8) / 2);
        return rest >= 0 && rest % 8 == 0 && rest / 8 >= target / 8 && (rest / 8 - target / 8) % 2 == 0;
    }
    // The Grundy values of 8k + 7 and 8k + 8 stones are exchanged, all others are the sizes.
    static Number exchanged(Number number)
    {
        return number % 8 == 7 ? number + 1 : number > 0 && number % 8 == 0 ? number - 1 : number;
    }
    static Wide power(int base, Number bits)
    {
        Wide power = 1;
        for (; bits > 0; bits &= bits - 1) power *= base;
        return power;
    }
    // How many divisions of a pile into three, in whichever order, leave values with this xor. The last three bits of the values
    // determine the sum of the rest, which is their xor, and twice the number that has a bit where two or all of them have it:
    // where one or two have it, it may be any of the three.
    static Number divisions(Number pile, Number target)
    {
        Wide count = 0;
        for (Number bits = 0; bits < 64; bits++) {
            Number low[3] = {bits % 8, bits / 8, (bits % 8) ^ (bits / 8) ^ (target % 8)}, zeros = 0, all = target / 8, more;
            if (!have_more(pile, target, low, more)) continue;
            for (Number one : low) zeros += one == 0;
            Number sum = all + 2 * more;
            // No part may be empty.
            Wide one_empty = (more & all) == 0 ? power(2, all) : 0, two_empty = sum == all, three_empty = sum == 0;
            count += power(3, more ^ all) - Wide(zeros) * one_empty + Wide(zeros * (zeros - 1) / 2 * (zeros > 1)) * two_empty
                - (zeros == 3) * three_empty;
        }
        // Each was counted for each order of its parts, fewer if two are equal: then the third has the value.
        Number third = exchanged(target);
        bool has_equal = third > 0 && third < pile && (pile - third) % 2 == 0;
        count += (has_equal ? 3 : 0) + (has_equal && pile - third == 2 * third ? 2 : 0);
        return Number(count / 6);
    }
};

inline Number count_winning_moves(Position &position) { return position.winning_moves(); }
