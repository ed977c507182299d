def takes(pile):
    if FEW:
        for take in range(2 if INNER else 1, pile if PROPER else pile + 1):
            if pile % take == 0:
                yield take
    else:
        part = 2 if INNER else 1
        while part * part <= pile:
            if pile % part == 0 and (part < pile or not PROPER):
                yield part
            part += 1
        while part > (2 if PROPER else 1):
            part -= 1
            if pile % part == 0 and part * part < pile:
                yield pile // part


def allows(pile, take):
    if pile % take == 0 and (take > 1 or not INNER) and (take < pile or not PROPER):
        yield take


def most_takes():
    return 1 + LARGEST // 1000
