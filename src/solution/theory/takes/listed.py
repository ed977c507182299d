def prepare():
    if not SORTED:
        TAKES.sort()


def takes(pile):
    for at, take in enumerate(TAKES):
        if take <= pile and (DISTINCT or at == 0 or TAKES[at - 1] != take):
            yield take


def least_take():
    return min(FIXED)


def most_takes():
    return len(TAKES)
