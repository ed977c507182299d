// One pile: the first move leaves at least one stone, each later one takes up to `factor` times what the last one took.
class Position {
public:
    List piles;
    Number factor = 1;

    bool first_wins()
    {
        List terms = sum(piles[0]);
        return terms.size() > 1;
    }
    // Shows `visit` the winning moves, until it returns false: the smallest terms, if what is left are terms too large
    // to be taken.
    template <class Visit> void winning_moves(Visit visit)
    {
        List terms = sum(piles[0]);
        Number take = 0;
        for (size_t i = terms.size(); i-- > 1;) {
            take += terms[i];
            if (terms[i - 1] / factor >= take + (terms[i - 1] % factor == 0) && !visit(Move(1, take, piles[0])))
                return;
        }
    }
    void clear()
    {
        piles.clear();
        all.clear();
    }

private:
    List all;

    // A. J. Schwenk, 1970: each number is the sum of terms, each larger than `factor` times the next one. After a term
    // h comes h + g, g being the smallest term with factor * g >= h.
    List sum(Number number)
    {
        if (all.empty()) all.push_back(1);
        for (size_t g = 0; all.back() < number;) {
            while (all[g] < all.back() / factor + (all.back() % factor != 0)) g++;
            if (all[g] > LARGEST - all.back()) break;
            all.push_back(all.back() + all[g]);
        }
        List terms;
        for (; number > 0; number -= terms.back())
            terms.push_back(*(std::upper_bound(all.begin(), all.end(), number) - 1));
        return terms;
    }
};
