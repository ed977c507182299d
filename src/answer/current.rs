//! The position that is answered next: what the input gives of its rules, and what is kept of its piles.

use super::facts::Kept;
use super::template::Template;
use crate::decode::Slice;
use crate::error::{InputError, InputErrorKind};
use crate::game::legal::Legal;
use crate::game::rule::Rules;
use crate::layout::case::{GivenRules, Receiver, add_beside};
use crate::layout::{CountOf, Layout, Parameter, Role};

/// The current position.
pub(super) struct Current {
    /// Those of the problem, and what the input gives of them, which holds until it gives others.
    pub rules: Rules,
    pub kept: Kept,
    legal: Legal,
    /// What stands beside the piles, where all of these are kept.
    beside: GivenRules,
}

impl Current {
    /// That of cases with this layout, which are answered like `template`.
    pub(super) fn new(template: &Template, rules: &Rules, layout: &Layout) -> Self {
        let index = |role| {
            let mut numbers = layout.numbers.iter();
            numbers.position(|number| number.role == role)
        };
        let king = index(Role::Parameter(Parameter::King));
        let persons = index(Role::Count(CountOf::Persons));
        let mut rules = rules.clone();
        Self {
            kept: Kept::of(template, &mut rules, layout.completing.is_some()),
            legal: Legal::new(rules.positions, king.is_some() && persons < king),
            rules,
            beside: Vec::new(),
        }
    }

    /// What is kept of it, and its rules, with what stands beside its piles.
    pub(super) fn complete(&mut self) -> (&Kept, &mut Rules) {
        for (role, values) in self.beside.drain(..) {
            self.rules.set(role, &values);
        }
        (&self.kept, &mut self.rules)
    }
}

impl Receiver for Current {
    fn given(&mut self, role: Role, values: &[u64]) -> Result<(), InputErrorKind> {
        let (Role::Parameter(parameter), &[value]) = (role, values) else {
            self.rules.set(role, values);
            return Ok(());
        };
        self.rules.set(role, values);
        if parameter == Parameter::King {
            self.legal.king(value)?;
        }
        Ok(())
    }

    fn given_beside(&mut self, role: Role, value: u64, count: usize) {
        if matches!(self.kept, Kept::Fold) {
            self.rules.set(role, &[value]);
        } else {
            add_beside(&mut self.beside, role, value, count);
        }
    }

    #[inline]
    fn piles(&mut self, piles: Slice<'_>, are_rules_complete: bool) -> Result<(), InputError> {
        self.legal.piles(piles)?;
        self.kept.add(piles, &mut self.rules)?;
        if matches!(self.kept, Kept::Fold) || !are_rules_complete {
            return Ok(());
        }
        // The largest covers all: a call for each pile would take as long as reading it.
        let largest = piles.iter().max().unwrap_or(0);
        if self.rules.cover(largest).is_err() {
            for (index, pile) in piles.iter().enumerate() {
                let covered = self.rules.cover(pile);
                covered.map_err(|no_period| InputErrorKind::from(no_period).at(index))?;
            }
        }
        Ok(())
    }

    fn rules_are_complete(&mut self) -> Result<(), InputErrorKind> {
        Ok(self.rules.cover(self.kept.largest())?)
    }

    fn persons(&mut self, count: u64) -> Result<(), InputErrorKind> {
        let king = self.rules.king();
        king.map_or(Ok(()), |king| self.legal.count_of_persons(count, king))
    }

    fn end(&mut self, _: &[Role]) {
        self.legal.end();
        self.kept.clear();
    }
}
