def takes(pile):
    for take in range(1, pile + 1, 2):
        yield take


def allows(pile, take):
    if take % 2 == 1:
        yield take


def most_takes():
    return (LARGEST + 1) // 2
