"""The first move leaves at least one stone, each later one takes at most {K} times what the move before took.
The lost piles are 1 and, after each of them h, h + g with the smallest of them g for which {K} g >= h. Every pile is a sum of these, each more than {K} times the next, and the least part is the smallest take that wins (Schwenk 1970)."""
assert MOST <= 10 ** 7


def prepare():
    lost = [0] * MOST
    terms = [0] * 64


def wins(pile):
    lost[0] = 1
    last = 0
    i = 0
    while lost[last] < pile:
        while K * lost[i] < lost[last]:
            i += 1
        lost[last + 1] = lost[last] + lost[i]
        last += 1
    n = 0
    rest = pile
    while rest > 0:
        while lost[last] > rest:
            last -= 1
        terms[n] = lost[last]
        rest -= lost[last]
        n += 1
    return n > 1


def moves(pile):
    take = 0
    while n > 1:
        n -= 1
        take += terms[n]
        if terms[n - 1] > K * take:
            leave(0, pile - take)


def largest():
    return (K + 1) * LARGEST
