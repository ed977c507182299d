//! Taking and breaking: a move may divide a pile, or what it leaves of one, into two.
//!
//! A rule says what a move may leave after each take ([`PileRule::rests`]); moves, their number and the Grundy values
//! ([`sums`](super::sums)) follow from that.

use super::Play;
use super::heap::{Parts, PileRule, Rests, Takes, each_take};
use crate::layout::Role;

/// A taking-and-breaking game by its code, such as 0.137: the digit `k` says what may be left after a take of `k`
/// stones. It is the sum of 1 for nothing, 2 for one pile, and 4 for two.
#[derive(Clone, Debug, Default)]
pub(crate) struct Octal(Vec<Parts>);

/// The most digits of a code behind its point.
pub(crate) const MAX_DIGITS: usize = 32;

/// The digits of a code, the first of them before the point. `None` if it is not a code.
pub(crate) fn octal_digits(code: &str) -> Option<Vec<u64>> {
    let (first, rest) = code.split_once('.')?;
    let is_digit = |digit: u8| (b'0'..=b'7').contains(&digit);
    if !["0", "4", ""].contains(&first) || !(1..=MAX_DIGITS).contains(&rest.len()) || !rest.bytes().all(is_digit) {
        return None;
    }
    let first = if first == "4" { 4 } else { 0 };
    let digits = rest.trim_end_matches('0').bytes().map(|digit| (digit - b'0').into());
    Some(std::iter::once(first).chain(digits).collect())
}

impl PileRule for Octal {
    fn rests(&self, pile: u64) -> Rests<'_> {
        let digits = (0..=pile)
            .zip(self.0.iter().copied())
            .filter(|(_, parts)| parts.digit > 0);
        digits.map(|(take, parts)| (Takes::Range(take..=take), parts)).collect()
    }

    fn set(&mut self, _: Role, digits: &[u64]) {
        self.0 = digits.iter().map(|&digit| Parts::of(digit as u8)).collect();
    }

    fn largest_take(&self) -> Option<u64> {
        Some(self.0.len().saturating_sub(1) as u64)
    }
}

/// Whether a move that takes stones may be another one, or more.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Splits {
    /// Neither.
    No(Play),
    /// Instead of taking, it may divide a pile.
    Or,
    /// After taking, it may divide what is left.
    And,
    /// It takes neighbours from a row, and those on either side form rows of their own.
    Sides,
    /// It takes neighbours from a ring, which becomes a row.
    Ring,
}

impl Splits {
    /// The same takes, and what they may leave then.
    pub(crate) fn of(self, mut rests: Rests<'_>) -> Rests<'_> {
        match self {
            Self::No(_) | Self::Ring => {}
            Self::Or => rests.insert(0, (Takes::Range(0..=0), Parts::of(4))),
            Self::And | Self::Sides => {
                let are_sides = matches!(self, Self::Sides);
                for (_, parts) in &mut rests {
                    // Two sides, one or both of which may be empty, are all that can be left.
                    let digit = if are_sides { 4 } else { 7 };
                    (parts.digit, parts.are_sides) = (digit, are_sides);
                }
            }
        }
        rests
    }

    /// The largest take of this rule after which a pile may be divided; `None` if none may.
    pub(crate) fn largest_divided(self, rule: &dyn PileRule) -> Option<u64> {
        let largest = rule.largest_take();
        match self {
            // Only codes divide piles by themselves, and these have a largest take.
            Self::No(_) | Self::Ring => {
                let takes = each_take(rule.rests(largest?));
                let divided = takes.filter(|(_, parts)| parts.are_two());
                divided.map(|(take, _)| take).next_back()
            }
            Self::Or => Some(0),
            Self::And | Self::Sides => Some(largest.unwrap_or(u64::MAX)),
        }
    }
}
