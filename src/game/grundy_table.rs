//! Tables of Grundy values, and their periods.
//!
//! The Grundy value of a pile is the smallest one that no move leads to ("mex"), so they form a table that is computed from 0
//! up. Each time it has doubled, it is searched for a period that a theorem proves: then the value of any pile is found by a
//! remainder.

use std::fmt;

use super::period::{Budget, NoPeriod, Period, Share};

/// What computes the values of a rule.
pub(crate) trait Mex: Clone + fmt::Debug + Send + Sync + 'static {
    /// Forgets what it knows of the values.
    fn clear(&mut self);

    /// Adds the next values, and returns the steps taken. `None` if it cannot.
    fn extend(&mut self, values: &mut Vec<u16>) -> Option<u64>;

    /// Whether neither this pile nor any smaller one has a move.
    fn has_no_moves(&self, pile: u64) -> bool;

    /// Whether a theorem proves a period from a part of the table, if it is long enough.
    fn has_theorem(&self) -> bool;

    /// How many of `len` values have to repeat at the end to prove a period, and how long that may be.
    fn proof(&self, len: usize) -> Option<(usize, usize)>;
}

/// The Grundy values of piles from 0 on, as far as they are known.
#[derive(Clone, Debug)]
pub(crate) struct GrundyTable<M> {
    pub mex: M,
    values: Vec<u16>,
    /// The period of all, if one is proven.
    period: Option<Period>,
    /// Piles up to this have no moves, whether they are in the table or not.
    idle: u64,
    /// The steps taken.
    steps: u64,
    budget: Budget,
    full: Budget,
    least: Budget,
}

/// Piles below this are looked up in the table even where a remainder would lead to a smaller pile: that takes a third of the
/// time, and the table still fits the first-level cache.
const FILLED: usize = 1 << 14;

impl<M: Mex> GrundyTable<M> {
    /// An empty table, which is computed within the `full` budget, or, for one of many rules, at least the `least`.
    pub(crate) fn new(mut mex: M, full: Budget, least: Budget) -> Self {
        mex.clear();
        Self {
            mex,
            values: Vec::new(),
            period: None,
            idle: 0,
            steps: 0,
            budget: full,
            full,
            least,
        }
    }

    /// Starts anew, as after a change of the rule.
    pub(crate) fn clear(&mut self) {
        self.values.clear();
        self.period = None;
        self.idle = 0;
        self.steps = 0;
        self.mex.clear();
    }

    /// Makes this the table of one of several rules of an input.
    pub(crate) fn limit(&mut self, share: Share) {
        self.budget = Budget::shared(self.full, self.least, share);
        if self.steps > self.budget.steps || self.values.len() as u64 > self.budget.values {
            // Which piles are answered must not depend on what other cases have left.
            self.clear();
        }
    }

    /// The values of the first piles.
    #[inline(always)]
    pub(crate) fn values(&self) -> &[u16] {
        &self.values
    }

    /// The period, if one is proven.
    pub(crate) fn period(&self) -> Option<Period> {
        self.period
    }

    /// The value of a pile.
    ///
    /// # Panics
    /// If the pile is not [covered](GrundyTable::cover).
    #[inline]
    pub(crate) fn grundy(&self, pile: u64) -> u64 {
        // A pile may be larger than an index of 32 bits.
        let index = usize::try_from(pile).ok();
        if let Some(&value) = index.and_then(|index| self.values.get(index)) {
            return value.into();
        }
        if pile <= self.idle {
            return 0;
        }
        let Period { start, len } = self.period.expect("the pile is covered");
        self.values[(start + (pile - start) % len) as usize].into()
    }

    /// Computes the values of piles up to `largest`, or up to where a period is proven.
    #[inline]
    pub(crate) fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        let is_known = largest < self.values.len() as u64;
        if is_known || self.period.is_some() && largest >= FILLED as u64 {
            return Ok(());
        }
        self.compute(largest)
    }

    #[cold]
    fn compute(&mut self, largest: u64) -> Result<(), NoPeriod> {
        if largest <= self.idle || self.mex.has_no_moves(largest) {
            self.idle = self.idle.max(largest);
            return Ok(());
        }
        if !self.mex.has_theorem() && largest >= self.budget.values {
            // No theorem would prove a period, so that a table is not even begun.
            return Err(NoPeriod::Beyond(self.budget.values));
        }
        while largest >= self.values.len() as u64 {
            if self.period.is_some() {
                if largest < FILLED as u64 {
                    self.fill();
                }
                return Ok(());
            }
            let len = self.values.len() as u64;
            let has_room = len < self.budget.values && self.steps < self.budget.steps;
            let steps = has_room.then(|| self.mex.extend(&mut self.values));
            self.steps += steps.flatten().ok_or(NoPeriod::InTable(len))?;
            let len = self.values.len();
            if len.is_power_of_two()
                && let Some((enough, longest)) = self.mex.proof(len)
            {
                self.period = Period::of(&self.values, enough, longest);
            }
        }
        Ok(())
    }

    /// Repeats the period up to [`FILLED`].
    fn fill(&mut self) {
        let Some(Period { start, len: period }) = self.period else {
            return;
        };
        // All whole periods at once, so that they double each time.
        while self.values.len() < FILLED {
            let len = self.values.len();
            let whole = (len as u64 - start) / period * period;
            let more = (whole as usize).min(FILLED - len);
            let from = len - whole as usize;
            self.values.extend_from_within(from..from + more);
        }
    }
}
