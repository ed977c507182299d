"""A move takes any number of stones from one pile, or divides a pile into two (Lasker's Nim).
The Grundy value of a pile is its size, but those of 4k + 3 and 4k + 4 stones are exchanged (Sprague, Grundy)."""


def grundy(pile):
    if pile % 4 == 3:
        return pile + 1
    if pile % 4 == 0 and pile > 0:
        return pile - 1
    return pile


def options(pile, target):
    assert PILES * LARGEST <= 10 ** 8
    for part in range(1, pile // 2 + 1):
        if grundy(part) ^ grundy(pile - part) == target:
            yield part, pile - part
    if grundy(target) < pile:
        yield grundy(target)


def claims(pile, target, parts, left, right):
    if parts == 1 and left < pile and grundy(left) == target:
        yield left
    if parts == 2 and left > 0 and left < pile and right == pile - left and grundy(left) ^ grundy(right) == target:
        yield left, right


def largest():
    return LARGEST + 1
