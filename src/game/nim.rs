//! Nim, and Lasker's Nim.

use super::heap::{Heap, MAX_DIVIDED, Parts, PileMoves, PileRule, Rests, Takes, cover_up_to};
use super::period::Period;
use super::{Change, Play};
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

    fn reaching(&self, pile: u64, grundy: u64) -> PileMoves<'_> {
        let step = (grundy < pile).then(|| Change::leave(0, pile, grundy));
        Box::new(step.into_iter())
    }
}

/// Shows `visit` all winning moves, some at a time.
pub(super) fn each_winning(play: Play, piles: &[u64], visit: &mut dyn FnMut(&[Change])) {
    let standing = Nim.standing(play, piles);
    let mut block = [Change::take(0, 0); 64];
    let mut len = 0;
    for (index, &pile) in piles.iter().enumerate() {
        let left = standing.target(pile);
        block[len] = Change {
            take: pile.wrapping_sub(left),
            ..Change::leave(index, left, left)
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
        if pile == 0 { 0 } else { exchanged.saturating_add(1) }
    }

    fn largest_listed(&self) -> u64 {
        MAX_DIVIDED
    }

    fn period(&self) -> Option<(Period, &'static str)> {
        None
    }
}
