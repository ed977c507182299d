"""A move takes any number of stones from each of 1 to {K} piles; whoever takes the last stone loses.
A position is lost if each binary digit is 1 in a multiple of {K+1} piles (Moore 1910); if no pile is larger than 1, it is lost if the number of stones is 1 modulo {K+1}."""
assert MISERE and ASKS_WINNER


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
