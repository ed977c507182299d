//! Reads the cases of an input: what they give of the rules, and their positions.

use super::facts::Kept;
use crate::decode::Slice;
use crate::error::{InputError, InputErrorKind};
use crate::game::legal::Legal;
use crate::game::rule::Rules;
use crate::layout::{CountOf, Layout, Parameter, Role, cells_between};

/// The rules of the current case, and what is kept of its position.
pub(crate) struct Reader {
    /// Those of the problem, and what the input gives of them, which holds until it gives others.
    pub rules: Rules,
    /// All piles, unless somebody needs less.
    pub kept: Kept,
    /// Whether the input gives its part of the rules after the piles.
    pub rules_come_last: bool,
    /// The subtraction set as it is read, and the length it will have.
    set: Vec<u64>,
    take_count: u64,
    /// The cell at one end of the pile whose other end comes next.
    first_cell: u64,
    legal: Legal,
}

impl Reader {
    /// A reader of cases with this layout.
    pub(crate) fn new(rules: &Rules, layout: &Layout) -> Self {
        let index = |is: &dyn Fn(Role) -> bool| {
            let mut numbers = layout.numbers.iter();
            numbers.position(|number| is(number.role))
        };
        let is_rule = |role: Role| matches!(role, Role::Take | Role::Parameter(_));
        let king = index(&|role| role == Role::Parameter(Parameter::King));
        let persons = index(&|role| role == Role::Count(CountOf::Persons));
        Self {
            rules: rules.clone(),
            kept: Kept::List(Vec::new()),
            rules_come_last: index(&is_rule) > index(&Role::is_pile),
            set: Vec::new(),
            take_count: 0,
            first_cell: 0,
            legal: Legal::new(rules.shape(), king.is_some() && persons < king),
        }
    }

    /// Receives the next numbers with this role.
    pub(crate) fn numbers(&mut self, role: Role, piece: Slice<'_>) -> Result<(), InputError> {
        // What is neither a pile nor a take stands alone.
        let number = || piece.iter().next().unwrap_or(0);
        let taken = match role {
            Role::Pile | Role::Person => return self.piles(piece),
            Role::Take => return self.subtraction_set(piece),
            Role::Cases | Role::Other => Ok(()),
            Role::FirstCell => {
                self.first_cell = number();
                Ok(())
            }
            Role::SecondCell => match cells_between(self.first_cell, number()) {
                Some(pile) => return self.piles(Slice::Wide(&[pile])),
                None => Err(InputErrorKind::TwoCoins { cell: number() }),
            },
            Role::Count(of) => self.count(of, number()),
            Role::Parameter(parameter) => self.parameter(parameter, number()),
        };
        taken.map_err(|kind| InputError::at_number(0, kind))
    }

    fn subtraction_set(&mut self, piece: Slice<'_>) -> Result<(), InputError> {
        if let Some(index) = piece.iter().position(|take| take == 0) {
            return Err(InputError::at_number(index, InputErrorKind::TakeOfZero));
        }
        self.set.extend(piece.iter());
        if piece.len() == 0 {
            return Ok(());
        }
        if self.set.len() as u64 == self.take_count {
            self.rules.set(Role::Take, &self.set);
            // The length in the header may hold for every case.
            self.set.clear();
            let index = piece.len() - 1;
            self.changed()
                .map_err(|kind| InputError::at_number(index, kind))?;
        }
        Ok(())
    }

    /// Adds the next piles of the current position. The rules are complete, unless the input gives them after the piles.
    fn piles(&mut self, piles: Slice<'_>) -> Result<(), InputError> {
        self.legal.piles(piles)?;
        self.kept.add(piles, &mut self.rules)?;
        if matches!(self.kept, Kept::Fold) || self.rules_come_last {
            return Ok(());
        }
        // The largest covers all: a call for each pile would take as long as reading it.
        let largest = piles.iter().max().unwrap_or(0);
        if self.rules.cover(largest).is_err() {
            for (index, pile) in piles.iter().enumerate() {
                let covered = self.rules.cover(pile);
                covered.map_err(|no_period| InputError::at_number(index, no_period.into()))?;
            }
        }
        Ok(())
    }

    /// Receives how many of something there are.
    fn count(&mut self, of: CountOf, count: u64) -> Result<(), InputErrorKind> {
        match of {
            CountOf::Persons => {
                let king = self.rules.shape().king();
                king.map_or(Ok(()), |king| self.legal.count_of_persons(count, king))
            }
            CountOf::Takes => {
                self.take_count = count;
                self.set.clear();
                if count > 0 {
                    return Ok(());
                }
                self.rules.set(Role::Take, &[]);
                self.changed()
            }
            CountOf::Groups | CountOf::Piles | CountOf::Numbers => Ok(()),
        }
    }

    /// Receives a number that is a part of the rules.
    fn parameter(&mut self, parameter: Parameter, value: u64) -> Result<(), InputErrorKind> {
        if [Parameter::MinTaken, Parameter::Factor].contains(&parameter) && value == 0 {
            return Err(InputErrorKind::TakeOfZero);
        }
        self.rules.set(Role::Parameter(parameter), &[value]);
        if parameter == Parameter::King {
            self.legal.king(value)?;
        }
        self.changed()
    }

    /// The input has given its part of the rules.
    fn changed(&mut self) -> Result<(), InputErrorKind> {
        if !self.rules_come_last {
            return Ok(());
        }
        Ok(self.rules.cover(self.kept.largest())?)
    }

    /// Ends the current position.
    pub(crate) fn end_position(&mut self) {
        self.legal.end();
        self.kept.clear();
    }

    /// Ends the current case.
    pub(crate) fn end_case(&mut self) {
        self.end_position();
        if self.rules_come_last
            && self
                .rules
                .asks_of_input()
                .any(|part| part.role == Role::Take)
        {
            // Each case gives them anew after the piles.
            self.rules.set(Role::Take, &[]);
        }
    }
}
