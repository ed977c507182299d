//! Taking and breaking: a move may divide a pile, or what it leaves of one, into two.
//!
//! A rule says what a move may leave after each take ([`PileRule::rests`]); moves, their number and the Grundy values
//! follow from that.

use super::Move;
use super::grundy_table::GrundyTable;
use super::heap::{Heap, Parts, PileRule, Rests, Takes};
use super::period::{Budget, NoPeriod, Period, Share};
use super::sums::Breaks;
use crate::layout::Role;
use crate::words::t;

/// A taking-and-breaking game by its code, such as 0.137: the digit `k` says what may be left after a take of `k` stones.
/// It is the sum of 1 for nothing, 2 for one pile, and 4 for two.
#[derive(Clone, Debug, Default)]
pub(crate) struct Octal(Vec<Parts>);

impl Octal {
    /// Grundy's game: a move divides a pile into two of different sizes. No period of it is known, and no theorem would
    /// prove one from a part of the table.
    pub(crate) fn unequal() -> Self {
        Self(vec![Parts {
            are_unequal: true,
            ..Parts::of(4)
        }])
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

impl PileRule for Octal {
    fn rests(&self, pile: u64) -> Rests<'_> {
        let digits = (0..=pile).zip(self.0.iter().copied());
        let digits = digits.filter(|(_, parts)| parts.digit > 0);
        digits
            .map(|(take, parts)| (Takes::between(take, take), parts))
            .collect()
    }

    fn set(&mut self, _: Role, digits: &[u64]) {
        self.0 = digits.iter().map(|&digit| Parts::of(digit as u8)).collect();
    }

    fn largest_take(&self) -> Option<u64> {
        let is_unequal = self.0.iter().any(|parts| parts.are_unequal);
        (!is_unequal).then_some(self.0.len() as u64 - 1)
    }
}

/// A move takes as another rule says, and may divide a pile.
#[derive(Clone, Debug)]
pub(crate) struct Split {
    pub takes: Box<dyn PileRule>,
    /// Not instead of taking, but after it: it takes consecutive stones from a row, and those on either side form rows of
    /// their own.
    pub after: bool,
}

impl PileRule for Split {
    fn rests(&self, pile: u64) -> Rests<'_> {
        let mut rests = self.takes.rests(pile);
        if self.after {
            for (_, parts) in &mut rests {
                (parts.digit, parts.are_sides) = (4, true);
            }
        } else {
            rests.insert(0, (Takes::between(0, 0), Parts::of(4)));
        }
        rests
    }

    fn set(&mut self, role: Role, values: &[u64]) {
        self.takes.set(role, values);
    }

    fn largest_take(&self) -> Option<u64> {
        self.takes.largest_take()
    }
}

/// A pile with such a rule, and the Grundy values that are known.
#[derive(Clone, Debug)]
pub(crate) struct Breaking {
    table: GrundyTable<Breaks>,
    /// What the input has given of the rule.
    given: Vec<(Role, Vec<u64>)>,
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
    pub(crate) fn new(rule: impl PileRule + 'static, values: u64) -> Self {
        let budget = |steps| Budget { values, steps };
        let breaks = Breaks::new(Box::new(rule));
        Self {
            table: GrundyTable::new(breaks, budget(MOST_STEPS), budget(LEAST_STEPS)),
            given: Vec::new(),
        }
    }
}

impl PileRule for Breaking {
    fn rests(&self, pile: u64) -> Rests<'_> {
        self.table.mex.rule.rests(pile)
    }

    /// Starts anew, unless the input has given just this before.
    fn set(&mut self, role: Role, values: &[u64]) {
        match self.given.iter_mut().find(|(other, _)| *other == role) {
            Some((_, old)) if old == values => return,
            Some((_, old)) => values.clone_into(old),
            None => self.given.push((role, values.to_vec())),
        }
        self.table.mex.rule.set(role, values);
        self.table.clear();
    }
}

impl Heap for Breaking {
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

    fn reaching(&self, pile: u64, grundy: u64) -> impl Iterator<Item = Move> + '_ {
        self.rests(pile)
            .into_iter()
            .flat_map(move |(takes, parts)| {
                takes.all().flat_map(move |take| {
                    let rest = pile - take;
                    let lefts =
                        Divisions::of(&self.table, rest, parts).map(|all| all.reaching(grundy));
                    let divided = lefts.into_iter().flatten();
                    divided
                        .map(move |left| Move::divide(take, left, rest))
                        .chain(self.undivided(pile, take, parts, grundy))
                })
            })
    }

    fn count_reaching(&self, pile: u64, grundy: u64) -> u128 {
        let of_take = |take: u64, parts| {
            let divisions = Divisions::of(&self.table, pile - take, parts);
            let divided = divisions.map_or(0, |divisions| divisions.count(grundy));
            let undivided = self.undivided(pile, take, parts, grundy);
            u128::from(divided) + u128::from(undivided.is_some())
        };
        let rests = self.rests(pile).into_iter();
        let counts =
            rests.flat_map(|(takes, parts)| takes.all().map(move |take| of_take(take, parts)));
        counts.sum()
    }

    fn period(&self) -> Option<(Period, &'static str)> {
        Some((self.table.period()?, t!("Guy and Smith 1956")))
    }
}

impl Breaking {
    /// The move that leaves nothing or one pile with this Grundy value after a take, if it may.
    fn undivided(&self, pile: u64, take: u64, parts: Parts, grundy: u64) -> Option<Move> {
        let rest = pile - take;
        let wins = take > 0 && parts.is_one(rest) && self.grundy(rest) == grundy;
        wins.then(|| Move::take(pile, take))
    }
}

/// The ways to divide `rest` stones into two parts of at least `least`.
#[derive(Clone, Copy, Debug)]
struct Divisions<'t> {
    table: &'t GrundyTable<Breaks>,
    rest: u64,
    least: u64,
    parts: Parts,
}

impl<'t> Divisions<'t> {
    /// Those that a move may make, if there are any.
    fn of(table: &'t GrundyTable<Breaks>, rest: u64, parts: Parts) -> Option<Self> {
        let least = *parts.lefts(rest)?.start();
        Some(Self {
            table,
            rest,
            least,
            parts,
        })
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
            .filter(move |&left| self.parts.allow(left, self.rest))
    }

    /// The number of those.
    fn count(self, grundy: u64) -> u64 {
        let (middle, len) = self.middle();
        let fits = |left: &u64| self.fits(*left, grundy);
        let first = middle.clone().take(len as usize).filter(fits);
        let regular: u64 = first.map(|left| (middle.end - left).div_ceil(len)).sum();
        let ends = (self.least..middle.start).chain(middle.end..=self.rest - self.least);
        let halves = self.parts.are_unequal && grundy == 0 && self.rest.is_multiple_of(2);
        regular + ends.filter(fits).count() as u64 - u64::from(halves)
    }
}
