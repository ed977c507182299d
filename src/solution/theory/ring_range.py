"""A ring: a move takes {P} to {Q} neighbouring stones, and gaps stay.
Unless the first move leaves too few stones for another, the reply leaves two equal rows, and then mirrors each move \
(Berlekamp, Conway, Guy 1982)."""
assert P < Q and CONSTANTS


def wins(ring):
    return P <= ring and ring < P + Q


def moves(ring):
    for take in range(max(P, ring + 1 - P), min(ring, Q) + 1):
        leave(0, ring - take)
