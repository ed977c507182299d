"""A move takes one stone from each of one or more piles.
A position is lost if all piles are even: a move makes some of them odd, and the reply takes a stone from just these."""


def wins(piles):
    odd = 0
    for pile in piles:
        odd |= pile % 2
    return odd == 1


def moves(piles):
    for i in range(0, len(piles)):
        piles[i] -= piles[i] % 2
    leave_all(piles)
