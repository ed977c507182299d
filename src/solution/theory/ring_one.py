"""A ring: a move takes {K} neighbouring stones, and gaps stay.
The first move leaves a row, and each move in a row leaves two: the Grundy value of a row is the smallest number that no move reaches (Sprague, Grundy)."""
assert K > 0 and len(TAKES) == 1 and CASES * LARGEST ** 2 <= 10 ** 9


def wins(ring):
    if ring < K:
        return False
    values = [0] * (LARGEST + 1)
    seen = [0] * 512
    for size in range(K, ring - K + 1):
        for left in range(0, (size - K) // 2 + 1):
            seen[values[left] ^ values[size - K - left]] = size
        while seen[values[size]] == size:
            values[size] += 1
    return values[ring - K] == 0
