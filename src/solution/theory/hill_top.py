"""A move moves a person up, past nobody; whoever moves the king to the top wins.
Pair the people from the far end: the free cells between two partners are a pile of Nim. Who has no partner can go \
up to the top, but must not if the king is next (Sprague, Grundy)."""


def wins(cells):
    top = 0
    while top < len(cells) and cells[top] == 0:
        top += 1
    nim_sum = 0
    if (len(cells) - top) % 2 == 1:
        nim_sum = cells[top] - (1 if KING == top + 2 else 0)
    for i in range(top + (len(cells) - top) % 2, len(cells), 2):
        nim_sum ^= cells[i + 1] - cells[i] - 1
    return KING == top + 1 or KING > top and nim_sum != 0
