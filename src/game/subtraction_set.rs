//! Subtraction games: a move takes one of a fixed set of numbers of stones.
//!
//! The Grundy value of a pile is the smallest one that no move leads to ("mex"), so they form a table
//! that is computed from 0 up. Each depends only on the `m` values before it, `m` being the largest
//! take. So once `m` consecutive values repeat, everything after them repeats too: the table has found
//! its period, and the value of any pile is found by a remainder.
//!
//! Where the table would become too long, it is shortened in two ways: takes that are larger than all
//! piles are dropped, and takes with a common divisor are divided by it.

use super::heap::{Heap, all_piles, cover_all, decide_rows};
use super::period::{NoPeriod, Period, Share, Values};
use super::takes::greatest_common_divisor;
use super::tally::Tally;
use super::{Decided, Move, Play};
use crate::decode::Number;
use crate::layout::Role;
use crate::words::t;

/// The rule that a move takes as many stones as one of the numbers of a set, and its Grundy values.
///
/// The table grows on demand. Computing a value costs about a nanosecond, and a twentieth of one for each take; looking
/// it up costs less than one, and beyond the table a division.
#[derive(Clone, Debug)]
pub(crate) struct SubtractionSet {
    /// The numbers as they were given.
    given: Vec<u64>,
    /// These takes in ascending order, without duplicates and 0.
    set: Vec<u64>,
    /// The first of these divided by `unit`, their common divisor: the ones that the table is computed from.
    used: Vec<u64>,
    unit: u64,
    /// The set goes on beyond all takes that are listed here.
    is_endless: bool,
    /// The most values and steps that the table may take.
    most_values: u64,
    most_steps: u64,
    /// How many of the numbers used are moves in the last block of the table.
    allowed: usize,
    /// That of n is the Grundy value of a pile of `n * unit` to `n * unit + unit - 1` stones.
    values: Values,
    /// `marks[BLOCK + n]` has the bit of the value of n set, if there is such a bit. The marks before the first
    /// pile are zero.
    marks: Vec<u32>,
    /// `seen[value]` is the last pile that had a move to this Grundy value.
    seen: Vec<u32>,
    /// The length at which the table is next searched for a period. That takes longer than computing it, so it waits until
    /// a table is several windows long: most piles are too small for a period to help.
    wait: usize,
}

/// The number of Grundy values computed at once: they share the loop over the takes.
const BLOCK: usize = 32;

impl SubtractionSet {
    /// The maximum size of the table, 32 MiB.
    const MAX_VALUES: u64 = 1 << 24;
    /// The maximum number of steps, one per Grundy value and take. They take about a second.
    const MAX_STEPS: u64 = 1 << 30;
    /// The number of Grundy values that any table may have, whatever its share: piles of 10^6 stones, the limit of
    /// `UVa` 10404, are always answered.
    const ALWAYS: u64 = 1 << 20;
    /// The number of Grundy values that have marks, which then take 4 MiB.
    const MARKED: usize = 1 << 20;

    /// The game in which a move takes one of `set` stones. A take of 0 is not a move, and is ignored.
    pub(crate) fn new(set: &[u64]) -> Self {
        let mut this = Self {
            given: Vec::new(),
            set: Vec::new(),
            used: Vec::new(),
            unit: 1,
            is_endless: false,
            most_values: Self::MAX_VALUES,
            most_steps: Self::MAX_STEPS,
            allowed: 0,
            values: Values::default(),
            marks: Vec::new(),
            seen: Vec::new(),
            wait: 0,
        };
        this.set(Role::Take, set);
        this
    }

    /// The game of an endless set, such as the primes, which begins with `set`.
    pub(crate) fn endless(set: &[u64]) -> Self {
        Self {
            is_endless: true,
            ..Self::new(set)
        }
    }

    /// Starts a table for the first `used` numbers, divided by `unit`.
    fn start(&mut self, used: usize, unit: u64) {
        self.used.clear();
        self.used
            .extend(self.set[..used].iter().map(|take| take / unit));
        self.unit = unit;
        self.allowed = 0;
        self.values.table.clear();
        self.marks.clear();
        self.marks.resize(BLOCK, 0);
        self.seen.clear();
        // A Grundy value is at most the number of moves.
        self.seen.resize(used + 1, u32::MAX);
        self.wait = self.window().saturating_mul(4);
        self.values.period = None;
        if used == 0 {
            // Without moves, all Grundy values are 0.
            self.values.table.push(0);
            self.values.period = Some(Period { start: 0, len: 1 });
        }
    }

    /// The number of Grundy values whose repetition proves a period: the largest of the numbers used.
    fn window(&self) -> usize {
        let largest = self.used.last().copied().unwrap_or(0);
        usize::try_from(largest).unwrap_or(usize::MAX)
    }

    /// The period that the table shows, if it does.
    fn find_period(&self) -> Option<Period> {
        let (table, window) = (&self.values.table, self.window());
        let longest = table.len().checked_sub(window)?;
        Period::of(table, window, longest.min(table.len() / 2))
    }

    /// The maximum number of Grundy values computed. All smaller piles are answered, and larger ones if
    /// these values show a period. The limit is 2^24, and less if there are more than 64 takes. Takes
    /// that are larger than the pile do not count; if the others have a common divisor, the limit is
    /// multiplied by it. For one of many sets it is less.
    fn limit(&self) -> u64 {
        let takes = match self.used.len() {
            0 => self.set.len().max(1),
            takes => takes,
        };
        let takes = takes as u64;
        let always = Self::ALWAYS.min(Self::MAX_STEPS / takes);
        self.most_values.min(self.most_steps / takes).max(always)
    }

    /// The period of the Grundy values of piles below [`SubtractionSet::end`], if the table shows one.
    fn period_below_end(&self) -> Option<Period> {
        let Period { start, len } = self.values.period.or_else(|| self.find_period())?;
        Some(Period {
            start: start.checked_mul(self.unit)?,
            len: len.checked_mul(self.unit)?,
        })
    }

    /// The smallest number that was dropped, since it was larger than all piles. The table does not hold
    /// for piles that are as large.
    fn end(&self) -> Option<u64> {
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

    #[cold]
    fn extend(&mut self, largest: u64) -> Result<(), NoPeriod> {
        if self.index(largest) >= self.limit() && self.narrow(largest) {
            return self.cover(largest);
        }
        let limit = self.limit();
        while !self.values.knows(self.index(largest)) {
            if self.values.table.len() as u64 == limit {
                let grundy_values = limit.saturating_mul(self.unit);
                return Err(NoPeriod::InTable(grundy_values));
            }
            self.push_block(limit as usize);
            let len = self.values.table.len();
            if len >= self.wait || len as u64 == limit {
                self.wait = 2 * len;
                self.values.period = self.find_period();
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
        let start = self.values.table.len();
        if start >= Self::MARKED {
            let value = self.smallest_unseen(start);
            self.values.table.push(value);
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
        self.values.table.extend_from_slice(&grundy_values);
        // Checked together, which takes less time than a branch for each.
        let zeros: u32 = marks.iter().map(|&mark| u32::from(mark == 0)).sum();
        if zeros > 0 {
            for (pile, _) in (start..).zip(marks).filter(|&(_, mark)| mark == 0) {
                self.values.table[pile] = self.smallest_unseen(pile);
            }
        }
        self.values.table.truncate(limit);
    }

    /// The Grundy value of a pile, from the table of all smaller piles.
    fn smallest_unseen(&mut self, pile: usize) -> u16 {
        for &take in self.used.iter().take_while(|&&take| take <= pile as u64) {
            let grundy = self.values.table[pile - take as usize];
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

    /// The value of a pile that may have to be covered first.
    #[cold]
    fn beyond_table(&mut self, pile: u64) -> Result<u64, NoPeriod> {
        self.cover(pile)?;
        Ok(self.grundy(pile))
    }

    /// The Grundy values of piles from 0 on, if the table has one entry per pile.
    #[inline(always)]
    fn table(&self) -> &[u16] {
        if self.unit == 1 {
            &self.values.table
        } else {
            &[]
        }
    }
}

/// The Grundy value of `pile`, if `table` has it: a [table](SubtractionSet::table) of all piles from 0 on.
#[inline(always)]
fn in_table(table: &[u16], pile: u64) -> Option<u64> {
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

impl Heap for SubtractionSet {
    /// Changes to another set, reusing the memory; keeps the table if the set is the same. A take of 0 is not a move.
    fn set(&mut self, _: Role, set: &[u64]) {
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

    #[inline]
    fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        if self.end().is_some_and(|end| largest >= end) {
            if self.used.is_empty() {
                self.start(self.set.len(), 1);
            } else {
                self.narrow(largest);
            }
        }
        let index = self.index(largest);
        if index < self.values.table.len() as u64 {
            return Ok(());
        }
        if self.values.period.is_none() {
            return self.extend(largest);
        }
        // Where numbers are dropped, the period ends at the first of them.
        if index < Values::FILLED as u64 && self.unit == 1 && self.end().is_none() {
            self.values.fill();
        }
        Ok(())
    }

    /// A set may take its share of the steps, or as many as `SubtractionSet::ALWAYS` values need.
    fn begin_case(&mut self, share: Share) {
        self.most_values = share.of(Self::MAX_VALUES);
        self.most_steps = share.of(Self::MAX_STEPS / 4);
        if self.values.table.len() as u64 > self.limit() {
            // Which piles are answered must not depend on what other cases have left.
            self.start(0, 1);
        }
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
        let value = self.values.get(self.index(pile));
        value.expect("the pile is covered")
    }

    fn moves(&self, pile: u64) -> impl DoubleEndedIterator<Item = Move> + '_ {
        let end = self.set.partition_point(|&take| take <= pile);
        let takes = self.set[..end].iter();
        takes.map(move |&take| Move::take(pile, take))
    }

    fn allows(&self, pile: u64, take: u64) -> bool {
        take <= pile && self.set.binary_search(&take).is_ok()
    }

    fn period(&self) -> Option<Period> {
        self.period_below_end().filter(|_| self.end().is_none())
    }

    fn theorem(&self) -> &'static str {
        t!("Ferguson 1974")
    }

    fn largest_take(&self) -> Option<u64> {
        (!self.is_endless).then_some(self.set.last().copied().unwrap_or(0))
    }

    fn smallest_take(&self) -> u64 {
        self.set.first().copied().unwrap_or(u64::MAX)
    }

    fn note(&self) -> Option<String> {
        let period = self.period_below_end().filter(|_| !self.used.is_empty());
        let Some(Period { start, len }) = period else {
            return Some(String::new());
        };
        Some(match self.end() {
            None => t!(
                ", which have the period {len} from {start} on",
                len = len,
                start = start
            ),
            Some(end) => t!(
                ", which have the period {len} from {start} on to {last}",
                len = len,
                start = start,
                last = end - 1
            ),
        })
    }

    fn add<N: Number>(&mut self, piles: &[N], tally: &mut Tally) -> Result<(), (usize, NoPeriod)> {
        let (mut sum, mut union) = (0, 0);
        for (index, &pile) in piles.iter().enumerate() {
            let pile = pile.into();
            let grundy = match in_table(self.table(), pile) {
                Some(grundy) => grundy,
                None => self
                    .beyond_table(pile)
                    .map_err(|no_period| (index, no_period))?,
            };
            sum ^= grundy;
            union |= grundy;
        }
        tally.nim_sum ^= sum;
        tally.union |= union;
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
