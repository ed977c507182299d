//! Known Grundy values, their periods, and piles beyond them.

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

/// The Grundy values of piles from 0 on, as far as they are known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Values {
    /// Those of the first piles.
    pub table: Vec<u16>,
    /// The period of all, if one is proven.
    pub period: Option<Period>,
}

impl Values {
    /// Piles below this are looked up in the table even where a remainder would lead to a smaller pile: that takes a
    /// third of the time, and the table still fits the first-level cache.
    pub(crate) const FILLED: usize = 1 << 14;

    /// Whether the value of this pile is known.
    #[inline]
    pub(crate) fn knows(&self, pile: u64) -> bool {
        pile < self.table.len() as u64 || self.period.is_some()
    }

    /// The value of a pile, if it is known.
    #[inline]
    pub(crate) fn get(&self, pile: u64) -> Option<u64> {
        // A pile may be larger than an index of 32 bits.
        let index = usize::try_from(pile).ok();
        if let Some(&value) = index.and_then(|index| self.table.get(index)) {
            return Some(value.into());
        }
        let Period { start, len } = self.period?;
        Some(self.table[(start + (pile - start) % len) as usize].into())
    }

    /// Repeats the period up to [`Values::FILLED`].
    #[cold]
    pub(crate) fn fill(&mut self) {
        let Some(Period { start, len: period }) = self.period else {
            return;
        };
        // All whole periods at once, so that they double each time.
        while self.table.len() < Self::FILLED {
            let len = self.table.len();
            let whole = (len as u64 - start) / period * period;
            let more = (whole as usize).min(Self::FILLED - len);
            let from = len - whole as usize;
            self.table.extend_from_within(from..from + more);
        }
    }
}

/// What part of its work on an input a game may do for one case that has a rule of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// That of the n-th case, counted from 1: the n-th part, so that any number of cases take seconds at most.
    Nth(u64),
    /// That of any case: no more than what is always done.
    Least,
}

impl Share {
    /// So much of `all`.
    pub(crate) fn of(self, all: u64) -> u64 {
        match self {
            Self::Nth(nth) => all / nth,
            Self::Least => 0,
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
