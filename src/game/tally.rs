//! Folds over piles.

use crate::decode::Number;

/// What decides who wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The xor of all piles.
    pub nim_sum: u64,
    /// Larger than 1 exactly if some pile is: the bitwise or of all piles, or something like it.
    pub union: u64,
}

impl Tally {
    /// The tally of the first `count` of `numbers`; what follows them may be read, and is ignored.
    /// `longest` is at least `count`, and best the same for many cases.
    ///
    /// # Panics
    /// If there are fewer than `count` numbers.
    #[inline(always)]
    pub fn of_first<N: Number>(numbers: &[N], count: usize, longest: usize) -> Self {
        let (nim_sum, union) = N::xor_or(numbers, count, longest);
        Self { nim_sum, union }
    }

    /// Adds `piles` to the tally.
    #[inline(always)]
    pub fn add<N: Number>(&mut self, piles: &[N]) {
        let more = Self::of_first(piles, piles.len(), piles.len());
        self.nim_sum ^= more.nim_sum;
        self.union |= more.union;
    }

    /// Adds one pile.
    #[inline]
    pub fn add_one(&mut self, pile: u64) {
        self.nim_sum ^= pile;
        self.union |= pile;
    }
}

/// The number of winning first moves of normal Nim, where the piles are the first `count` of
/// `numbers`, and `longest` is as in [`Tally::of_first`].
///
/// A winning move makes the nim-sum 0. In a pile `a` that means to leave `a ^ nim_sum`, which is
/// fewer stones exactly if `a` has the top bit of the nim-sum. So there is one winning move for
/// each pile that has that bit.
///
/// # Panics
/// If there are fewer than `count` numbers.
#[inline(always)]
pub fn winning_moves<N: Number>(numbers: &[N], count: usize, longest: usize) -> u64 {
    let nim_sum = Tally::of_first(numbers, count, longest).nim_sum;
    // No branch: where many positions are lost and many won, it would be guessed wrong. For 0, which
    // has no top bit, the shift is by 0, and the bit that comes of it is not in 0.
    let top = (1 << 63 >> (nim_sum.leading_zeros() % 64)) & nim_sum;
    N::having(numbers, count, longest, top)
}

/// For each of the 64 bits, how many piles have it.
///
/// The counts are stored across ("vertically"): plane `k` holds bit `k` of all 64 counts. Adding
/// a pile is adding one to many counters with the steps of a binary adder, and the lowest plane,
/// the counts modulo 2, is the nim-sum.
///
/// That pays for many piles. So the last few wait in a list, and a case that has no more than these is
/// counted at its end, one bit of each pile.
#[derive(Clone, Debug)]
pub struct BitCounts {
    planes: [u64; 64],
    /// `waiting[..len]` is still to be added to the planes.
    waiting: [u64; Self::FEW],
    len: usize,
}

impl Default for BitCounts {
    fn default() -> Self {
        Self {
            planes: [0; 64],
            waiting: [0; Self::FEW],
            len: 0,
        }
    }
}

impl BitCounts {
    /// How many piles wait, at most.
    const FEW: usize = 128;

    /// Adds `piles`, fewer than 2^64 in all.
    pub fn add<N: Number>(&mut self, piles: &[N]) {
        if let Some(room) = self.waiting[self.len..].get_mut(..piles.len()) {
            for (wait, &pile) in room.iter_mut().zip(piles) {
                *wait = pile.into();
            }
            self.len += piles.len();
        } else {
            let (waiting, len) = (self.waiting, std::mem::take(&mut self.len));
            self.add_to_planes(&waiting[..len]);
            self.add_to_planes(piles);
        }
    }

    fn add_to_planes<N: Number>(&mut self, piles: &[N]) {
        // Three piles become a sum and a carry in five operations. Adding up seven first means that
        // three carries out of seven piles ripple through the planes, not seven.
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

    /// The nim-sum of all piles added.
    pub fn nim_sum(&self) -> u64 {
        let waiting = self.waiting[..self.len].iter();
        waiting.fold(self.planes[0], |sum, pile| sum ^ pile)
    }

    /// How many of the piles have bit `bit`.
    pub fn count(&self, bit: u32) -> u64 {
        let planes = self.planes.iter().enumerate();
        let added: u64 = planes.map(|(k, plane)| (plane >> bit & 1) << k).sum();
        let waiting = self.waiting[..self.len].iter();
        added + waiting.map(|pile| pile >> bit & 1).sum::<u64>()
    }

    /// The number of winning first moves, as [`winning_moves`].
    pub fn winning_moves(&self) -> u64 {
        self.nim_sum()
            .checked_ilog2()
            .map_or(0, |top| self.count(top))
    }
}

/// Adds three bits in each of 64 places: the sums and the carries.
#[inline(always)]
fn full_adder(a: u64, b: u64, c: u64) -> (u64, u64) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}
