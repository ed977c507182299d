"""A move takes {SET} from one pile.
The Grundy values of piles of 0, 1, 2, ... stones repeat with period {PERIOD} (Ferguson 1974); the player to move wins unless the xor of all is 0."""
assert PERIOD > 0 and START == 0 and PERIOD <= 64


def grundy(pile):
    return VALUES[pile % PERIOD]
