"""A move takes any number of stones from one step of a staircase to the next one below.
Only the odd steps count, as piles of Nim: what a move brings to an even step, the reply takes on to the next one \
(Sprague, Grundy)."""


def wins(piles):
    nim_sum = 0
    for i, pile in enumerate(piles):
        if i % 2 == 1 - FIRST:
            nim_sum ^= pile
    return nim_sum != 0


def moves(piles):
    for i, pile in enumerate(piles):
        if i % 2 == 1 - FIRST:
            target = pile ^ nim_sum
            if target < pile and i == 0:
                leave(i, target)
            elif target < pile:
                leave(i, target, i - 1, piles[i - 1] + (pile - target))
        elif i > 0:
            target = piles[i - 1] ^ nim_sum
            if target > piles[i - 1] and target - piles[i - 1] <= pile:
                leave(i, pile - (target - piles[i - 1]), i - 1, target)


def largest():
    return 2 * LARGEST
