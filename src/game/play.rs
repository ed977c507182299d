//! Who wins.

use super::tally::Tally;

/// Who takes the last stone: the winner or the loser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// Who takes the last stone wins.
    Normal,
    /// Who takes the last stone loses.
    Misere,
}

impl Play {
    /// Whether the player to move wins.
    ///
    /// Normal play: exactly if the nim-sum is not 0. Misère play: the same, unless no pile is
    /// larger than 1; then exactly if the number of ones is even, which makes their nim-sum 0. In
    /// particular, who is to move when no stone is left wins. Both are in Bouton's paper of 1901.
    #[inline(always)]
    pub fn first_wins(self, tally: &Tally) -> bool {
        match self {
            Self::Normal => tally.nim_sum != 0,
            Self::Misere => (tally.nim_sum != 0) == (tally.union > 1),
        }
    }
}
