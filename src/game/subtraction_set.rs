//! A fixed set of takes: what piles are worth when a move takes one of these numbers of stones.
//!
//! The worth of a pile is the smallest number that no move makes it ("mex"), so the Grundy values are a
//! table that is computed from 0 up. A worth depends only on the `m` Grundy values before it, `m` being
//! the largest take. So once `m` consecutive Grundy values repeat, all that follows them repeats too: the
//! table has found its period, and any pile is a remainder away.
//!
//! Where the table would become too long, two things make it shorter: takes that are larger than all piles are
//! no moves, and takes that have a common divisor take whole heaps of so many stones.

use crate::error::InputErrorKind;

/// The Grundy values of piles from which a move takes one of a fixed set of numbers of stones.
///
/// The table grows on demand: call [`SubtractionSet::cover`] before [`SubtractionSet::grundy`]. To compute a worth
/// costs about a nanosecond, and a twentieth of one for each take; to look it up, less than one, and
/// beyond the table a division.
#[derive(Clone, Debug)]
pub struct SubtractionSet {
    /// The takes as they were given.
    given: Vec<u64>,
    /// Ascending, each once, none 0.
    set: Vec<u64>,
    /// The first of these divided by `unit`, which divides them: those that the table is made of.
    used: Vec<u64>,
    unit: u64,
    /// How many of the takes used the last block of the table allows.
    allowed: usize,
    /// `table[n]` is the worth of a pile of `n * unit` to `n * unit + unit - 1` stones.
    table: Vec<u16>,
    /// `marks[BLOCK + n]` has the bit `table[n]`, if there is such a bit. Before the first pile are zeros.
    marks: Vec<u32>,
    /// `seen[worth]` is the last pile that had a move to this worth.
    seen: Vec<u32>,
    search: Search,
    /// That of the table.
    period: Option<Period>,
}

/// From `start` on, the Grundy values repeat after every `len` piles. Both are the smallest ones possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first pile of the first period.
    pub start: u64,
    /// How many piles a period has.
    pub len: u64,
}

/// A pile lies beyond [`SubtractionSet::limit`], and the Grundy values up to there show no period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPeriod {
    /// So many Grundy values were computed.
    pub grundy_values: u64,
}

impl From<NoPeriod> for InputErrorKind {
    fn from(no_period: NoPeriod) -> Self {
        Self::NoGrundyValue {
            grundy_values: no_period.grundy_values,
        }
    }
}

/// The search for a window of Grundy values that was there before (Brent's): the window at the end of the
/// table is compared with one that is kept, by their hashes first; whenever the table has doubled,
/// the window kept is a new one.
///
/// To hash a worth takes longer than to compute it. So the search waits until the table is several
/// windows long: most piles are not so large that a period would help.
#[derive(Clone, Debug, Default)]
struct Search {
    /// Of the window at the end of the table.
    hash: u64,
    /// What a worth that leaves the window has contributed to the hash.
    leaving: u64,
    /// Of the window that is kept.
    kept: u64,
    /// Where the window that is kept ends.
    kept_end: usize,
    /// How much of the table was searched.
    end: usize,
    /// How long the table must be to be searched again.
    wait: usize,
}

impl Search {
    /// Goes on to the end of `table`, or to the first window that is the one kept, which is a period.
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
                    // The hash is only a hint. This is the certificate.
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

/// So many Grundy values are computed at once: they share the loop over the takes.
const BLOCK: usize = 32;

/// An odd number whose powers modulo 2^64 repeat late.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

impl SubtractionSet {
    /// The largest table, 32 MiB.
    const MOST_WORTHS: u64 = 1 << 24;
    /// Piles below this are looked up in the table even where a division would lead to a smaller pile:
    /// that takes a third of the time, and the table still fits the first-level cache.
    const FILLED: u64 = 1 << 14;
    /// A worth is a step for each take. So many steps take about a second.
    const MOST_STEPS: u64 = 1 << 30;
    /// Worths that have marks, which then take 4 MiB.
    const MARKED: usize = 1 << 20;

    /// The game in which a move takes one of `takes`, in any order, stones. A take of 0 is no move,
    /// and is ignored.
    pub fn new(set: &[u64]) -> Self {
        let mut this = Self {
            given: Vec::new(),
            set: Vec::new(),
            used: Vec::new(),
            unit: 1,
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

    /// Becomes the game with other takes, in the same memory; with the same takes, keeps the table.
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
        self.start(self.set.len(), 1);
    }

    /// Starts a table of the first `used` takes, divided by `unit`.
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
        // A worth is at most the number of moves.
        self.seen.resize(used + 1, u32::MAX);
        self.search = Search {
            leaving: power(BASE, self.largest()),
            wait: self.window().saturating_mul(4),
            ..Search::default()
        };
        self.period = None;
        if used == 0 {
            // No move: everything is worth 0.
            self.table.push(0);
            self.period = Some(Period { start: 0, len: 1 });
        }
    }

    /// The takes, ascending, each once.
    pub fn numbers(&self) -> &[u64] {
        &self.set
    }

    /// The largest of the takes used.
    fn largest(&self) -> u64 {
        self.used.last().copied().unwrap_or(0)
    }

    /// If so many Grundy values repeat, all that follow do.
    fn window(&self) -> usize {
        usize::try_from(self.largest()).unwrap_or(usize::MAX)
    }

    /// How many Grundy values are computed at most. All piles below are answered; larger ones are if the
    /// Grundy values up to here show a period. The limit is 2^24 Grundy values, and fewer if there are more than
    /// 64 takes. Takes that are larger than the pile do not count; if the others have a common divisor,
    /// the limit is so many times as large.
    pub fn limit(&self) -> u64 {
        Self::MOST_WORTHS.min(Self::MOST_STEPS / self.used.len().max(1) as u64)
    }

    /// The period of the Grundy values of piles below [`SubtractionSet::end`], if the table shows it.
    pub fn period(&self) -> Option<Period> {
        let found = || self.search.clone().find(&self.table, self.window());
        let Period { start, len } = self.period.or_else(found)?;
        Some(Period {
            start: start.checked_mul(self.unit)?,
            len: len.checked_mul(self.unit)?,
        })
    }

    /// The smallest take that is left out, since it was larger than all piles. Nothing is known of piles that
    /// are as large.
    pub fn end(&self) -> Option<u64> {
        self.set.get(self.used.len()).copied()
    }

    /// Where `pile` is in the table, if that is long enough.
    #[inline]
    fn index(&self, pile: u64) -> u64 {
        // To divide takes as long as all else.
        if self.unit == 1 {
            pile
        } else {
            pile / self.unit
        }
    }

    /// Makes sure that [`SubtractionSet::grundy`] knows all piles up to `largest`.
    ///
    /// # Errors
    /// `largest` is beyond the [`limit`](SubtractionSet::limit), and no period was found.
    #[inline]
    pub fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        if self.end().is_some_and(|end| largest >= end) {
            self.narrow(largest);
        }
        if self.index(largest) < self.table.len() as u64 {
            return Ok(());
        }
        let Some(period) = self.period else {
            return self.extend(largest);
        };
        // Where takes are left out, the period ends with the first of them.
        if largest < Self::FILLED && self.unit == 1 && self.end().is_none() {
            self.fill(period);
        }
        Ok(())
    }

    /// Starts a table of only those takes that matter to piles up to `largest`, divided by what divides
    /// them all. If that is the present table, returns false.
    #[cold]
    fn narrow(&mut self, largest: u64) -> bool {
        let used = self.set.partition_point(|&take| take <= largest);
        let unit = self.set[..used]
            .iter()
            .copied()
            .fold(0, greatest_common_divisor);
        // No takes have no divisor.
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
        // As many periods as there are, so that they double each time.
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
            return self.cover(largest);
        }
        let limit = self.limit();
        while self.index(largest) >= self.table.len() as u64 {
            if self.table.len() as u64 == limit {
                let grundy_values = limit.saturating_mul(self.unit);
                return Err(NoPeriod { grundy_values });
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

    /// Computes the next Grundy values: as many as a block has, or fewer up to the `limit`.
    ///
    /// All piles of the block see together where their moves lead: the marks of the piles before them are
    /// in a row. Only moves within the block, those of takes smaller than it, are for one pile at a time;
    /// and so are piles worth more than there are bits in a mark, which are few.
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
        // The exponent of a floating-point number is the number of its highest bit, and the mark has one.
        let mut grundy_values = [0; BLOCK];
        for (grundy, mark) in grundy_values.iter_mut().zip(&marks) {
            #[expect(clippy::cast_precision_loss, reason = "the mark is a power of two")]
            let float = *mark as i32 as f32;
            *grundy = (float.to_bits() >> 23 & 255).wrapping_sub(127) as u16;
        }
        self.table.extend_from_slice(&grundy_values);
        // All are looked at together, which takes less time than to branch for each.
        let zeros: u32 = marks.iter().map(|&mark| u32::from(mark == 0)).sum();
        if zeros > 0 {
            for (pile, _) in (start..).zip(marks).filter(|&(_, mark)| mark == 0) {
                self.table[pile] = self.smallest_unseen(pile);
            }
        }
        self.table.truncate(limit);
    }

    /// What a pile is worth, from the table of all smaller piles.
    fn smallest_unseen(&mut self, pile: usize) -> u16 {
        for &take in self.used.iter().take_while(|&&take| take <= pile as u64) {
            let grundy = self.table[pile - take as usize];
            self.seen[usize::from(grundy)] = pile as u32;
        }
        let mut grundy = 0;
        while self.seen[grundy] == pile as u32 {
            grundy += 1;
        }
        // It fits: a worth is at most the pile and at most the number of takes, whose product is
        // at most 2^30.
        grundy as u16
    }

    /// The Grundy values of piles from 0 on, as far as they are in the table one by one.
    #[inline(always)]
    pub fn table(&self) -> &[u16] {
        if self.unit == 1 { &self.table } else { &[] }
    }

    /// What a pile is worth.
    ///
    /// # Panics
    /// If the pile is not [covered](SubtractionSet::cover).
    #[inline]
    pub fn grundy(&self, pile: u64) -> u64 {
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

/// Where the moves of the next piles lead that take one of `takes`, none of which is smaller than a block:
/// the union of `marks`, of which the last one is that of the last pile so far.
// On its own, it is one loop over whole vectors.
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

/// The lowest bit that is not in `seen`, if there is one.
fn first_unseen(seen: u32) -> u32 {
    !seen & seen.wrapping_add(1)
}

/// The largest number that divides both; 0 is divided by all.
fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one
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
