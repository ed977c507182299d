"""A move takes any number of stones from one of two piles, or the same number from both.
The k-th lost position is x, x + k, where x is the smallest number that is in none before (Wythoff 1907)."""
assert LARGEST <= 2 * 10 ** 6


def prepare():
    smaller = [0] * (LARGEST + 1)
    partner = [0] * (3 * LARGEST + 2)
    size = 1
    for k in range(1, LARGEST + 1):
        while partner[size] > 0:
            size += 1
        smaller[k] = size
        partner[size] = size + k
        partner[size + k] = size


def wins(a, b):
    return partner[a] != b


def moves(a, b):
    k = distance(a, b)
    if smaller[k] < min(a, b):
        leave_all(smaller[k], smaller[k] + k)
    if partner[b] < a:
        leave_all(min(b, partner[b]), max(b, partner[b]))
    if partner[a] < b and (COUNTED or a != b):
        leave_all(min(a, partner[a]), max(a, partner[a]))
