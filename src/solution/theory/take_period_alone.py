"""A move takes {SET} from the pile.
Which piles are lost has the period {PERIOD} (Ferguson 1974)."""
assert ALONE and ASKS_WINNER and not MISERE
assert IS_WON


def wins(pile):
    return IS_WON
