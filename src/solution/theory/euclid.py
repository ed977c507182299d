"""A move subtracts a multiple of the smaller number from the larger; whoever makes one 0 wins.
Whoever is first to have a choice, or to end the game, wins: he can choose who moves from what is left (Cole, Davie \
1969)."""


def is_won(less, more):
    won = less > 0
    while less < more and more - less < less:
        rest = more - less
        more = less
        less = rest
        won = not won
    return won


def wins(a, b):
    return is_won(min(a, b), max(a, b))


def moves(a, b):
    less = min(a, b)
    more = max(a, b)
    left = more % less
    if left < more - less and not is_won(less, less + left):
        if a >= b:
            leave(0, less + left)
        else:
            leave(1, less + left)
    if not is_won(left, less):
        if a >= b:
            leave(0, left)
        else:
            leave(1, left)
