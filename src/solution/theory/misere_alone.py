"""Whoever takes the last stone loses.
Lost are the piles with the Grundy value 1, as a single stone is (Ferguson 1974)."""
assert ALONE and MISERE


def wins(pile):
    return grundy(pile) != 1


def moves(pile):
    options(pile, 1)
