"""A move takes 1 stone, or as many as a prime{POWERS}, from one pile.
All numbers below {PERIOD} may be taken and no multiple of it: the Grundy value is the remainder by {PERIOD} (Sprague, Grundy)."""


def grundy(pile):
    return pile % PERIOD
