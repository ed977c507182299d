//! What decides who wins a position of piles, and folds over them.

use super::Play;
use crate::decode::{Number, Vector as _, in_each, in_rounds, xor_of, zeros};

/// The fold over piles that decides who wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// The xor of all piles.
    pub nim_sum: u64,
    /// Larger than 1 exactly if some pile is.
    pub union: u64,
}

impl Tally {
    /// The tally of one pile.
    #[inline(always)]
    pub(crate) fn of_one(pile: u64) -> Self {
        Self {
            nim_sum: pile,
            union: pile,
        }
    }

    /// The tally of the first `count` of `numbers`; those after them may be read, but do not matter.
    /// `longest` is at least `count`, and should be the same for many cases.
    ///
    /// # Panics
    /// If there are fewer than `count` numbers.
    #[inline(always)]
    pub(crate) fn of_first<N: Number>(numbers: &[N], count: usize, longest: usize) -> Self {
        let mut xor = zeros::<N>();
        let mut or = xor;
        in_rounds(numbers, count, longest, |round| {
            xor = xor.xor(round);
            or = or.or(round);
        });
        Self {
            nim_sum: xor_of::<N>(xor),
            union: u64::from(or.has(in_each::<N>(!1))) << 1,
        }
    }

    /// The tally of a few piles.
    #[inline(always)]
    pub(super) fn of(piles: impl Iterator<Item = u64>) -> Self {
        let mut tally = Self::default();
        piles.for_each(|pile| tally.add_one(pile));
        tally
    }

    /// Whether the player to move wins.
    #[inline(always)]
    pub(crate) fn first_wins(self, play: Play) -> bool {
        play.first_wins(self.nim_sum, self.union > 1)
    }

    /// Adds `piles` to the tally.
    #[inline(always)]
    pub(crate) fn add<N: Number>(&mut self, piles: &[N]) {
        let more = Self::of_first(piles, piles.len(), piles.len());
        self.nim_sum ^= more.nim_sum;
        self.union |= more.union;
    }

    /// Adds one pile.
    #[inline]
    pub(crate) fn add_one(&mut self, pile: u64) {
        self.nim_sum ^= pile;
        self.union |= pile;
    }
}

/// What decides who wins a sum of piles, and which moves in each of them do.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// The nim-sum of the Grundy values.
    pub nim_sum: u64,
    /// The number of piles with a Grundy value above 1.
    large: u64,
    play: Play,
}

impl Standing {
    /// What decides, given Grundy values, each with the number of piles that have it.
    #[inline(always)]
    pub(super) fn of(play: Play, values: impl Iterator<Item = (u64, u64)>) -> Self {
        let (mut nim_sum, mut large) = (0, 0);
        for (grundy, count) in values {
            nim_sum ^= grundy * (count % 2);
            large += count * u64::from(grundy > 1);
        }
        Self { nim_sum, large, play }
    }

    /// Whether the player to move wins.
    pub(super) fn first_wins(self) -> bool {
        self.play.first_wins(self.nim_sum, self.large > 0)
    }

    /// Whether the end of misère play has come, where the nim-sum no longer says the same as in normal play.
    pub(super) fn is_ending(self) -> bool {
        self.play == Play::Misere && self.large == 0
    }

    /// The Grundy value that a winning move must leave of a pile that has the Grundy value `grundy`. If the position is
    /// lost, no move in the pile leaves it.
    #[inline(always)]
    pub(super) fn target(self, grundy: u64) -> u64 {
        // In normal play what follows gives the same, but HDU 2176 takes 3 % longer.
        if self.play == Play::Normal {
            return self.nim_sum ^ grundy;
        }
        // If all others are 0 or 1, then including this pile, an odd number of ones must remain.
        let others_are_small = self.large <= u64::from(grundy > 1);
        self.nim_sum ^ grundy ^ u64::from(others_are_small)
    }
}

/// The number of winning first moves in normal Nim, for the piles that are the first `count` of `numbers`, with
/// `longest` as in [`Tally::of_first`].
///
/// A winning move makes the nim-sum 0. In a pile `a` it leaves `a ^ nim_sum`, which is smaller exactly if `a` has the
/// top bit of the nim-sum. So each pile with that bit has one winning move.
///
/// # Panics
/// If there are fewer than `count` numbers.
#[inline(always)]
pub(crate) fn winning_moves<N: Number>(numbers: &[N], count: usize, longest: usize) -> u64 {
    let nim_sum = Tally::of_first(numbers, count, longest).nim_sum;
    // Branch-free: where many positions are lost and many won, a branch would be mispredicted. If the nim-sum is 0, it
    // has no top bit, the shift is by 0, and the resulting bit is not in 0.
    let top = (1 << 63 >> (nim_sum.leading_zeros() % 64)) & nim_sum;
    let bit = in_each::<N>(top);
    let mut having = 0;
    in_rounds(numbers, count, longest, |round| {
        having += u64::from(round.count(bit));
    });
    having
}

/// The number of piles that have each of the 64 bits.
///
/// The counts are bit-sliced ("vertical"): plane `k` holds bit `k` of all 64 counts. Adding a pile increments many
/// counters with the steps of a binary adder, and the lowest plane, the counts modulo 2, is the nim-sum.
#[derive(Clone, Debug)]
pub(crate) struct BitCounts {
    planes: [u64; 64],
    /// The number of piles, and so of planes that have a bit.
    piles: u64,
}

impl Default for BitCounts {
    fn default() -> Self {
        Self {
            planes: [0; 64],
            piles: 0,
        }
    }
}

impl BitCounts {
    /// Adds `piles`, fewer than 2^64 in all.
    pub(crate) fn add<N: Number>(&mut self, piles: &[N]) {
        self.piles += piles.len() as u64;
        // Three piles become a sum and a carry in five operations. Summing seven first means that three carries per
        // seven piles ripple through the planes, not seven.
        let mut sevens = piles.chunks_exact(7);
        for seven in &mut sevens {
            let pile = |i: usize| seven[i].into();
            let (sum1, carry1) = full_adder(pile(0), pile(1), pile(2));
            let (sum2, carry2) = full_adder(pile(3), pile(4), pile(5));
            let (ones, carry3) = full_adder(sum1, sum2, pile(6));
            let (twos, fours) = full_adder(carry1, carry2, carry3);
            self.add_at(0, ones);
            self.add_at(1, twos);
            self.add_at(2, fours);
        }
        for &pile in sevens.remainder() {
            self.add_at(0, pile.into());
        }
    }

    /// Adds `2^plane` to the counts of all bits of `bits`.
    #[inline(always)]
    fn add_at(&mut self, plane: usize, bits: u64) {
        let mut carry = bits;
        for plane in &mut self.planes[plane..] {
            if carry == 0 {
                break;
            }
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }

    /// The number of piles that have `bit`.
    pub(crate) fn count(&self, bit: u32) -> u64 {
        let used = u64::BITS - self.piles.leading_zeros();
        let planes = (0..).zip(&self.planes[..used as usize]);
        planes.map(|(k, plane)| (plane >> bit & 1) << k).sum()
    }

    /// The number of winning first moves, like [`winning_moves`].
    pub(crate) fn winning_moves(&self) -> u64 {
        let nim_sum = self.planes[0];
        nim_sum.checked_ilog2().map_or(0, |top| self.count(top))
    }
}

/// Adds three bits at each of 64 positions, and returns the sums and the carries.
#[inline(always)]
fn full_adder(a: u64, b: u64, c: u64) -> (u64, u64) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}
