"""A ring: a move takes {K} neighbouring stones, and gaps stay.
The first move leaves a row, and each move in a row leaves two: the Grundy value of a row is the smallest number \
that is not the value of what a move can leave (Sprague, Grundy)."""
assert K > 0 and len(TAKES) == 1 and TABLES * TABLE ** 2 // 4 <= 10 ** 9 // 4


def prepare():
    values = [0] * (TABLE + 1)
    seen = [0] * (2 * TABLE + 2)
    for size in range(K, TABLE + 1):
        for left in range(0, (size - K) // 2 + 1):
            seen[values[left] ^ values[size - K - left]] = size
        while seen[values[size]] == size:
            values[size] += 1


def wins(ring):
    return ring >= K and values[ring - K] == 0


def moves(ring):
    leave(0, ring - K)
