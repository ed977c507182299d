"""A move takes {SET} from one pile.
The Grundy values of piles of 0, 1, 2, ... stones have the period {PERIOD} (Ferguson 1974)."""
assert PERIOD > 0 and START == 0 and PERIOD <= 64


def grundy(pile):
    return VALUES[pile % PERIOD]
