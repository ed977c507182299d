"""A move takes from one pile as many stones as the code {CODE} allows, and may divide the rest where it says so.
The Grundy value of a pile is the smallest number that is not the value of what a move can leave; that of two piles \
is the xor of theirs (Sprague, Grundy). DIGITS says of each take what it may leave: 1 nothing, 2 a pile, 4 two \
piles, or a sum of these."""
assert TABLE ** 2 * len(DIGITS) // 4 <= 10 ** 9


def prepare():
    values = [0] * (TABLE + 1)
    seen = [0] * (2 * TABLE + 2)
    for size in range(1, TABLE + 1):
        for take in range(0, min(size, len(DIGITS) - 1) + 1):
            rest = size - take
            if DIGITS[take] >= 4:
                for part in range(1, rest // 2 + 1):
                    seen[values[part] ^ values[rest - part]] = size
            if may_end(take, rest):
                seen[values[rest]] = size
        while seen[values[size]] == size:
            values[size] += 1


def grundy(pile):
    return values[pile]


def may_end(take, rest):
    return take > 0 and DIGITS[take] & (1 if rest == 0 else 2) > 0


def claims(pile, target, parts, left, right):
    for take in range(0, min(pile, len(DIGITS) - 1) + 1):
        if left <= pile - take and right == pile - take - left:
            if parts == 1 and may_end(take, left) or parts == 2 and DIGITS[take] >= 4 and left > 0 and right > 0:
                if grundy(left) ^ grundy(right) == target:
                    yield left, right
