//! Subtraction games: a move takes one of a fixed set of numbers of stones.
//!
//! Each Grundy value depends only on the `m` values before it, `m` being the largest take. So once `m` consecutive
//! values repeat, everything after them repeats too (Ferguson 1974).
//!
//! Where the table would become too long, it is shortened in two ways: takes that are larger than all piles are
//! dropped, and takes with a common divisor are divided by it.

use super::divisors::greatest_common_divisor;
use super::grundy_table::{Formula, GrundyTable, Mex, WHOLE};
use super::heap::{Parts, PileRule, Rests, Takes};
use super::period::Budget;
use crate::layout::Role;

/// The rule that a move takes as many stones as one of the numbers of a set, and its Grundy values as marks.
///
/// Computing a value costs about a nanosecond, and a twentieth of one for each take; looking it up costs less than one,
/// and beyond the table a division.
#[derive(Clone, Debug, Default)]
pub(crate) struct SubtractionSet {
    /// In ascending order, without duplicates and 0.
    set: Vec<u64>,
    /// The set goes on beyond all takes that are listed here.
    is_endless: bool,
    /// Those of the takes that matter to the table, divided by their common divisor if that is shorter.
    used: Vec<u64>,
    /// `of_piles[BLOCK + n]` has the bit of the value of n set, if there is such a bit. The marks before the first
    /// pile are zero.
    of_piles: Vec<u32>,
    /// `seen[value]` is the last pile that had a move to this Grundy value.
    seen: Vec<u32>,
}

/// The number of Grundy values computed at once: they share the loop over the takes.
const BLOCK: usize = 32;

/// The number of Grundy values that have marks, which then take 4 MiB.
const MARKED: usize = 1 << 20;

/// The table takes up to 32 MiB, and about a second, a step for each value and take.
const FULL: Budget = Budget {
    values: 1 << 24,
    steps: 1 << 30,
};

/// Piles of 10^6 stones, the limit of `UVa` 10404, are always answered.
/// The steps are those of [`FULL`]: each set may take all of them.
const LEAST: Budget = Budget {
    values: 1 << 20,
    steps: 1 << 30,
};

impl SubtractionSet {
    /// The game in which a move takes one of `set` stones, or of an endless set which begins with these. A take of 0 is
    /// not a move, and is ignored.
    pub(crate) fn new(set: &[u64], is_endless: bool) -> GrundyTable<Self> {
        let mut this = Self {
            is_endless,
            ..Self::default()
        };
        this.set(Role::Take, set);
        GrundyTable::new(this)
    }
}

impl PileRule for SubtractionSet {
    fn rests(&self, pile: u64) -> Rests<'_> {
        let end = self.set.partition_point(|&take| take <= pile);
        vec![(Takes::List(self.set[..end].into()), Parts::ONE)]
    }

    fn set(&mut self, _: Role, set: &[u64]) {
        // In the same memory: inputs may have a set for every few positions.
        self.set.clear();
        self.set.extend(set.iter().filter(|&&take| take > 0));
        self.set.sort_unstable();
        self.set.dedup();
        self.used.clone_from(&self.set);
    }

    fn largest_take(&self) -> Option<u64> {
        (!self.is_endless).then_some(self.set.last().copied().unwrap_or(0))
    }
}

impl Mex for SubtractionSet {
    const BUDGETS: [Budget; 2] = [FULL, LEAST];
    const THEOREM: &'static str = "Ferguson 1974";

    fn clear(&mut self) {
        self.of_piles.clear();
        self.of_piles.resize(BLOCK, 0);
        self.seen.clear();
        // A Grundy value is at most the number of moves.
        self.seen.resize(self.used.len() + 1, u32::MAX);
    }

    fn extend(&mut self, values: &mut Vec<u16>) -> Option<u64> {
        let len = values.len();
        let last = self.used.last().copied().unwrap_or(0);
        if self.is_endless && (len + BLOCK) as u64 > last {
            // The takes that come next are not listed.
            return None;
        }
        self.push_block(values);
        let used = self.used.partition_point(|&take| take <= len as u64);
        Some((values.len() - len) as u64 * used as u64)
    }

    /// An endless set has no period, so that its table ends where the takes or the steps do.
    fn end(&self, budget: Budget) -> Option<u64> {
        let last = self.used.last().filter(|_| self.is_endless)?;
        let (mut len, mut steps) = (0, 0);
        while len < budget.values && steps < budget.steps && len + BLOCK as u64 <= *last {
            let used = self.used.partition_point(|&take| take <= len) as u64;
            let block = if len < MARKED as u64 { BLOCK as u64 } else { 1 };
            (len, steps) = (len + block, steps + block * used);
        }
        Some(len)
    }

    /// Of 1, 2 and k, for a k that the table may not reach: if k is no multiple of 3, all values are remainders mod 3.
    /// If it is, they are those of the remainders mod k + 1, but 3 for k itself, from which 2, 1 and 0 are left.
    fn closed(&self) -> Option<Formula> {
        let &[1, 2, k] = &self.set[..] else {
            return None;
        };
        let period = if k.is_multiple_of(3) { k.checked_add(1)? } else { 3 };
        let value = |period, pile| match pile % period {
            rest if rest > 2 && rest + 1 == period => 3,
            rest => rest % 3,
        };
        Some((period, value))
    }

    /// As many values as the largest take have to repeat.
    fn proof(&self, len: usize) -> Option<(usize, usize)> {
        let largest = self.used.last().copied().unwrap_or(1);
        let window = usize::try_from(largest).ok().filter(|_| !self.is_endless)?;
        (window <= len / 2).then_some((window, len / 2))
    }

    #[cold]
    fn narrow(&mut self, largest: u64) -> (u64, u64) {
        if self.is_endless {
            return WHOLE;
        }
        let (used, dropped) = self.set.split_at(self.set.partition_point(|&take| take <= largest));
        // The divisor of an empty set is 0.
        let unit = used.iter().copied().fold(0, greatest_common_divisor).max(1);
        self.used = used.iter().map(|take| take / unit).collect();
        let most = dropped.first().map_or(u64::MAX, |take| take - 1);
        (unit, most)
    }
}

impl SubtractionSet {
    /// Computes the next block of Grundy values.
    ///
    /// The moves of all piles of the block are collected together, since the marks of the piles before them are
    /// contiguous. Only the few piles whose Grundy value exceeds the bits of a mark are handled one by one.
    fn push_block(&mut self, values: &mut Vec<u16>) {
        let start = values.len();
        if start >= MARKED {
            let value = self.smallest_unseen(values, start);
            values.push(value);
            return;
        }
        let end = start + BLOCK;
        let below = |size: usize| self.used.partition_point(|&take| take < size as u64);
        let near = &self.used[..below(BLOCK)];
        // Nothing is known of the block yet: its marks are 0, which all moves within it find.
        self.of_piles.resize(BLOCK + end, 0);
        let mut marks = seen_from(&self.used[..below(end)], &self.of_piles);
        if near.is_empty() {
            for mark in &mut marks {
                *mark = first_unseen(*mark);
            }
        } else {
            marks = marks_of(marks, near);
        }
        self.of_piles[end..].copy_from_slice(&marks);
        // The exponent of a floating-point number is the index of its highest bit, and the mark has only one. Many are
        // found at a time, as zeros are not counted: that took 10 % more of a run with many sets.
        let mut grundy_values = [0; BLOCK];
        for (grundy, mark) in grundy_values.iter_mut().zip(&marks) {
            #[expect(clippy::cast_precision_loss, reason = "the mark is a power of two")]
            let float = *mark as i32 as f32;
            *grundy = (float.to_bits() >> 23 & 255).wrapping_sub(127) as u16;
        }
        values.extend_from_slice(&grundy_values);
        // Checked together, which takes less time than a branch for each.
        let zeros: u32 = marks.iter().map(|&mark| u32::from(mark == 0)).sum();
        if zeros > 0 {
            for (pile, _) in (start..).zip(marks).filter(|&(_, mark)| mark == 0) {
                values[pile] = self.smallest_unseen(values, pile);
            }
        }
    }

    /// The Grundy value of a pile, from the table of all smaller piles.
    fn smallest_unseen(&mut self, values: &[u16], pile: usize) -> u16 {
        for &take in self.used.iter().take_while(|&&take| take <= pile as u64) {
            let grundy = values[pile - take as usize];
            self.seen[usize::from(grundy)] = pile as u32;
        }
        let mut grundy = 0;
        while self.seen[grundy] == pile as u32 {
            grundy += 1;
        }
        // It fits: a Grundy value is at most the pile and at most the number of takes, whose product is at most 2^30.
        grundy as u16
    }
}

/// The union of the marks that the last block of piles reaches by moves in `set`; the last of `marks` belongs to the
/// last pile of the block.
// As a function of its own, it becomes one loop over whole vectors.
#[inline(never)]
fn seen_from(set: &[u64], marks: &[u32]) -> [u32; BLOCK] {
    let mut seen = [0; BLOCK];
    for &take in set {
        let first = marks.len() - BLOCK - take as usize;
        let marks = marks[first..].first_chunk::<BLOCK>().expect("a block is the last");
        for pile in 0..BLOCK {
            seen[pile] |= marks[pile];
        }
    }
    seen
}

/// The marks of a block of piles, of which `seen` are reached by moves to piles before it, and the others by takes in
/// `near`, which are smaller than a block. A mark is 0 if its pile has a Grundy value that no mark has.
///
/// Value by value: the first pile without a value has it if no move leads to it, and then no pile has it from which a
/// take leads there; one shift finds all of these. Going through the takes for each pile took 1.15 to 1.35 times as
/// long where they are fifteen, as the loop happened to lie in memory.
fn marks_of(mut seen: [u32; BLOCK], near: &[u64]) -> [u32; BLOCK] {
    let near = near.iter().fold(0, |takes, take| takes | 1 << take);
    transpose(&mut seen);
    let mut marks = [0; BLOCK];
    let mut unknown = u32::MAX;
    for (value, seen) in seen.iter().enumerate() {
        let mut free = unknown & !seen;
        while free != 0 {
            let pile = free.trailing_zeros();
            marks[pile as usize] = 1 << value;
            unknown &= !(1 << pile);
            free &= !((near | 1) << pile);
        }
        if unknown == 0 {
            break;
        }
    }
    marks
}

/// Swaps rows and columns: bit j of row i becomes bit i of row j. Two quarters of the matrix change places, then two of
/// each quarter, down to single bits.
fn transpose(rows: &mut [u32; BLOCK]) {
    let mut width = BLOCK / 2;
    let mut low = u32::MAX >> width;
    while width > 0 {
        for block in rows.chunks_exact_mut(2 * width) {
            let (upper, lower) = block.split_at_mut(width);
            for (upper, lower) in upper.iter_mut().zip(lower) {
                let swapped = (*upper >> width ^ *lower) & low;
                *lower ^= swapped;
                *upper ^= swapped << width;
            }
        }
        width /= 2;
        low ^= low << width;
    }
}

/// The lowest bit that is not in `seen`, or 0.
fn first_unseen(seen: u32) -> u32 {
    !seen & seen.wrapping_add(1)
}
