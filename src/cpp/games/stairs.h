// A move takes stones from one step of a staircase to the next one below; on step 0 they stay.
class Position {
public:
    List piles;
    // The step of the first pile.
    Number first = 1;

    // Only the steps with odd numbers count.
    Number nim_sum() const
    {
        Number sum = 0;
        for (Number i = 1 - first; i < piles.size(); i += 2) sum ^= piles[i];
        return sum;
    }
    bool first_wins() const { return nim_sum() != 0; }
    Number winning_moves() const
    {
        Number sum = nim_sum(), count = 0;
        for (Number i = 0; sum > 0 && i < piles.size(); i++) {
            // Stones leave a step that counts, or come to it from the one above.
            bool counts = (i + first) % 2 == 1;
            if (counts) count += (piles[i] ^ sum) < piles[i];
            else if (i > 0) {
                Number below = piles[i - 1], target = below ^ sum;
                count += target > below && target - below <= piles[i];
            }
        }
        return count;
    }
    // Shows `visit` the winning moves by pile, until it returns false.
    template <class Visit> void winning_moves(Visit visit) const
    {
        Number sum = nim_sum();
        for (Number i = 0; sum > 0 && i < piles.size(); i++) {
            bool counts = (i + first) % 2 == 1;
            if (!counts && i == 0) continue;
            Number changed = counts ? piles[i] : piles[i - 1], target = changed ^ sum;
            Number take = counts ? changed - target : target - changed;
            if ((counts ? target < changed : target > changed) && take <= piles[i] && !visit(Move(i + 1, take, piles[i])))
                return;
        }
    }
    List after(const Move &move) const
    {
        List all = piles;
        all[move.pile - 1] = move.left;
        if (move.pile > 1) all[move.pile - 2] += std::min(move.take, LARGEST - all[move.pile - 2]);
        return all;
    }
    void clear() { piles.clear(); }
};

inline Number count_winning_moves(Position &position) { return position.winning_moves(); }
