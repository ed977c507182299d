// People climb to cell 0, the top, which holds any number of them; whoever moves the king there wins.
class Position {
public:
    List piles;
    Number king = 1;

    // Pairs from the far end: the Grundy value of each is the number of cells between the two.
    bool first_wins() const
    {
        Number top = 0;
        while (top < piles.size() && piles[top] == 0) top++;
        if (king <= top) return false;
        if (king == top + 1) return true;
        Number sum = 0, end = piles.size();
        for (; end >= top + 2; end -= 2) sum ^= piles[end - 1] - piles[end - 2] - 1;
        // A single person pairs with the top, but must not go there if the king is next.
        if (end == top + 1) sum ^= piles[top] - (king == top + 2);
        return sum != 0;
    }
    void clear() { piles.clear(); }
};
