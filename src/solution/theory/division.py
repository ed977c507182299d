"""A move divides the number by one of {P} to {Q}, and rounds up; whoever reaches 1 wins.
Numbers are won up to {Q}, then lost up to {P*Q}, won up to {P*Q*Q}, and so on."""
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
