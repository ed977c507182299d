//! Checks that numbers make a position, while they are read: what the game itself makes meaningless is an error.

use std::collections::HashSet;

use super::hill::may_follow;
use super::positions::{Cells, PositionKind};
use crate::decode::{Number, Slice};
use crate::error::{InputError, InputErrorKind};

/// The rules of a position of some kind, and what has been read of one.
#[derive(Debug)]
pub(crate) struct Legal {
    cells: Option<Cells>,
    /// The cell of the last person; 0 before the first.
    last: u64,
    /// The cells of the coins so far.
    coins: HashSet<u64>,
    /// The number of persons, and whether it is known before the king is.
    persons: u64,
    persons_come_first: bool,
}

impl Legal {
    pub(crate) fn new(positions: &PositionKind, persons_come_first: bool) -> Self {
        Self {
            cells: positions.cells,
            last: 0,
            coins: HashSet::new(),
            persons: 0,
            persons_come_first,
        }
    }

    /// Checks the next piles, cells of coins or cells of persons.
    ///
    /// # Errors
    /// The first that is invalid.
    #[inline]
    pub(crate) fn piles(&mut self, piles: Slice<'_>) -> Result<(), InputError> {
        match (self.cells, piles) {
            (None, _) => Ok(()),
            (Some(Cells::Distinct), cells) => {
                let mut is_bad = |cell: u64| cell == 0 || !self.coins.insert(cell);
                let found = cells.iter().enumerate().find(|&(_, cell)| is_bad(cell));
                found.map_or(Ok(()), |(index, cell)| {
                    let kind = match cell {
                        0 => InputErrorKind::CoinOnNoCell,
                        _ => InputErrorKind::TwoCoins { cell },
                    };
                    Err(kind.at(index))
                })
            }
            (Some(Cells::Ascending), Slice::Narrow(persons)) => self.persons(persons),
            (Some(Cells::Ascending), Slice::Wide(persons)) => self.persons(persons),
        }
    }

    /// Positions ascend; only at the top, 0, several are equal.
    fn persons<N: Number>(&mut self, piece: &[N]) -> Result<(), InputError> {
        let mut last = self.last;
        // Nearly always they ascend, and checking them all together takes no branch for each.
        if let [first, .., end] = piece
            && may_follow((*first).into(), last)
            && piece
                .iter()
                .zip(&piece[1..])
                .fold(true, |all, (&one, &next)| all & (one.into() < next.into()))
        {
            self.last = (*end).into();
            return Ok(());
        }
        for (index, &found) in piece.iter().enumerate() {
            let found = found.into();
            if !may_follow(found, last) {
                let kind = InputErrorKind::NotAscending { found, last };
                return Err(kind.at(index));
            }
            last = found;
        }
        self.last = last;
        Ok(())
    }

    /// Receives how many persons there are, and who is the king, if that is known.
    pub(crate) fn count_of_persons(&mut self, count: u64, king: u64) -> Result<(), InputErrorKind> {
        self.persons = count;
        if self.persons_come_first {
            return Ok(());
        }
        self.is_there(king)
    }

    /// Receives who is the king.
    pub(crate) fn king(&self, king: u64) -> Result<(), InputErrorKind> {
        if king == 0 || self.persons_come_first {
            return self.is_there(king);
        }
        Ok(())
    }

    fn is_there(&self, king: u64) -> Result<(), InputErrorKind> {
        let persons = self.persons;
        if king == 0 || king > persons {
            return Err(InputErrorKind::NoKing { king, persons });
        }
        Ok(())
    }

    /// Ends the position.
    #[inline]
    pub(crate) fn end(&mut self) {
        self.last = 0;
        self.coins.clear();
    }
}
