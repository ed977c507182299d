//! Taking and breaking: a move may divide a pile, or what it leaves of one, into two.
//!
//! A rule says what a move may leave after each take ([`BreakingRule`]); moves, their number and the Grundy values
//! follow from that.

use super::Move;
use super::grundy_table::GrundyTable;
use super::heap::Heap;
use super::period::{Budget, NoPeriod, Period, Share};
use super::sums::{BreakingRule, Breaks, Parts, Takes};
use crate::layout::Role;
use crate::words::t;

/// A taking-and-breaking game by its code, such as 0.137: the digit `k` says what may be left after a take of `k` stones.
/// It is the sum of 1 for nothing, 2 for one pile, and 4 for two.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Octal {
    digits: Vec<u8>,
    is_unequal: bool,
}

impl Octal {
    /// Grundy's game: a move divides a pile into two of different sizes. No period of it is known, and no theorem would
    /// prove one from a part of the table.
    pub(crate) fn unequal() -> Self {
        Self {
            digits: vec![4],
            is_unequal: true,
        }
    }
}

/// The most digits of a code behind its point.
pub(crate) const MOST_DIGITS: usize = 32;

/// The digits of a code, the first of them before the point. `None` if it is not a code.
pub(crate) fn octal_digits(code: &str) -> Option<Vec<u64>> {
    let (first, rest) = code.split_once('.')?;
    let is_digit = |digit: u8| (b'0'..=b'7').contains(&digit);
    if !["0", "4", ""].contains(&first)
        || !(1..=MOST_DIGITS).contains(&rest.len())
        || !rest.bytes().all(is_digit)
    {
        return None;
    }
    let first = if first == "4" { 4 } else { 0 };
    let digits = rest.trim_end_matches('0').bytes();
    let digits = digits.map(|digit| (digit - b'0').into());
    Some(std::iter::once(first).chain(digits).collect())
}

impl BreakingRule for Octal {
    fn set(&mut self, _: Role, digits: &[u64]) {
        self.digits = digits.iter().map(|&digit| digit as u8).collect();
    }

    fn takes(&self, pile: u64) -> Takes<'_> {
        let digits = self.digits.iter().enumerate();
        let takes = digits.map(|(take, &digit)| (take as u64, Parts::of(digit)));
        Box::new(takes.filter(move |(take, parts)| *take <= pile && parts.digit > 0))
    }

    fn largest_take(&self) -> Option<u64> {
        (!self.is_unequal).then_some(self.digits.len() as u64 - 1)
    }

    fn largest_dividing(&self) -> Option<u64> {
        let take = self.digits.iter().rposition(|digit| digit & 4 > 0);
        take.map(|take| take as u64)
    }

    fn is_unequal(&self) -> bool {
        self.is_unequal
    }
}

/// A move takes as `H` says, or divides a pile.
#[derive(Clone, Debug)]
pub(crate) struct OrSplit<H>(pub H);

impl<H: Heap> BreakingRule for OrSplit<H> {
    fn set(&mut self, role: Role, values: &[u64]) {
        self.0.set(role, values);
    }

    fn takes(&self, pile: u64) -> Takes<'_> {
        let moves = self.0.moves(pile);
        let takes = moves.map(|change| (change.take, Parts::of(3)));
        Box::new(std::iter::once((0, Parts::of(4))).chain(takes))
    }

    fn largest_take(&self) -> Option<u64> {
        self.0.largest_take()
    }

    fn largest_dividing(&self) -> Option<u64> {
        Some(0)
    }
}

/// A move takes consecutive stones from a row, as many as `H` says; the stones on either side form rows of their own.
#[derive(Clone, Debug)]
pub(crate) struct AndSplit<H>(pub H);

impl<H: Heap> BreakingRule for AndSplit<H> {
    fn set(&mut self, role: Role, values: &[u64]) {
        self.0.set(role, values);
    }

    fn takes(&self, pile: u64) -> Takes<'_> {
        let parts = Parts {
            are_sides: true,
            ..Parts::of(4)
        };
        let moves = self.0.moves(pile);
        Box::new(moves.map(move |change| (change.take, parts)))
    }

    fn largest_take(&self) -> Option<u64> {
        self.0.largest_take()
    }

    fn largest_dividing(&self) -> Option<u64> {
        Some(self.0.largest_take().unwrap_or(u64::MAX))
    }
}

/// A pile with such a rule, and the Grundy values that are known.
#[derive(Clone, Debug)]
pub(crate) struct Breaking {
    table: GrundyTable<Breaks>,
}

/// The most values of a table, 8 MiB.
pub(crate) const MOST_VALUES: u64 = 1 << 22;

/// Three to four seconds on a processor of 2023. 0.16, whose period is published as 149459 from 105351 on, needs a thirtieth
/// of them.
const MOST_STEPS: u64 = 3 << 31;

/// The steps that the table of one of many sets may always take, about ten milliseconds: for piles of several
/// thousand stones, where HDU 2999 has one thousand.
const LEAST_STEPS: u64 = 1 << 24;

impl Breaking {
    /// The game whose table has no more than `values` values.
    pub(crate) fn new(rule: impl BreakingRule + 'static, values: u64) -> Self {
        let budget = |steps| Budget { values, steps };
        let table = GrundyTable::new(Breaks::new(rule), budget(MOST_STEPS), budget(LEAST_STEPS));
        Self { table }
    }

    fn rule(&self) -> &dyn BreakingRule {
        &*self.table.mex.rule
    }

    /// The ways to divide what a take leaves of a pile, if it may.
    fn divisions(&self, pile: u64, take: u64, parts: Parts) -> Option<Divisions<'_>> {
        let rest = pile - take;
        let least = u64::from(!parts.are_sides);
        let has_any = parts.are_two() && rest >= 2 * least;
        has_any.then_some(Divisions {
            table: &self.table,
            rest,
            least,
            unequal: self.rule().is_unequal(),
        })
    }
}

/// The move that leaves nothing or one pile after a take, if it may.
fn undivided(pile: u64, take: u64, parts: Parts) -> Option<Move> {
    (take > 0 && parts.is_one(pile - take)).then(|| Move::take(pile, take))
}

/// The move that divides what a take leaves.
fn divide(take: u64, left: u64, rest: u64) -> Move {
    Move {
        pile: 0,
        take,
        left,
        right: Some(rest - left),
    }
}

impl Heap for Breaking {
    fn set(&mut self, role: Role, values: &[u64]) {
        self.table.set(role, values);
    }

    #[inline]
    fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        self.table.cover(largest)
    }

    fn limit(&mut self, share: Share) {
        self.table.limit(share);
    }

    #[inline]
    fn grundy(&self, pile: u64) -> u64 {
        self.table.grundy(pile)
    }

    #[inline(always)]
    fn table(&self) -> &[u16] {
        self.table.values()
    }

    fn moves(&self, pile: u64) -> impl DoubleEndedIterator<Item = Move> + '_ {
        self.rule().takes(pile).flat_map(move |(take, parts)| {
            let divisions = self.divisions(pile, take, parts);
            let lefts = divisions.map(Divisions::all).into_iter().flatten();
            lefts
                .map(move |left| divide(take, left, pile - take))
                .chain(undivided(pile, take, parts))
        })
    }

    fn reaching(&self, pile: u64, grundy: u64) -> impl Iterator<Item = Move> + '_ {
        self.rule().takes(pile).flat_map(move |(take, parts)| {
            let divisions = self.divisions(pile, take, parts);
            let lefts = divisions.map(|divisions| divisions.reaching(grundy));
            let undivided = undivided(pile, take, parts);
            lefts
                .into_iter()
                .flatten()
                .map(move |left| divide(take, left, pile - take))
                .chain(undivided.filter(move |change| self.grundy(change.left) == grundy))
        })
    }

    fn count_reaching(&self, pile: u64, grundy: u64) -> u128 {
        let of_take = |(take, parts)| {
            let divisions = self.divisions(pile, take, parts);
            let undivided = undivided(pile, take, parts);
            let undivided = undivided.filter(|change| self.grundy(change.left) == grundy);
            let divided = divisions.map_or(0, |divisions| divisions.count(grundy));
            u128::from(divided) + u128::from(undivided.is_some())
        };
        self.rule().takes(pile).map(of_take).sum()
    }

    fn allows(&self, pile: u64, take: u64) -> bool {
        let mut takes = self.rule().takes(pile);
        takes.any(|(other, parts)| other == take && undivided(pile, take, parts).is_some())
    }

    fn divides(&self) -> bool {
        self.rule().largest_dividing().is_some()
    }

    fn period(&self) -> Option<(Period, &'static str)> {
        Some((self.table.period()?, t!("Guy and Smith 1956")))
    }
}

/// The ways to divide `rest` stones into two parts of at least `least`.
#[derive(Clone, Copy, Debug)]
struct Divisions<'t> {
    table: &'t GrundyTable<Breaks>,
    rest: u64,
    least: u64,
    unequal: bool,
}

impl<'t> Divisions<'t> {
    fn is_allowed(self, left: u64) -> bool {
        !self.unequal || left != self.rest - left
    }

    /// All left parts, in ascending order.
    fn all(self) -> impl DoubleEndedIterator<Item = u64> {
        (self.least..=self.rest - self.least).filter(move |&left| self.is_allowed(left))
    }

    fn fits(self, left: u64, grundy: u64) -> bool {
        self.table.grundy(left) ^ self.table.grundy(self.rest - left) == grundy
    }

    /// The left parts with which both parts are in the period, so that one of them fits exactly if the one that is a period
    /// larger does, and the length of the period. There are at least as many as that, or none.
    fn middle(self) -> (std::ops::Range<u64>, u64) {
        let end = self.rest - self.least + 1;
        let Some(Period { start, len }) = self.table.period() else {
            return (end..end, 1);
        };
        let start = start.max(self.least);
        let last = self.rest.checked_sub(start).map_or(0, |last| last + 1);
        if last < start.saturating_add(len) {
            return (end..end, 1);
        }
        (start..last, len)
    }

    /// Those that leave the Grundy value `grundy`: each is found in a time that depends on the period, not on the pile.
    fn reaching(self, grundy: u64) -> impl Iterator<Item = u64> + 't {
        let (middle, len) = self.middle();
        let (head, tail) = (
            self.least..middle.start,
            middle.end..=self.rest - self.least,
        );
        let fits = move |left: &u64| self.fits(*left, grundy);
        // If one fits, so does the one a period later; if none does, the middle is skipped.
        let is_used = middle.clone().take(len as usize).any(|left| fits(&left));
        let middle = Some(middle).filter(|_| is_used);
        head.chain(middle.into_iter().flatten())
            .chain(tail)
            .filter(fits)
            .filter(move |&left| self.is_allowed(left))
    }

    /// The number of those.
    fn count(self, grundy: u64) -> u64 {
        let (middle, len) = self.middle();
        let fits = |left: &u64| self.fits(*left, grundy);
        let first = middle.clone().take(len as usize).filter(fits);
        let regular: u64 = first.map(|left| (middle.end - left).div_ceil(len)).sum();
        let ends = (self.least..middle.start).chain(middle.end..=self.rest - self.least);
        let halves = self.unequal && grundy == 0 && self.rest.is_multiple_of(2);
        regular + ends.filter(fits).count() as u64 - u64::from(halves)
    }
}
