"""A move takes any number of stones from one pile, or divides a pile into three.
The Grundy value of a pile is its size, but those of 8k + 7 and 8k + 8 stones are exchanged (Sprague, Grundy)."""


def grundy(pile):
    if pile % 8 == 7:
        return pile + 1
    if pile % 8 == 0 and pile > 0:
        return pile - 1
    return pile


def options(pile, target):
    assert PILES * LARGEST ** 2 <= 10 ** 9
    for one in range(1, pile // 3 + 1):
        for two in range(one, (pile - one) // 2 + 1):
            if grundy(one) ^ grundy(two) ^ grundy(pile - one - two) == target:
                yield one, two, pile - one - two
    if grundy(target) < pile:
        yield grundy(target)


def claims(pile, target, parts, left, middle, right):
    if parts == 1 and left < pile and grundy(left) == target:
        yield left
    if parts == 3 and left > 0 and left < pile and middle < pile - left and right == pile - left - middle:
        if grundy(left) ^ grundy(middle) ^ grundy(right) == target:
            yield left, middle, right


def largest():
    return LARGEST + 1
