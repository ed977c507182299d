"""A move takes 1, 2 or {K} stones.
Unless {K} is a multiple of 3, lost are the multiples of 3; else that repeats after {K+1}, but the last of each {K+1} is won by taking {K} (Sprague, Grundy)."""
assert ALONE and ASKS_WINNER and not MISERE
assert FIXED == [1, 2] and len(TAKES) == 3


def wins(pile):
    if K % 3 != 0:
        return pile % 3 != 0
    return pile % (K + 1) == K or pile % (K + 1) % 3 != 0


def largest():
    return max(LARGEST, K + 1)
