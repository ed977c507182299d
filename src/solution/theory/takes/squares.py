def takes(pile):
    root = 1
    while root * root <= pile:
        yield root * root
        root += 1


def most_takes():
    return 1 + LARGEST // 1000
