"""A move takes an odd number of stones (the period is 2), 1 or a prime (4), or 1 or a power of a prime (6).
A move may take any number below {PERIOD}, and no multiple of {PERIOD}: the Grundy value is the remainder modulo \
{PERIOD} (Sprague, Grundy)."""


def grundy(pile):
    return pile % PERIOD
