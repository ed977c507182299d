// A move takes stones from 1 to `most` piles.
class Position {
public:
    List piles;
    bool misere = false;
    Number most = LARGEST;

    // E. H. Moore, 1910: lost if for each bit, the number of piles that have it is a multiple of most + 1.
    bool first_wins() const
    {
        Number modulus = most == LARGEST ? most : most + 1, ones = 0, all = 0;
        bool wins = false;
        for (int bit = 0; bit < 64; bit++) {
            Number count = 0;
            for (Number pile : piles) count += pile >> bit & 1;
            if (bit == 0) ones = count;
            wins = wins || count % modulus != 0;
        }
        for (Number pile : piles) all |= pile;
        if (misere && most == 0) return true;
        return misere && all <= 1 ? ones % modulus != 1 : wins;
    }
    void clear() { piles.clear(); }
};
