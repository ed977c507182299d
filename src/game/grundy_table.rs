//! Tables of Grundy values, and their periods.
//!
//! The Grundy value of a pile is the smallest one that no move leads to ("mex"), so they form a table that is computed
//! from 0 up. Each time it has doubled, and sometimes between, it is searched for a period that a theorem proves: then
//! the value of any pile is found by a remainder.

use super::heap::{Heap, MAX_DIVIDED, PileRule, Rests, closed_form};
use super::period::{Budget, Period};
use crate::error::NoPeriod;
use crate::layout::Role;

/// What computes the values of a rule.
pub(crate) trait Mex: PileRule + Clone + 'static {
    /// What a table may take, and what it always may if the rule is one of many.
    const BUDGETS: [Budget; 2];

    /// Who proved that values which [repeat](Mex::proof) have a period.
    const THEOREM: &'static str;

    /// Forgets what it knows of the values.
    fn clear(&mut self);

    /// Adds the next values, and returns the steps taken. `None` if it cannot.
    fn extend(&mut self, values: &mut Vec<u16>) -> Option<u64>;

    /// How many of `len` values have to repeat at the end to prove a period, and how long that may be.
    fn proof(&self, len: usize) -> Option<(usize, usize)>;

    /// The period, and the value of a pile, where a formula is known.
    fn closed(&self) -> Option<Formula> {
        None
    }

    /// How many values a table may have, if that is known before they are computed.
    fn end(&self, _budget: Budget) -> Option<u64> {
        None
    }

    /// Whether moves may divide a pile.
    fn divides(&self) -> bool {
        false
    }

    /// Makes the table as short as it may be for piles up to `largest`, and returns its [unit](GrundyTable::unit) and
    /// for which piles it stands then.
    fn narrow(&mut self, _largest: u64) -> (u64, u64) {
        WHOLE
    }
}

/// A formula for all values: their period, and the value of a pile.
pub(crate) type Formula = (u64, fn(period: u64, pile: u64) -> u64);

/// The unit of a table, and the largest pile for which it stands, unless it has been made shorter.
pub(crate) const WHOLE: (u64, u64) = (1, u64::MAX);

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
    /// How many values there may be, if that has been found out; if it is not known, more than any number.
    end: Option<u64>,
    /// What has been set of the rule.
    given: Vec<(Role, Vec<u64>)>,
}

/// Whether a table of this length is searched for a period: at 2^k values, and where moves divide a pile at 3 * 2^k as
/// well, since what would be proven soon after 2^k would have to wait for twice as many values, which take four times
/// as long there. Other tables are made faster than searched: with sets for every few positions, HDU 1536 took 25 %
/// longer.
fn is_searched(len: usize, divides: bool) -> bool {
    len.is_power_of_two() || divides && len.is_multiple_of(3) && (len / 3).is_power_of_two()
}

/// Piles below this are looked up in the table even where a remainder would lead to a smaller pile: that takes a third
/// of the time, and the table still fits the first-level cache.
const FILLED: usize = 1 << 14;

impl<M: Mex> GrundyTable<M> {
    /// An empty table.
    pub(crate) fn new(mut mex: M) -> Self {
        mex.clear();
        let ([budget, _], (unit, most)) = (M::BUDGETS, WHOLE);
        Self {
            mex,
            values: Vec::new(),
            period: None,
            unit,
            most,
            steps: 0,
            budget,
            end: None,
            given: Vec::new(),
        }
    }

    /// The same table, which may take so much.
    pub(crate) fn within(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    fn clear(&mut self) {
        self.mex.clear();
        self.values.clear();
        (self.period, self.steps, self.end) = (None, 0, None);
    }

    /// The index of `pile` in the table, if that is long enough.
    #[inline]
    fn index(&self, pile: u64) -> u64 {
        // The division would take as long as everything else.
        if self.unit == 1 { pile } else { pile / self.unit }
    }

    #[cold]
    fn compute(&mut self, largest: u64) -> Result<(), NoPeriod> {
        if self.mex.closed().is_some() && largest >= FILLED as u64 {
            return Ok(());
        }
        let end = || self.mex.end(self.budget).unwrap_or(u64::MAX);
        let end = *self.end.get_or_insert_with(end);
        if largest >= end && end < u64::MAX {
            return Err(NoPeriod(end));
        }
        if largest > self.most {
            self.narrow(largest);
        }
        match self.grow(self.index(largest)) {
            Err(_) if self.narrow(largest) => self.compute(largest),
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
            let known = NoPeriod(len.saturating_mul(self.unit));
            self.steps += steps.flatten().ok_or(known)?;
            let len = self.values.len();
            if is_searched(len, self.mex.divides())
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
    /// Computes the values of piles up to `largest`, or up to where a period is proven.
    #[inline]
    fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        let index = self.index(largest);
        let is_known = index < self.values.len() as u64 || self.period.is_some() && index >= FILLED as u64;
        if is_known && largest <= self.most {
            return Ok(());
        }
        self.compute(largest)
    }

    fn limit(&mut self, rules: u64) {
        let [full, least] = M::BUDGETS;
        (self.budget, self.end) = (full.share(rules, least), None);
    }

    #[inline]
    fn grundy(&self, pile: u64) -> u64 {
        let index = self.index(pile);
        // It may be larger than an index of 32 bits.
        let in_table = usize::try_from(index).ok();
        if let Some(&value) = in_table.and_then(|index| self.values.get(index)) {
            return value.into();
        }
        if let Some((len, value)) = self.mex.closed() {
            return value(len, pile);
        }
        let Period { start, len } = self.period.expect("the pile is covered");
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

    fn largest_listed(&self) -> u64 {
        if self.mex.divides() { MAX_DIVIDED } else { u64::MAX }
    }

    fn period(&self) -> Option<(Period, &'static str)> {
        if let Some((len, _)) = self.mex.closed() {
            return Some(closed_form(len));
        }
        let Period { start, len } = self.period.filter(|_| self.most == u64::MAX)?;
        let period = Period {
            start: start.checked_mul(self.unit)?,
            len: len.checked_mul(self.unit)?,
        };
        Some((period, M::THEOREM))
    }
}
