"""Which piles a move makes smaller, and how much.
A move goes through the digits from the highest down. A pile that has given one up may get any lower ones: if all such piles can supply what a digit lacks, they do; if not, more piles give it up."""


def moves(piles):
    lowered = [0] * len(piles)
    if MISERE and large <= K:
        for small in range(0, 2):
            for i in range(0, len(piles)):
                if piles[i] + small > 1:
                    piles[i] = 0 if gone > 0 else 1
                    gone -= 1 if gone > 0 else 0
    count = 0
    power = 0 if MISERE and large <= K else 1 << BITS - 1
    while power > 0:
        having = 0
        for i in range(0, len(piles)):
            having += 1 if piles[i] & power > 0 else 0
        having %= K + 1
        if having + count <= K:
            for i in range(0, len(piles)):
                if having > 0 and piles[i] & power > 0:
                    piles[i] -= piles[i] % (2 * power)
                    lowered[count] = i
                    count += 1
                    having -= 1
        elif having > 0:
            for j in range(0, K + 1 - having):
                piles[lowered[j]] += power
        power //= 2
    if not MAY_LACK or gone < K or large > 0:
        leave_all(piles)
