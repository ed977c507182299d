"""A move takes one coin left, over no other one.
Pair the coins from the right: the free cells between two partners are a pile of Nim. If the left coin of a pair moves, the right one follows by as much (Sprague, Grundy)."""
assert CASES * LENGTH ** 2 <= 10 ** 9


def wins(cells):
    nim_sum = 0
    left = [0] * len(cells)
    right = [0] * len(cells)
    others = [0] * len(cells)
    for i, cell in enumerate(cells):
        for other in cells:
            if other < cell:
                left[i] = max(left[i], other)
            if other > cell:
                others[i] += 1
                right[i] = other if others[i] == 1 else min(right[i], other)
        if others[i] % 2 == 0:
            nim_sum ^= cell - left[i] - 1
    return nim_sum != 0


def moves(cells):
    for i, cell in enumerate(cells):
        if others[i] % 2 == 0:
            target = cell - left[i] - 1 ^ nim_sum
            if target < cell - left[i] - 1:
                leave(i, left[i] + 1 + target)
        else:
            target = right[i] - cell - 1 ^ nim_sum
            if target > right[i] - cell - 1 and target < right[i] - left[i] - 1:
                leave(i, right[i] - 1 - target)


def largest():
    return 2 * LARGEST
