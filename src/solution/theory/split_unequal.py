"""A move divides a pile into two of different sizes (Grundy's game).
The Grundy value of a pile is the smallest number that is not the xor of the values of two such parts (Sprague, \
Grundy)."""
assert TABLE ** 2 // 4 <= 10 ** 9


def prepare():
    values = [0] * (TABLE + 1)
    seen = [0] * (2 * TABLE + 2)
    for size in range(1, TABLE + 1):
        for part in range(1, (size + 1) // 2):
            seen[values[part] ^ values[size - part]] = size
        while seen[values[size]] == size:
            values[size] += 1


def grundy(pile):
    return values[pile]


def options(pile, target):
    assert PILES * LARGEST <= 10 ** 8
    for part in range(1, (pile + 1) // 2):
        if grundy(part) ^ grundy(pile - part) == target:
            yield part, pile - part


def claims(pile, target, parts, left, right):
    if parts == 2 and left > 0 and left < right and right < pile and left == pile - right:
        if grundy(left) ^ grundy(right) == target:
            yield left, right
