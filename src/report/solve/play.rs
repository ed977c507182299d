//! A line of best play.

use crate::game::Turn;
use crate::game::rule::Rules;

/// The maximum number of moves in a line of play.
const MAX_MOVES: usize = 1000;

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    /// The player to move in the position.
    First,
    /// The opponent.
    Second,
}

impl Player {
    /// The name in the output.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }

    /// The opponent.
    pub(crate) fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// This player if `wins`, else the opponent.
    pub(crate) fn if_wins(self, wins: bool) -> Self {
        if wins { self } else { self.other() }
    }
}

/// Best play by both players; the losing one ends the game soon.
pub(crate) struct LineOfPlay<'a> {
    rules: &'a Rules,
    position: Vec<u64>,
    player: Player,
    moves: usize,
    max_moves: usize,
}

/// A move in a line of play.
pub(crate) struct Played {
    /// The player who moves.
    pub player: Player,
    /// The move.
    pub turn: Turn,
    /// The piles after it.
    pub after: Vec<u64>,
}

impl<'a> LineOfPlay<'a> {
    /// The line that starts with `piles`, and ends after at most `max_moves` moves.
    pub(crate) fn new(rules: &'a Rules, piles: &[u64], max_moves: usize) -> Self {
        Self {
            rules,
            position: piles.to_vec(),
            player: Player::First,
            moves: 0,
            max_moves: max_moves.min(MAX_MOVES),
        }
    }

    /// Whether the game is over, not only the line.
    pub(crate) fn is_over(&self) -> bool {
        self.rules.best(&self.position).is_none()
    }
}

impl Iterator for LineOfPlay<'_> {
    type Item = Played;

    fn next(&mut self) -> Option<Played> {
        if self.moves == self.max_moves {
            return None;
        }
        let turn = self.rules.best(&self.position)?;
        self.position = self.rules.after(&self.position, &turn);
        let player = self.player;
        self.moves += 1;
        self.player = player.other();
        Some(Played {
            player,
            turn,
            after: self.rules.shown(&self.position).to_vec(),
        })
    }
}
