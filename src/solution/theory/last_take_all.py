"""All takes that win are sums of the least parts."""


def moves(pile):
    take = 0
    while n > 1:
        n -= 1
        take += terms[n]
        if terms[n - 1] > K * take:
            leave(0, pile - take)


def largest():
    return max(K, 2) * LARGEST
