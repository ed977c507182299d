"""A move knocks down one pin of a row, or two neighbours, which may leave a row on either side (Kayles).
The Grundy value of a row is the smallest number that is not the value of what a move can leave; that of two rows is \
the xor of theirs (Sprague, Grundy). From 71 pins on, the values have the period 12 (Guy, Smith 1956); none is above \
9."""
assert TABLE ** 2 // 2 <= 10 ** 9 // 2


def prepare():
    values = [0] * (TABLE + 1)
    seen = [0] * 16
    for size in range(1, TABLE + 1):
        for pins in range(1, min(size, 2) + 1):
            for left in range(0, (size - pins) // 2 + 1):
                seen[values[left] ^ values[size - pins - left]] = size
        while seen[values[size]] == size:
            values[size] += 1


def grundy(pile):
    return values[pile]


def options(pile, target):
    assert PILES * LARGEST <= 10 ** 8
    for pins in range(1, min(pile, 2) + 1):
        for left in range(0, pile - pins + 1):
            if grundy(left) ^ grundy(pile - pins - left) == target:
                yield left, pile - pins - left


def claims(pile, target, parts, left, right):
    if parts == 2 and left < pile and right < pile - left and pile - left - right <= 2:
        if grundy(left) ^ grundy(right) == target:
            yield left, right
