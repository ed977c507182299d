"""A move takes a number of stones that has no common divisor with that of the pile.
The Grundy value is 0 of an even pile, 1 of 1, else the place of the least prime factor among the primes 2, 3, 5, ... (Sprague, Grundy): what a move leaves has no common divisor with the pile, either."""
assert TABLE < 2 ** 24


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
