"""A move takes 1 stone, a prime number, or with the period 6 a power of a prime.
A move may take any number below {PERIOD}, and no multiple of {PERIOD}: the Grundy value is the remainder modulo {PERIOD} (Sprague, Grundy)."""


def grundy(pile):
    return pile % PERIOD
