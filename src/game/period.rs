//! Periods of Grundy values, how much is computed to find them, and piles beyond that.

use crate::error::InputErrorKind;

/// From `start` on, the Grundy values repeat after every `len` piles. Both are minimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first pile of the first period.
    pub start: u64,
    /// The length of the period in piles.
    pub len: u64,
}

impl Period {
    /// The shortest period, up to `longest`, by which the last `enough` of some values repeat.
    ///
    /// That is the algorithm Z of string search, on the values from the last to the first: for each period p it finds
    /// how many values at the end are those p before them.
    pub(crate) fn of(values: &[u16], enough: usize, longest: usize) -> Option<Self> {
        let len = values.len();
        let value = |at: usize| values[len - 1 - at];
        let mut same = vec![0_u32; longest + 1];
        let (mut start, mut end) = (0, 0);
        for period in 1..=longest {
            let mut count = if period < end {
                (same[period - start] as usize).min(end - period)
            } else {
                0
            };
            while period + count < len && value(count) == value(period + count) {
                count += 1;
            }
            if period + count > end {
                (start, end) = (period, period + count);
            }
            if count >= enough {
                return Some(Self {
                    start: (len - period - count) as u64,
                    len: period as u64,
                });
            }
            same[period] = count as u32;
        }
        None
    }
}

/// How much may be computed for a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// The most values of a table.
    pub values: u64,
    /// The most steps, about a nanosecond each.
    pub steps: u64,
}

/// For which rule of an input something is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// That of the n-th case, counted from 1. It gets the n-th part of the values, and of an eighth of the steps, but never
    /// less than the least budget.
    Nth(u64),
    /// That of any case: no more than what is always done.
    Least,
}

impl Share {
    /// This share of `full`, but no less than `least`.
    pub(crate) fn of(self, full: u64, least: u64) -> u64 {
        match self {
            Self::Nth(nth) => (full / nth).max(least),
            Self::Least => least,
        }
    }
}

impl Budget {
    /// What a rule with this share has of a `full` budget, but no less than `least`.
    pub(crate) fn shared(full: Self, least: Self, share: Share) -> Self {
        Self {
            values: share.of(full.values, least.values),
            steps: share.of(full.steps / 8, least.steps),
        }
    }
}

/// The pile is too large: it is beyond what a game computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPeriod {
    /// The Grundy values of piles below this are known, and show no period.
    InTable(u64),
    /// No theorem would prove a period, and no table goes so far.
    Beyond(u64),
    /// Piles below this are known, and no period would help.
    From(u64),
}

impl From<NoPeriod> for InputErrorKind {
    fn from(no_period: NoPeriod) -> Self {
        match no_period {
            NoPeriod::InTable(grundy_values) => Self::NoGrundyValue { grundy_values },
            NoPeriod::Beyond(end) => Self::NoTheorem { end },
            NoPeriod::From(end) => Self::TooLargePile { end },
        }
    }
}
