// A move takes stones from 1 to `most` piles.
class Position {
public:
    List piles;
    bool misere = false;
    Number most = LARGEST;

    // E. H. Moore, 1910: lost if for each bit, the number of piles that have it is a multiple of most + 1.
    bool first_wins() const
    {
        Number modulus = most == LARGEST ? most : most + 1, ones = 0, all = 0;
        bool wins = false;
        for (int bit = 0; bit < 64; bit++) {
            Number count = 0;
            for (Number pile : piles) count += pile >> bit & 1;
            if (bit == 0) ones = count;
            wins = wins || count % modulus != 0;
        }
        for (Number pile : piles) all |= pile;
        if (misere && most == 0) return true;
        return misere && all <= 1 ? ones % modulus != 1 : wins;
    }
    // Shows `visit` a winning move, if there is one.
    template <class Visit> void winning_moves(Visit visit) const
    {
        Number large = 0;
        for (Number pile : piles) large += pile > 1;
        List all = misere && large <= most ? with_ones() : balanced();
        for (Number i = 0; i < piles.size(); i++)
            if (all[i] < piles[i]) {
                Move move(i + 1, piles[i] - all[i], piles[i]);
                move.parts = all;
                visit(move);
                return;
            }
    }
    static const List &after(const Move &move) { return move.parts; }
    void clear() { piles.clear(); }

private:
    Number modulus() const { return most == LARGEST ? most : most + 1; }
    // For each bit, the number of piles that have it becomes a multiple of the modulus: piles that lost a higher bit are free.
    List balanced() const
    {
        List all = piles, free, having;
        for (Number bit = Number(1) << 63; bit > 0; bit /= 2) {
            for (Number i : free) all[i] &= ~bit;
            having.clear();
            for (Number i = 0; i < all.size(); i++)
                if (all[i] & bit) having.push_back(i);
            Number surplus = having.size() % modulus(), missing = (modulus() - surplus) % modulus();
            bool is_filled = missing <= free.size();
            if (!is_filled) free.insert(free.end(), having.begin(), having.begin() + surplus);
            for (Number i = 0; i < (is_filled ? missing : surplus); i++) all[is_filled ? free[i] : having[i]] ^= bit;
        }
        return all;
    }
    // Only ones are left, whose number has the remainder 1: large piles go first.
    List with_ones() const
    {
        List all = piles;
        Number count = 0;
        for (Number pile : piles) count += pile > 0;
        Number gone = count > 0 ? (count - 1) % modulus() : 0;
        for (Number least = 2; least > 0; least--)
            for (Number &pile : all)
                if (pile >= least) {
                    pile = gone == 0;
                    gone -= gone > 0;
                }
        return all;
    }
};

// Whether a winning move leads to these piles.
inline bool leads_to(Position &position, const List &after)
{
    if (after.size() != position.piles.size()) return false;
    Number changed = 0;
    for (size_t i = 0; i < after.size(); i++) {
        if (after[i] > position.piles[i]) return false;
        changed += after[i] < position.piles[i];
    }
    Position then = position;
    then.piles = after;
    return 1 <= changed && changed <= position.most && !then.first_wins();
}
