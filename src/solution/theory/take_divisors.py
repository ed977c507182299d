"""A move takes a divisor of the pile, and may take all of it.
The Grundy value is the number of factors 2, plus 1: taking a divisor with fewer of them leaves as many as it has, \
taking any other one leaves more than the pile had (Sprague, Grundy)."""


def grundy(pile):
    value = 0
    if pile > 0:
        value = 1
        while pile % 2 == 0:
            pile //= 2
            value += 1
    return value
