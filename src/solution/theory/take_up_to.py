"""A move takes 1 to {K} stones from one pile.
The Grundy value of a pile is its remainder modulo {K+1}: whatever a move takes, the reply can complete it to {K+1} \
(Sprague, Grundy)."""


def grundy(pile):
    return pile % (K + 1)


def options(pile, target):
    if target <= K:
        take = (pile % (K + 1) + K + 1 - target) % (K + 1)
        if take > 0 and take <= pile:
            yield pile - take


def largest():
    return max(LARGEST, 2 * K + 1)
