def is_prime(number):
    part = 2
    while part * part <= number and number % part != 0:
        part += 1
    return part * part > number


def takes(pile):
    for take in range(1, pile + 1):
        if is_prime(take):
            yield take


def allows(pile, take):
    if is_prime(take):
        yield take


def most_takes():
    return LARGEST
