"""Whether a number is below another one times the golden ratio.
The lost positions are x, x + k, where x is k times the golden ratio, rounded down (Wythoff 1907). Euclid's \
algorithm compares two numbers with that ratio exactly."""


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
