// Coins on different cells of a strip, counted from 1: a move takes one left to a free cell, over no other coin.
class Position {
public:
    List piles;

    bool first_wins() const { return sum_of_gaps(piles) != 0; }
    Number nim_sum() const { return sum_of_gaps(piles); }
    // Shows `visit` the winning moves by coin, until it returns false: the right coin of a gap closes it, or the left one widens
    // it, until it is what the others make 0.
    template <class Visit> void winning_moves(Visit visit)
    {
        Number sum = nim_sum();
        List cells = piles;
        std::sort(cells.begin(), cells.end());
        for (Number coin = 1; coin <= piles.size() && sum > 0; coin++) {
            Number cell = piles[coin - 1];
            size_t at = std::lower_bound(cells.begin(), cells.end(), cell) - cells.begin();
            bool is_right = (cells.size() - at) % 2 == 1;
            Number before = at > 0 ? cells[at - 1] : 0, room = cell - before - 1;
            Number gap = is_right ? room : cells[at + 1] - cell - 1, target = gap ^ sum;
            Number cells_left = is_right ? gap - target : target - gap;
            if ((is_right ? target < gap : target > gap) && cells_left <= room
                && !visit(Move(coin, cells_left, cell)))
                return;
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
