# One pile: it is lost if its Grundy value is 0, and a move that wins leaves such a pile.
def wins(pile):
    return grundy(pile) != 0


def moves(pile):
    options(pile, 0)
