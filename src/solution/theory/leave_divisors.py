"""A move leaves of a pile a proper divisor of its size.
The Grundy value of a pile is the number of its prime factors: a move removes any number of them, as from a pile of Nim (Sprague, Grundy)."""
assert PILES ** 2 * LARGEST <= 10 ** 17


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


def options(pile, target):
    part = 2
    while part * part <= pile:
        if pile % part == 0 and grundy(pile // part) == target:
            yield pile // part
        part += 1
    while part > 1:
        part -= 1
        if pile % part == 0 and part * part < pile and grundy(part) == target:
            yield part


def claims(pile, target, parts, left):
    if parts == 1 and left > 0 and left < pile and pile % left == 0 and grundy(left) == target:
        yield left
