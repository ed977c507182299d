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
    // Shows `visit` the winning moves by person, until it returns false.
    template <class Visit> void winning_moves(Visit visit) const
    {
        Number top = 0, sum = 0, end = piles.size();
        while (top < piles.size() && piles[top] == 0) top++;
        if (king <= top) return;
        Number nearest = piles[top];
        if (king == top + 1) {
            visit(Move(king, nearest, nearest));
            return;
        }
        nearest -= king == top + 2;
        for (; end >= top + 2; end -= 2) sum ^= piles[end - 1] - piles[end - 2] - 1;
        bool is_alone = end == top + 1;
        if (is_alone) sum ^= nearest;
        if (sum == 0) return;
        for (Number person = top; person < piles.size(); person++) {
            bool is_single = is_alone && person == top, is_far = (piles.size() - person) % 2 == 1;
            Number gap = is_single ? nearest
                : is_far ? piles[person] - piles[person - 1] - 1
                         : piles[person + 1] - piles[person] - 1;
            Number target = gap ^ sum, cells = is_far ? gap - target : target - gap;
            bool is_move = (is_far ? target < gap : target > gap) && can_climb(person, cells);
            if (is_move && !visit(Move(person + 1, cells, piles[person]))) return;
            if (person > top) continue;
            // At the top the nearest person leaves the game, and the others are paired differently.
            Position then = *this;
            then.piles[top] = 0;
            if (!then.first_wins() && !visit(Move(top + 1, piles[top], piles[top]))) return;
        }
    }
    List after(const Move &move) const
    {
        List all = piles;
        all[move.pile - 1] = move.left;
        return all;
    }
    Number winning_moves() const
    {
        Number top = 0;
        while (top < piles.size() && piles[top] == 0) top++;
        if (king <= top + 1) return king == top + 1;
        Number count = 0, sum = 0, end = piles.size(), nearest = piles[top] - (king == top + 2);
        for (; end >= top + 2; end -= 2) sum ^= piles[end - 1] - piles[end - 2] - 1;
        bool is_alone = end == top + 1;
        if (is_alone) sum ^= nearest;
        if (sum == 0) return 0;
        // A gap grows if the person above it climbs, and shrinks if the one below it does.
        for (end = piles.size(); end >= top + 2; end -= 2) {
            Number gap = piles[end - 1] - piles[end - 2] - 1, target = gap ^ sum;
            count += target > gap ? can_climb(end - 2, target - gap) : can_climb(end - 1, gap - target);
        }
        if (is_alone && (nearest ^ sum) < nearest) count += can_climb(top, nearest - (nearest ^ sum));
        // At the top the nearest person leaves the game, and the others are paired differently.
        Position after = *this;
        after.piles[top] = 0;
        return count + !after.first_wins();
    }
    void clear() { piles.clear(); }

private:
    // Whether a person can climb so many cells and stay below the top and the person above.
    bool can_climb(Number person, Number cells) const
    {
        return cells < piles[person] - (person > 0 ? piles[person - 1] : 0);
    }
};

inline Number count_winning_moves(Position &position) { return position.winning_moves(); }
