//! A ring of stones: a move takes neighbours, and gaps stay. So the first move leaves a row, and then the stones on
//! either side of what is taken are rows of their own, piles that are played apart.
//!
//! A position is the ring, or at least two rows, of which some may be empty.

use super::heap::{PileRule, Takes};
use super::{AllMoves, Change, Game, Move, Moves, Positions, Reason};
use crate::error::NoPeriod;
use crate::layout::Role;
use crate::words::{agree, t};

/// The game.
#[derive(Clone, Debug)]
pub(crate) struct StoneRing {
    /// What a move may take.
    takes: Box<dyn PileRule>,
    /// The game of the rows.
    rows: Box<dyn Game>,
    /// The largest row of which the value is known.
    known: Option<u64>,
}

impl StoneRing {
    pub(crate) fn new(takes: Box<dyn PileRule>, rows: Box<dyn Game>) -> Self {
        Self {
            takes,
            rows,
            known: None,
        }
    }

    fn takes(&self, ring: u64) -> Takes<'_> {
        let first = self.takes.rests(ring).into_iter().next();
        first.map_or(Takes::NONE, |(takes, _)| takes)
    }

    /// Whether a row is lost. Whoever takes the middle of it wins: of what is left, do on one side what the opponent
    /// does on the other.
    fn is_lost(&self, row: u64) -> bool {
        let mut takes = self.takes(row).all().peekable();
        let has_moves = takes.peek().is_some();
        !has_moves || !takes.any(|take| take % 2 == row % 2) && !self.rows.first_wins(&[row])
    }

    /// Whether only rows that are shorter than all takes are lost: of two numbers next to each other, one is a middle.
    fn is_range(&self, ring: u64) -> bool {
        matches!(self.takes(ring), Takes::Range(range) if range.start() < range.end())
    }

    /// Takes that leave a lost row.
    fn winning_takes(&self, ring: u64) -> impl Iterator<Item = u64> + '_ {
        let takes = match self.takes(ring) {
            Takes::Range(range) if self.is_range(ring) => {
                let (least, most) = range.into_inner();
                Takes::Range(least.max(ring - (least - 1))..=most)
            }
            takes => takes,
        };
        takes.all().filter(move |take| self.is_lost(ring - take))
    }

    fn is_known(&self, rows: &[u64]) -> bool {
        rows.iter().all(|&row| Some(row) <= self.known)
    }

    /// Whether these are rows whose moves are listed.
    fn are_listed(&self, rows: &[u64]) -> bool {
        self.is_known(rows) && self.rows.lists_moves(rows)
    }
}

impl Game for StoneRing {
    fn set(&mut self, role: Role, values: &[u64]) {
        self.takes.set(role, values);
        self.rows.set(role, values);
        self.known = None;
    }

    /// Of rows that are won wherever there is a move, values are computed for play with few stones alone.
    fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        const FEW: u64 = 60;
        let row = if self.is_range(largest) {
            largest.min(FEW)
        } else {
            largest
        };
        if Some(row) > self.known {
            self.rows.cover(row)?;
            self.known = Some(row);
        }
        Ok(())
    }

    fn first_wins(&self, position: &[u64]) -> bool {
        match *position {
            [ring] => self.winning_takes(ring).next().is_some(),
            _ if self.is_known(position) => self.rows.first_wins(position),
            // After the first move.
            _ => position.iter().any(|&row| !self.is_lost(row)),
        }
    }

    fn moves<'a>(&'a self, position: &'a [u64]) -> AllMoves<'a> {
        match *position {
            [ring] => Box::new(self.takes(ring).all().map(first_move(ring))),
            _ if self.are_listed(position) => self.rows.moves(position),
            _ => Box::new(std::iter::empty()),
        }
    }

    fn winning<'a>(&'a self, position: &'a [u64]) -> Moves<'a> {
        match *position {
            [ring] => Box::new(self.winning_takes(ring).map(first_move(ring))),
            _ if self.are_listed(position) => self.rows.winning(position),
            _ => Box::new(std::iter::empty()),
        }
    }

    fn lists_moves(&self, position: &[u64]) -> bool {
        position.len() == 1 || self.are_listed(position)
    }

    /// The first move leaves a row.
    fn afters<'a>(&'a self, position: &'a [u64]) -> Positions<'a> {
        let ring = position[0];
        Box::new(self.winning_takes(ring).map(move |take| vec![ring - take]))
    }

    fn why(&self, position: &[u64]) -> Reason {
        match *position {
            [ring] => {
                let takes = self.winning_takes(ring).next();
                Reason::sentence(match takes {
                    Some(take) => agree(t!("a row of {row} stones is lost", row = ring - take)),
                    None if self.takes(ring).all().next().is_none() => {
                        t!("there are too few stones for a move").to_owned()
                    }
                    None => t!("whatever the first move takes, the row that it leaves is won").to_owned(),
                })
            }
            _ if self.is_known(position) => self.rows.why(position),
            _ => Reason::sentence(t!("what is done on one side can be done on the other")),
        }
    }
}

/// The moves that make a ring a row, and an empty one, by what they take.
fn first_move(ring: u64) -> impl Fn(u64) -> Move {
    move |take| vec![Change::divide(take, ring - take, ring - take)]
}
