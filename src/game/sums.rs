//! Grundy values of taking-and-breaking games.
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

use super::grundy_table::Mex;
use super::heap::PileRule;

/// The most words for the values of divisions, 16 MiB.
const MOST_WORDS: usize = 1 << 21;

/// Masks are sought among so many, when the table has that many values, and has doubled.
const MASKS: usize = 1 << 10;
const FIRST_MASK: usize = 256;

/// More numbers of stones than this are not kept in a sparse space.
const MOST_SUMS: u64 = 64;

/// A rule, and what is kept to find the next value.
#[derive(Clone, Debug)]
pub(crate) struct Breaks {
    /// It is asked once for each pile of a table, so that a call of what is not known when this is compiled costs nothing;
    /// code for each rule took 0.9 MB of the program.
    pub rule: Box<dyn PileRule>,
    /// The largest take after which a pile may be divided.
    window: Option<u64>,
    is_unequal: bool,
    /// For the numbers of stones before the next pile that a take may leave to be divided, the values that divisions have.
    of_stones: VecDeque<SumsOf>,
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

impl Mex for Breaks {
    fn clear(&mut self) {
        *self = Self::new(self.rule.clone());
    }

    fn extend(&mut self, values: &mut Vec<u16>) -> Option<u64> {
        let words = self.of_stones.len() * (usize::from(self.top) / 64 + 8);
        if words > MOST_WORDS {
            return None;
        }
        self.steps = 0;
        let value = self.next_value(values)?;
        values.push(value);
        Some(self.steps)
    }

    /// A larger pile has all takes of a smaller one, but what they leave may be too much for a move.
    fn has_no_moves(&self, pile: u64) -> bool {
        let mut rests = self.rule.rests(pile).into_iter();
        rests.all(|(takes, _)| takes.all().next().is_none())
    }

    fn has_theorem(&self) -> bool {
        self.rule.largest_take().is_some()
    }

    /// See the head of this file. If n values at the end are those p before them, n0 is the length less p and n. So the bound
    /// says that n is at least half of the table and of the largest take.
    fn proof(&self, len: usize) -> Option<(usize, usize)> {
        let largest_take = usize::try_from(self.rule.largest_take()?).ok()?;
        let enough = len.checked_add(largest_take)?.div_ceil(2);
        let longest = len.checked_sub(largest_take.checked_add(2)?)? / 2;
        Some((enough, longest))
    }
}

impl Breaks {
    pub(crate) fn new(rule: Box<dyn PileRule>) -> Self {
        let (mut window, mut is_unequal) = (None, false);
        for (takes, parts) in rule.rests(u64::MAX) {
            is_unequal |= parts.are_unequal;
            window = takes
                .all()
                .next_back()
                .filter(|_| parts.are_two())
                .or(window);
        }
        Self {
            rule,
            window,
            is_unequal,
            of_stones: VecDeque::new(),
            reached: vec![0; 1 << 16],
            top: 0,
            mask: 0,
            rare: Vec::new(),
            sought: 0,
            plain: 0,
            steps: 0,
        }
    }

    /// The value of the next pile; `None` if it is too large.
    fn next_value(&mut self, values: &[u16]) -> Option<u16> {
        let pile = values.len();
        if let Some(window) = self.window {
            if pile.is_power_of_two() && pile >= FIRST_MASK && window < MOST_SUMS {
                self.choose_mask(values);
            } else if self.mask > 0 && self.sought > self.plain / 4 {
                self.change_mask(values, 0);
            }
            self.plain += pile as u64 / 2;
            self.add_sums(values, pile, window);
        }
        // So many words that some common value is not reached.
        let mut now = vec![0; usize::from(self.top) / 32 + 4];
        let mut divided = Vec::new();
        for (takes, parts) in self.rule.rests(pile as u64) {
            for take in takes.all() {
                self.steps += 8;
                let rest = pile - take as usize;
                // Of the two sides of a row, one may be empty.
                if parts.are_sides || parts.is_one(rest as u64) {
                    set(&mut now, values[rest]);
                }
                if parts.are_two() {
                    let index = self.of_stones.len() - 1 - take as usize;
                    add(&mut now, &self.of_stones[index].values);
                    self.steps += now.len() as u64;
                    divided.push((index, rest));
                }
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
            self.find_rare(values, &mut now, end, &divided);
        }
        let value = smallest(&mut now.iter().map(|word| !word));
        let value = u16::try_from(value).ok()?;
        self.steps += now.len() as u64 + 16;
        self.top |= value
            .checked_ilog2()
            .map_or(0, |bit| u16::MAX >> (15 - bit));
        if self.is_rare(value) {
            self.rare.push((pile as u32, value));
        }
        Some(value)
    }

    /// Adds the values of divisions of `stones` to the sums, and drops those which no take of up to `window` leaves later:
    /// all of them, or those with a rare part.
    fn add_sums(&mut self, values: &[u16], stones: usize, window: u64) {
        let mut sums = SumsOf::default();
        if self.of_stones.len() as u64 > window {
            sums = self.of_stones.pop_front().unwrap_or_default();
        }
        sums.values.clear();
        sums.next = 1;
        if self.mask > 0 {
            let reached = &mut self.reached[..];
            for &(part, value) in &self.rare {
                let part = part as usize;
                if part > 0 && part < stones && !(self.is_unequal && 2 * part == stones) {
                    reached[usize::from(value ^ values[stones - part])] = 1;
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
        let reached = self.reached.first_chunk_mut::<{ 1 << 16 }>();
        let reached = reached.expect("it has that size");
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

    /// Adds to `now` values of divisions of numbers of stones, each with its index among the sums, until no rare value below
    /// `end` is missing, or all have been looked at.
    fn find_rare(
        &mut self,
        values: &[u16],
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
        self.sought += self.steps - start;
    }

    fn is_rare(&self, value: u16) -> bool {
        self.mask > 0 && (value & self.mask).count_ones().is_multiple_of(2)
    }

    /// Chooses the mask with the fewest rare values among the later ones, if they are few.
    fn choose_mask(&mut self, values: &[u16]) {
        let len = values.len();
        let mut counts = [0_i32; MASKS];
        for &value in &values[len / 2..] {
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
        let rare = values.iter().filter(is_rare).count();
        self.change_mask(values, if rare < len / 16 { mask } else { 0 });
    }

    fn change_mask(&mut self, values: &[u16], mask: u16) {
        // A few long searches do not matter.
        (self.sought, self.plain) = (0, (values.len() as u64).pow(2) / 16);
        if mask == self.mask {
            return;
        }
        self.mask = mask;
        let all = (0..).zip(values.iter().copied());
        self.rare = all.filter(|&(_, value)| self.is_rare(value)).collect();
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
