"""A move divides a pile into two or more piles, all of different sizes.
Grundy values by definition (Sprague, Grundy): reached says which xors the divisions of so many stones into different piles have."""
assert TABLE < 64


def prepare():
    values = [0] * (TABLE + 1)
    reached = [False] * (64 * TABLE + 64)
    reached[0] = True
    for size in range(1, TABLE + 1):
        while reached[64 * size + values[size]]:
            values[size] += 1
        for rest in range(0, TABLE - size + 1):
            for sum in range(0, 64):
                if reached[64 * (TABLE - size - rest) + sum]:
                    reached[64 * (TABLE - rest) + (sum ^ values[size])] = True


def grundy(pile):
    return values[pile]


def options(pile, target):
    assert LARGEST <= 50
    parts = [0] * 64
    rest = pile
    least = 1
    n = 0
    while rest > 0:
        while 2 * least < rest:
            parts[n] = least
            n += 1
            rest -= least
            least += 1
        parts[n] = rest
        n += 1
        sum = 0
        for nth in range(0, n):
            sum ^= values[parts[nth]]
        rest = 0
        if n > 1:
            if sum == target:
                leave_parts(parts, n)
            rest = parts[n - 1] + parts[n - 2]
            least = parts[n - 2] + 1
            n -= 2


def claims(pile, target, parts):
    rest = pile
    last = 0
    value = 0
    are_legal = len(parts) > 1
    for part in parts:
        if part > last and part <= rest:
            rest -= part
            value ^= grundy(part)
            last = part
        else:
            are_legal = False
    if are_legal and rest == 0 and value == target:
        leave_parts(parts, len(parts))
