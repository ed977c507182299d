"""The first move leaves at least one stone, each later one takes at most twice what the move before took.
The lost piles are the Fibonacci numbers (Whinihan 1963)."""
assert K == 2 and ASKS_WINNER


def wins(pile):
    fib = 1
    before = 1
    while fib < pile:
        fib += before
        before = fib - before
    return fib != pile


def largest():
    return 2 * LARGEST
