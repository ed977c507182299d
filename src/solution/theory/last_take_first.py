"""The first move leaves at least one stone, each later one takes at most {K} times what the move before took.
The lost piles are 1 and, after each of them h, h + g with the smallest of them g for which {K} g >= h. Every pile is a sum of these, each more than {K} times the next, and the least part is the smallest take that wins (Schwenk 1970)."""
assert MOST <= 10 ** 7 and not ASKS_COUNT and not ASKS_ALL


def prepare():
    lost = [0] * MOST


def wins(pile):
    lost[0] = 1
    last = 0
    i = 0
    while lost[last] < pile:
        while K * lost[i] < lost[last]:
            i += 1
        lost[last + 1] = lost[last] + lost[i]
        last += 1
    least = 0
    rest = pile
    while rest > 0:
        while lost[last] > rest:
            last -= 1
        least = lost[last]
        rest -= least
    return least != pile


def moves(pile):
    leave(0, pile - least)


def largest():
    return (K + 1) * LARGEST
