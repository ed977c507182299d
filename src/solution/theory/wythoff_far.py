"""A move takes any number of stones from one of two piles, or the same number from both."""
assert LARGEST < 2 ** 62


def partner(size):
    k = 0
    step = ABOVE_LARGEST
    while step > 0:
        if k + step <= size and not is_below(size + 1, k + step):
            k += step
        step //= 2
    return size + k if is_below(size, k) else k


def wins(a, b):
    k = distance(a, b)
    less = smaller(k)
    return less != min(a, b)


def moves(a, b):
    if less < min(a, b):
        leave_all(less, less + k)
    if partner(b) < a:
        leave_all(min(b, partner(b)), max(b, partner(b)))
    if partner(a) < b and (COUNTED or not ASKS_ALL or a != b):
        leave_all(min(a, partner(a)), max(a, partner(a)))


def largest():
    return 2 * LARGEST + 1
