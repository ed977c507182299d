// A move takes 1, a prime, or, if so many are powers, a power of one.
struct Named : Takes {
    bool are_primes = false;
    bool allows(Number, Number take) const
    {
        Number prime = 2;
        while (prime <= take / prime && take % prime != 0) prime++;
        if (take % prime != 0) return true;
        while (!are_primes && take % prime == 0 && take > prime) take /= prime;
        return take == prime;
    }
    // Any number below 6, or of primes below 4, is one of these, and no multiple of it is.
    Number value(Number pile) const { return pile % (are_primes ? 4 : 6); }
    Number next(Number pile, Number take, Number target) const
    {
        for (take++; take <= pile; take++)
            if (value(pile - take) == target && allows(pile, take)) return take;
        return 0;
    }
};
