//! A move divides a pile into two or more piles, all of different sizes.
//!
//! The values are those of the definition. A size is a bit, which is enough for judges: `HackerRank` has up to 50
//! stones.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::heap::{AllPileMoves, Heap, PileMoves, PileRule, Rests, cover_up_to, leaving};
use super::period::Period;
use super::{Change, Others};
use crate::error::NoPeriod;

/// The game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SplitDifferent;

/// Larger piles are not answered.
const MOST: u64 = 63;

/// What is known of a pile.
struct Known {
    value: u64,
    /// The sets that it may be divided into.
    divisions: Vec<u64>,
}

/// All piles: a position is answered in a tenth of the time if they are kept.
static PILES: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let mut piles: Vec<Known> = Vec::new();
    for pile in 0..=MOST {
        let mut divisions = sets(pile, 1);
        divisions.retain(|set| set.count_ones() > 1);
        let sum = |&set: &u64| {
            let sizes = (0..pile).filter(|size| set >> size & 1 == 1);
            sizes.fold(0, |sum, size| sum ^ piles[size as usize].value)
        };
        let reached: BTreeSet<u64> = divisions.iter().map(sum).collect();
        // One of the numbers up to how many are reached is not.
        let value = (0..=reached.len() as u64).find(|value| !reached.contains(value));
        let value = value.expect("some value is not reached");
        piles.push(Known { value, divisions });
    }
    piles
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
    // It is the last one, or a larger one follows.
    let only = Some(stones).filter(|only| *only >= least);
    (least..=(stones - 1) / 2).chain(only).flat_map(with).collect()
}

impl PileRule for SplitDifferent {
    /// Nothing is taken.
    fn rests(&self, _: u64) -> Rests<'_> {
        Rests::new()
    }
}

impl Heap for SplitDifferent {
    fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        cover_up_to(MOST, largest)
    }

    fn grundy(&self, pile: u64) -> u64 {
        PILES[pile as usize].value
    }

    fn may_leave(&self, pile: u64, left: &[u64]) -> bool {
        let sizes: BTreeSet<_> = left.iter().copied().collect();
        let sum = sizes.iter().fold(0, |sum: u64, &size| sum.saturating_add(size));
        left.len() > 1 && sizes.len() == left.len() && !sizes.contains(&0) && sum == pile
    }

    fn moves(&self, pile: u64) -> AllPileMoves<'_> {
        let divisions = PILES[pile as usize].divisions.iter();
        Box::new(divisions.map(|&set| Change {
            pile: 0,
            take: 0,
            left: set.trailing_zeros().into(),
            others: Others::Different(set & (set - 1)),
        }))
    }

    fn reaching(&self, pile: u64, grundy: u64) -> PileMoves<'_> {
        leaving(self, grundy, self.moves(pile))
    }

    fn period(&self) -> Option<(Period, &'static str)> {
        None
    }
}
