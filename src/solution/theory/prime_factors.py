"""The number of prime factors, by division."""
assert PILES * ROOT <= 3 * 10 ** 8


def grundy(pile):
    factors = 0
    prime = 2
    while prime * prime <= pile:
        while pile % prime == 0:
            pile //= prime
            factors += 1
        prime += 1
    if pile > 1:
        factors += 1
    return factors
