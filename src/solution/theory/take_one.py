"""A move takes {K} stones from one pile.
A pile has as many moves as {K} stones go into it, one after another, so that its Grundy value is that number modulo \
2 (Sprague, Grundy)."""
assert len(TAKES) == 1


def grundy(pile):
    return pile // K % 2


def options(pile, target):
    if pile >= K and grundy(pile - K) == target:
        yield pile - K


def claims(pile, target, parts, left):
    if parts == 1 and left < pile and pile - left == K and grundy(left) == target:
        yield left


def least_take():
    return K
