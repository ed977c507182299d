"""A move leaves of a pile a proper divisor of its size.
The Grundy value of a pile is the number of its prime factors: a move removes any number of them, as from a pile of Nim (Sprague, Grundy)."""
assert LARGEST <= 10 ** 7


def prepare():
    least = [0] * (LARGEST + 1)
    factors = [0] * (LARGEST + 1)
    for number in range(2, LARGEST + 1):
        if least[number] == 0:
            for multiple in range(number, LARGEST + 1, number):
                if least[multiple] == 0:
                    least[multiple] = number
        factors[number] = factors[number // least[number]] + 1


def grundy(pile):
    return factors[pile]


def options(pile, target):
    assert PILES ** 2 * LARGEST <= 10 ** 15
    part = 2
    while part * part <= pile:
        if pile % part == 0 and factors[pile // part] == target:
            yield pile // part
        part += 1
    while part > 1:
        part -= 1
        if pile % part == 0 and part * part < pile and factors[part] == target:
            yield part


def claims(pile, target, parts, left):
    if parts == 1 and left > 0 and left < pile and pile % left == 0 and grundy(left) == target:
        yield left
