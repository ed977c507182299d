//! Reads the cases of an input: what they give of the rules, and their positions.

use super::facts::Kept;
use crate::decode::Slice;
use crate::error::{InputError, InputErrorKind};
use crate::game::legal::Legal;
use crate::game::period::Share;
use crate::game::rule::Rules;
use crate::layout::{CountOf, Layout, NumberItem, Parameter, Role, cells_between};

/// The rules of the current case, and what is kept of its position.
pub(super) struct Reader {
    /// Those of the problem, and what the input gives of them, which holds until it gives others.
    pub rules: Rules,
    /// Whether the input gives its part of the rules after the piles.
    pub rules_come_last: bool,
    own_rules: OwnRules,
    /// The subtraction set as it is read, and the length it will have.
    set: Vec<u64>,
    take_count: u64,
    /// The cell at one end of the pile whose other end comes next.
    first_cell: u64,
    legal: Legal,
    pub kept: Kept,
}

/// Whether each case has a part of the rules of its own.
#[derive(Clone, Copy, Debug)]
enum OwnRules {
    None,
    One,
    Several,
}

impl Reader {
    /// A reader of cases with this layout, which keeps what `kept` says, given whether the rules come last.
    pub(super) fn new(
        rules: &Rules,
        layout: &Layout,
        kept: impl FnOnce(&mut Rules, bool) -> Kept,
    ) -> Self {
        let index = |is: &dyn Fn(Role) -> bool| {
            let mut numbers = layout.numbers.iter();
            numbers.position(|number| is(number.role))
        };
        let is_rule = |role: Role| matches!(role, Role::Take | Role::Parameter(_));
        let king = index(&|role| role == Role::Parameter(Parameter::King));
        let persons = index(&|role| role == Role::Count(CountOf::Persons));
        let rules_come_last = index(&is_rule) > index(&Role::is_pile);
        let mut own = layout
            .numbers_of_case()
            .filter(|number| is_rule(number.role));
        let is_in_group = |number: &NumberItem| layout.times_of_group(number).is_some();
        let mut rules = rules.clone();
        let mut this = Self {
            own_rules: match own.next() {
                Some(first) if is_in_group(first) || own.any(is_in_group) => OwnRules::Several,
                Some(_) => OwnRules::One,
                None => OwnRules::None,
            },
            kept: kept(&mut rules, rules_come_last),
            legal: Legal::new(rules.shape(), king.is_some() && persons < king),
            rules,
            rules_come_last,
            set: Vec::new(),
            take_count: 0,
            first_cell: 0,
        };
        this.begin_case(Share::Nth(1));
        this
    }

    /// Says that a case begins, or that it has begun.
    pub(super) fn begin_case(&mut self, share: Share) {
        match self.own_rules {
            OwnRules::None => {}
            OwnRules::One => self.rules.limit(share),
            OwnRules::Several => self.rules.limit(Share::Least),
        }
    }

    /// Receives the next numbers with this role.
    pub(super) fn numbers(&mut self, role: Role, piece: Slice<'_>) -> Result<(), InputError> {
        // What is neither a pile nor a take stands alone.
        let number = match piece {
            Slice::Narrow(numbers) => numbers.last().map_or(0, |&number| number.into()),
            Slice::Wide(numbers) => numbers.last().copied().unwrap_or(0),
        };
        let taken = match role {
            Role::Pile | Role::Person => return self.piles(piece),
            Role::Take => return self.subtraction_set(piece),
            Role::Cases | Role::Other => Ok(()),
            Role::FirstCell => {
                self.first_cell = number;
                Ok(())
            }
            Role::SecondCell => match cells_between(self.first_cell, number) {
                Some(pile) => return self.piles(Slice::Wide(&[pile])),
                None => Err(InputErrorKind::TwoCoins { cell: number }),
            },
            Role::Count(of) => self.count(of, number),
            Role::Parameter(parameter) => self.parameter(parameter, number),
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
            self.rules.set_takes(&self.set);
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
        match &mut self.kept {
            Kept::Fold => return self.rules.fold_of_position().add(piles),
            Kept::Sizes(sizes) => sizes.add(piles),
            Kept::List(list) => match piles {
                Slice::Narrow(piles) => list.extend(piles.iter().map(|&pile| u64::from(pile))),
                Slice::Wide(piles) => list.extend(piles),
            },
        }
        if self.rules_come_last {
            return Ok(());
        }
        // The largest covers all: a call for each pile would take as long as reading it.
        let largest = match piles {
            Slice::Narrow(piles) => piles.iter().max().map_or(0, |&pile| pile.into()),
            Slice::Wide(piles) => piles.iter().max().copied().unwrap_or(0),
        };
        if self.rules.cover(largest).is_ok() {
            return Ok(());
        }
        for (index, pile) in piles.iter().enumerate() {
            let covered = self.rules.cover(pile);
            covered.map_err(|no_period| InputError::at_number(index, no_period.into()))?;
        }
        Ok(())
    }

    /// Receives how many of something there are.
    fn count(&mut self, of: CountOf, count: u64) -> Result<(), InputErrorKind> {
        match of {
            CountOf::Persons => match self.rules.shape().king() {
                Some(king) => self.legal.count_of_persons(count, king),
                None => Ok(()),
            },
            CountOf::Takes => {
                self.take_count = count;
                self.set.clear();
                if count > 0 {
                    return Ok(());
                }
                self.rules.set_takes(&[]);
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
    pub(super) fn end_position(&mut self) {
        self.legal.end();
    }

    /// Ends the current case.
    pub(super) fn end_case(&mut self) {
        self.legal.end();
        if self.rules_come_last && self.rules.awaits_takes() {
            // Each case gives them anew after the piles.
            self.rules.set_takes(&[]);
        }
    }
}
