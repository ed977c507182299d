# Independent piles: a move that wins gives one of them the xor of the values of all others (Sprague 1935, Grundy 1939).
def wins(piles):
    nim_sum = 0
    for pile in piles:
        nim_sum ^= grundy(pile)
    return nim_sum != 0


def moves(piles):
    for i, pile in enumerate(piles):
        options(pile, grundy(pile) ^ nim_sum)


def options(pile, target):
    assert PILES * MAX_TAKES <= 10 ** 8
    for take in takes(pile):
        if grundy(pile - take) == target:
            yield pile - take


def claims(pile, target, parts, left):
    if parts == 1 and left < pile and grundy(left) == target:
        for take in allows(pile, pile - left):
            yield left


def allows(pile, take):
    for own in takes(pile):
        if own == take:
            yield take
