"""A move takes {P} to {Q} stones from one pile.
The Grundy value of a pile is its remainder modulo {P+Q}, divided by {P} and rounded down: whatever a move takes, \
the reply can complete it to {P+Q} (Sprague, Grundy)."""


def grundy(pile):
    return pile % (P + Q) // P if ORDERED or P <= Q else 0


def options(pile, target):
    if target * P < P + Q and (ORDERED or P <= Q):
        rest = min(target * P, Q) + P - 1
        first = (pile % (P + Q) + P + Q - rest) % (P + Q)
        last = min(min(pile, Q), first + rest - target * P)
        for take in range(max(first, P), last + 1):
            yield pile - take


def claims(pile, target, parts, left):
    if parts == 1 and left < pile and pile - left >= P and pile - left <= Q and grundy(left) == target:
        yield left


def largest():
    return max(LARGEST, 4 * (P + Q))
