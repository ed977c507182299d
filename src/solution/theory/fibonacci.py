"""The first move leaves at least one stone, each later one takes at most twice what the move before took.
The lost piles are the Fibonacci numbers (Whinihan 1963)."""
assert K == 2 and ASKS_WINNER


def wins(pile):
    fib = 1
    following = 2
    while fib < pile:
        following += fib
        fib = following - fib
    return fib != pile


def largest():
    return 3 * LARGEST
