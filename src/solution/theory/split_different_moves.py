"""All divisions of a pile, the ones with the smallest parts first."""


def options(pile, target):
    assert LARGEST <= 50
    parts = [0] * LARGEST
    n = 0
    rest = pile
    least = 1
    while least <= rest:
        while 2 * least < rest:
            parts[n] = least
            n += 1
            rest -= least
            least += 1
        parts[n] = rest
        value = 0
        for j in range(0, n + 1):
            value ^= values[parts[j]]
        if n > 0 and value == target:
            leave_parts(parts, n + 1)
        least = rest + 1
        if n > 0:
            n -= 1
            least = parts[n] + 1
            rest += parts[n]
