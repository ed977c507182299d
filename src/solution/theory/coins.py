"""A move takes one coin left, over no other one.
Pair the coins from the right: the free cells between two partners are a pile of Nim. If the left coin of a pair \
moves, the right one follows by as much (Sprague, Grundy)."""
assert ASKS_WINNER


def wins(cells):
    if not SORTED:
        cells.sort()
    nim_sum = 0
    if len(cells) % 2 == 1:
        nim_sum = cells[0] - 1
    for i in range(len(cells) % 2, len(cells), 2):
        nim_sum ^= cells[i + 1] - cells[i] - 1
    return nim_sum != 0
