// Coins on different cells of a strip, counted from 1: a move takes one left to a free cell, over no other coin.
class Position {
public:
    List piles;

    bool first_wins() const { return sum_of_gaps(piles) != 0; }
    Number nim_sum() const { return sum_of_gaps(piles); }
    // Whether a coin, counted from 1, may move left by so many cells, and leaves a lost position.
    bool wins(Number coin, Number cells) const
    {
        if (coin < 1 || coin > piles.size() || cells < 1 || cells >= piles[coin - 1]) return false;
        List after = piles;
        after[coin - 1] -= cells;
        for (Number other : piles)
            if (after[coin - 1] <= other && other < piles[coin - 1]) return false;
        return sum_of_gaps(after) == 0;
    }
    // Shows `visit` the winning moves by coin, then by cells, until it returns false.
    template <class Visit> void winning_moves(Visit visit)
    {
        if (!first_wins()) return;
        for (Number coin = 1; coin <= piles.size(); coin++) {
            Number cell = piles[coin - 1];
            for (Number cells = 1; cells < cell; cells++) {
                if (std::find(piles.begin(), piles.end(), cell - cells) != piles.end()) break;
                if (wins(coin, cells) && !visit(Move(coin, cells, cell))) return;
            }
        }
    }
    void clear() { piles.clear(); }

private:
    // In pairs from the right, the free cells between two coins are a pile.
    static Number sum_of_gaps(List cells)
    {
        Number gaps = 0;
        std::sort(cells.begin(), cells.end());
        for (size_t end = cells.size(); end > 0; end -= end > 1 ? 2 : 1)
            gaps ^= cells[end - 1] - (end > 1 ? cells[end - 2] : 0) - 1;
        return gaps;
    }
};
