"""Whoever takes the last stone loses.
If no pile is larger than 1, it is lost if the number of stones is 1 modulo {K+1}; a move that leaves no larger pile \
leaves so many."""
assert MISERE
