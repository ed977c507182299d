__extension__ typedef unsigned __int128 Wide;

// The factors of the number that was asked for last.
class Factors {
    Number number = 0;
    // Its prime factors, and its divisors, both in order.
    List found, all;

    static Number multiply(Number one, Number other, Number modulus) { return Wide(one) * other % modulus; }
    static Number common(Number one, Number other)
    {
        while (other > 0) std::swap(one %= other, other);
        return one;
    }
    // By the test of Miller and Rabin, for an odd number above 100: these bases suffice (Sorenson and Webster, 2015).
    static bool is_prime(Number number)
    {
        for (Number base : {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}) {
            Number power = 1, square = base, odd = number - 1;
            while (odd % 2 == 0) odd /= 2;
            for (Number rest = odd; rest > 0; rest /= 2, square = multiply(square, square, number))
                if (rest % 2 == 1) power = multiply(power, square, number);
            bool is_witness = power != 1;
            for (; is_witness && odd < number - 1; odd *= 2, power = multiply(power, power, number))
                if (power == number - 1) is_witness = false;
            if (is_witness) return false;
        }
        return true;
    }
    // By Pollard's rho method, once no factor is small.
    void factor(Number rest)
    {
        for (Number small = 2; small < 100; small++)
            for (; rest > 1 && rest % small == 0; rest /= small) found.push_back(small);
        if (rest == 1) return;
        if (rest < 10000 || is_prime(rest)) {
            found.push_back(rest);
            return;
        }
        for (Number shift = 1;; shift++) {
            Number slow = 2, fast = 2, divisor = 1;
            while (divisor == 1) {
                slow = (Wide(slow) * slow + shift) % rest;
                for (int twice = 0; twice < 2; twice++) fast = (Wide(fast) * fast + shift) % rest;
                divisor = common(slow > fast ? slow - fast : fast - slow, rest);
            }
            if (divisor == rest) continue;
            factor(divisor);
            factor(rest / divisor);
            return;
        }
    }
    void factor_all(Number asked)
    {
        if (asked == number) return;
        number = asked;
        found.clear();
        all.clear();
        if (number > 0) factor(number);
        std::sort(found.begin(), found.end());
    }

public:
    const List &primes(Number asked)
    {
        factor_all(asked);
        return found;
    }
    const List &divisors(Number asked)
    {
        factor_all(asked);
        if (!all.empty() || number == 0) return all;
        all.push_back(1);
        size_t with_prime = 0;
        for (size_t i = 0; i < found.size(); i++) {
            // What has the prime once less already, if it is there several times.
            size_t from = i > 0 && found[i] == found[i - 1] ? with_prime : 0, end = all.size();
            with_prime = end;
            for (size_t j = from; j < end; j++) all.push_back(all[j] * found[i]);
        }
        std::sort(all.begin(), all.end());
        return all;
    }
};

