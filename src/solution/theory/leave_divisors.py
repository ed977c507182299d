"""A move leaves of a pile a proper divisor of its size.
The Grundy value of a pile is the number of its prime factors: a move removes any number of them, as from a pile of \
Nim (Sprague, Grundy)."""


def options(pile, target):
    assert PILES * ROOT <= 3 * 10 ** 8
    if FEW:
        for take in range(1, pile):
            if pile % (pile - take) == 0 and grundy(pile - take) == target:
                yield pile - take
    else:
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
