"""A move takes any number of stones from the first pile that has some.
Whoever comes first to a pile of two stones or more wins, since he can choose who begins the next one; the piles of \
1 before it leave no choice."""


def wins(piles):
    ones = 0
    large = False
    for pile in piles:
        if pile > 1:
            large = True
        elif not large:
            ones += pile
    return large == (ones % 2 == 0)


def moves(piles):
    first = 0
    while first < len(piles) and piles[first] == 0:
        first += 1
    others = False
    i = len(piles)
    while i > first + 1:
        i -= 1
        others = piles[i] > 1 or others == (piles[i] == 0)
    if first < len(piles) and (piles[first] > 1 or not others):
        leave(first, 1 if others else 0)
