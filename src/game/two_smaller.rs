//! A move puts at most two smaller piles in the place of a pile, which may have more stones together. That is the
//! coin-turning game Mock Turtles, with a pile of n + 1 for a coin on the cell n.
//!
//! E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways", chapter 14: the Grundy values are the *odious* numbers in
//! order, those with an odd number of bits. The xor of two of them has an even number of bits, and any number with an
//! even number of bits that is smaller than an odious one is the xor of two smaller odious ones.

use super::heap::{AllPileMoves, Heap, MAX_IN_TWO_STEPS, Parts, PileMoves, PileRule, Rests, Takes, cover_up_to};
use super::period::Period;
use super::{Change, Others};
use crate::error::NoPeriod;

/// The game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TwoSmaller;

/// The number with this index among those with an odd number of bits, or with an even one.
fn with_bits(index: u64, odd: bool) -> u64 {
    2 * index + u64::from((index.count_ones() % 2 == 1) != odd)
}

/// The pile with this Grundy value, if one has it.
fn having(grundy: u64) -> Option<u64> {
    match grundy.count_ones() {
        0 => Some(0),
        ones => (ones % 2 == 1).then_some(grundy / 2 + 1),
    }
}

/// The move that leaves two piles, neither of them empty; the left one is not larger.
fn replace(right: u64, left: u64) -> Change {
    Change {
        pile: 0,
        take: 0,
        left,
        others: Others::One(right),
    }
}

impl PileRule for TwoSmaller {
    /// Only one pile, or none.
    fn rests(&self, pile: u64) -> Rests<'_> {
        vec![(Takes::Range(1..=pile), Parts::ONE)]
    }
}

impl Heap for TwoSmaller {
    fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        cover_up_to(1 << 63, largest)
    }

    fn grundy(&self, pile: u64) -> u64 {
        let index = pile.checked_sub(1);
        index.map_or(0, |index| with_bits(index, true))
    }

    fn may_leave(&self, pile: u64, left: &[u64]) -> bool {
        let is_one = left.len() == 1;
        left.len() <= 2 && left.iter().all(|&part| part < pile && (is_one || part > 0))
    }

    fn moves(&self, pile: u64) -> AllPileMoves<'_> {
        let pairs = (1..pile).flat_map(|left| (1..=left).map(move |right| replace(left, right)));
        Box::new(pairs.chain((1..=pile).map(move |take| Change::take(pile, take))))
    }

    /// At most one smaller part belongs to a larger one, so that a pile of 10^4 takes so many steps, not 5·10^7.
    fn reaching(&self, pile: u64, grundy: u64) -> PileMoves<'_> {
        let other = move |part| having(grundy ^ self.grundy(part));
        let pairs = (1..pile).filter_map(move |part| {
            let other = other(part).filter(|other| (1..=part).contains(other))?;
            Some(replace(part, other))
        });
        let one = having(grundy).filter(|&left| left < pile);
        Box::new(pairs.chain(one.map(|left| Change::take(pile, pile - left))))
    }

    fn largest_listed(&self) -> u64 {
        MAX_IN_TWO_STEPS
    }

    fn period(&self) -> Option<(Period, &'static str)> {
        None
    }
}
