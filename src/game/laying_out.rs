//! Laying out stones so that the player who moves second wins at Nim.

/// Lays out `stones`, at least one, in piles so that the player to move loses.
///
/// With two equal piles, every move in one is answered by the same move in the other. If the number of
/// stones is odd, so is the number of odd piles, and the nim-sum is never 0.
pub fn lost(stones: u64) -> Option<[u64; 2]> {
    stones.is_multiple_of(2).then_some([stones / 2; 2])
}
