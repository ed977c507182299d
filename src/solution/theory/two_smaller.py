"""A move puts at most two smaller piles in the place of a pile (Mock Turtles).
The Grundy values of piles of 1, 2, 3, ... stones are the numbers with an odd number of 1 bits, in order (Berlekamp, \
Conway, Guy 1982)."""


def grundy(pile):
    if pile == 0:
        return 0
    odd = 1
    bits = pile - 1
    while bits > 0:
        odd ^= bits % 2
        bits //= 2
    return 2 * (pile - 1) + odd


def options(pile, target):
    assert PILES * LARGEST ** 2 <= 10 ** 8
    for left in range(1, pile):
        for right in range(1, left + 1):
            if grundy(left) ^ grundy(right) == target:
                yield right, left
    for left in range(0, pile):
        if grundy(left) == target:
            yield left


def claims(pile, target, parts, left, right):
    if parts == 1 and left < pile and grundy(left) == target:
        yield left
    if parts == 2 and left > 0 and right < pile and grundy(left) ^ grundy(right) == target:
        yield left, right


def largest():
    return 2 * LARGEST
