"""All moves, those that divide a pile first."""


def options(pile, target):
    assert PILES * LARGEST * len(DIGITS) <= 10 ** 8
    for take in range(0, min(pile, len(DIGITS) - 1) + 1):
        if DIGITS[take] >= 4:
            for part in range(1, (pile - take) // 2 + 1):
                if grundy(part) ^ grundy(pile - take - part) == target:
                    yield part, pile - take - part
        if may_end(take, pile - take) and grundy(pile - take) == target:
            yield pile - take
