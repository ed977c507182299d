// A move divides a pile into two or more piles, all of different sizes.
class Position {
    List values;

    // Shows `visit` each division of so many stones into sizes from `least` on, behind the `parts` so far, and the xor of their
    // values, until it returns false.
    template <class Visit> bool divide(Number stones, Number least, List &parts, Number sum, Visit &visit) const
    {
        if (stones == 0) return parts.size() < 2 || visit(parts, sum);
        for (Number size = least; size <= stones; size++) {
            // It is the last part, or a larger one follows.
            if (2 * size >= stones) size = stones;
            if (size == values.size()) break;
            parts.push_back(size);
            if (!divide(stones - size, size + 1, parts, sum ^ values[size], visit)) return false;
            parts.pop_back();
        }
        return true;
    }
    // The values by definition.
    Number grundy(Number pile)
    {
        if (pile > 63) refuse("the piles are too large");
        while (values.size() <= pile) {
            std::vector<char> reached(256, false);
            auto visit = [&](const List &, Number value) { return reached[value] = true; };
            List parts;
            divide(values.size(), 1, parts, 0, visit);
            values.push_back(std::find(reached.begin(), reached.end(), false) - reached.begin());
        }
        return values[pile];
    }

public:
    List piles;

    Number nim_sum()
    {
        Number sum = 0;
        for (Number pile : piles) sum ^= grundy(pile);
        return sum;
    }
    bool first_wins() { return nim_sum() != 0; }
    Number winning_moves()
    {
        Number count = 0;
        winning_moves([&](const Move &) { return ++count > 0; });
        return count;
    }
    // Shows `visit` the winning moves by pile, then by what they leave, until it returns false.
    template <class Visit> void winning_moves(Visit visit)
    {
        Number all = nim_sum();
        for (Number pile = 1; pile <= piles.size(); pile++) {
            Number target = all ^ grundy(piles[pile - 1]);
            auto show = [&](const List &parts, Number value) {
                if (value != target) return true;
                Move move(pile, 0, piles[pile - 1]);
                move.parts = parts;
                return visit(move);
            };
            List parts;
            if (!divide(piles[pile - 1], 1, parts, 0, show)) return;
        }
    }
    List after(const Move &move) const { return after_division(piles, move); }
    static bool may_leave(Number pile, List left)
    {
        std::sort(left.begin(), left.end());
        bool is_move = left.size() > 1 && left[0] > 0;
        for (size_t i = 0; i < left.size(); i++) {
            is_move = is_move && left[i] <= pile && (i == 0 || left[i - 1] < left[i]);
            pile -= left[i];
        }
        return is_move && pile == 0;
    }
    void clear() { piles.clear(); }
};

inline Number count_winning_moves(Position &position) { return position.winning_moves(); }
