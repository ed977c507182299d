//! Nim, and Lasker's Nim.

use super::heap::{Heap, Parts, PileRule, Rests, Steps, Takes, cover_up_to};
use super::period::Period;
use super::{Move, Play};
use crate::error::NoPeriod;

/// A move takes any number of stones: the Grundy value is the size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nim;

impl PileRule for Nim {
    fn rests(&self, pile: u64) -> Rests<'_> {
        vec![(Takes::Range(1..=pile), Parts::ONE)]
    }
}

impl Heap for Nim {
    fn is_nim(&self) -> bool {
        true
    }

    fn grundy(&self, pile: u64) -> u64 {
        pile
    }

    fn period(&self) -> Option<(Period, &'static str)> {
        None
    }

    fn reaching(&self, pile: u64, grundy: u64) -> Steps<'_> {
        let step = (grundy < pile).then(|| Move::leave(0, pile, grundy));
        Box::new(step.into_iter())
    }
}

/// Shows `visit` all winning moves, some at a time.
pub(super) fn each_winning(play: Play, piles: &[u64], visit: &mut dyn FnMut(&[Move])) {
    let standing = Nim.standing(play, piles);
    let mut block = [Move::take(0, 0); 64];
    let mut len = 0;
    for (index, &pile) in piles.iter().enumerate() {
        let left = standing.target(pile);
        block[len] = Move {
            take: pile.wrapping_sub(left),
            ..Move::leave(index, left, left)
        };
        // Whether a pile has a winning move is unpredictable, so there is no branch on it.
        len += usize::from(left < pile);
        if len == block.len() {
            visit(&block);
            len = 0;
        }
    }
    visit(&block[..len]);
}

/// Lasker's Nim: a move takes any number of stones, or divides a pile into two.
///
/// Emanuel Lasker, "Brettspiele der Völker" (1931): the Grundy values of 4k + 3 and 4k + 4 stones are exchanged, all
/// others are the sizes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lasker;

impl Lasker {
    /// The low bits of the smaller part of a division of `pile` that leaves the Grundy value `grundy`, and the common
    /// bits of the Grundy values of the parts.
    ///
    /// With the Grundy values u and v of the parts, u ^ v is given. The size of a part is that of u but for a
    /// difference of 1 which depends on the last two bits, and u + v = (u ^ v) + 2 (u & v). So the last two bits of u
    /// determine u & v, and where u ^ v has a bit, either of them may have it.
    fn divisions(pile: u64, grundy: u64) -> impl Iterator<Item = (u64, u64)> {
        (0..4).filter_map(move |low| {
            let more = |bits: u64| match bits & 3 {
                0 => 1_i128,
                3 => -1,
                _ => 0,
            };
            let sum = i128::from(pile) + more(low) + more(low ^ grundy);
            let twice = u64::try_from(sum - i128::from(grundy)).ok()?;
            let common = twice / 2;
            let fits =
                twice % 2 == 0 && common & grundy == 0 && common & 3 == low & (low ^ grundy) & 3;
            fits.then_some((low, common & !3))
        })
    }
}

impl PileRule for Lasker {
    fn rests(&self, pile: u64) -> Rests<'_> {
        let take = (Takes::Range(1..=pile), Parts::ONE);
        vec![(Takes::Range(0..=0), Parts::of(4)), take]
    }
}

impl Heap for Lasker {
    /// Only 2^64 - 1 stones have a Grundy value that is no number of 64 bits.
    #[inline]
    fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        cover_up_to(u64::MAX - 1, largest)
    }

    #[inline]
    fn grundy(&self, pile: u64) -> u64 {
        // Counted from 0, it is the third and the fourth of each four that are exchanged. Three branches, mostly
        // mispredicted, took three times as long in all.
        let before = pile.saturating_sub(1);
        let exchanged = before ^ (before >> 1 & 1);
        if pile == 0 {
            0
        } else {
            exchanged.saturating_add(1)
        }
    }

    fn reaching(&self, pile: u64, grundy: u64) -> Steps<'_> {
        let free = grundy & !3;
        let divisions = Self::divisions(pile, grundy).flat_map(move |(low, common)| {
            let next = move |&bits: &u64| {
                let next = bits.wrapping_sub(free) & free;
                (next > 0).then_some(next)
            };
            // All numbers with no other bits than those of `free`.
            let highs = std::iter::successors(Some(0), next);
            let ones = highs.map(move |high| common | high | low);
            ones.filter(move |one| *one > 0 && one ^ grundy > 0)
        });
        let lefts = divisions.map(|one| self.grundy(one));
        let lefts = lefts.filter(move |left| *left <= pile / 2);
        let divide = move |left| Move::divide(0, left, pile);
        let left = self.grundy(grundy);
        let take = pile.checked_sub(left).filter(|&take| take > 0);
        let take = take.map(|take| Move::take(pile, take));
        Box::new(lefts.map(divide).chain(take))
    }

    fn count_reaching(&self, pile: u64, grundy: u64) -> u128 {
        let free = grundy & !3;
        let divisions = Self::divisions(pile, grundy).map(|(low, common)| {
            // No part may be empty.
            let is_empty = |bits: u64| common == 0 && bits.is_multiple_of(4);
            let empty = u128::from(is_empty(low)) + u128::from(is_empty(low ^ grundy));
            (1 << free.count_ones()) - empty
        });
        // Each division into two different piles is counted from both sides, and equal ones leave 0.
        divisions.sum::<u128>().div_ceil(2) + u128::from(self.grundy(grundy) < pile)
    }

    fn period(&self) -> Option<(Period, &'static str)> {
        None
    }
}
