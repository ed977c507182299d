//! A line of best play.

use crate::game::rules::{self, Rules, Turn};

/// The line ends after so many moves, if the game does not.
const MOST_MOVES: usize = 1000;

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Who is to move in the position.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// How the player is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }

    /// The opponent.
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// This player, if it is true that he wins, and else the opponent.
    pub fn if_wins(self, wins: bool) -> Self {
        if wins { self } else { self.other() }
    }
}

/// A game that both play as well as they can; who is lost makes it short.
pub struct Line<'a> {
    rules: &'a Rules,
    piles: Vec<u64>,
    player: Player,
    moves: usize,
    most_moves: usize,
}

/// A move in a line of play.
pub struct Played {
    /// Whose move it is.
    pub player: Player,
    /// The move.
    pub turn: Turn,
    /// The position that it leaves.
    pub after: Vec<u64>,
}

impl<'a> Line<'a> {
    /// The line that starts with `piles`, and ends after `most_moves` moves, or sooner.
    pub fn new(rules: &'a Rules, piles: &[u64], most_moves: usize) -> Self {
        Self {
            rules,
            piles: piles.to_vec(),
            player: Player::First,
            moves: 0,
            most_moves: most_moves.min(MOST_MOVES),
        }
    }

    /// Whether the game is over, and not only the line.
    pub fn is_over(&self) -> bool {
        self.rules.best(&self.piles).is_none()
    }
}

impl Iterator for Line<'_> {
    type Item = Played;

    fn next(&mut self) -> Option<Played> {
        if self.moves == self.most_moves {
            return None;
        }
        let turn = self.rules.best(&self.piles)?;
        let after = rules::after(&self.piles, &turn);
        let player = self.player;
        self.moves += 1;
        self.player = player.other();
        self.piles.clone_from(&after);
        Some(Played {
            player,
            turn,
            after,
        })
    }
}
