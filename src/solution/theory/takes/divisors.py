def takes(pile):
    part = 2 if INNER else 1
    while part * part <= pile:
        if pile % part == 0 and (part < pile or not PROPER):
            yield part
        part += 1
    while part > (2 if PROPER else 1):
        part -= 1
        if pile % part == 0 and part * part < pile:
            yield pile // part


def most_takes():
    return 1 + LARGEST // 1000
