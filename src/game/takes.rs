//! Sets of takes that have a name, and the closed forms of the Grundy values that they lead to.
//!
//! Where a closed form is not in the literature, the reason is beside it; all are compared with their moves by mex.

use std::ops::RangeInclusive;

use super::heap::{
    Heap, Parts, PileMoves, PileRule, Rests, Takes, closed_form, cover_up_to, decide_by_values, reaching,
};
use super::period::Period;
use super::{Change, decide};
use crate::decode::Slice;
use crate::error::NoPeriod;
use crate::layout::{Parameter, Role};
use crate::outcomes::Outcomes;

/// A move takes from `least` to `most` stones.
///
/// With m = `least` + `most`, the Grundy value of n stones is that of n mod m, and below m it is n / `least`: the
/// values come in runs of `least`, and a take reaches from a run all runs below it, but never its own one, modulo m.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Between {
    /// The least number of stones.
    pub least: u64,
    /// The largest number of stones.
    pub most: u64,
}

impl Between {
    /// No move, until `most` is set.
    pub(crate) const NONE: Self = Self { least: 1, most: 0 };

    /// After how many stones the Grundy values repeat.
    fn modulus(self) -> u128 {
        u128::from(self.least) + u128::from(self.most)
    }

    fn has_moves(self) -> bool {
        (1..=self.most).contains(&self.least)
    }

    /// As [`Heap::reaching`].
    pub(super) fn moves_to(self, pile: u64, grundy: u64) -> impl Iterator<Item = Change> {
        let lefts = self.lefts(pile, grundy).flat_map(Iterator::rev);
        lefts.map(move |left| Change::take(pile, pile - left))
    }

    /// What moves that reach `grundy` leave, in at most two ranges, from the largest down.
    fn lefts(self, pile: u64, grundy: u64) -> impl Iterator<Item = RangeInclusive<u64>> {
        let lefts = pile
            .checked_sub(self.least)
            .filter(|_| self.has_moves())
            .map(|high| (pile.saturating_sub(self.most), high));
        lefts.into_iter().flat_map(move |(low, high)| {
            let modulus = self.modulus();
            let start = u128::from(grundy) * u128::from(self.least);
            let end = (start + u128::from(self.least)).min(modulus);
            let last = u128::from(high) / modulus;
            // The moves reach fewer sizes than the modulus.
            let times = (last.saturating_sub(1)..=last).rev();
            let run = move |times: u128| {
                let low = (times * modulus + start).max(low.into());
                let high = (times * modulus + end).min(u128::from(high) + 1);
                (low < high).then(|| low as u64..=(high - 1) as u64)
            };
            times.filter(move |_| start < modulus).filter_map(run)
        })
    }
}

impl PileRule for Between {
    fn rests(&self, pile: u64) -> Rests<'_> {
        // Without any stone there is no move.
        let takes = Takes::Range(self.least.max(1)..=self.most.min(pile));
        vec![(takes, Parts::ONE)]
    }

    fn set(&mut self, role: Role, values: &[u64]) {
        for &value in values {
            if role == Role::Parameter(Parameter::MinTaken) {
                self.least = value;
            } else {
                self.most = value;
            }
        }
    }

    fn largest_take(&self) -> Option<u64> {
        Some(self.most)
    }
}

impl Heap for Between {
    #[inline]
    fn grundy(&self, pile: u64) -> u64 {
        if !self.has_moves() {
            return 0;
        }
        let modulus = self.least.checked_add(self.most);
        let rest = modulus.map_or(pile, |modulus| pile % modulus);
        // A division would take as long as all else.
        if self.least == 1 { rest } else { rest / self.least }
    }

    fn reaching(&self, pile: u64, grundy: u64) -> PileMoves<'_> {
        Box::new(self.moves_to(pile, grundy))
    }

    fn count_reaching(&self, pile: u64, grundy: u64) -> u128 {
        let len = |lefts: RangeInclusive<u64>| u128::from(lefts.end() - lefts.start()) + 1;
        self.lefts(pile, grundy).map(len).sum()
    }

    fn period(&self) -> Option<(Period, &'static str)> {
        let len = u64::try_from(self.modulus()).ok()?;
        self.has_moves().then(|| closed_form(len))
    }

    fn rows(&mut self, fields: &[Role], rows: Slice<'_>, outcomes: &mut Outcomes<'_>) -> usize {
        const PILE: Role = Role::Pile;
        const MOST: Role = Role::Parameter(Parameter::MaxTaken);
        let is_narrow = matches!(rows, Slice::Narrow(_));
        let wins = |pile: u64, most: u64| {
            if is_narrow {
                // A division of 64 bits takes longer.
                return !(pile as u32).is_multiple_of(most as u32 + 1);
            }
            // No pile is as large as 2^64.
            let modulus = most.checked_add(1);
            modulus.map_or(pile, |modulus| pile % modulus) != 0
        };
        match (fields, self.least) {
            // Perhaps a move takes 0 stones: number by number it is found where.
            ([PILE, MOST] | [MOST, PILE], _) if rows.has_zero() => 0,
            ([PILE, MOST], 1) => decide(2, rows, outcomes, &|_| {}, |row| wins(row[0], row[1])),
            ([MOST, PILE], 1) => decide(2, rows, outcomes, &|_| {}, |row| wins(row[1], row[0])),
            _ => decide_by_values(self, fields, rows, outcomes),
        }
    }
}

/// A move takes a power of `base`: 1, `base`, its square, and so on.
///
/// Modulo `base` + 1, the powers are 1 and -1 in turn, so that all of them lead to the values that 1 and `base` lead
/// to. If the base is odd, so are all takes, and the values are 0 and 1 in turn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Powers {
    /// The number whose powers they are.
    pub base: u64,
}

impl PileRule for Powers {
    fn rests(&self, pile: u64) -> Rests<'_> {
        let takes = powers(self.base).take_while(|&take| take <= pile);
        vec![(Takes::List(takes.collect()), Parts::ONE)]
    }

    fn set(&mut self, _: Role, values: &[u64]) {
        for &base in values {
            self.base = base;
        }
    }
}

impl Heap for Powers {
    #[inline]
    fn grundy(&self, pile: u64) -> u64 {
        if self.base % 2 == 1 || self.base == 0 {
            return pile % 2;
        }
        let rest = pile % (self.base + 1);
        if rest == self.base { 2 } else { rest % 2 }
    }

    fn period(&self) -> Option<(Period, &'static str)> {
        let is_even = self.base > 0 && self.base.is_multiple_of(2);
        Some(closed_form(if is_even { self.base + 1 } else { 2 }))
    }
}

/// The powers of `base`, each once.
pub(crate) fn powers(base: u64) -> impl Iterator<Item = u64> {
    let next = move |power: &u64| power.checked_mul(base).filter(|next| next > power);
    std::iter::successors(Some(1), next)
}

/// A move takes up to half of a pile.
///
/// The Grundy value of 2k stones is k, and that of 2k + 1 stones is that of k stones, the only ones of k and more that
/// no move leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Half;

impl PileRule for Half {
    fn rests(&self, pile: u64) -> Rests<'_> {
        vec![(Takes::Range(1..=pile / 2), Parts::ONE)]
    }
}

impl Heap for Half {
    #[inline]
    fn grundy(&self, pile: u64) -> u64 {
        // Without the ones at its end, the number is even.
        pile.checked_shr(pile.trailing_ones() + 1).unwrap_or(0)
    }

    fn reaching(&self, pile: u64, grundy: u64) -> PileMoves<'_> {
        // Each size with this value is more than twice the one before.
        let next = |size: &u64| size.checked_mul(2)?.checked_add(1);
        let mut sizes = std::iter::successors(grundy.checked_mul(2), next);
        let left = sizes.find(|&size| size >= pile.div_ceil(2));
        let left = left.filter(|&left| left < pile && left > 0);
        Box::new(left.map(|left| Change::leave(0, pile, left)).into_iter())
    }

    fn period(&self) -> Option<(Period, &'static str)> {
        None
    }
}

/// Takes and Grundy values that are functions of the pile alone: a row of the table of rules is all there is to say.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closed {
    /// What a move may take.
    pub takes: fn(u64) -> Takes<'static>,
    pub grundy: fn(u64) -> u64,
    /// The length of the period of the values, from 0 on, if they have one.
    pub period: Option<u64>,
    /// The largest pile that is answered.
    pub most: u64,
}

/// The takes from a pile that leave a Grundy value: those up to `last` that are as large as some `takes`, but for
/// multiples of `len`.
struct Cycle {
    takes: Vec<u64>,
    len: u64,
    last: u64,
}

impl Closed {
    /// The takes from a pile that leave the Grundy value `grundy`, where all are at one distance and values have a
    /// period: nobody has to look at each of them.
    fn cycle(&self, pile: u64, grundy: u64) -> Option<Cycle> {
        let (step, range) = match (self.takes)(pile) {
            Takes::Range(range) => (1, range),
            Takes::Every(step, range) => (step, range),
            Takes::Fitting(..) | Takes::List(_) => return None,
        };
        let len = self.period?.checked_mul(step)?;
        let (first, last) = range.into_inner();
        let takes = Takes::Every(step, first..=last.min(first.saturating_add(len - 1)));
        let leaves = |take: &u64| self.grundy(pile - take) == grundy;
        let takes = takes.all().filter(leaves).collect();
        Some(Cycle { takes, len, last })
    }
}

impl PileRule for Closed {
    fn rests(&self, pile: u64) -> Rests<'_> {
        vec![((self.takes)(pile), Parts::ONE)]
    }
}

impl Heap for Closed {
    #[inline]
    fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        cover_up_to(self.most, largest)
    }

    fn grundy(&self, pile: u64) -> u64 {
        (self.grundy)(pile)
    }

    fn reaching(&self, pile: u64, grundy: u64) -> PileMoves<'_> {
        let Some(Cycle { takes, len, last }) = self.cycle(pile, grundy) else {
            return reaching(self, pile, grundy);
        };
        let times = 0..if takes.is_empty() { 0 } else { last / len + 1 };
        let all = times.flat_map(move |times| {
            let of_one = takes.clone().into_iter();
            of_one.map(move |take| u128::from(times) * u128::from(len) + u128::from(take))
        });
        let all = all.take_while(move |&take| take <= last.into());
        Box::new(all.map(move |take| Change::take(pile, take as u64)))
    }

    fn count_reaching(&self, pile: u64, grundy: u64) -> u128 {
        let Some(Cycle { takes, len, last }) = self.cycle(pile, grundy) else {
            return self.reaching(pile, grundy).count() as u128;
        };
        let counts = takes.into_iter().map(|take| u128::from((last - take) / len) + 1);
        counts.sum()
    }

    fn period(&self) -> Option<(Period, &'static str)> {
        self.period.map(closed_form)
    }
}

/// The primes up to 2^17, more than a table of their game may have values.
pub(crate) fn primes() -> Vec<u64> {
    let mut is_composite = vec![false; (1 << 17) + 1];
    let mut primes = Vec::new();
    for number in 2..is_composite.len() {
        if !is_composite[number] {
            primes.push(number as u64);
            for multiple in (number * number..is_composite.len()).step_by(number) {
                is_composite[multiple] = true;
            }
        }
    }
    primes
}

/// The squares up to 2^24, more than a table of their game may have values.
pub(crate) fn squares() -> Vec<u64> {
    (1..=1 << 12).map(|root| root * root).collect()
}
