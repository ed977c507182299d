"""A move takes any number of stones from each of 1 to {K} piles.
A position is lost if each binary digit is 1 in a multiple of {K+1} piles (Moore 1910)."""


def wins(piles):
    won = False
    large = 0
    gone = K
    for pile in piles:
        large += 1 if pile > 1 else 0
        gone += 1 if pile > 0 else 0
    gone %= K + 1
    for bit in range(0, BITS):
        having = 0
        for pile in piles:
            having += pile >> bit & 1
        if having % (K + 1) != (1 if MISERE and large == 0 and bit == 0 else 0):
            won = True
    return won


def most_changed():
    return K


def largest():
    return 2 * LARGEST
