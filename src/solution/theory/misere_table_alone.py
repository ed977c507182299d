"""A move takes {SET} from the pile; whoever takes the last stone loses.
A pile is won if no move is left, or if a move leaves a lost one."""
assert ALONE and ASKS_WINNER and MISERE
assert TABLES * TABLE * MAX_TAKES <= 10 ** 9 and TABLE <= 10 ** 8


def prepare():
    won = [False] * (TABLE + 1)
    for size in range(0, TABLE + 1):
        stuck = True
        for take in takes(size):
            stuck = False
            if not won[size - take]:
                won[size] = True
        if stuck:
            won[size] = True


def wins(pile):
    return won[pile]
