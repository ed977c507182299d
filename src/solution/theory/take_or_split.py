"""A move takes {SET} from one pile, or divides a pile into two.
The Grundy value of a pile is the smallest number that is not the value of what a move can leave; that of two piles \
is the xor of theirs (Sprague, Grundy)."""
assert TABLES * TABLE ** 2 // 4 <= 10 ** 9


def prepare():
    values = [0] * (TABLE + 1)
    seen = [0] * (2 * TABLE + 2)
    for size in range(1, TABLE + 1):
        for part in range(1, size // 2 + 1):
            seen[values[part] ^ values[size - part]] = size
        for take in takes(size):
            seen[values[size - take]] = size
        while seen[values[size]] == size:
            values[size] += 1


def grundy(pile):
    return values[pile]


def options(pile, target):
    assert PILES * LARGEST <= 10 ** 8
    for part in range(1, pile // 2 + 1):
        if grundy(part) ^ grundy(pile - part) == target:
            yield part, pile - part
    for take in takes(pile):
        if grundy(pile - take) == target:
            yield pile - take


def claims(pile, target, parts, left, right):
    if parts == 1 and left < pile and grundy(left) == target:
        for take in allows(pile, pile - left):
            yield left
    if parts == 2 and left > 0 and left < pile and right == pile - left and grundy(left) ^ grundy(right) == target:
        yield left, right
