"""The smallest take that wins."""
assert not ASKS_COUNT and not ASKS_ALL


def moves(pile):
    leave(0, pile - least)
