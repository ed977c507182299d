"""A move takes 1, {K}, {K}^2, ... stones from one pile.
By {K+1}, powers of {K} leave the remainders 1 and {K} in turn; with an odd {K}, all are odd. So Grundy values repeat: 0, 1, 0, 1, ..., and 2 before 0 if {K} is even (Sprague, Grundy)."""


def grundy(pile):
    if K % 2 == 1:
        return pile % 2
    if pile % (K + 1) == K:
        return 2
    return pile % (K + 1) % 2


def largest():
    return max(LARGEST, K + 1)
