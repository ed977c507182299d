"""Each person may go up to the one above, or to the top."""


def moves(cells):
    for i in range(top, len(cells)):
        above = cells[i - 1] + 1 if i > top else 1
        if KING != top + 1 and (len(cells) - i) % 2 == 1:
            size = cells[i] - above + (1 if i == top and KING != top + 2 else 0)
            target = size ^ nim_sum
            if target < size and size - target < cells[i]:
                leave(i, cells[i] - (size - target))
        elif KING != top + 1:
            target = cells[i + 1] - cells[i] - 1 ^ nim_sum
            if target < cells[i + 1] - above and target > cells[i + 1] - cells[i] - 1:
                leave(i, cells[i + 1] - 1 - target)
        if i == top:
            rest = 0
            if (len(cells) - top) % 2 == 0:
                rest = cells[top + 1] - (1 if KING == top + 3 else 0)
            for j in range(top + 1 + (len(cells) - top + 1) % 2, len(cells), 2):
                rest ^= cells[j + 1] - cells[j] - 1
            if KING == top + 1 or KING > top + 2 and rest == 0:
                leave(i, 0)
