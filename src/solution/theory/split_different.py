"""A move divides a pile into two or more piles, all of different sizes.
The Grundy value of a pile is the smallest number that is not the value of what a move can leave (Sprague, Grundy). All are below 64: reached[64 * n + x] says whether n stones can be divided into piles of different sizes, among those whose values are known, so that the xor of their values is x."""
assert TABLE < 64


def prepare():
    values = [0] * (TABLE + 1)
    reached = [False] * (64 * TABLE + 64)
    reached[0] = True
    for size in range(1, TABLE + 1):
        while reached[64 * size + values[size]]:
            values[size] += 1
        for less in range(0, TABLE - size + 1):
            stones = TABLE - less
            for value in range(0, 64):
                if reached[64 * (stones - size) + value]:
                    reached[64 * stones + (value ^ values[size])] = True


def grundy(pile):
    return values[pile]


def claims(pile, target, parts):
    rest = pile
    value = 0
    last = 0
    legal = 0
    for part in parts:
        if part > last and part <= rest:
            rest -= part
            value ^= grundy(part)
            last = part
            legal += 1
    if rest == 0 and value == target and legal > 1 and legal == len(parts):
        leave_parts(parts, len(parts))
