//! A move divides a pile into two or more piles, all of different sizes.
//!
//! The values are those of the definition. A size is a bit, which is enough for judges: `HackerRank` has up to 50
//! stones.

use std::sync::LazyLock;

use super::heap::{Heap, Parts, PileRule, Reach, Rests, Takes};
use super::period::Period;
use super::{Move, Others};
use crate::error::NoPeriod;

/// The game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SplitDifferent;

/// Larger piles are not answered.
const MOST: u64 = 63;

/// The Grundy values of all piles.
static VALUES: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let mut values = Vec::new();
    for pile in 0..=MOST {
        let sum = |set: u64| {
            (0..pile)
                .filter(|size| set >> size & 1 == 1)
                .fold(0, |sum, size| sum ^ values[size as usize])
        };
        let reached: Vec<u64> = divisions(pile).into_iter().map(sum).collect();
        // One of the numbers up to how many are reached is not.
        let value = (0..=reached.len() as u64).find(|value| !reached.contains(value));
        values.push(value.expect("some value is not reached"));
    }
    values
});

/// The sets of different sizes, none smaller than `least`, that have so many stones.
fn sets(stones: u64, least: u64) -> Vec<u64> {
    if stones == 0 {
        return vec![0];
    }
    let with = |size: u64| {
        sets(stones - size, size + 1)
            .into_iter()
            .map(move |set| set | 1 << size)
    };
    (least..=stones).flat_map(with).collect()
}

/// The sets that a pile may be divided into.
fn divisions(pile: u64) -> Vec<u64> {
    let mut divisions = sets(pile, 1);
    divisions.retain(|set| set.count_ones() > 1);
    divisions
}

impl PileRule for SplitDifferent {
    fn rests(&self, _: u64) -> Rests<'_> {
        vec![(Takes::NONE, Parts::ONE)]
    }

    fn reach(&self) -> Reach {
        Reach {
            divided: Some(0),
            ..Reach::ANY
        }
    }
}

impl Heap for SplitDifferent {
    fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        if largest > MOST {
            return Err(NoPeriod(MOST + 1));
        }
        Ok(())
    }

    fn grundy(&self, pile: u64) -> u64 {
        VALUES[pile as usize]
    }

    fn moves(&self, pile: u64) -> impl DoubleEndedIterator<Item = Move> + '_ {
        divisions(pile).into_iter().map(|set| Move {
            pile: 0,
            take: 0,
            left: set.trailing_zeros().into(),
            others: Others::Different(set & (set - 1)),
        })
    }

    fn period(&self) -> Option<(Period, &'static str)> {
        None
    }
}
