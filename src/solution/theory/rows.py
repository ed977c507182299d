"""A move takes {SET} from a row of stones, which may leave two.
The Grundy value of a pile is the smallest number that is not the value of what a move can leave; that of two piles \
is the xor of theirs (Sprague, Grundy)."""
assert TABLES * TABLE ** 2 * MAX_TAKES // 4 <= 10 ** 9


def prepare():
    values = [0] * (TABLE + 1)
    seen = [0] * (2 * TABLE + 2)
    for size in range(1, TABLE + 1):
        for take in takes(size):
            for left in range(0, (size - take) // 2 + 1):
                seen[values[left] ^ values[size - take - left]] = size
        while seen[values[size]] == size:
            values[size] += 1
