"""The first move leaves at least one stone, each later one takes at most {K} times what the move before took.
The lost piles are 1 and, after each of them, its sum with the smallest one that is at least 1/{K} of it: fewer than \
{MOST} up to {LARGEST}. Every pile is a sum of at most 64 of these, each more than {K} times the next, and the least \
part is the smallest take that wins (Schwenk 1970)."""
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
    least = 0
    rest = pile
    length = 0
    while rest > 0:
        while lost[last] > rest:
            last -= 1
        least = lost[last]
        rest -= least
        terms[length] = least
        length += 1
    return least != pile


def largest():
    return max(K, 2 * LARGEST)
