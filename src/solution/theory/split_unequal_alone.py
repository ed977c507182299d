"""A move divides a pile into two of different sizes (Grundy's game).
The Grundy value of a pile is the smallest number that is not the xor of the values of two such parts (Sprague, \
Grundy). Up to 2^20 stones, no pile above 1222 is lost, and up to there all values are below 1024."""
assert ALONE and ASKS_WINNER and LARGEST < 2 ** 20


def prepare():
    values = [0] * 1223
    seen = [0] * 1024
    for size in range(1, 1223):
        for part in range(1, (size + 1) // 2):
            seen[values[part] ^ values[size - part]] = size
        while seen[values[size]] == size:
            values[size] += 1


def wins(pile):
    return pile > 1222 or values[pile] != 0
