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
    void clear() { piles.clear(); }
};

inline Number count_winning_moves(Position &position) { return position.first_wins(); }
