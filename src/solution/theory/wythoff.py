"""A move takes any number of stones from one of two piles, or the same number from both.
Lost are the pairs x, x + k where x is the golden ratio times k, rounded down (Wythoff 1907): x is below that product, and x + 1 is not. The steps of Euclid's algorithm compare them without rounding."""
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
