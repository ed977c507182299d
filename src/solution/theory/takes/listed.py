def takes(pile):
    for take in TAKES:
        if take <= pile:
            yield take


def most_takes():
    return len(TAKES)
