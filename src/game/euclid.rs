//! Euclid: a move subtracts a positive multiple of the smaller of two numbers from the larger one, and leaves at least
//! 0; whoever makes a number 0 wins.
//!
//! A. J. Cole and A. J. T. Davie, "A game based on the Euclidean algorithm and a winning strategy for it",
//! Mathematical Gazette 53 (1969): the lost positions of numbers above 0 are those of two different numbers whose ratio
//! is below the golden ratio.
//!
//! Of two equal numbers, the first one counts as the larger: both subtractions leave the same position.

use super::wythoff::{golden_numbers, smaller};
use super::{AllMoves, Change, Game, Moves, Positions, Reason, pair};
use crate::words::t;

/// The game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Euclid;

/// Whether the player to move loses.
#[inline]
fn is_lost((one, other): (u64, u64)) -> bool {
    let (less, more) = (one.min(other), one.max(other));
    // The golden ratio is the root of x² - x - 1, so that a ratio below it has more² - more * less < less².
    less == 0 || (less < more && u128::from(more) * u128::from(more - less) < u128::from(less).pow(2))
}

/// The larger number, of two equal ones the first: its index, itself, and the other one.
fn larger(numbers: &[u64]) -> (usize, u64, u64) {
    match pair(numbers) {
        (one, other) if one >= other => (0, one, other),
        (one, other) => (1, other, one),
    }
}

impl Game for Euclid {
    fn first_wins(&self, numbers: &[u64]) -> bool {
        !is_lost(pair(numbers))
    }

    fn moves<'a>(&'a self, numbers: &'a [u64]) -> AllMoves<'a> {
        let (index, more, less) = larger(numbers);
        let times = 1..=more.checked_div(less).unwrap_or(0);
        Box::new(times.map(move |times| vec![Change::leave(index, more, more - times * less)]))
    }

    /// To leave as much as the smaller number or more wins only if it is less than twice as much.
    fn winning<'a>(&'a self, numbers: &'a [u64]) -> Moves<'a> {
        let (index, more, less) = larger(numbers);
        let least = more.checked_rem(less).unwrap_or(more);
        let lefts = [least.checked_add(less), Some(least)].into_iter().flatten();
        let lost = lefts.filter(move |&left| left < more && is_lost((left, less)));
        Box::new(lost.map(move |left| vec![Change::leave(index, more, left)]))
    }

    fn allows(&self, numbers: &[u64], index: usize, take: u64) -> bool {
        let (larger, more, less) = larger(numbers);
        less > 0 && (index == larger || more == less) && take.is_multiple_of(less)
    }

    /// To each [golden number](golden_numbers), the two next to its product with the golden ratio: the largest lost
    /// one, and the smallest won one above it.
    fn special(&self) -> Option<Positions<'static>> {
        let pairs = golden_numbers().into_iter().map_while(|less| {
            let more = u64::try_from(smaller(less)).ok()?;
            Some([vec![less, more], vec![less, more.checked_add(1)?]])
        });
        Some(Box::new(pairs.flatten()))
    }

    fn why(&self, numbers: &[u64]) -> Reason {
        let (_, more, less) = larger(numbers);
        Reason::sentence(if less == 0 {
            t!("a number is 0, and the game is over").to_owned()
        } else if more == less {
            t!("both numbers are equal").to_owned()
        } else if is_lost((more, less)) {
            t!("{more} / {less} is below the golden ratio, 1.618...", more, less)
        } else {
            t!("{more} / {less} is above the golden ratio, 1.618...", more, less)
        })
    }
}
