"""A ring: a move takes {SET} that are neighbours, and gaps stay.
The first move leaves a row, which is such a pile: each later move leaves two."""


def wins(ring):
    won = False
    for take in takes(ring):
        if values[ring - take] == 0:
            won = True
    return won


def moves(ring):
    assert CASES * MAX_TAKES <= 10 ** 8
    for take in takes(ring):
        if values[ring - take] == 0:
            leave(0, ring - take)
