def takes(pile):
    take = 1
    while take <= pile:
        yield take
        take = take * K if K > 1 and take <= pile // K else pile + 1


def most_takes():
    return 64
