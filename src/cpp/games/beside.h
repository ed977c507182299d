// The piles of a case, each with takes of its own.
class Position {
public:
    List piles;
    std::vector<Named> takes;

    Number nim_sum() const
    {
        Number sum = 0;
        for (size_t i = 0; i < piles.size(); i++) sum ^= takes[i].value(piles[i]);
        return sum;
    }
    bool first_wins() const { return nim_sum() != 0; }
    // Shows `visit` the winning moves by pile, then by take, until it returns false.
    template <class Visit> void winning_moves(Visit visit) const
    {
        Number sum = nim_sum();
        for (Number pile = 1; pile <= piles.size(); pile++) {
            const Named &range = takes[pile - 1];
            Number size = piles[pile - 1], target = sum ^ range.value(size), take = 0;
            while ((take = range.next(size, take, target)) > 0)
                if (!visit(Move(pile, take, size))) return;
        }
    }
    void clear()
    {
        piles.clear();
        takes.clear();
    }
};
