"""A move divides the number by one of {P} to {Q}, and rounds up; whoever reaches 1 wins.
Numbers from 2 to {Q} are won, the next ones up to {P*Q} lost, those up to {P*Q*Q} won, and so on: a move that \
divides by as much as it may is answered by one that divides by as little."""
assert ORDERED


def is_won(number):
    won = False
    while number > 1:
        won = not won
        number = (number - 1) // (Q if won else max(P, 2)) + 1
    return won


def wins(number):
    return is_won(number)


def moves(number):
    assert CASES * Q <= 10 ** 7
    last = number
    for divisor in range(max(P, 2), Q + 1):
        left = (number - 1) // divisor + 1
        if left < last and not is_won(left):
            leave(0, left)
        last = left
