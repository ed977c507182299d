"""A move takes any number of stones from one pile; whoever takes the last stone loses.
As in Nim, the xor of the pile sizes decides while a pile has two stones or more; if none has, an even number of \
piles wins (Bouton 1901)."""
assert MISERE


def wins(piles):
    nim_sum = 0
    large = 0
    for pile in piles:
        nim_sum ^= pile
        if pile > 1:
            large += 1
    return (nim_sum != 0) == (large > 0)


def moves(piles):
    for i, pile in enumerate(piles):
        left = pile ^ nim_sum ^ (1 if large == 0 or large == 1 and pile > 1 else 0)
        if left < pile:
            leave(i, left)
