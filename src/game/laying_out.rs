//! Laying out stones: how the player who moves second wins at Nim.

/// A way to lay out `stones`, at least one, in piles so that the player to move loses.
///
/// Two equal piles: whatever is taken from one of them is then taken from the other. If the number
/// of stones is odd, then so is the number of odd piles, and the nim-sum is never 0.
pub fn lost(stones: u64) -> Option<[u64; 2]> {
    stones.is_multiple_of(2).then_some([stones / 2; 2])
}
