def is_power(number):
    part = 2
    while part * part <= number and number % part != 0:
        part += 1
    if part * part > number:
        return True
    while number % part == 0:
        number //= part
    return number == 1


def takes(pile):
    for take in range(1, pile + 1):
        if is_power(take):
            yield take


def allows(pile, take):
    if is_power(take):
        yield take


def most_takes():
    return LARGEST
