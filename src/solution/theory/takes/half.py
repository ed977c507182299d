def takes(pile):
    for take in range(1, pile // 2 + 1):
        yield take


def most_takes():
    return LARGEST // 2
