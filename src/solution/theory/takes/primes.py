def prepare():
    composite = [False] * (TABLE + 1)
    primes = [0] * (TABLE + 1)
    known = 0
    for number in range(2, TABLE + 1):
        if not composite[number]:
            primes[known] = number
            known += 1
            for multiple in range(number * number, TABLE + 1, number):
                composite[multiple] = True


def takes(pile):
    nth = 0
    while nth < known and primes[nth] <= pile:
        yield primes[nth]
        nth += 1


def least_take():
    return 2


def allows(pile, take):
    if take > 1 and not composite[take]:
        yield take


def most_takes():
    return 200 + LARGEST // 10
