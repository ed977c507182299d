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
    void clear() { piles.clear(); }

private:
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
            Number low[3] = {bits % 8, bits / 8, (bits % 8) ^ (bits / 8) ^ (target % 8)}, zeros = 0, all = target / 8;
            Wide rest = pile;
            for (Number one : low) {
                rest -= Wide(exchanged(one + 8)) - 8;
                zeros += one == 0;
            }
            if (rest < 0 || rest % 8 != 0 || rest / 8 < all || (rest / 8 - all) % 2 != 0) continue;
            Number sum = Number(rest / 8), more = (sum - all) / 2;
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
