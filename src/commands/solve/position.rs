//! A position whose piles arrive one by one.

use crate::error::InputErrorKind;
use crate::game::hill;
use crate::game::rules::{Fold, Rules};

/// The state after the piles so far.
#[derive(Clone, Debug)]
pub struct LinePosition {
    /// The fold that decides who wins.
    pub fold: Fold,
    piles: u64,
    last: u64,
}

impl LinePosition {
    /// The position without piles.
    pub fn start(rules: &Rules) -> Self {
        Self {
            fold: rules.start(),
            piles: 0,
            last: 0,
        }
    }

    /// Adds a pile.
    pub fn add(&mut self, rules: &mut Rules, pile: u64) -> Result<(), InputErrorKind> {
        if matches!(rules, Rules::Hill { .. }) && !hill::may_follow(pile, self.last) {
            return Err(InputErrorKind::NotAscending {
                found: pile,
                last: self.last,
            });
        }
        rules
            .cover(pile)
            .map_err(|no_period| InputErrorKind::NoGrundyValue {
                grundy_values: no_period.grundy_values,
            })?;
        rules.add(&mut self.fold, pile);
        self.piles += 1;
        self.last = pile;
        Ok(())
    }

    /// Checks the complete position.
    pub fn end(&self, rules: &Rules) -> Result<(), InputErrorKind> {
        match *rules {
            Rules::Hill { king } if king > self.piles => Err(InputErrorKind::NoKing {
                king,
                persons: self.piles,
            }),
            _ => Ok(()),
        }
    }
}
