"""A move takes a divisor of the pile, but neither 1 nor all of it.
The lost piles are the odd ones and 2, 8, 32, ...: from any other pile a move leaves one of these, and from these it \
does not."""
assert ALONE and ASKS_WINNER


def wins(pile):
    twos = 0
    while pile % 2 == 0 and pile > 0:
        pile //= 2
        twos += 1
    return twos > 0 and (pile > 1 or twos % 2 == 0)
