//! Who wins.

use super::tally::Tally;

/// Whether the player who takes the last stone wins or loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// The player who takes the last stone wins.
    Normal,
    /// The player who takes the last stone loses.
    Misere,
}

impl Play {
    /// Whether the player to move wins.
    ///
    /// In normal play, exactly if the nim-sum is not 0. In misère play the same holds, unless no pile is
    /// larger than 1; then exactly if the number of ones is even, so that their nim-sum is 0. In
    /// particular, the player to move wins if no stone is left. Both rules are in Bouton's paper of
    /// 1901.
    #[inline(always)]
    pub fn first_wins(self, tally: &Tally) -> bool {
        match self {
            Self::Normal => tally.nim_sum != 0,
            Self::Misere => (tally.nim_sum != 0) == (tally.union > 1),
        }
    }
}
