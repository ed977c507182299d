"""A move takes {SET} from one pile.
The Grundy value of a pile is the smallest number that is not the Grundy value of a pile that a move can leave \
(Sprague, Grundy)."""
assert TABLES * TABLE * MAX_TAKES <= 10 ** 9 and TABLE <= 10 ** 7


def prepare():
    values = [0] * (TABLE + 1)
    seen = [0] * (TABLE + 2)
    for size in range(1, TABLE + 1):
        for take in takes(size):
            seen[values[size - take]] = size
        while seen[values[size]] == size:
            values[size] += 1


def grundy(pile):
    return values[pile]
