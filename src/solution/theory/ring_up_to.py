"""A ring: a move takes 1 to {K} neighbouring stones, and gaps stay.
If the first move cannot take all stones, the reply leaves two equal rows, and then mirrors each move (Berlekamp, \
Conway, Guy 1982)."""
assert P == 1


def wins(ring):
    return (ABOVE_0 or ring > 0) and ring <= K if K > 1 else ring % 2 == 1


def moves(ring):
    leave(0, 0 if K > 1 else ring - 1)
