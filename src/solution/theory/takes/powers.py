def takes(pile):
    take = 1
    while take <= pile:
        yield take
        if K == 1 or not POWERS_FIT and take > pile // K:
            break
        take *= K


def largest():
    return K * LARGEST if POWERS_FIT else LARGEST


def most_takes():
    return 64
