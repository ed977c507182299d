def prepare():
    if not SORTED:
        TAKES.sort()


def takes(pile):
    for nth, take in enumerate(TAKES):
        if take <= pile and (DISTINCT or nth == 0 or TAKES[nth - 1] != take):
            yield take


def least_take():
    return min(FIXED)


def most_takes():
    return len(TAKES)
