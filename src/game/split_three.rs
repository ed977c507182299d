//! A move takes any number of stones, or divides a pile into three.
//!
//! The Grundy values of 8k + 7 and 8k + 8 stones are exchanged, all others are the sizes: as in Lasker's Nim, where a
//! pile is divided into two.

use super::heap::{AllSteps, Heap, Parts, PileRule, Rests, Steps, Takes, cover_up_to};
use super::period::Period;
use super::{Move, Others};
use crate::error::NoPeriod;

/// The game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SplitThree;

/// Exchanges 8k + 7 and 8k + 8.
fn exchanged(number: u64) -> u64 {
    match number % 8 {
        7 => number.saturating_add(1),
        0 => number.saturating_sub(1),
        _ => number,
    }
}

/// Parts whose Grundy values have these last three bits, and are eight times numbers with this xor besides.
///
/// Of three numbers, one or three have each bit of the xor, and none or two have each other bit. So their sum less the
/// xor is twice the number that has a bit where it is the larger number of them. Where one or two have a bit, that is
/// any of the three: they are `free`.
#[derive(Clone, Copy)]
struct Divisions {
    low: [u64; 3],
    sum: u64,
    xor: u64,
}

impl Divisions {
    /// All divisions of a pile that leave a Grundy value; the parts may come in any order.
    fn all(pile: u64, grundy: u64) -> impl Iterator<Item = Self> {
        (0..64).filter_map(move |bits| {
            let (one, other) = (bits % 8, bits / 8);
            let low = [one, other, one ^ other ^ (grundy % 8)];
            // One more if two bits are 7, one less for 0: no part is empty.
            let sizes = low.map(|low| i128::from(exchanged(low + 8)) - 8);
            let rest = i128::from(pile) - sizes.iter().sum::<i128>();
            let sum = u64::try_from(rest).ok()? / 8;
            let xor = grundy / 8;
            let fits = rest % 8 == 0 && sum >= xor && (sum - xor).is_multiple_of(2);
            fits.then_some(Self { low, sum, xor })
        })
    }

    fn free(self) -> u64 {
        self.xor ^ ((self.sum - self.xor) / 2)
    }

    /// How many there are without empty parts: of the others, some numbers are 0.
    fn count(self) -> u128 {
        let Self { low, sum, xor } = self;
        let half = (sum - xor) / 2;
        let zeros = low.iter().filter(|&&low| low == 0).count() as u128;
        let one_zero = if half & xor == 0 {
            1 << xor.count_ones()
        } else {
            0
        };
        let two_zeros = u128::from(sum == xor);
        let three_zeros = u128::from(sum == 0);
        let all = 3_u128.pow(self.free().count_ones());
        match zeros {
            0 => all,
            1 => all - one_zero,
            2 => all + two_zeros - 2 * one_zero,
            _ => all + 3 * two_zeros - 3 * one_zero - three_zeros,
        }
    }

    /// The sizes of the parts with this index: in base 3, which part is another one than the two others in each free
    /// bit.
    fn parts(self, mut index: u64) -> [u64; 3] {
        let (half, mut free) = ((self.sum - self.xor) / 2, self.free());
        // All three have a bit of both.
        let mut parts = [half & self.xor; 3];
        while free > 0 {
            let bit = free & free.wrapping_neg();
            free ^= bit;
            let place = (index % 3) as usize;
            index /= 3;
            if half & bit > 0 {
                for (other, part) in parts.iter_mut().enumerate() {
                    *part |= if other == place { 0 } else { bit };
                }
            } else {
                // The last ones first, so that parts in ascending order are found soon.
                parts[2 - place] |= bit;
            }
        }
        let values = [0, 1, 2].map(|place| 8 * parts[place] + self.low[place]);
        values.map(exchanged)
    }
}

impl PileRule for SplitThree {
    fn rests(&self, pile: u64) -> Rests<'_> {
        vec![(Takes::Range(1..=pile), Parts::ONE)]
    }
}

/// The move that leaves these three piles.
fn divide([one, two, three]: [u64; 3]) -> Move {
    Move {
        pile: 0,
        take: 0,
        left: one,
        others: Others::Two(two, three),
    }
}

impl Heap for SplitThree {
    /// Only 2^64 - 1 stones have a Grundy value that is no number of 64 bits.
    fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        cover_up_to(u64::MAX - 1, largest)
    }

    fn grundy(&self, pile: u64) -> u64 {
        exchanged(pile)
    }

    fn may_leave(&self, pile: u64, left: &[u64]) -> bool {
        match *left {
            [one] => one < pile,
            [one, two, three] => {
                let sum = u128::from(one) + u128::from(two) + u128::from(three);
                !left.contains(&0) && sum == pile.into()
            }
            _ => false,
        }
    }

    fn moves(&self, pile: u64) -> AllSteps<'_> {
        let divisions = (1..=pile / 3).flat_map(move |one| {
            (one..=(pile - one) / 2).map(move |two| divide([one, two, pile - one - two]))
        });
        Box::new(divisions.chain((1..=pile).map(move |take| Move::take(pile, take))))
    }

    fn reaching(&self, pile: u64, grundy: u64) -> Steps<'_> {
        let divisions = Divisions::all(pile, grundy).flat_map(|all| {
            let count = 3_u64.saturating_pow(all.free().count_ones());
            (0..count).map(move |index| all.parts(index))
        });
        let ordered = divisions.filter(|&[one, two, three]| 0 < one && one <= two && two <= three);
        let left = exchanged(grundy);
        let take = pile.checked_sub(left).filter(|&take| take > 0);
        let take = take.map(|take| Move::take(pile, take));
        Box::new(ordered.map(divide).chain(take))
    }

    /// Each division is found once for each order of its parts.
    fn count_reaching(&self, pile: u64, grundy: u64) -> u128 {
        let ordered: u128 = Divisions::all(pile, grundy).map(Divisions::count).sum();
        // Of two equal parts, the third has the value, and so have all of three.
        let third = exchanged(grundy);
        let rest = pile
            .checked_sub(third)
            .filter(|rest| third > 0 && *rest > 0 && rest.is_multiple_of(2));
        let two_equal = u128::from(rest.is_some());
        let three_equal = u128::from(rest == Some(2 * third));
        (ordered + 3 * two_equal + 2 * three_equal) / 6 + u128::from(third < pile)
    }

    fn period(&self) -> Option<(Period, &'static str)> {
        None
    }
}
