"""A move moves a person up, past nobody; whoever moves the king to the top wins.
Pair the people from the far end: the free cells between two partners are a pile of Nim. Who has no partner can go \
up to the top, but must not if the king is next (Sprague, Grundy)."""
assert ASKS_WINNER and ABOVE_0


def wins(cells):
    nim_sum = 0
    if len(cells) % 2 == 1:
        nim_sum = cells[0] - (1 if KING == 2 else 0)
    for i in range(len(cells) % 2, len(cells), 2):
        nim_sum ^= cells[i + 1] - cells[i] - 1
    return KING == 1 or nim_sum != 0
