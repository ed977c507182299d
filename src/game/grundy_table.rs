//! Tables of Grundy values of taking-and-breaking games.
//!
//! The values of all divisions of a number of stones into two are collected once, and used by all takes that leave that
//! number. Plain mex looks at all pairs of parts for that. Most games have a *sparse space* (E. R. Berlekamp, J. H. Conway,
//! R. K. Guy, "Winning Ways", chapter 4): with a suitable mask, few values have an even number of bits in common with it,
//! the *rare* ones. The nim-sum of two common values is rare. So the common values that a pile reaches are found by the
//! pairs with a rare member, and are exact; of the rare values, only those below the first common one that is not reached
//! matter, and most of them are soon found among all pairs. Where that takes as long as plain mex, the table changes to that.
//!
//! R. K. Guy and C. A. B. Smith, "The G-values of various games", Proceedings of the Cambridge Philosophical Society 52
//! (1956): in a game with takes up to k, if the value of n + p is that of n for all n from n0 up to 2 n0 + p + k, then it is
//! for all n from n0 on. (The larger part of a division of n + p ≥ 2 n0 + 2 p + k stones or fewer by a take has at least
//! n0 + p stones, and may be smaller by p; n0 is at least 1, so that no part becomes empty.)

use std::collections::VecDeque;

use super::breaking::Rule;
use super::period::{NoPeriod, Period, Share, Values};
use crate::layout::Role;

/// The most values of a table, 8 MiB.
pub(crate) const MOST_VALUES: usize = 1 << 22;

/// The most steps that a table may take: three to four seconds on a processor of 2023. 0.16, whose period is published as 149459
/// from 105351 on, needs a thirtieth of them.
const MOST_STEPS: u64 = 3 << 31;

/// The steps that the table of one of many sets may always take, about ten milliseconds: for piles of several
/// thousand stones, where HDU 2999 has one thousand.
const ALWAYS: u64 = 1 << 24;

/// Piles up to this take fewer steps than that unless a move has hundreds of takes.
pub(crate) const ALWAYS_KNOWN: u64 = 4096;

/// The most words for the values of divisions, 16 MiB.
const MOST_WORDS: usize = 1 << 21;

/// Masks are sought among so many, when the table has that many values, and has doubled.
const MASKS: usize = 1 << 10;
const FIRST_MASK: usize = 256;

/// More numbers of stones than this are not kept in a sparse space.
const MOST_SUMS: u64 = 64;

/// The Grundy values of piles from 0 on.
#[derive(Clone, Debug, Default)]
pub(crate) struct GrundyTable {
    values: Values,
    /// The number of stones of the smallest pile with a move, all smaller ones having the value 0; not yet known if 0.
    first: u64,
    /// For the numbers of stones before the next pile that a take may leave to be divided, the values that divisions have.
    sums: VecDeque<Sums>,
    /// A byte for each value, which is 1 for values that divisions of a number have, and 0 between two of these.
    reached: Vec<u8>,
    /// What all values have no more bits than.
    top: u16,
    /// Rare values have an even number of bits in common with it, if it is not 0.
    mask: u16,
    /// The rare values, and the piles that have them.
    rare: Vec<(u32, u16)>,
    /// Since the last choice of a mask: the steps to find rare values among all pairs, and those of plain mex.
    sought: u64,
    plain: u64,
    /// The steps taken, and the most.
    steps: u64,
    most_steps: u64,
    most_values: usize,
    /// The table cannot be longer, whatever the steps.
    is_full: bool,
    /// What the input has given of the rule.
    given: Vec<(Role, Vec<u64>)>,
}

/// The values that divisions of a number of stones have, as far as they are known.
#[derive(Clone, Debug, Default)]
struct Sums {
    /// Each is a bit.
    values: Vec<u64>,
    /// All pairs with a smaller part below this have been looked at. Of the others, those with a rare part have.
    next: usize,
}

impl GrundyTable {
    /// An empty table, which never has more than `most_values` values.
    pub(crate) fn new(most_values: usize) -> Self {
        Self {
            most_steps: MOST_STEPS,
            most_values,
            ..Self::default()
        }
    }

    /// Whether the input has given just this before.
    pub(crate) fn is_of(&self, role: Role, values: &[u64]) -> bool {
        let mut given = self.given.iter();
        given.any(|(other, old)| *other == role && old == values)
    }

    /// Starts anew, for a rule of which the input has given this.
    pub(crate) fn restart(&mut self, role: Role, values: &[u64]) {
        self.given.retain(|(other, _)| *other != role);
        self.given.push((role, values.to_vec()));
        self.clear();
    }

    fn clear(&mut self) {
        let (most_steps, most_values) = (self.most_steps, self.most_values);
        let (given, mut values) = (
            std::mem::take(&mut self.given),
            std::mem::take(&mut self.values),
        );
        let reached = std::mem::take(&mut self.reached);
        values.table.clear();
        values.period = None;
        *self = Self {
            values,
            reached,
            most_steps,
            most_values,
            given,
            ..Self::default()
        };
    }

    /// Makes this the table of one of several rules of an input, which may take its share of the steps, or as many as small
    /// piles need.
    pub(crate) fn set_share(&mut self, share: Share) {
        self.most_steps = share.of(MOST_STEPS / 8).max(ALWAYS);
        if self.steps > self.most_steps {
            // Which piles are answered must not depend on what other cases have left.
            self.clear();
        }
    }

    /// Whether [`grundy`](GrundyTable::grundy) knows the value of this pile.
    #[inline]
    pub(crate) fn covers(&self, pile: u64) -> bool {
        self.values.knows(pile) || pile < self.first
    }

    /// The period, if one is proven.
    pub(crate) fn period(&self) -> Option<Period> {
        self.values.period
    }

    /// The steps that covering piles up to `largest` may take.
    pub(crate) fn steps(&self, rule: &dyn Rule, largest: u64) -> u64 {
        if self.covers(largest) || largest < rule.smallest_take() {
            return 0;
        }
        let values = largest.min(self.most_values as u64);
        (values * values / 4).min(self.most_steps)
    }

    /// The value of a pile.
    ///
    /// # Panics
    /// If the pile is not [covered](GrundyTable::covers).
    #[inline]
    pub(crate) fn grundy(&self, pile: u64) -> u64 {
        self.values.get(pile).unwrap_or_else(|| {
            assert!(pile < self.first, "the pile is covered");
            0
        })
    }

    /// Computes the values of piles up to `largest`, or up to where a period is proven.
    #[cold]
    pub(crate) fn cover(&mut self, rule: &dyn Rule, largest: u64) -> Result<(), NoPeriod> {
        self.first = rule.smallest_take();
        if rule.largest_take().is_none() && largest >= self.most_values as u64 {
            // No theorem would prove a period, so that a table is not even begun.
            return Err(NoPeriod::Beyond(self.most_values as u64));
        }
        while !self.covers(largest) {
            let len = self.values.table.len();
            let words = self.sums.len() * (usize::from(self.top) / 64 + 8);
            self.is_full |= len >= self.most_values || words > MOST_WORDS;
            if self.is_full || self.steps >= self.most_steps {
                return Err(NoPeriod::InTable(len as u64));
            }
            self.push(rule);
            let len = self.values.table.len();
            if len.is_power_of_two()
                && let Some(largest_take) = rule.largest_take()
            {
                self.values.period = self.find_period(largest_take);
                if self.values.period.is_some() {
                    self.values.fill();
                    // Only a longer table would need these.
                    self.sums = VecDeque::new();
                    self.rare = Vec::new();
                    self.reached = Vec::new();
                }
            }
        }
        Ok(())
    }

    /// Looks for a period, unless that takes more than some tenths of a second.
    pub(crate) fn seek_period(&mut self, rule: &dyn Rule) {
        const STEPS: u64 = 1 << 29;
        if rule.largest_take().is_none() {
            return;
        }
        let most_steps = std::mem::replace(&mut self.most_steps, STEPS);
        // Without one, the largest pile cannot be covered.
        let _ = self.cover(rule, u64::MAX);
        self.most_steps = most_steps;
    }

    /// Adds the value of the next pile.
    fn push(&mut self, rule: &dyn Rule) {
        let pile = self.values.table.len();
        if let Some(window) = rule.largest_dividing() {
            if pile.is_power_of_two() && pile >= FIRST_MASK && window < MOST_SUMS {
                self.choose_mask(rule);
            } else if self.mask > 0 && self.sought > self.plain / 4 {
                self.change_mask(rule, 0);
            }
            self.plain += pile as u64 / 2;
            self.add_sums(rule, pile, window);
        }
        // So many words that some common value is not reached.
        let mut now = vec![0; usize::from(self.top) / 32 + 4];
        let mut divided = Vec::new();
        for (take, parts) in rule.takes(pile as u64) {
            self.steps += 8;
            let rest = pile - take as usize;
            // Of the two sides of a row, one may be empty.
            if parts.are_sides || parts.is_one(rest as u64) {
                set(&mut now, self.values.table[rest]);
            }
            if parts.are_two() {
                let index = self.sums.len() - 1 - take as usize;
                add(&mut now, &self.sums[index].values);
                self.steps += now.len() as u64;
                divided.push((index, rest));
            }
        }
        let smallest = |words: &mut dyn Iterator<Item = u64>| {
            let found = words.enumerate().find(|(_, word)| *word > 0);
            found.map_or(usize::MAX, |(index, word)| {
                index * 64 + word.trailing_zeros() as usize
            })
        };
        if self.mask > 0 {
            let words = now.iter().zip(0..);
            let end = smallest(&mut words.map(|(word, index)| !word & common(self.mask, index)));
            self.find_rare(rule, &mut now, end, &divided);
        }
        let value = smallest(&mut now.iter().map(|word| !word));
        let Ok(value) = u16::try_from(value) else {
            self.is_full = true;
            return;
        };
        self.steps += now.len() as u64 + 16;
        self.values.table.push(value);
        self.top |= value
            .checked_ilog2()
            .map_or(0, |bit| u16::MAX >> (15 - bit));
        if self.is_rare(value) {
            self.rare.push((pile as u32, value));
        }
    }

    /// Adds the values of divisions of `stones` to the sums, and drops those which no take of up to `window` leaves later:
    /// all of them, or those with a rare part.
    fn add_sums(&mut self, rule: &dyn Rule, stones: usize, window: u64) {
        let mut sums = Sums::default();
        if self.sums.len() as u64 > window {
            sums = self.sums.pop_front().unwrap_or_default();
        }
        sums.values.clear();
        sums.next = 1;
        if self.mask > 0 {
            let reached = Self::reached(&mut self.reached);
            let unequal = rule.is_unequal();
            for &(part, value) in &self.rare {
                let part = part as usize;
                if part > 0 && part < stones && !(unequal && 2 * part == stones) {
                    reached[usize::from(value ^ self.values.table[stones - part])] = 1;
                }
            }
            self.steps += self.rare.len() as u64;
            self.collect(&mut sums);
        } else {
            self.look(rule, stones, &mut sums, usize::MAX);
        }
        self.sums.push_back(sums);
    }

    fn reached(reached: &mut Vec<u8>) -> &mut [u8; 1 << 16] {
        reached.resize(1 << 16, 0);
        (&mut reached[..]).try_into().expect("it has that size")
    }

    /// Looks at the next `count` divisions of `stones`. Returns false if there is none.
    fn look(&mut self, rule: &dyn Rule, stones: usize, sums: &mut Sums, count: usize) -> bool {
        let end = (stones + usize::from(!rule.is_unequal())).div_ceil(2);
        let parts = sums.next..end.min(sums.next.saturating_add(count));
        if parts.is_empty() {
            return false;
        }
        let reached = Self::reached(&mut self.reached);
        let (ones, ones_left) = self.values.table[parts.clone()].as_chunks::<8>();
        let others = &self.values.table[stones + 1 - parts.end..=stones - parts.start];
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
    fn collect(&mut self, sums: &mut Sums) {
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

    /// Adds to `now` values of divisions of numbers of stones, each with its index among the sums, until no rare value below
    /// `end` is missing, or all have been looked at.
    fn find_rare(
        &mut self,
        rule: &dyn Rule,
        now: &mut [u64],
        end: usize,
        divided: &[(usize, usize)],
    ) {
        /// The number of divisions to look at together, at first.
        const TOGETHER: usize = 128;
        let below = |index: usize| match end.saturating_sub(index * 64) {
            0 => 0,
            bits @ 1..64 => (1 << bits) - 1,
            _ => u64::MAX,
        };
        let mut count = TOGETHER;
        let mask = self.mask;
        let start = self.steps;
        loop {
            let mut words = now.iter().zip(0..);
            if words.all(|(word, index)| !word & below(index) & !common(mask, index) == 0) {
                break;
            }
            let mut is_last = true;
            for &(index, stones) in divided {
                let mut sums = std::mem::take(&mut self.sums[index]);
                is_last &= !self.look(rule, stones, &mut sums, count);
                add(now, &sums.values);
                self.sums[index] = sums;
            }
            if is_last {
                break;
            }
            count *= 2;
        }
        self.sought += self.steps - start;
    }

    fn is_rare(&self, value: u16) -> bool {
        self.mask > 0 && (value & self.mask).count_ones().is_multiple_of(2)
    }

    /// Chooses the mask with the fewest rare values among the later ones, if they are few.
    fn choose_mask(&mut self, rule: &dyn Rule) {
        let len = self.values.table.len();
        let mut counts = [0_i32; MASKS];
        for &value in &self.values.table[len / 2..] {
            counts[usize::from(value) % MASKS] += 1;
        }
        // The transform of Walsh and Hadamard: for each mask, how many values have an even number of bits in common with it,
        // less the others.
        let mut width = 1;
        while width < MASKS {
            for block in counts.chunks_mut(2 * width) {
                let (low, high) = block.split_at_mut(width);
                for (low, high) in low.iter_mut().zip(high) {
                    (*low, *high) = (*low + *high, *low - *high);
                }
            }
            width *= 2;
        }
        let mask = (1..MASKS).min_by_key(|&mask| counts[mask]).unwrap_or(0) as u16;
        let is_rare = |value: &&u16| (**value & mask).count_ones().is_multiple_of(2);
        let rare = self.values.table.iter().filter(is_rare).count();
        self.change_mask(rule, if rare < len / 16 { mask } else { 0 });
    }

    fn change_mask(&mut self, rule: &dyn Rule, mask: u16) {
        // A few long searches do not matter.
        (self.sought, self.plain) = (0, (self.values.table.len() as u64).pow(2) / 16);
        if mask == self.mask {
            return;
        }
        self.mask = mask;
        let all = (0..).zip(self.values.table.iter().copied());
        self.rare = all.filter(|&(_, value)| self.is_rare(value)).collect();
        // What was common may be rare, of which not all have been collected.
        let kept = std::mem::take(&mut self.sums).len();
        for stones in self.values.table.len() - kept..self.values.table.len() {
            self.add_sums(rule, stones, u64::MAX);
        }
    }

    /// The shortest period that the values prove, if they prove any: see the head of this file.
    fn find_period(&self, largest_take: u64) -> Option<Period> {
        let len = self.values.table.len();
        let largest_take = usize::try_from(largest_take).ok()?;
        // If n values at the end are those p before them, n0 is len - p - n. So the bound says that n is at least half of
        // the table and of the largest take.
        let enough = len.checked_add(largest_take)?.div_ceil(2);
        let longest = len.checked_sub(largest_take.checked_add(2)?)? / 2;
        Period::of(&self.values.table, enough, longest)
    }
}

fn add(bits: &mut [u64], more: &[u64]) {
    for (bits, more) in bits.iter_mut().zip(more) {
        *bits |= more;
    }
}

fn set(bits: &mut [u64], value: u16) {
    bits[usize::from(value) / 64] |= 1 << (value % 64);
}

/// The word of a set of values with this index that has the common ones, which are not rare.
fn common(mask: u16, index: usize) -> u64 {
    /// The numbers below 64 with an odd number of bits, by how many bits of these count.
    const ODD: [u64; 6] = [
        0xaaaa_aaaa_aaaa_aaaa,
        0xcccc_cccc_cccc_cccc,
        0xf0f0_f0f0_f0f0_f0f0,
        0xff00_ff00_ff00_ff00,
        0xffff_0000_ffff_0000,
        0xffff_ffff_0000_0000,
    ];
    let low = (0..6).filter(|bit| mask >> bit & 1 == 1);
    let low = low.fold(0, |odd, bit| odd ^ ODD[bit]);
    let high = (mask >> 6) as usize & index;
    if high.count_ones() % 2 == 1 {
        !low
    } else {
        low
    }
}
