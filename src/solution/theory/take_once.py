"""A move takes any number of stones from one pile, but no number twice from the same pile.
The Grundy value of a pile is the largest number of different takes that it has stones for: the largest v with 1 + 2 \
+ ... + v <= pile (Sprague, Grundy)."""
assert PILES * ROOT <= 3 * 10 ** 8


def grundy(pile):
    value = 0
    while (value + 1) * (value + 2) // 2 <= pile:
        value += 1
    return value


def options(pile, target):
    assert LARGEST <= 63
    for take in range(1, pile + 1):
        rest = pile - take
        value = 0
        size = 2 if take == 1 else 1
        while size <= rest:
            rest -= size
            size += 2 if size + 1 == take else 1
            value += 1
        half = take
        while 2 * take == pile and half % 4 == 0:
            half //= 4
        if 2 * take == pile and half % 2 == 1:
            value = 0
        if value == target:
            yield pile - take
