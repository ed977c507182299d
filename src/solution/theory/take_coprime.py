"""A move takes a number of stones that has no common divisor with that of the pile.
An even pile has the Grundy value 0, a pile of 1 the value 1, and any other one the place of its least prime factor \
among the primes 2, 3, 5, ... (Sprague, Grundy): what a move leaves is coprime to the pile, too."""
assert TABLE <= 2 ** 24 - 1


def prepare():
    values = [0] * (TABLE + 1)
    values[1] = 1
    place = 1
    for prime in range(3, TABLE + 1, 2):
        if values[prime] == 0:
            place += 1
            for multiple in range(prime, TABLE + 1, 2 * prime):
                if values[multiple] == 0:
                    values[multiple] = place


def grundy(pile):
    return values[pile]
