"""A move takes 1, {K}, {K}^2, ... stones from one pile.
Modulo {K+1}, the powers of {K} are 1 and {K} in turn; if {K} is odd, so are all of them. So the Grundy values \
repeat 0, 1, 0, 1, ..., with a 2 before the next 0 if {K} is even (Sprague, Grundy)."""


def grundy(pile):
    if K % 2 == 1:
        return pile % 2
    if pile % (K + 1) == K:
        return 2
    return pile % (K + 1) % 2


def largest():
    return max(LARGEST, K + 1) if ASKS_WINNER or not POWERS_FIT else max(LARGEST, K * LARGEST)
