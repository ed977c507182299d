"""A move takes {SET} from one pile, and may divide what is left of it into two."""


def grundy(pile):
    return values[pile]


def options(pile, target):
    assert PILES * LARGEST * MAX_TAKES <= 10 ** 8
    for take in takes(pile):
        for part in range(1, (pile - take) // 2 + 1):
            if grundy(part) ^ grundy(pile - take - part) == target:
                yield part, pile - take - part
        if grundy(pile - take) == target:
            yield pile - take


def claims(pile, target, parts, left, right):
    if parts == 1 and left < pile and grundy(left) == target:
        for take in allows(pile, pile - left):
            yield left
    if parts == 2 and left > 0 and left < pile and right < pile - left and grundy(left) ^ grundy(right) == target:
        for take in allows(pile, pile - left - right):
            yield left, right
