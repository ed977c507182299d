"""Whoever takes the last stone loses.
The lost piles are those with the Grundy value 1 (Ferguson 1974)."""
assert ALONE and MISERE


def wins(pile):
    return grundy(pile) != 1


def moves(pile):
    options(pile, 1)
