"""A move takes any number of stones from one of two piles, or the same number from both."""
assert ASKS_WINNER


def wins(a, b):
    k = distance(a, b)
    return is_below(min(a, b) + 1, k) or not is_below(min(a, b), k) and (ABOVE_0 or max(a, b) > 0)


def largest():
    return LARGEST + 1
