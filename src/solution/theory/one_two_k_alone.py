"""A move takes 1, 2 or {K} stones.
Without {K}, the multiples of 3 are lost, and so they are if {K} is no multiple of 3. If it is, the first {K} of \
every {K+1} numbers are as without it, and the last one is won by taking {K}."""
assert ALONE and ASKS_WINNER and not MISERE
assert FIXED == [1, 2] and len(TAKES) == 3


def wins(pile):
    if K % 3 != 0:
        return pile % 3 != 0
    return pile % (K + 1) == K or pile % (K + 1) % 3 != 0


def largest():
    return max(LARGEST, K + 1)
