"""A move takes any number of stones from one of two piles, or the same number from both.
The lost positions are x, x + k, where x is k times the golden ratio, rounded down (Wythoff 1907). Euclid's algorithm compares two numbers with that ratio exactly."""
assert LARGEST < 2 ** 62


def is_below(p, q):
    below = True
    while q <= p and p - q < q:
        rest = p - q
        p = q
        q = rest
        below = not below
    return (p < q) == below


def smaller(k):
    less = 0
    step = ABOVE_LARGEST
    while step > 0:
        if is_below(less + step, k):
            less += step
        step //= 2
    return less


def partner(size):
    k = 0
    step = ABOVE_LARGEST
    while step > 0:
        if k + step <= size and not is_below(size + 1, k + step):
            k += step
        step //= 2
    if size == 0 or is_below(size, k):
        return size + k
    k = 0
    step = ABOVE_LARGEST
    while step > 0:
        if k + step <= size and not is_below(size - k - step + 1, k + step):
            k += step
        step //= 2
    return size - k


def wins(a, b):
    k = distance(a, b)
    less = smaller(k)
    return less != min(a, b)


def moves(a, b):
    if less < min(a, b):
        leave_all(less, less + k)
    if partner(b) < a:
        leave_all(min(b, partner(b)), max(b, partner(b)))
    if partner(a) < b and (COUNTED or a != b):
        leave_all(min(a, partner(a)), max(a, partner(a)))


def largest():
    return 2 * LARGEST + 1
