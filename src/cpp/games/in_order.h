// A move takes any number of stones from the first pile that has some.
class Position {
public:
    List piles;

    bool first_wins() const { return wins_from(0); }
    // Shows `visit` the winning move, if there is one.
    template <class Visit> void winning_moves(Visit visit)
    {
        Number i = 0;
        while (i < piles.size() && piles[i] == 0) i++;
        if (i == piles.size()) return;
        // All of it, or all but one, which the opponent has to take.
        Number left = wins_from(i + 1) ? 1 : 0;
        if (left < piles[i]) visit(Move(i + 1, piles[i] - left, piles[i]));
    }
    void clear() { piles.clear(); }

private:
    // Whoever comes to the first pile of several stones wins.
    bool wins_from(Number i) const
    {
        bool is_turn = true;
        for (; i < piles.size() && piles[i] <= 1; i++)
            if (piles[i] == 1) is_turn = !is_turn;
        return is_turn == (i < piles.size());
    }
};
