# Values that repeat behind a table.
assert PERIOD > 0


def grundy(pile):
    return values[pile if pile < START + PERIOD else START + (pile - START) % PERIOD]
