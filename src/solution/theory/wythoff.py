"""A move takes any number of stones from one of two piles, or the same number from both.
The lost positions are x, x + k, where x is k times the golden ratio, rounded down (Wythoff 1907). Euclid's algorithm compares two numbers with that ratio exactly."""
assert ASKS_WINNER


def is_below(p, q):
    below = True
    while q <= p and p - q < q:
        rest = p - q
        p = q
        q = rest
        below = not below
    return (p < q) == below


def wins(a, b):
    k = distance(a, b)
    return is_below(min(a, b) + 1, k) or not is_below(min(a, b), k) and (ABOVE_0 or max(a, b) > 0)
