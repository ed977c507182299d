// A ring of stones: a move takes neighbours, and gaps stay, so that the first one leaves a row.
class Position {
    rows::Position rows;

    // Whether the player to move loses with a row. If the middle of it can be taken, what is done on one side can then be done
    // on the other.
    bool is_lost(Number row)
    {
        bool has_moves = false, has_middle = false;
        for_each_take(row, [&](Number take) {
            has_moves = true;
            has_middle = take % 2 == row % 2;
            return !has_middle;
        });
        if (!has_moves || has_middle) return !has_moves;
        rows.piles = List(1, row);
        return !rows.first_wins();
    }
    // Shows `visit` the takes from a row or ring of this size, until it returns false.
    template <class Visit> void for_each_take(Number size, Visit visit, Number from = 1) const
    {
        for (Number take : takes)
            if (take <= size && !visit(take)) return;
        if (!named) return;
        for (Number take = std::max(from, named->least_take()); take <= std::min(size, named->largest()); take++)
            if (named->allows(size, take) && !visit(take)) return;
    }
    // Shows `visit` the takes that leave a lost row, until it returns false.
    template <class Visit> void winning_takes(Visit visit)
    {
        Number ring = piles[0];
        rows.takes = takes;
        rows.named = named;
        std::sort(takes.begin(), takes.end());
        takes.erase(std::unique(takes.begin(), takes.end()), takes.end());
        // Of two takes next to each other, one can be the middle: of a range, only rows shorter than all takes are lost.
        bool is_range = named && named->is_range() && named->least_take() < std::min(ring, named->largest());
        Number from = is_range ? ring - (named->least_take() - 1) : 1;
        for_each_take(ring, [&](Number take) { return !is_lost(ring - take) || visit(take); }, from);
    }

public:
    List piles;
    // What a move may take: a list, or what it says.
    List takes;
    const Takes *named = nullptr;

    bool first_wins()
    {
        bool wins = false;
        winning_takes([&](Number) {
            wins = true;
            return false;
        });
        return wins;
    }
    // Shows `visit` the winning moves, until it returns false.
    template <class Visit> void winning_moves(Visit visit)
    {
        winning_takes([&](Number take) { return visit(Move(1, take, piles[0])); });
    }
    static List after(const Move &move) { return List(1, move.left); }
    Number winning_moves()
    {
        Number count = 0;
        winning_takes([&](Number) { return ++count > 0; });
        return count;
    }
    void clear() { piles.clear(); }
    void forget() { rows.forget(); }
};

inline Number count_winning_moves(Position &position) { return position.winning_moves(); }
