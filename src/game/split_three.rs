//! A move takes any number of stones, or divides a pile into three.
//!
//! The Grundy values of 8k + 7 and 8k + 8 stones are exchanged, all others are the sizes: as in Lasker's Nim, where a
//! pile is divided into two.

use super::heap::{
    AllPileMoves, Heap, MAX_IN_TWO_STEPS, Parts, PileMoves, PileRule, Rests, Takes, cover_up_to, leaving,
};
use super::period::Period;
use super::{Change, Others};
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

impl PileRule for SplitThree {
    fn rests(&self, pile: u64) -> Rests<'_> {
        vec![(Takes::Range(1..=pile), Parts::ONE)]
    }
}

/// The move that leaves these three piles.
fn divide([one, two, three]: [u64; 3]) -> Change {
    Change {
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

    fn moves(&self, pile: u64) -> AllPileMoves<'_> {
        let divisions = (1..=pile / 3)
            .flat_map(move |one| (one..=(pile - one) / 2).map(move |two| divide([one, two, pile - one - two])));
        Box::new(divisions.chain((1..=pile).map(move |take| Change::take(pile, take))))
    }

    fn reaching(&self, pile: u64, grundy: u64) -> PileMoves<'_> {
        leaving(self, grundy, self.moves(pile))
    }

    fn largest_listed(&self) -> u64 {
        MAX_IN_TWO_STEPS
    }

    fn period(&self) -> Option<(Period, &'static str)> {
        None
    }
}
