//! Grundy values of taking-and-breaking games.
//!
//! The values of all divisions of a number of stones into two are collected once, and used by all takes that leave that
//! number. Plain mex looks at all pairs of parts for that. Most games have a *sparse space* (E. R. Berlekamp, J. H.
//! Conway, R. K. Guy, "Winning Ways", chapter 4): with a suitable mask, few values have an even number of bits in
//! common with it, the *rare* ones. The nim-sum of two common values is rare. So the common values that a pile reaches
//! are found by the pairs with a rare member, and are exact; of the rare values, only those below the first common one
//! that is not reached matter, and most of them are soon found among all pairs. Each pair is looked at twice at most,
//! so that this takes no more than twice as long as plain mex even where they are not.
//!
//! R. K. Guy and C. A. B. Smith, "The G-values of various games", Proceedings of the Cambridge Philosophical Society 52
//! (1956): in a game with takes up to k, if the value of n + p is that of n for all n from n0 up to 2 n0 + p + k, then
//! it is for all n from n0 on. (The larger part of a division of n + p ≥ 2 n0 + 2 p + k stones or fewer by a take has
//! at least n0 + p stones, and may be smaller by p; n0 is at least 1, so that no part becomes empty.)

use std::collections::VecDeque;

use super::breaking::Splits;
use super::grundy_table::{GrundyTable, Mex};
use super::heap::{PileRule, Rests, Takes};
use super::period::Budget;
use crate::layout::Role;

/// A table takes up to 8 MiB, and less than a second on a processor of 2023: 0.16, whose period is published as 149459
/// from 105351 on, needs a quarter of it.
const FULL: Budget = Budget {
    values: 1 << 22,
    steps: 3 << 28,
};

/// That of one of many rules may always take about ten milliseconds: for piles of several thousand stones, where HDU
/// 2999 has one thousand.
const LEAST: Budget = Budget { steps: 1 << 24, ..FULL };

/// The most words for the values of divisions, 16 MiB.
const MAX_WORDS: usize = 1 << 21;

/// Masks are sought among so many, when the table has that many values, and has doubled.
const MASKS: usize = 1 << 10;
const FIRST_MASK: usize = 256;

/// More numbers of stones than this are not kept in a sparse space.
const MAX_SUMS: u64 = 64;

/// A rule, and what is kept to find the next value.
#[derive(Clone, Debug)]
pub(crate) struct Breaking {
    /// It is asked once for each pile of a table, so that a call of what is not known when this is compiled costs
    /// nothing; code for each rule took 0.9 MB of the program.
    rule: Box<dyn PileRule>,
    splits: Splits,
    /// The largest take after which a pile may be divided.
    window: Option<u64>,
    is_unequal: bool,
    /// For the numbers of stones before the next pile that a take may leave to be divided, the values that divisions
    /// have.
    of_stones: VecDeque<SumsOf>,
    /// A byte for each value, which is 1 for values that divisions of a number have, and 0 between two of these.
    reached: Vec<u8>,
    /// What all values have no more bits than.
    top: u16,
    /// Rare values have an even number of bits in common with it, if it is not 0.
    mask: u16,
    /// The other values, each a bit.
    common: Vec<u64>,
    /// The rare values, and the piles that have them.
    rare: Vec<(u32, u16)>,
    /// The steps taken for this value.
    steps: u64,
}

/// The values that divisions of a number of stones have, as far as they are known.
#[derive(Clone, Debug, Default)]
struct SumsOf {
    /// Each is a bit.
    values: Vec<u64>,
    /// All pairs with a smaller part below this have been looked at. Of the others, those with a rare part have.
    next: usize,
}

impl PileRule for Breaking {
    fn rests(&self, pile: u64) -> Rests<'_> {
        self.splits.of(self.rule.rests(pile))
    }

    fn set(&mut self, role: Role, values: &[u64]) {
        self.rule.set(role, values);
    }

    fn largest_take(&self) -> Option<u64> {
        self.rule.largest_take()
    }
}

impl Mex for Breaking {
    const BUDGETS: [Budget; 2] = [FULL, LEAST];
    const THEOREM: &'static str = "Guy and Smith 1956";

    fn clear(&mut self) {
        *self = Self::new(self.rule.clone(), self.splits);
    }

    fn extend(&mut self, values: &mut Vec<u16>) -> Option<u64> {
        let words = self.of_stones.len() * (usize::from(self.top) / 64 + 8);
        if words > MAX_WORDS {
            return None;
        }
        self.steps = 0;
        let value = self.next_value(values)?;
        values.push(value);
        Some(self.steps)
    }

    fn divides(&self) -> bool {
        self.window.is_some()
    }

    /// See the head of this file. If n values at the end are those p before them, n0 is the length less p and n. So the
    /// bound says that n is at least half of the table and of the largest take.
    fn proof(&self, len: usize) -> Option<(usize, usize)> {
        let theorem_holds = !self.is_unequal;
        let largest_take = self.rule.largest_take().filter(|_| theorem_holds)?;
        let largest_take = usize::try_from(largest_take).ok()?;
        let enough = len.checked_add(largest_take)?.div_ceil(2);
        let longest = len.checked_sub(largest_take.checked_add(2)?)? / 2;
        Some((enough, longest))
    }
}

impl Breaking {
    /// The game with this rule.
    pub(crate) fn table(rule: impl PileRule + 'static, splits: Splits) -> GrundyTable<Self> {
        GrundyTable::new(Self::new(Box::new(rule), splits))
    }

    fn new(rule: Box<dyn PileRule>, splits: Splits) -> Self {
        let is_unequal = rule.rests(1).iter().any(|(_, parts)| parts.are_unequal);
        Self {
            window: splits.largest_divided(&*rule),
            rule,
            splits,
            is_unequal,
            of_stones: VecDeque::new(),
            reached: vec![0; 1 << 16],
            top: 0,
            mask: 0,
            common: Vec::new(),
            rare: Vec::new(),
            steps: 0,
        }
    }

    /// The value of the next pile; `None` if it is too large.
    fn next_value(&mut self, values: &[u16]) -> Option<u16> {
        let pile = values.len();
        if let Some(window) = self.window {
            if pile.is_power_of_two() && pile >= FIRST_MASK && window < MAX_SUMS {
                self.choose_mask(values);
            }
            self.add_sums(values, pile, window);
        }
        // So many words that some common value is not reached.
        let mut now = vec![0; usize::from(self.top) / 32 + 4];
        let mut divided = Vec::new();
        for (takes, parts) in self.splits.of(self.rule.rests(pile as u64)) {
            if let Takes::Fitting(most, _) = &takes {
                // Each number up to the pile is tried, by its factors.
                self.steps += 200 * most;
            }
            for take in takes.all() {
                self.steps += 8;
                let rest = pile - take as usize;
                // Of the two sides of a row, one may be empty.
                if parts.are_sides || parts.is_one(rest as u64) {
                    now[usize::from(values[rest]) / 64] |= 1 << (values[rest] % 64);
                }
                if parts.are_two() {
                    let index = self.of_stones.len() - 1 - take as usize;
                    add(&mut now, &self.of_stones[index].values);
                    self.steps += now.len() as u64;
                    divided.push((index, rest));
                }
            }
        }
        if self.mask > 0 {
            let words = now.iter().zip(&self.common);
            let end = first_bit(words.map(|(word, common)| !word & common))?;
            self.find_rare(values, &mut now, end, &divided);
        }
        let value = first_bit(now.iter().map(|word| !word))?;
        self.steps += now.len() as u64 + 16;
        self.top |= value.checked_ilog2().map_or(0, |bit| u16::MAX >> (15 - bit));
        if self.mask > 0 && is_rare(value, self.mask) {
            self.rare.push((pile as u32, value));
        }
        Some(value)
    }

    /// Adds the values of divisions of `stones` to the sums, and drops those which no take of up to `window` leaves
    /// later: all of them, or those with a rare part.
    fn add_sums(&mut self, values: &[u16], stones: usize, window: u64) {
        let mut sums = SumsOf::default();
        if self.of_stones.len() as u64 > window {
            sums = self.of_stones.pop_front().unwrap_or_default();
        }
        sums.values.clear();
        sums.next = 1;
        if self.mask > 0 {
            let reached = self.reached.first_chunk_mut::<{ 1 << 16 }>().expect("it has that size");
            let below = |end: usize| self.rare.partition_point(|&(part, _)| (part as usize) < end);
            for &(part, value) in &self.rare[below(1)..below(stones)] {
                let other = stones - part as usize;
                if !self.is_unequal || other != part as usize {
                    reached[usize::from(value ^ values[other])] = 1;
                }
            }
            self.steps += self.rare.len() as u64;
            self.collect(&mut sums);
        } else {
            self.look(values, stones, &mut sums, usize::MAX);
        }
        self.of_stones.push_back(sums);
    }

    /// Looks at the next `count` divisions of `stones`. Returns false if there is none.
    fn look(&mut self, values: &[u16], stones: usize, sums: &mut SumsOf, count: usize) -> bool {
        let end = (stones + usize::from(!self.is_unequal)).div_ceil(2);
        let parts = sums.next..end.min(sums.next.saturating_add(count));
        if parts.is_empty() {
            return false;
        }
        // Of a known size, so that no value needs to be compared with it.
        let reached = self.reached.first_chunk_mut::<{ 1 << 16 }>().expect("it has that size");
        let (ones, ones_left) = values[parts.clone()].as_chunks::<8>();
        let others = &values[stones + 1 - parts.end..=stones - parts.start];
        let (others_left, others) = others.as_rchunks::<8>();
        // In a loop over pairs the loop itself would take half of the time.
        for (ones, others) in ones.iter().zip(others.iter().rev()) {
            for index in 0..8 {
                reached[usize::from(ones[index] ^ others[7 - index])] = 1;
            }
        }
        for (one, other) in ones_left.iter().zip(others_left.iter().rev()) {
            reached[usize::from(one ^ other)] = 1;
        }
        self.steps += parts.len() as u64;
        sums.next = parts.end;
        self.collect(sums);
        true
    }

    /// Adds the values that have been reached.
    fn collect(&mut self, sums: &mut SumsOf) {
        let used = &mut self.reached[..=usize::from(self.top | 63)];
        let (blocks, _) = used.as_chunks::<64>();
        sums.values.resize(blocks.len(), 0);
        for (word, block) in sums.values.iter_mut().zip(blocks) {
            for (eight, byte) in block.as_chunks::<8>().0.iter().zip(0..) {
                // The product has the eight lowest bits next to each other at its top.
                let bits = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
                *word |= bits << (8 * byte);
            }
        }
        self.steps += used.len() as u64 / 16;
        used.fill(0);
    }

    /// Adds to `now` values of divisions of numbers of stones, each with its index among the sums, until no rare value
    /// below `end` is missing, or all have been looked at.
    fn find_rare(&mut self, values: &[u16], now: &mut [u64], end: u16, divided: &[(usize, usize)]) {
        /// The number of divisions to look at together, at first.
        const TOGETHER: usize = 128;
        let (words, bits) = (usize::from(end) / 64, end % 64);
        let mut rare: Vec<_> = self.common[..=words].iter().map(|word| !word).collect();
        rare[words] &= (1 << bits) - 1;
        let mut count = TOGETHER;
        while now.iter().zip(&rare).any(|(word, rare)| !word & rare > 0) {
            let mut is_last = true;
            for &(index, stones) in divided {
                let mut sums = std::mem::take(&mut self.of_stones[index]);
                is_last &= !self.look(values, stones, &mut sums, count);
                add(now, &sums.values);
                self.of_stones[index] = sums;
            }
            if is_last {
                break;
            }
            count *= 2;
        }
    }

    /// Chooses the mask with the fewest rare values among the later ones, if they are few.
    fn choose_mask(&mut self, values: &[u16]) {
        let len = values.len();
        let mut counts = [0; MASKS];
        for &value in &values[len / 2..] {
            counts[usize::from(value) % MASKS] += 1;
        }
        let rare = |mask: &u16| -> u32 {
            let counts = (0..=self.top).zip(&counts);
            counts
                .filter(|&(value, _)| is_rare(value, *mask))
                .map(|(_, count)| count)
                .sum()
        };
        let masks = 1..=self.top % MASKS as u16;
        let mask = masks.min_by_key(rare).unwrap_or(0);
        let rare = values.iter().filter(|&&value| is_rare(value, mask));
        // With half as many, 0.127 would take five times as long.
        let mask = if rare.count() < len / 8 { mask } else { 0 };
        if mask == self.mask {
            return;
        }
        self.mask = mask;
        let all = (0..).zip(values.iter().copied());
        let rare = all.filter(|&(_, value)| mask > 0 && is_rare(value, mask));
        self.rare = rare.collect();
        let bits = |word: u16| {
            let common = (0..64).filter(|bit| !is_rare(word * 64 + bit, mask));
            common.fold(0, |bits, bit| bits | 1 << bit)
        };
        self.common = (0..1 << 10).map(bits).collect();
        // What was common may be rare, of which not all have been collected.
        let kept = std::mem::take(&mut self.of_stones).len();
        for stones in values.len() - kept..values.len() {
            self.add_sums(values, stones, u64::MAX);
        }
    }
}

fn add(bits: &mut [u64], more: &[u64]) {
    for (bits, more) in bits.iter_mut().zip(more) {
        *bits |= more;
    }
}

/// The index of the first bit that is set in these words.
fn first_bit(words: impl Iterator<Item = u64>) -> Option<u16> {
    let (index, word) = words.enumerate().find(|(_, word)| *word > 0)?;
    u16::try_from(index * 64 + word.trailing_zeros() as usize).ok()
}

fn is_rare(value: u16, mask: u16) -> bool {
    (value & mask).count_ones().is_multiple_of(2)
}
