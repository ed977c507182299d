//! Checks that numbers make a position, while they are read: what the game itself makes meaningless is an error.

use super::hill::may_follow;
use super::rule::Shape;
use crate::decode::{Number, Slice};
use crate::error::{InputError, InputErrorKind};

/// The rules of a position of some shape, and what has been read of one.
#[derive(Debug)]
pub(crate) struct Legal {
    shape: Shape,
    /// The cell of the last person; 0 before the first.
    last: u64,
    cells: Cells,
    /// The number of persons, and whether it is known before the king is.
    persons: u64,
    persons_come_first: bool,
}

impl Legal {
    pub(crate) fn new(shape: Shape, persons_come_first: bool) -> Self {
        Self {
            shape,
            last: 0,
            cells: Cells::default(),
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
        match (self.shape, piles) {
            (Shape::Piles | Shape::Exactly(_), _) => Ok(()),
            (Shape::Ascending, Slice::Narrow(persons)) => self.persons(persons),
            (Shape::Ascending, Slice::Wide(persons)) => self.persons(persons),
            (Shape::Distinct, cells) => match self.cells.add(cells) {
                None => Ok(()),
                Some((index, cell)) => {
                    let kind = InputErrorKind::NotFree { cell };
                    Err(InputError::at_number(index, kind))
                }
            },
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
                return Err(InputError::at_number(index, kind));
            }
            last = found;
        }
        self.last = last;
        Ok(())
    }

    /// Receives how many persons there are, and who is the king, if that is known.
    pub(crate) fn count_of_persons(
        &mut self,
        count: u64,
        king: Option<u64>,
    ) -> Result<(), InputErrorKind> {
        self.persons = count;
        let king = king.filter(|_| !self.persons_come_first);
        king.map_or(Ok(()), |king| self.is_there(king))
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
        self.cells.runs.clear();
    }
}

/// Different cells in sorted runs, each at most half as long as the one before: a third of the memory of a hash table.
#[derive(Debug, Default)]
struct Cells {
    runs: Vec<Vec<u64>>,
}

impl Cells {
    /// Adds cells. The first of them that is 0 or there already, and its index.
    fn add(&mut self, cells: Slice<'_>) -> Option<(usize, u64)> {
        let mut sorted: Vec<_> = cells.iter().zip(0..).collect();
        sorted.sort_unstable();
        let pairs = sorted.windows(2);
        let twice = pairs
            .filter(|pair| pair[0].0 == pair[1].0)
            .map(|pair| pair[1]);
        let is_there = |cell: u64| self.runs.iter().any(|run| run.binary_search(&cell).is_ok());
        let taken = sorted
            .iter()
            .copied()
            .filter(|&(cell, _)| cell == 0 || is_there(cell));
        if let Some((cell, index)) = twice.chain(taken).min_by_key(|&(_, index)| index) {
            return Some((index, cell));
        }
        self.runs
            .push(sorted.into_iter().map(|(cell, _)| cell).collect());
        while let [.., before, last] = &mut self.runs[..]
            && before.len() < 2 * last.len()
        {
            before.append(last);
            #[expect(
                clippy::stable_sort_primitive,
                reason = "it finds the two runs, and merges them"
            )]
            before.sort();
            self.runs.pop();
        }
        None
    }
}
