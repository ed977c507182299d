def takes(pile):
    for take in range(P, min(pile, Q) + 1):
        yield take


def allows(pile, take):
    if P <= take and take <= Q:
        yield take


def least_take():
    return P


def most_takes():
    return Q - P + 1
