"""Whoever takes the last stone loses.
As in normal play, the xor of the Grundy values decides while one of them is above 1; if none is, an xor of 0 wins \
(Ferguson 1974)."""


def wins(piles):
    nim_sum = 0
    large = 0
    for pile in piles:
        nim_sum ^= grundy(pile)
        if grundy(pile) > 1:
            large += 1
    return (nim_sum != 0) == (large > 0)


def moves(piles):
    for i, pile in enumerate(piles):
        options(pile, grundy(pile) ^ nim_sum ^ (1 if large == 0 or large == 1 and grundy(pile) > 1 else 0))
