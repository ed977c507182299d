"""A move takes a divisor of the pile, but neither 1 nor all of it.
The Grundy value is the number of factors 2 if the odd part of the pile is at least 17; below, it is what a search \
over moves says (Sprague, Grundy)."""


def grundy(pile):
    twos = 0
    odd = pile
    while odd % 2 == 0 and odd > 0:
        odd //= 2
        twos += 1
    if odd > 15 or twos == 0:
        return twos
    if odd == 1:
        return 0 if twos % 2 == 1 else twos // 2 if twos < 6 else twos - 1
    if odd <= 5 and (twos == 2 or twos == 4) or odd == 13 and twos == 3:
        return 3
    if twos <= 2:
        return 2 if twos == 2 or odd == 3 else 1
    if twos < 6:
        return twos + 1
    if odd == 3:
        return twos - 2
    return twos + (2 if odd == 5 else 1)
