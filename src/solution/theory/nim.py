"""A move takes any number of stones from one pile.
The player to move wins unless the xor of all pile sizes is 0 (Bouton 1901)."""
assert not MISERE


def grundy(pile):
    return pile


def options(pile, target):
    if target < pile:
        yield target
