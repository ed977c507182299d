"""A move takes a divisor of the pile, but not all of it.
The Grundy value is the number of factors 2: taking a divisor with fewer of them leaves as many as it has, taking \
any other one leaves more than the pile had (Sprague, Grundy)."""


def grundy(pile):
    value = 0
    while pile % 2 == 0 and pile > 0:
        pile //= 2
        value += 1
    return value
