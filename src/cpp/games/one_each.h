// A move takes one stone from each of one or more piles.
class Position {
public:
    List piles;

    // Lost if all piles are even, which the winner makes them again each time.
    bool first_wins() const
    {
        for (Number pile : piles)
            if (pile % 2 == 1) return true;
        return false;
    }
    // Shows `visit` the winning move, if there is one.
    template <class Visit> void winning_moves(Visit visit) const
    {
        for (Number pile = 1; pile <= piles.size(); pile++)
            if (piles[pile - 1] % 2 == 1) {
                visit(Move(pile, 1, piles[pile - 1]));
                return;
            }
    }
    List after(const Move &) const
    {
        List all = piles;
        for (Number &pile : all) pile -= pile % 2;
        return all;
    }
    void clear() { piles.clear(); }
};

inline Number count_winning_moves(Position &position) { return position.first_wins(); }
