//! Gaps that are piles of Nim: a move of what is at one end makes a gap smaller, and one at the other end may make it
//! larger, which the next move can undo.

use super::{Change, Moves};

/// A gap.
pub(super) struct Gap {
    /// The index of what makes it larger, and by how much that may move. `None` if the gap ends where the cells do.
    pub left: Option<(usize, u64)>,
    /// The index of what makes it smaller.
    pub right: usize,
    pub size: u64,
}

impl Gap {
    /// Whose move by how much makes the nim-sum of all gaps 0, if it is `sum`.
    pub(super) fn balanced(&self, sum: u64) -> Option<(usize, u64)> {
        let target = self.size ^ sum;
        if target < self.size {
            return Some((self.right, self.size - target));
        }
        let (left, room) = self.left?;
        let by = target - self.size;
        (1..=room).contains(&by).then_some((left, by))
    }
}

/// The moves that make the nim-sum of all gaps 0, if it is `sum`.
pub(super) fn balancing(position: &[u64], gaps: impl Iterator<Item = Gap>, sum: u64) -> Moves<'_> {
    let mut moves: Vec<_> = gaps.filter_map(|gap| gap.balanced(sum)).collect();
    moves.sort_unstable();
    let turn = |(at, by): (usize, u64)| vec![Change::leave(at, position[at], position[at] - by)];
    Box::new(moves.into_iter().map(turn))
}
