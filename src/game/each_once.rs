//! A move takes any number of stones from a pile, but no number twice from the same pile.
//!
//! A pile is one number: its stones, and above the bits of these the takes that were made from it, as far as there are
//! stones enough to make them again. So a pile from which nothing was taken is its size, and its Grundy value is the
//! largest k with 1 + 2 + ... + k stones in it. Of that no proof is known here but the table of all piles that are
//! answered, which is made by mex; judges have up to 60 stones.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::heap::{Heap, Parts, PileMoves, PileRule, Rests, Takes, cover_up_to};
use super::period::Period;
use super::{Change, numbers};
use crate::error::NoPeriod;
use crate::words::t;

/// The game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EachOnce;

/// Larger piles are not answered.
pub(crate) const MOST: u64 = 63;

/// The number of bits for the stones.
const BITS: u32 = MOST.count_ones();

/// The stones of a pile.
pub(crate) fn stones(pile: u64) -> u64 {
    pile & MOST
}

/// The takes that were made from it, the bit 0 for that of one stone.
fn made(pile: u64) -> u64 {
    pile >> BITS
}

/// The pile of so many stones from which these takes were made. `None` if it is none that is answered.
pub(crate) fn used(stones: u64, taken: &[u64]) -> Option<u64> {
    let sum = taken.iter().try_fold(stones, |sum: u64, take| sum.checked_add(*take))?;
    if sum > MOST {
        return None;
    }
    // With this sum, no take is too large for its bit.
    let made = taken.iter().try_fold(0, |made, take| {
        let bit = 1 << take.checked_sub(1)?;
        (made & bit == 0).then_some(made | bit)
    });
    Some(with(stones, made?))
}

/// The same, where each take has a bit.
fn with(stones: u64, made: u64) -> u64 {
    // A take that was made and could be made again is one of at most half of all stones, so that it has a bit.
    stones | (made & ((1 << stones) - 1)) << BITS
}

/// What a take leaves of a pile.
fn after(pile: u64, take: u64) -> u64 {
    with(stones(pile) - take, made(pile) | 1 << (take - 1))
}

/// The takes that were made from a pile, as far as it matters.
pub(crate) fn taken(pile: u64) -> Vec<u64> {
    (1..=stones(pile))
        .filter(|take| made(pile) >> (take - 1) & 1 == 1)
        .collect()
}

fn takes(pile: u64) -> impl DoubleEndedIterator<Item = u64> {
    (1..=stones(pile)).filter(move |take| made(pile) >> (take - 1) & 1 == 0)
}

/// The Grundy values of all piles.
static VALUES: LazyLock<HashMap<u64, u64>> = LazyLock::new(|| {
    let mut values = HashMap::new();
    for pile in 0..=MOST {
        find(pile, &mut values);
    }
    values
});

/// The value of a pile by mex, which `values` has then, with those of all that moves lead to.
fn find(pile: u64, values: &mut HashMap<u64, u64>) -> u64 {
    if let Some(&value) = values.get(&pile) {
        return value;
    }
    // A value is at most the number of stones.
    let reached = takes(pile).fold(0_u64, |all, take| all | 1 << find(after(pile, take), values));
    let value = u64::from(reached.trailing_ones());
    values.insert(pile, value);
    value
}

impl PileRule for EachOnce {
    fn rests(&self, pile: u64) -> Rests<'_> {
        vec![(Takes::List(takes(pile).collect()), Parts::ONE)]
    }
}

impl Heap for EachOnce {
    fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        cover_up_to(MOST, largest)
    }

    fn grundy(&self, pile: u64) -> u64 {
        if made(pile) == 0 {
            return ((8 * pile + 1).isqrt() - 1) / 2;
        }
        VALUES[&pile]
    }

    fn after(&self, position: &[u64], turn: &[Change]) -> Vec<u64> {
        let mut piles = position.to_vec();
        for step in turn {
            piles[step.pile] = after(piles[step.pile], step.take);
        }
        piles
    }

    fn name(&self, pile: u64) -> String {
        let stones = stones(pile);
        match taken(pile) {
            none if none.is_empty() => stones.to_string(),
            taken => t!("{stones} (taken: {taken})", stones, taken = numbers(&taken)),
        }
    }

    fn reaching(&self, pile: u64, grundy: u64) -> PileMoves<'_> {
        let leaves = move |step: &Change| self.grundy(after(pile, step.take)) == grundy;
        Box::new(self.moves(pile).filter(leaves))
    }

    fn period(&self) -> Option<(Period, &'static str)> {
        None
    }
}
