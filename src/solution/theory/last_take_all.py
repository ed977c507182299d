"""All takes that win are sums of the least parts."""


def moves(pile):
    take = 0
    while length > 1:
        length -= 1
        take += terms[length]
        if terms[length - 1] > K * take:
            leave(0, pile - take)


def largest():
    return max(K, 2) * LARGEST
