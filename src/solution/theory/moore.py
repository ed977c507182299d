"""A move takes any number of stones from each of 1 to {K} piles.
A position is lost if each binary digit is 1 in a multiple of {K+1} piles (Moore 1910)."""
assert not MISERE


def wins(piles):
    won = False
    for bit in range(0, BITS):
        having = 0
        for pile in piles:
            having += pile >> bit & 1
        if having % (K + 1) != 0:
            won = True
    return won


def moves(piles):
    after = [0] * len(piles)
    free = [0] * len(piles)
    for i, pile in enumerate(piles):
        after[i] = pile
    frees = 0
    power = 1 << BITS - 1
    while power > 0:
        for j in range(0, frees):
            after[free[j]] -= after[free[j]] & power
        having = 0
        for i in range(0, len(piles)):
            having += 1 if after[i] & power > 0 else 0
        surplus = having % (K + 1)
        missing = (K + 1 - surplus) % (K + 1)
        if missing <= frees:
            for j in range(0, missing):
                after[free[j]] += power
        else:
            for i in range(0, len(piles)):
                if surplus > 0 and after[i] & power > 0:
                    after[i] -= power
                    free[frees] = i
                    frees += 1
                    surplus -= 1
        power //= 2
    leave_all(after)


def most_changed():
    return K


def largest():
    return 2 * LARGEST
