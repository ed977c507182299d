def prepare():
    if not SORTED:
        TAKES.sort()


def takes(pile):
    for i, take in enumerate(TAKES):
        if take <= pile and (DISTINCT or i == 0 or TAKES[i - 1] != take):
            yield take


def most_takes():
    return len(TAKES)
