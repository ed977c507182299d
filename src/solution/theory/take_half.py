"""A move takes at least one stone and at most half of a pile.
A pile of 2v stones has the Grundy value v, and one of 2v + 1 stones that of v stones (Sprague, Grundy)."""


def grundy(pile):
    while pile % 2 == 1:
        pile //= 2
    return pile // 2


def options(pile, target):
    if target <= pile // 2:
        left = 2 * target
        while left < pile - left:
            left = 2 * left + 1
        if left < pile:
            yield left
