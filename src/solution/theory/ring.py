"""A ring: a move takes {SET} that are neighbours, and gaps stay.
The first move leaves a row, and each move in a row leaves two: the Grundy value of a row is the smallest number that is not the value of what a move can leave (Sprague, Grundy)."""
assert TABLES * TABLE ** 2 * MOST_TAKES <= 4 * 10 ** 9


def prepare():
    values = [0] * (TABLE + 1)
    seen = [0] * (2 * TABLE + 2)
    for size in range(1, TABLE + 1):
        for take in takes(size):
            for left in range(0, (size - take) // 2 + 1):
                seen[values[left] ^ values[size - take - left]] = size
        while seen[values[size]] == size:
            values[size] += 1


def wins(ring):
    won = False
    for take in takes(ring):
        if values[ring - take] == 0:
            won = True
    return won


def moves(ring):
    assert CASES * MOST_TAKES <= 10 ** 8
    for take in takes(ring):
        if values[ring - take] == 0:
            leave(0, ring - take)
