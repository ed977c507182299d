//! The one reader of a case: what its numbers give of the rules, and the positions that they make, whatever their
//! order.
//!
//! Who wants to know both is a [`Receiver`]: answering keeps as little of a position as it needs, and a [`Position`]
//! all of it.

use std::collections::{HashSet, VecDeque};
use std::iter;
use std::ops::Range;

use super::{CountOf, Layout, PileOf, Role, cells_between};
use crate::decode::Slice;
use crate::error::{InputError, InputErrorKind};

/// Receives what a case says.
pub(crate) trait Receiver {
    /// A part of the rules: a number, or the numbers of a set. It holds until it is given anew.
    fn given(&mut self, role: Role, values: &[u64]) -> Result<(), InputErrorKind>;

    /// A part of the rules for each of the next `count` piles alone.
    fn given_beside(&mut self, role: Role, value: u64, count: usize);

    /// The next piles of the current position, and whether its rules are complete.
    fn piles(&mut self, piles: Slice<'_>, are_rules_complete: bool) -> Result<(), InputError>;

    /// The rules of the current position are complete, some of whose piles came before.
    fn rules_are_complete(&mut self) -> Result<(), InputErrorKind>;

    /// How many persons there are.
    fn persons(&mut self, _count: u64) -> Result<(), InputErrorKind> {
        Ok(())
    }

    /// Forgets the current position, and what was given `beside` its piles. The rest holds for the next one, too.
    fn end(&mut self, beside: &[Role]);
}

/// Reads cases.
pub(crate) struct CaseReader<R> {
    /// What receives the current position.
    pub position: R,
    /// As [`Layout::completing`].
    completing: Option<Role>,
    /// Whether the rules of the current position are complete.
    are_rules_complete: bool,
    /// The subtraction set so far, and the length it will have.
    set: Vec<u64>,
    set_len: u64,
    /// The cells at one end of the piles whose other ends come next.
    first_cells: VecDeque<u64>,
    /// As [`Layout::beside`]; until their row ends, what it gives of them.
    beside: Vec<Role>,
    row_given: Vec<(Role, u64)>,
    /// Where piles are known at the end of their row: those of it so far, for each of their names, and the place of
    /// the name of the next one.
    row: Vec<Vec<u64>>,
    place: usize,
    /// As in [`PileOrder`](super::PileOrder).
    runs: Vec<Range<usize>>,
    /// How many numbers came of a list in which their places matter.
    places: u64,
    /// The numbers of a list in which one that comes again does not count.
    seen: HashSet<u64>,
}

impl<R: Receiver> CaseReader<R> {
    pub(crate) fn new(layout: &Layout, position: R) -> Self {
        let beside = layout.beside();
        let in_order = (!beside.is_empty()).then(|| iter::once(0..1).collect());
        let order = layout.order.as_ref().map(|order| order.runs.clone());
        let runs = order.or(in_order).unwrap_or_default();
        Self {
            position,
            completing: layout.completing,
            are_rules_complete: layout.completing.is_none(),
            set: Vec::new(),
            set_len: 0,
            first_cells: VecDeque::new(),
            beside,
            row_given: Vec::new(),
            row: vec![Vec::new(); runs.last().map_or(0, |run| run.end)],
            place: 0,
            runs,
            places: 0,
            seen: HashSet::new(),
        }
    }

    /// Reads the next numbers with this role. It is an error if one makes no sense for the game.
    #[inline]
    pub(crate) fn numbers(&mut self, role: Role, piece: Slice<'_>) -> Result<(), InputError> {
        // What is neither a pile nor a take stands alone.
        let number = || piece.iter().next().unwrap_or(0);
        let read = match role {
            Role::Pile | Role::Person => return self.piles(piece),
            Role::Take => return self.takes(piece),
            Role::FirstCell => {
                self.first_cells.extend(piece.iter());
                Ok(())
            }
            Role::SecondCell | Role::PileOf(_) => return self.made_piles(role, piece),
            Role::Parameter(parameter) => match parameter.check(number()) {
                Ok(value) if self.beside.contains(&role) => {
                    self.row_given.push((role, value));
                    Ok(())
                }
                Ok(value) => self.given(role, &[value]),
                Err(kind) => Err(kind),
            },
            Role::Count(CountOf::Takes) => {
                self.set_len = number();
                self.set.clear();
                Ok(())
            }
            Role::Count(CountOf::Persons) => self.position.persons(number()),
            Role::Cases | Role::Count(_) | Role::Other => Ok(()),
        };
        read.map_err(|kind| kind.at(0))
    }

    /// The next number is the pile with this place among the names of the piles.
    pub(crate) fn place(&mut self, place: usize) {
        self.place = place;
    }

    /// The first pile of the current position that was read.
    pub(crate) fn first_of_row(&self) -> Option<u64> {
        self.row.iter().find_map(|piles| piles.first()).copied()
    }

    #[inline]
    fn piles(&mut self, piles: Slice<'_>) -> Result<(), InputError> {
        if let Some(row) = self.row.get_mut(self.place) {
            row.extend(piles.iter());
            return Ok(());
        }
        self.position.piles(piles, self.are_rules_complete)
    }

    /// Reads numbers of which piles follow.
    fn made_piles(&mut self, role: Role, piece: Slice<'_>) -> Result<(), InputError> {
        for (index, number) in piece.iter().enumerate() {
            let made = self.made_of(role, number);
            let (pile, count) = made.map_err(|kind| kind.at(index))?;
            let piles = Slice::Wide(&[pile; 2][..count]);
            self.piles(piles).map_err(|error| error.kind.at(index))?;
        }
        Ok(())
    }

    /// The size of the piles that a number makes, and how many they are.
    fn made_of(&mut self, role: Role, number: u64) -> Result<(u64, usize), InputErrorKind> {
        self.places += 1;
        match role {
            Role::PileOf(PileOf::Less(less)) => match number.checked_sub(less) {
                Some(pile) => Ok((pile, 1)),
                None => Err(InputErrorKind::TooSmall {
                    least: less,
                    found: number,
                }),
            },
            Role::PileOf(PileOf::MoreOnce(_)) if !self.seen.insert(number) => Ok((0, 0)),
            Role::PileOf(PileOf::More(more) | PileOf::MoreOnce(more)) => {
                let pile = number.checked_add(more);
                Ok((pile.ok_or(InputErrorKind::TooLarge)?, 1))
            }
            Role::PileOf(PileOf::MorePlace) => {
                let pile = number.checked_add(self.places);
                Ok((pile.ok_or(InputErrorKind::TooLarge)?, 1))
            }
            Role::PileOf(PileOf::Count(from)) => Ok((self.places - 1 + from, PileOf::enough(number))),
            Role::PileOf(PileOf::UpTo) => Ok((0, 0)),
            _ => {
                let Some(first) = self.first_cells.pop_front() else {
                    self.first_cells.push_back(number);
                    return Ok((0, 0));
                };
                let pile = cells_between(first, number);
                Ok((pile.ok_or(InputErrorKind::TwoCoins { cell: number })?, 1))
            }
        }
    }

    /// Reads a piece of the subtraction set; it is empty if the set is.
    fn takes(&mut self, piece: Slice<'_>) -> Result<(), InputError> {
        if let Some(index) = piece.iter().position(|take| take == 0) {
            return Err(InputErrorKind::TakeOfZero.at(index));
        }
        self.set.extend(piece.iter());
        if self.set.len() as u64 != self.set_len {
            return Ok(());
        }
        // The length may hold for the next set, too.
        let set = std::mem::take(&mut self.set);
        let given = self.given(Role::Take, &set);
        given.map_err(|kind| kind.at(piece.len().saturating_sub(1)))
    }

    fn given(&mut self, role: Role, values: &[u64]) -> Result<(), InputErrorKind> {
        self.position.given(role, values)?;
        if self.completing != Some(role) {
            return Ok(());
        }
        self.are_rules_complete = true;
        self.position.rules_are_complete()
    }

    /// Ends a row of piles, in whatever order they came, and the rules that stand beside them. It is an error if one of
    /// the piles is invalid.
    pub(crate) fn end_row(&mut self) -> Result<(), InputError> {
        let mut piles = Vec::new();
        for run in &self.runs {
            let run = &mut self.row[run.clone()];
            let repetitions = run.iter().map(Vec::len).max().unwrap_or(0);
            for repetition in 0..repetitions {
                piles.extend(run.iter().filter_map(|piles| piles.get(repetition)));
            }
            run.iter_mut().for_each(Vec::clear);
        }
        for (role, value) in self.row_given.drain(..) {
            self.position.given_beside(role, value, piles.len());
        }
        let are_rules_complete = self.are_rules_complete;
        let taken = self.position.piles(Slice::Wide(&piles), are_rules_complete);
        taken.map_err(|error| error.kind.at(0))
    }

    /// Ends the current position.
    pub(crate) fn end_position(&mut self) {
        self.position.end(&self.beside);
        self.are_rules_complete = self.completing.is_none();
        self.first_cells.clear();
        self.row_given.clear();
        self.row.iter_mut().for_each(Vec::clear);
        self.places = 0;
        self.seen.clear();
    }
}

/// What is given of the rules.
pub(crate) type GivenRules = Vec<(Role, Vec<u64>)>;

/// Adds what stands beside the next `count` piles.
pub(crate) fn add_beside(given: &mut GivenRules, role: Role, value: u64, count: usize) {
    let more = std::iter::repeat_n(value, count);
    match given.iter_mut().find(|(other, _)| *other == role) {
        Some((_, values)) => values.extend(more),
        None => given.push((role, more.collect())),
    }
}

/// A position of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// What the input gives of its rules: numbers, each alone, and the numbers of a set.
    pub given: GivenRules,
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

impl Receiver for Position {
    fn given(&mut self, role: Role, values: &[u64]) -> Result<(), InputErrorKind> {
        match self.given.iter_mut().find(|(other, _)| *other == role) {
            Some((_, old)) => values.clone_into(old),
            None => self.given.push((role, values.to_vec())),
        }
        Ok(())
    }

    fn given_beside(&mut self, role: Role, value: u64, count: usize) {
        add_beside(&mut self.given, role, value, count);
    }

    fn piles(&mut self, piles: Slice<'_>, _: bool) -> Result<(), InputError> {
        self.piles.extend(piles.iter());
        Ok(())
    }

    fn rules_are_complete(&mut self) -> Result<(), InputErrorKind> {
        Ok(())
    }

    fn end(&mut self, beside: &[Role]) {
        self.piles.clear();
        self.given.retain(|(role, _)| !beside.contains(role));
    }
}
