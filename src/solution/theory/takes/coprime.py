def are_coprime(one, other):
    while other > 0:
        rest = one % other
        one = other
        other = rest
    return one == 1


def takes(pile):
    for take in range(1, pile + 1):
        if are_coprime(pile, take):
            yield take


def allows(pile, take):
    if are_coprime(pile, take):
        yield take


def most_takes():
    return LARGEST
