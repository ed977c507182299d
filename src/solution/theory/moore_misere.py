"""A move takes any number of stones from each of 1 to {K} piles; whoever takes the last stone loses.
A position is lost if each binary digit is 1 in a multiple of {K+1} piles (Moore 1910); if no pile is larger than 1, it is lost if the number of stones is 1 modulo {K+1}."""
assert MISERE


def wins(piles):
    won = False
    largest = 0
    for pile in piles:
        largest = max(largest, pile)
    for bit in range(0, BITS):
        having = 0
        for pile in piles:
            having += pile >> bit & 1
        if having % (K + 1) != (1 if largest <= 1 and bit == 0 else 0):
            won = True
    return won


def moves(piles):
    after = [0] * len(piles)
    free = [0] * len(piles)
    large = 0
    gone = 0
    for i, pile in enumerate(piles):
        after[i] = pile
        large += 1 if pile > 1 else 0
        gone += 1 if pile > 0 else 0
    power = 1 << BITS - 1
    if large <= K:
        power = 0
        gone = (gone - 1) % (K + 1) if gone > 0 else 0
        for least in range(0, 2):
            for i in range(0, len(piles)):
                if after[i] > 1 - least:
                    after[i] = 1 if gone == 0 else 0
                    gone -= 1 if gone > 0 else 0
    frees = 0
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
    if largest > 0:
        leave_all(after)


def most_changed():
    return K


def largest():
    return 2 * LARGEST
