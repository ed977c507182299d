//! Subtraction games: a move takes one of a fixed set of numbers of stones.
//!
//! The Grundy value of a pile is the smallest one that no move leads to ("mex"), so they form a table
//! that is computed from 0 up. Each depends only on the `m` values before it, `m` being the largest
//! take. So once `m` consecutive values repeat, everything after them repeats too: the table has found
//! its period, and the value of any pile is found by a remainder.
//!
//! Where the table would become too long, it is shortened in two ways: takes that are larger than all
//! piles are dropped, and takes with a common divisor are divided by it.

use std::fmt::Write as _;

use super::heap::{Change, Heap, all_piles, cover_all, decide_rows};
use super::takes::greatest_common_divisor;
use super::tally::Tally;
use super::{Decided, Play};
use crate::decode::Number;
use crate::error::InputErrorKind;
use crate::layout::Role;

/// The Grundy values of a subtraction game.
///
/// The table grows on demand: call [`SubtractionSet::cover_up_to`] before [`SubtractionSet::grundy_of`].
/// Computing a value costs about a nanosecond, and a twentieth of one for each take; looking it up costs
/// less than one, and beyond the table a division.
#[derive(Clone, Debug)]
pub struct SubtractionSet {
    /// The numbers as they were given.
    given: Vec<u64>,
    /// These takes in ascending order, without duplicates and 0.
    set: Vec<u64>,
    /// The first of these divided by `unit`, their common divisor: the ones that the table is computed from.
    used: Vec<u64>,
    unit: u64,
    /// The most values and steps that the table may take: see [`SubtractionSet::set_share`].
    most_values: u64,
    most_steps: u64,
    /// How many of the numbers used are moves in the last block of the table.
    allowed: usize,
    /// `table[n]` is the Grundy value of a pile of `n * unit` to `n * unit + unit - 1` stones.
    table: Vec<u16>,
    /// `marks[BLOCK + n]` has the bit `table[n]` set, if there is such a bit. The marks before the first
    /// pile are zero.
    marks: Vec<u32>,
    /// `seen[value]` is the last pile that had a move to this Grundy value.
    seen: Vec<u32>,
    search: Search,
    /// The period of the table.
    period: Option<Period>,
}

/// From `start` on, the Grundy values repeat after every `len` piles. Both are minimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first pile of the first period.
    pub start: u64,
    /// The length of the period in piles.
    pub len: u64,
}

/// The pile is too large: it is beyond what a game computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPeriod {
    /// The number of Grundy values computed: smaller piles are answered.
    pub grundy_values: u64,
    /// Whether a period of these would have helped.
    pub may_repeat: bool,
}

impl NoPeriod {
    /// The first so many Grundy values show no period.
    pub(crate) fn in_table(grundy_values: u64) -> Self {
        Self {
            grundy_values,
            may_repeat: true,
        }
    }

    /// Piles of `end` stones and more are not answered.
    pub(crate) fn from(end: u64) -> Self {
        Self {
            grundy_values: end,
            may_repeat: false,
        }
    }
}

impl From<NoPeriod> for InputErrorKind {
    fn from(no_period: NoPeriod) -> Self {
        let end = no_period.grundy_values;
        if no_period.may_repeat {
            Self::NoGrundyValue { grundy_values: end }
        } else {
            Self::TooLargePile { end }
        }
    }
}

/// The search for a window of Grundy values that occurred before, by Brent's algorithm: the window at
/// the end of the table is compared with a saved one, by hash first; whenever the table has doubled, the
/// current window is saved.
///
/// Hashing a Grundy value takes longer than computing it. So the search waits until the table is several
/// windows long: most piles are too small for a period to help.
#[derive(Clone, Debug, Default)]
struct Search {
    /// The hash of the window at the end of the table.
    hash: u64,
    /// The factor of a Grundy value that leaves the window.
    leaving: u64,
    /// The hash of the saved window.
    kept: u64,
    /// The end of the saved window.
    kept_end: usize,
    /// How much of the table has been searched.
    end: usize,
    /// The length at which the table is searched again.
    wait: usize,
}

impl Search {
    /// Searches on to the end of `table`, or to the first window that equals the saved one, which proves
    /// a period.
    fn find(&mut self, table: &[u16], window: usize) -> Option<Period> {
        while self.end < table.len() {
            self.end += 1;
            let end = self.end;
            let entering = u64::from(table[end - 1]) + 1;
            self.hash = self.hash.wrapping_mul(BASE).wrapping_add(entering);
            if end < window {
                continue;
            }
            if end > window {
                let leaving = u64::from(table[end - 1 - window]) + 1;
                let leaving = leaving.wrapping_mul(self.leaving);
                self.hash = self.hash.wrapping_sub(leaving);
                let kept = self.kept_end;
                if self.hash == self.kept
                    // The hash is only a hint; this is the proof.
                    && table[end - window..end] == table[kept - window..kept]
                {
                    let len = end - kept;
                    let repeats = |&n: &usize| table[n] == table[n + len];
                    let before = (0..kept - window).rev().take_while(repeats).count();
                    return Some(Period {
                        start: (kept - window - before) as u64,
                        len: len as u64,
                    });
                }
            }
            if end >= 2 * self.kept_end {
                self.kept = self.hash;
                self.kept_end = end;
            }
        }
        None
    }
}

/// The number of Grundy values computed at once: they share the loop over the takes.
const BLOCK: usize = 32;

/// An odd number whose powers modulo 2^64 have a long period.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

impl SubtractionSet {
    /// The maximum size of the table, 32 MiB.
    const MAX_VALUES: u64 = 1 << 24;
    /// Piles below this are looked up in the table even where a remainder would lead to a smaller pile:
    /// that takes a third of the time, and the table still fits the first-level cache.
    const FILLED: u64 = 1 << 14;
    /// The maximum number of steps, one per Grundy value and take. They take about a second.
    const MAX_STEPS: u64 = 1 << 30;
    /// The number of Grundy values that any table may have, whatever its share: piles of 10^6 stones, the limit of
    /// `UVa` 10404, are always answered.
    const ALWAYS: u64 = 1 << 20;
    /// The number of Grundy values that have marks, which then take 4 MiB.
    const MARKED: usize = 1 << 20;

    /// The game in which a move takes one of `set` stones. A take of 0 is not a move, and is ignored.
    pub fn new(set: &[u64]) -> Self {
        let mut this = Self {
            given: Vec::new(),
            set: Vec::new(),
            used: Vec::new(),
            unit: 1,
            most_values: Self::MAX_VALUES,
            most_steps: Self::MAX_STEPS,
            allowed: 0,
            table: Vec::new(),
            marks: Vec::new(),
            seen: Vec::new(),
            search: Search::default(),
            period: None,
        };
        this.reset(set);
        this
    }

    /// Changes to another subtraction set, reusing the memory; keeps the table if the set is the same.
    pub fn reset(&mut self, set: &[u64]) {
        if self.given == set && !set.is_empty() {
            return;
        }
        self.given.clear();
        self.given.extend(set);
        self.set.clear();
        self.set.extend(set.iter().filter(|&&take| take > 0));
        self.set.sort_unstable();
        self.set.dedup();
        // Up to the first pile that has a move.
        self.start(0, 1);
    }

    /// Makes this the `nth` set of an input, counted from 1, or one of any number of sets if it is 2^64 - 1. The
    /// n-th may take the n-th part of the steps, so that those of any number of cases take seconds at most, or
    /// else as many as `SubtractionSet::ALWAYS` values need, which is as much as the input is long.
    pub fn set_share(&mut self, nth: u64) {
        self.most_values = Self::MAX_VALUES / nth;
        self.most_steps = Self::MAX_STEPS / 4 / nth;
        if self.table.len() as u64 > self.limit() {
            // Which piles are answered must not depend on what other cases have left.
            self.start(0, 1);
        }
    }

    /// Starts a table for the first `used` numbers, divided by `unit`.
    fn start(&mut self, used: usize, unit: u64) {
        self.used.clear();
        self.used
            .extend(self.set[..used].iter().map(|take| take / unit));
        self.unit = unit;
        self.allowed = 0;
        self.table.clear();
        self.marks.clear();
        self.marks.resize(BLOCK, 0);
        self.seen.clear();
        // A Grundy value is at most the number of moves.
        self.seen.resize(used + 1, u32::MAX);
        self.search = Search {
            leaving: power(BASE, self.largest()),
            wait: self.window().saturating_mul(4),
            ..Search::default()
        };
        self.period = None;
        if used == 0 {
            // Without moves, all Grundy values are 0.
            self.table.push(0);
            self.period = Some(Period { start: 0, len: 1 });
        }
    }

    /// The numbers in ascending order, without duplicates.
    pub fn numbers(&self) -> &[u64] {
        &self.set
    }

    /// The largest of the numbers used.
    fn largest(&self) -> u64 {
        self.used.last().copied().unwrap_or(0)
    }

    /// The number of Grundy values whose repetition proves a period.
    fn window(&self) -> usize {
        usize::try_from(self.largest()).unwrap_or(usize::MAX)
    }

    /// The maximum number of Grundy values computed. All smaller piles are answered, and larger ones if
    /// these values show a period. The limit is 2^24, and less if there are more than 64 takes. Takes
    /// that are larger than the pile do not count; if the others have a common divisor, the limit is
    /// multiplied by it. For one of many sets it is [less](SubtractionSet::set_share).
    pub fn limit(&self) -> u64 {
        let takes = match self.used.len() {
            0 => self.set.len().max(1),
            takes => takes,
        };
        let takes = takes as u64;
        let always = Self::ALWAYS.min(Self::MAX_STEPS / takes);
        self.most_values.min(self.most_steps / takes).max(always)
    }

    /// The period of the Grundy values of piles below [`SubtractionSet::end`], if the table shows one.
    pub fn period_below_end(&self) -> Option<Period> {
        let found = || self.search.clone().find(&self.table, self.window());
        let Period { start, len } = self.period.or_else(found)?;
        Some(Period {
            start: start.checked_mul(self.unit)?,
            len: len.checked_mul(self.unit)?,
        })
    }

    /// The smallest number that was dropped, since it was larger than all piles. The table does not hold
    /// for piles that are as large.
    pub fn end(&self) -> Option<u64> {
        self.set.get(self.used.len()).copied()
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

    /// Computes the Grundy values of all piles up to `largest`.
    ///
    /// # Errors
    /// If `largest` is beyond the [`limit`](SubtractionSet::limit), and no period was found.
    #[inline]
    pub(crate) fn cover_up_to(&mut self, largest: u64) -> Result<(), NoPeriod> {
        if self.end().is_some_and(|end| largest >= end) {
            if self.used.is_empty() {
                self.start(self.set.len(), 1);
            } else {
                self.narrow(largest);
            }
        }
        if self.index(largest) < self.table.len() as u64 {
            return Ok(());
        }
        let Some(period) = self.period else {
            return self.extend(largest);
        };
        // Where numbers are dropped, the period ends at the first of them.
        if largest < Self::FILLED && self.unit == 1 && self.end().is_none() {
            self.fill(period);
        }
        Ok(())
    }

    /// Starts a table for only those numbers that matter to piles up to `largest`, divided by their
    /// common divisor. Returns false if that is the current table.
    #[cold]
    fn narrow(&mut self, largest: u64) -> bool {
        let used = self.set.partition_point(|&take| take <= largest);
        let unit = self.set[..used]
            .iter()
            .copied()
            .fold(0, greatest_common_divisor);
        // The divisor of an empty set is 0.
        let unit = unit.max(1);
        let is_new = (used, unit) != (self.used.len(), self.unit);
        if is_new {
            self.start(used, unit);
        }
        is_new
    }

    /// Repeats the period up to [`SubtractionSet::FILLED`].
    #[cold]
    fn fill(&mut self, period: Period) {
        // All whole periods at once, so that they double each time.
        while (self.table.len() as u64) < Self::FILLED {
            let len = self.table.len() as u64;
            let whole = (len - period.start) / period.len * period.len;
            let more = whole.min(Self::FILLED - len);
            let from = (len - whole) as usize;
            self.table.extend_from_within(from..from + more as usize);
        }
    }

    #[cold]
    fn extend(&mut self, largest: u64) -> Result<(), NoPeriod> {
        if self.index(largest) >= self.limit() && self.narrow(largest) {
            return self.cover_up_to(largest);
        }
        let limit = self.limit();
        while self.index(largest) >= self.table.len() as u64 {
            if self.table.len() as u64 == limit {
                let grundy_values = limit.saturating_mul(self.unit);
                return Err(NoPeriod::in_table(grundy_values));
            }
            self.push_block(limit as usize);
            let len = self.table.len();
            if len >= self.search.wait || len as u64 == limit {
                self.search.wait = 2 * len;
                let window = self.window();
                self.period = self.search.find(&self.table, window);
                if self.period.is_some() {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Computes the next block of Grundy values, or fewer up to the `limit`.
    ///
    /// The moves of all piles of the block are collected together, since the marks of the piles before
    /// them are contiguous. Only moves within the block, by takes smaller than it, are handled pile by
    /// pile; and so are the few piles whose Grundy value exceeds the bits of a mark.
    fn push_block(&mut self, limit: usize) {
        let start = self.table.len();
        if start >= Self::MARKED {
            self.table.push(0);
            self.table[start] = self.smallest_unseen(start);
            return;
        }
        let end = start + BLOCK;
        while self
            .used
            .get(self.allowed)
            .is_some_and(|&take| take < end as u64)
        {
            self.allowed += 1;
        }
        let allowed = &self.used[..self.allowed];
        let (near, far) = allowed.split_at(allowed.partition_point(|&take| take < BLOCK as u64));
        let mut marks = seen_from(far, &self.marks);
        if near.is_empty() {
            for mark in &mut marks {
                *mark = first_unseen(*mark);
            }
            self.marks.extend_from_slice(&marks);
        } else {
            for mark in &mut marks {
                let pile = self.marks.len();
                let mut seen = *mark;
                for &take in near {
                    seen |= self.marks[pile - take as usize];
                }
                *mark = first_unseen(seen);
                self.marks.push(*mark);
            }
        }
        // The exponent of a floating-point number is the index of its highest bit, and the mark has only
        // one.
        let mut grundy_values = [0; BLOCK];
        for (grundy, mark) in grundy_values.iter_mut().zip(&marks) {
            #[expect(clippy::cast_precision_loss, reason = "the mark is a power of two")]
            let float = *mark as i32 as f32;
            *grundy = (float.to_bits() >> 23 & 255).wrapping_sub(127) as u16;
        }
        self.table.extend_from_slice(&grundy_values);
        // Checked together, which takes less time than a branch for each.
        let zeros: u32 = marks.iter().map(|&mark| u32::from(mark == 0)).sum();
        if zeros > 0 {
            for (pile, _) in (start..).zip(marks).filter(|&(_, mark)| mark == 0) {
                self.table[pile] = self.smallest_unseen(pile);
            }
        }
        self.table.truncate(limit);
    }

    /// The Grundy value of a pile, from the table of all smaller piles.
    fn smallest_unseen(&mut self, pile: usize) -> u16 {
        for &take in self.used.iter().take_while(|&&take| take <= pile as u64) {
            let grundy = self.table[pile - take as usize];
            self.seen[usize::from(grundy)] = pile as u32;
        }
        let mut grundy = 0;
        while self.seen[grundy] == pile as u32 {
            grundy += 1;
        }
        // It fits: a Grundy value is at most the pile and at most the number of takes, whose product is
        // at most 2^30.
        grundy as u16
    }

    /// The Grundy values of piles from 0 on, if the table has one entry per pile.
    #[inline(always)]
    pub fn table(&self) -> &[u16] {
        if self.unit == 1 { &self.table } else { &[] }
    }

    /// The Grundy value of a pile.
    ///
    /// # Panics
    /// If the pile is not [covered](SubtractionSet::cover_up_to).
    #[inline]
    pub(crate) fn grundy_of(&self, pile: u64) -> u64 {
        let index = self.index(pile);
        let same = if index < self.table.len() as u64 {
            index
        } else {
            let period = self.period.expect("the pile is covered");
            period.start + (index - period.start) % period.len
        };
        self.table[same as usize].into()
    }
}

/// The Grundy value of `pile`, if `table` has it: a [table](SubtractionSet::table) of all piles from 0 on.
#[inline(always)]
pub(crate) fn in_table(table: &[u16], pile: u64) -> Option<u64> {
    // A pile may be larger than an index of 32 bits.
    let index = usize::try_from(pile).ok()?;
    table.get(index).map(|&grundy| grundy.into())
}

/// The union of the marks that the next block of piles reaches by moves in `set`, none of which is
/// smaller than a block. The last of `marks` belongs to the last pile so far.
// As a function of its own, it becomes one loop over whole vectors.
#[inline(never)]
fn seen_from(set: &[u64], marks: &[u32]) -> [u32; BLOCK] {
    let mut seen = [0; BLOCK];
    for &take in set {
        let first = marks.len() - take as usize;
        let marks = marks[first..]
            .first_chunk::<BLOCK>()
            .expect("the take is that large");
        for pile in 0..BLOCK {
            seen[pile] |= marks[pile];
        }
    }
    seen
}

/// The lowest bit that is not in `seen`, or 0.
fn first_unseen(seen: u32) -> u32 {
    !seen & seen.wrapping_add(1)
}

/// `base` to the power `exponent`, modulo 2^64.
fn power(mut base: u64, mut exponent: u64) -> u64 {
    let mut power = 1_u64;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = power.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        exponent >>= 1;
    }
    power
}

/// The rule that a move takes as many stones as one of the numbers of a set.
impl Heap for SubtractionSet {
    fn set(&mut self, _: Role, values: &[u64]) {
        self.reset(values);
    }

    #[inline]
    fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        self.cover_up_to(largest)
    }

    fn begin_case(&mut self, nth: u64) {
        self.set_share(nth);
    }

    fn covers_all(&self) -> bool {
        false
    }

    fn steps(&self, largest: u64) -> u64 {
        let is_known =
            self.end().is_none_or(|end| largest < end) && self.period_below_end().is_some();
        if is_known {
            return 0;
        }
        largest.saturating_mul(self.set.len().max(1) as u64)
    }

    #[inline]
    fn grundy(&self, pile: u64) -> u64 {
        self.grundy_of(pile)
    }

    fn moves(&self, pile: u64) -> impl Iterator<Item = Change> + '_ {
        let takes = self.set.iter().take_while(move |&&take| take <= pile);
        takes.map(move |&take| Change::take(pile, take))
    }

    fn last_move(&self, pile: u64) -> Option<Change> {
        let take = self.set.iter().rfind(|&&take| take <= pile)?;
        Some(Change::take(pile, *take))
    }

    fn allows(&self, pile: u64, take: u64) -> bool {
        take <= pile && self.set.binary_search(&take).is_ok()
    }

    fn period(&self) -> Option<Period> {
        self.period_below_end().filter(|_| self.end().is_none())
    }

    fn theorem(&self) -> &'static str {
        "Ferguson 1974"
    }

    fn largest_take(&self) -> Option<u64> {
        Some(self.set.last().copied().unwrap_or(0))
    }

    fn smallest_take(&self) -> u64 {
        self.set.first().copied().unwrap_or(u64::MAX)
    }

    fn origin(&self) -> String {
        let mut origin = "of the Grundy values".to_owned();
        let is_shown = !self.used.is_empty();
        if let Some(Period { start, len }) = self.period_below_end().filter(|_| is_shown) {
            let _ = write!(origin, ", which have the period {len} from {start} on");
            if let Some(end) = self.end() {
                let _ = write!(origin, " to {}", end - 1);
            }
        }
        origin
    }

    fn add<N: Number>(&mut self, piles: &[N], tally: &mut Tally) -> Result<(), (usize, NoPeriod)> {
        let mut sum = 0;
        for (index, &pile) in piles.iter().enumerate() {
            let pile = pile.into();
            sum ^= if let Some(grundy) = in_table(self.table(), pile) {
                grundy
            } else {
                self.cover(pile).map_err(|no_period| (index, no_period))?;
                self.grundy(pile)
            };
        }
        // Of a set there is no misère play, so that only the nim-sum matters.
        tally.nim_sum ^= sum;
        Ok(())
    }

    fn rows<N: Number>(
        &mut self,
        fields: &[Role],
        rows: &[N],
        play: Play,
        decided: &mut Decided<'_>,
    ) -> usize {
        if !all_piles(fields) {
            return 0;
        }
        let Some(union) = cover_all(self, rows) else {
            return 0;
        };
        let table = self.table();
        // A loop of its own: with a branch on it for each pile, HDU 1848 takes 9 % more time.
        if in_table(table, union).is_some() {
            return decide_rows(fields.len(), rows, play, decided, |&pile| {
                table[pile.into() as usize].into()
            });
        }
        decide_rows(fields.len(), rows, play, decided, |&pile| {
            self.grundy(pile.into())
        })
    }
}
