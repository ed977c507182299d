"""A move takes a divisor of the pile, and may take all of it.
The Grundy value is one more than the number of factors 2: a divisor with fewer of them leaves as many as it has, any other one more than the pile had (Sprague, Grundy)."""


def grundy(pile):
    value = 0
    if pile > 0:
        value = 1
        while pile % 2 == 0:
            pile //= 2
            value += 1
    return value
