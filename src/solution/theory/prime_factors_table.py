"""The number of prime factors, by a sieve."""
assert LARGEST <= 10 ** 7


def prepare():
    least = [0] * (LARGEST + 1)
    factors = [0] * (LARGEST + 1)
    for number in range(2, LARGEST + 1):
        if least[number] == 0:
            for multiple in range(number, LARGEST + 1, number):
                if least[multiple] == 0:
                    least[multiple] = number
        factors[number] = factors[number // least[number]] + 1


def grundy(pile):
    return factors[pile]
