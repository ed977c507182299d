//! Tables of Grundy values, and their periods.
//!
//! The Grundy value of a pile is the smallest one that no move leads to ("mex"), so they form a table that is computed from 0
//! up. Each time it has doubled, it is searched for a period that a theorem proves: then the value of any pile is found by a
//! remainder.

use super::Move;
use super::heap::{self, Heap, PileRule, Rests};
use super::period::{Budget, Period};
use crate::error::NoPeriod;
use crate::layout::Role;

/// What computes the values of a rule.
pub(crate) trait Mex: PileRule + Clone + 'static {
    /// As [`Heap::IS_LIST`].
    const IS_LIST: bool = false;

    /// What the table of the only rule of an input may take, and what that of one of many always may.
    fn budgets(&self) -> [Budget; 2];

    /// Forgets what it knows of the values.
    fn clear(&mut self);

    /// Adds the next values, and returns the steps taken. `None` if it cannot.
    fn extend(&mut self, values: &mut Vec<u16>) -> Option<u64>;

    /// How many of `len` values have to repeat at the end to prove a period, and how long that may be.
    fn proof(&self, len: usize) -> Option<(usize, usize)>;

    /// Who proved the theorem behind that.
    fn theorem() -> &'static str;

    /// Makes the table as short as it may be for piles up to `largest`, and returns its [unit](GrundyTable::unit) and for
    /// which piles it stands then.
    fn narrow(&mut self, _largest: u64) -> (u64, u64) {
        WHOLE
    }

    /// The moves that leave the Grundy value `grundy`, as for all heaps.
    fn reaching(
        table: &GrundyTable<Self>,
        pile: u64,
        grundy: u64,
    ) -> impl Iterator<Item = Move> + '_ {
        heap::reaching(table, pile, grundy)
    }
}

/// The unit of a table, and the largest pile for which it stands, unless it has been made shorter.
const WHOLE: (u64, u64) = (1, u64::MAX);

/// A rule, and the Grundy values of piles from 0 on, as far as they are known.
#[derive(Clone, Debug)]
pub(crate) struct GrundyTable<M> {
    pub mex: M,
    values: Vec<u16>,
    /// The period of all, if one is proven.
    period: Option<Period>,
    /// The value of n is that of `n * unit` to `n * unit + unit - 1` stones.
    unit: u64,
    /// The values of larger piles are other ones.
    most: u64,
    /// The steps taken.
    steps: u64,
    budget: Budget,
    /// What has been set of the rule.
    given: Vec<(Role, Vec<u64>)>,
}

/// Piles below this are looked up in the table even where a remainder would lead to a smaller pile: that takes a third of the
/// time, and the table still fits the first-level cache.
const FILLED: usize = 1 << 14;

impl<M: Mex> GrundyTable<M> {
    /// An empty table.
    pub(crate) fn new(mut mex: M) -> Self {
        mex.clear();
        let ([budget, _], (unit, most)) = (mex.budgets(), WHOLE);
        Self {
            mex,
            values: Vec::new(),
            period: None,
            unit,
            most,
            steps: 0,
            budget,
            given: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.mex.clear();
        self.values.clear();
        (self.period, self.steps) = (None, 0);
    }

    /// The index of `pile` in the table, if that is long enough.
    #[inline]
    fn index(&self, pile: u64) -> u64 {
        // The division would take as long as everything else.
        if self.unit == 1 {
            pile
        } else {
            pile / self.unit
        }
    }

    /// Whether neither this pile nor any smaller one has a move: a larger pile has all takes of a smaller one, but what they
    /// leave may be too much for a move.
    fn has_no_moves(&self, pile: u64) -> bool {
        let rests = self.rests(pile);
        rests.iter().all(|(takes, _)| takes.len() == 0)
    }

    #[cold]
    fn compute(&mut self, largest: u64) -> Result<(), NoPeriod> {
        if self.has_no_moves(largest) {
            return Ok(());
        }
        if self.largest_take().is_none() && largest >= self.budget.values {
            // No theorem would prove a period, so that a table is not even begun.
            return Err(NoPeriod::Beyond(self.budget.values));
        }
        if largest > self.most {
            self.narrow(largest);
        }
        match self.grow(self.index(largest)) {
            Err(NoPeriod::InTable(_)) if self.narrow(largest) => self.compute(largest),
            Err(NoPeriod::InTable(values)) => {
                Err(NoPeriod::InTable(values.saturating_mul(self.unit)))
            }
            grown => grown,
        }
    }

    /// Makes the table shorter, and returns whether it became so.
    fn narrow(&mut self, largest: u64) -> bool {
        let scale = self.mex.narrow(largest);
        let is_new = scale != (self.unit, self.most);
        if is_new {
            (self.unit, self.most) = scale;
            self.clear();
        }
        is_new
    }

    /// Computes the values up to that with the index `last`, or up to where a period is proven.
    fn grow(&mut self, last: u64) -> Result<(), NoPeriod> {
        while last >= self.values.len() as u64 {
            if let Some(Period { start, len }) = self.period {
                // All whole periods at once, so that they double each time.
                while last < FILLED as u64 && self.values.len() < FILLED {
                    let known = self.values.len();
                    let from = start as usize + (known - start as usize) % len as usize;
                    let more = (known - from).min(FILLED - known);
                    self.values.extend_from_within(from..from + more);
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
}

impl<M: Mex> PileRule for GrundyTable<M> {
    fn rests(&self, pile: u64) -> Rests<'_> {
        self.mex.rests(pile)
    }

    /// Starts anew, unless this has been set before.
    fn set(&mut self, role: Role, values: &[u64]) {
        match self.given.iter_mut().find(|(other, _)| *other == role) {
            Some((_, old)) if old == values => return,
            Some((_, old)) => values.clone_into(old),
            None => self.given.push((role, values.to_vec())),
        }
        self.mex.set(role, values);
        (self.unit, self.most) = WHOLE;
        self.clear();
    }

    fn largest_take(&self) -> Option<u64> {
        self.mex.largest_take()
    }
}

impl<M: Mex> Heap for GrundyTable<M> {
    const IS_LIST: bool = M::IS_LIST;

    /// Computes the values of piles up to `largest`, or up to where a period is proven.
    #[inline]
    fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        let index = self.index(largest);
        let is_known =
            index < self.values.len() as u64 || self.period.is_some() && index >= FILLED as u64;
        if is_known && largest <= self.most {
            return Ok(());
        }
        self.compute(largest)
    }

    fn limit(&mut self, nth: u64) {
        let [full, least] = self.mex.budgets();
        self.budget = full.share(nth, least);
        if self.steps > self.budget.steps || self.values.len() as u64 > self.budget.values {
            // Which piles are answered must not depend on what other cases have left.
            self.clear();
        }
    }

    #[inline]
    fn grundy(&self, pile: u64) -> u64 {
        let index = self.index(pile);
        // It may be larger than an index of 32 bits.
        let in_table = usize::try_from(index).ok();
        if let Some(&value) = in_table.and_then(|index| self.values.get(index)) {
            return value.into();
        }
        let Some(Period { start, len }) = self.period else {
            assert!(self.has_no_moves(pile), "the pile is covered");
            return 0;
        };
        self.values[(start + (index - start) % len) as usize].into()
    }

    #[inline(always)]
    fn table(&self) -> &[u16] {
        if (self.unit, self.most) == WHOLE {
            &self.values
        } else {
            &[]
        }
    }

    fn reaching(&self, pile: u64, grundy: u64) -> impl Iterator<Item = Move> + '_ {
        M::reaching(self, pile, grundy)
    }

    fn period(&self) -> Option<(Period, &'static str)> {
        let Period { start, len } = self.period.filter(|_| self.most == u64::MAX)?;
        let period = Period {
            start: start.checked_mul(self.unit)?,
            len: len.checked_mul(self.unit)?,
        };
        Some((period, M::theorem()))
    }
}
