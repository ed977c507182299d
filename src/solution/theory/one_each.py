"""A move takes one stone from each of one or more piles.
Lost is where all piles are even: a move makes some of them odd, and the next one takes from just these (Bouton 1901, for piles of 1)."""


def wins(piles):
    odd = 0
    for pile in piles:
        odd |= pile % 2
    return odd == 1


def moves(piles):
    for i in range(0, len(piles)):
        piles[i] -= piles[i] % 2
    leave_all(piles)
