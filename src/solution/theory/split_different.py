"""A move divides a pile into two or more piles, all of different sizes.
Grundy values by definition (Sprague, Grundy), all below 64: reached[64 * n + x] says whether n stones can be divided into different piles whose values have the xor x. The pile itself counts only for larger ones."""
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
