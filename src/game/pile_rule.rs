//! Grundy values: every pile is equivalent to a pile of Nim.
//!
//! Where a move changes one pile and the player who cannot move loses, every pile is equivalent to the
//! pile of Nim whose size is its Grundy value (Sprague 1935, Grundy 1939), so that a position is played
//! like Nim with the Grundy values as piles.

use std::num::NonZeroU64;

use super::kayles;
use super::subtraction_set::{NoPeriod, SubtractionSet};

/// How a move changes a pile, which determines its Grundy value.
#[derive(Clone, Debug)]
pub enum PileRule {
    /// A move takes any number of stones: the Grundy value is the size.
    Any,
    /// A move takes at least one and fewer than this many stones: the Grundy value is the remainder.
    Below(NonZeroU64),
    /// A move takes one of a set of numbers of stones: the Grundy values are a periodic table.
    Set(Box<SubtractionSet>),
    /// A move takes one stone or two neighbours from a row, which may split it: the Grundy values are a
    /// periodic table.
    Kayles,
}

impl PileRule {
    /// The rule that a move takes from 1 to `most` stones.
    pub fn up_to(most: u64) -> Self {
        match NonZeroU64::MIN.checked_add(most) {
            Some(modulus) => Self::Below(modulus),
            None => Self::Any,
        }
    }

    /// Computes the Grundy values of all piles up to `largest`.
    ///
    /// # Errors
    /// As [`SubtractionSet::cover`]; none for other rules.
    #[inline]
    pub fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        match self {
            Self::Set(set) => set.cover(largest),
            _ => Ok(()),
        }
    }

    /// The Grundy value of a pile.
    ///
    /// # Panics
    /// If the pile is not [covered](PileRule::cover).
    #[inline]
    pub fn grundy(&self, pile: u64) -> u64 {
        match self {
            Self::Any => pile,
            Self::Below(modulus) => pile % *modulus,
            Self::Set(set) => set.grundy(pile),
            Self::Kayles => kayles::grundy(pile),
        }
    }

    /// Folds the Grundy values of piles, with a loop for each game.
    ///
    /// # Panics
    /// If a pile is not [covered](PileRule::cover).
    #[inline]
    pub fn fold<T>(&self, piles: &[u64], start: T, add: impl Fn(T, u64) -> T) -> T {
        let piles = piles.iter().copied();
        match self {
            Self::Any => piles.fold(start, add),
            Self::Below(modulus) => piles.fold(start, |sum, pile| add(sum, pile % *modulus)),
            Self::Set(set) => piles.fold(start, |sum, pile| add(sum, set.grundy(pile))),
            Self::Kayles => piles.fold(start, |sum, pile| add(sum, kayles::grundy(pile))),
        }
    }

    /// Whether a move may take `take` stones, at least one, from a pile that has as many.
    pub fn allows(&self, take: u64) -> bool {
        match self {
            Self::Any => true,
            Self::Below(modulus) => take < modulus.get(),
            Self::Set(set) => set.numbers().binary_search(&take).is_ok(),
            Self::Kayles => take <= 2,
        }
    }

    /// The largest number of stones that a move can take from a pile.
    pub fn largest_take(&self, pile: u64) -> Option<u64> {
        let most = match self {
            Self::Any => pile,
            Self::Below(modulus) => pile.min(modulus.get() - 1),
            Self::Set(set) => *set.numbers().iter().rfind(|&&take| take <= pile)?,
            Self::Kayles => pile.min(2),
        };
        (most > 0).then_some(most)
    }
}
