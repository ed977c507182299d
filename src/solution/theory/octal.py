"""A move takes from one pile as many stones as the code {CODE} allows, and may divide the rest where it says so.
The Grundy value of a pile is the smallest number that is not the value of what a move can leave; that of two piles is the xor of theirs (Sprague, Grundy)."""
assert TABLE ** 2 * len(DIGITS) <= 4 * 10 ** 9


def prepare():
    values = [0] * (TABLE + 1)
    seen = [0] * (2 * TABLE + 2)
    for size in range(1, TABLE + 1):
        for take in range(0, min(size, len(DIGITS) - 1) + 1):
            rest = size - take
            if DIGITS[take] >= 4:
                for part in range(1, rest // 2 + 1):
                    seen[values[part] ^ values[rest - part]] = size
            if take > 0 and DIGITS[take] // (1 if rest == 0 else 2) % 2 == 1:
                seen[values[rest]] = size
        while seen[values[size]] == size:
            values[size] += 1


def grundy(pile):
    return values[pile]


def options(pile, target):
    assert PILES * LARGEST * len(DIGITS) <= 10 ** 8
    for take in range(0, min(pile, len(DIGITS) - 1) + 1):
        if DIGITS[take] >= 4:
            for part in range(1, (pile - take) // 2 + 1):
                if grundy(part) ^ grundy(pile - take - part) == target:
                    yield part, pile - take - part
        if take > 0 and DIGITS[take] // (1 if take == pile else 2) % 2 == 1 and grundy(pile - take) == target:
            yield pile - take


def claims(pile, target, parts, left, right):
    for take in range(0, min(pile, len(DIGITS) - 1) + 1):
        if parts == 2 and DIGITS[take] >= 4 and left > 0 and left < pile - take and right == pile - take - left:
            if grundy(left) ^ grundy(right) == target:
                yield left, right
        if parts == 1 and take > 0 and left == pile - take and DIGITS[take] // (1 if left == 0 else 2) % 2 == 1:
            if grundy(left) == target:
                yield left
