//! The one reader of a case: what its numbers give of the rules, and the positions that they make, whatever their order.
//!
//! Who wants to know both is a [`Receiver`]: answering keeps as little of a position as it needs, and a
//! [`Collector`] all of it.

use super::{CountOf, Layout, Role, cells_between};
use crate::decode::Slice;
use crate::error::{InputError, InputErrorKind};

/// Receives what a case says.
pub(crate) trait Receiver {
    /// A part of the rules: a number, or the numbers of a set. It holds until it is given anew.
    fn given(&mut self, role: Role, values: &[u64]) -> Result<(), InputErrorKind>;

    /// The next piles of the current position, and whether its rules are complete.
    fn piles(&mut self, piles: Slice<'_>, are_rules_complete: bool) -> Result<(), InputError>;

    /// The rules of the current position are complete, some of whose piles came before.
    fn rules_are_complete(&mut self) -> Result<(), InputErrorKind>;

    /// How many persons there are.
    fn persons(&mut self, _count: u64) -> Result<(), InputErrorKind> {
        Ok(())
    }
}

/// Reads cases.
#[derive(Clone, Debug)]
pub(crate) struct CaseReader {
    /// As [`Layout::completing`].
    completing: Option<Role>,
    /// Whether the rules of the current position are complete.
    are_rules_complete: bool,
    /// The subtraction set so far, and the length it will have.
    set: Vec<u64>,
    set_len: u64,
    /// The cell at one end of the pile whose other end comes next.
    first_cell: u64,
}

impl CaseReader {
    pub(crate) fn new(layout: &Layout) -> Self {
        Self {
            completing: layout.completing,
            are_rules_complete: layout.completing.is_none(),
            set: Vec::new(),
            set_len: 0,
            first_cell: 0,
        }
    }

    /// Reads the next numbers with this role, and passes what they say to `to`.
    ///
    /// # Errors
    /// If a number makes no sense for the game.
    #[inline]
    pub(crate) fn numbers(
        &mut self,
        role: Role,
        piece: Slice<'_>,
        to: &mut impl Receiver,
    ) -> Result<(), InputError> {
        // What is neither a pile nor a take stands alone.
        let number = || piece.iter().next().unwrap_or(0);
        let read = match role {
            Role::Pile | Role::Person => return to.piles(piece, self.are_rules_complete),
            Role::Take => return self.takes(piece, to),
            Role::FirstCell => {
                self.first_cell = number();
                Ok(())
            }
            Role::SecondCell => match cells_between(self.first_cell, number()) {
                Some(pile) => return to.piles(Slice::Wide(&[pile]), self.are_rules_complete),
                None => Err(InputErrorKind::TwoCoins { cell: number() }),
            },
            Role::Parameter(_) => self.given(role, &[number()], to),
            Role::Count(CountOf::Takes) => {
                self.set_len = number();
                self.set.clear();
                Ok(())
            }
            Role::Count(CountOf::Persons) => to.persons(number()),
            Role::Cases | Role::Count(_) | Role::Other => Ok(()),
        };
        read.map_err(|kind| InputError::at_number(0, kind))
    }

    /// Reads a piece of the subtraction set; it is empty if the set is.
    fn takes(&mut self, piece: Slice<'_>, to: &mut impl Receiver) -> Result<(), InputError> {
        if let Some(index) = piece.iter().position(|take| take == 0) {
            return Err(InputError::at_number(index, InputErrorKind::TakeOfZero));
        }
        self.set.extend(piece.iter());
        if self.set.len() as u64 != self.set_len {
            return Ok(());
        }
        // The length may hold for the next set, too.
        let set = std::mem::take(&mut self.set);
        let given = self.given(Role::Take, &set, to);
        given.map_err(|kind| InputError::at_number(piece.len().saturating_sub(1), kind))
    }

    fn given(
        &mut self,
        role: Role,
        values: &[u64],
        to: &mut impl Receiver,
    ) -> Result<(), InputErrorKind> {
        to.given(role, values)?;
        if self.completing != Some(role) {
            return Ok(());
        }
        self.are_rules_complete = true;
        to.rules_are_complete()
    }

    /// Ends the current position.
    pub(crate) fn end_position(&mut self) {
        self.are_rules_complete = self.completing.is_none();
    }
}

/// A position of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// What the input gives of its rules: numbers, each alone, and the numbers of a set.
    pub given: Vec<(Role, Vec<u64>)>,
    /// Its piles, or the cells of persons or coins.
    pub piles: Vec<u64>,
}

impl Position {
    /// What is given with this role; nothing if that is not given.
    pub fn given(&self, role: Role) -> &[u64] {
        let given = self.given.iter().find(|(other, _)| *other == role);
        given.map_or(&[], |(_, values)| values)
    }
}

/// Collects the current position.
#[derive(Clone, Debug)]
pub(crate) struct Collector {
    reader: CaseReader,
    pub position: Position,
}

impl Collector {
    pub(crate) fn new(layout: &Layout) -> Self {
        Self {
            reader: CaseReader::new(layout),
            position: Position::default(),
        }
    }

    /// Adds the next numbers with this role.
    ///
    /// # Errors
    /// As [`CaseReader::numbers`].
    pub(crate) fn numbers(&mut self, role: Role, piece: Slice<'_>) -> Result<(), InputError> {
        self.reader.numbers(role, piece, &mut self.position)
    }

    /// Ends the position. What was given holds for the next one, too.
    pub(crate) fn end_position(&mut self) {
        self.reader.end_position();
        self.position.piles.clear();
    }
}

impl Receiver for Position {
    fn given(&mut self, role: Role, values: &[u64]) -> Result<(), InputErrorKind> {
        match self.given.iter_mut().find(|(other, _)| *other == role) {
            Some((_, old)) => values.clone_into(old),
            None => self.given.push((role, values.to_vec())),
        }
        Ok(())
    }

    fn piles(&mut self, piles: Slice<'_>, _: bool) -> Result<(), InputError> {
        self.piles.extend(piles.iter());
        Ok(())
    }

    fn rules_are_complete(&mut self) -> Result<(), InputErrorKind> {
        Ok(())
    }
}
