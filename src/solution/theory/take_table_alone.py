"""A move takes {SET} from the pile.
A pile is won if a move leaves a lost one."""
assert ALONE and ASKS_WINNER and not MISERE
assert TABLES * TABLE * MAX_TAKES <= 10 ** 9 and TABLE <= 10 ** 8


def prepare():
    won = [False] * (TABLE + 1)
    for size in range(1, TABLE + 1):
        for take in takes(size):
            if not won[size - take]:
                won[size] = True
                break


def wins(pile):
    return won[pile]
