//! Wythoff's game: a move takes any number of stones from one of two piles, or the same number from both.
//!
//! W. A. Wythoff, "A modification of the game of Nim", Nieuw Archief voor Wiskunde 7 (1907): the lost positions are the
//! pairs of ⌊kφ⌋ and ⌊kφ⌋ + k stones, φ being the golden ratio, and every number of stones is in exactly one of these
//! pairs.

use std::collections::BTreeSet;

use super::{AllMoves, Game, Move, Moves, Positions, Reason, move_to, pair};
use crate::words::t;

/// The game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wythoff;

/// 2^64 (φ - 1), rounded down.
const PHI: u64 = 0x9e37_79b9_7f4a_7c15;

/// The product of a smaller number and this is never as near to the next integer as it is wrong, by less than 2^-34:
/// the distance from kφ to an integer is larger than 1 / (√5 k + 1).
const SMALL: u64 = 1 << 30;

/// The smaller pile, ⌊kφ⌋, of the lost position whose piles differ by `k`.
#[inline]
pub(super) fn smaller(k: u64) -> u128 {
    let product = u128::from(k) + ((u128::from(k) * u128::from(PHI)) >> 64);
    // Where it is larger than any pile, it does not matter.
    if k < SMALL || product > u64::MAX.into() {
        return product;
    }
    // Too small by one at most. A number n is below kφ if n² - nk - k² is below 0, since φ is the root of x² - x - 1.
    let (k, next) = (u128::from(k), product + 1);
    product + u128::from(next * (next - k) < k * k)
}

/// Whether the player to move loses.
#[inline]
fn is_lost((one, other): (u64, u64)) -> bool {
    smaller(one.abs_diff(other)) == one.min(other).into()
}

/// The other pile of the lost position that has a pile of `size`: about `size` times φ or φ - 1.
fn partner(size: u64) -> Option<u64> {
    let less = ((u128::from(size) * u128::from(PHI)) >> 64) as u64;
    let near = |other: u64| other.saturating_sub(3)..=other.saturating_add(3);
    let mut others = near(less).chain(near(size.saturating_add(less)));
    others.find(|&other| is_lost((size, other)))
}

/// The numbers up to 4,096, and the larger ones whose products with the golden ratio are nearest to an integer, in
/// ascending order: the Fibonacci numbers and the sums and differences of small multiples of two neighbours among them.
/// That is where an approximation of the golden ratio errs first.
pub(super) fn golden_numbers() -> BTreeSet<u64> {
    let mut numbers: BTreeSet<_> = (1..=4096).collect();
    let (mut one, mut next) = (1_i128, 1_i128);
    while next <= u64::MAX.into() {
        let multiples = (0..=5).flat_map(|of_one| (-5..=5).map(move |of_next| (of_one, of_next)));
        let sums = multiples
            .map(|(of_one, of_next)| of_one * one + of_next * next)
            .filter(|&sum| sum > 0);
        numbers.extend(sums.filter_map(|sum| u64::try_from(sum).ok()));
        (one, next) = (next, one + next);
    }
    numbers
}

impl Game for Wythoff {
    fn first_wins(&self, piles: &[u64]) -> bool {
        !is_lost(pair(piles))
    }

    fn moves<'a>(&'a self, piles: &'a [u64]) -> AllMoves<'a> {
        let (one, other) = pair(piles);
        let of_one = (0..one).rev().map(move |left| [left, other]);
        let of_other = (0..other).rev().map(move |left| [one, left]);
        let of_both = (1..=one.min(other)).map(move |take| [one - take, other - take]);
        let lefts = of_one.chain(of_both).chain(of_other);
        Box::new(lefts.map(|lefts| move_to(piles, &lefts)))
    }

    /// To one pile as it is and its partner, or to the lost position with the same difference.
    fn winning<'a>(&'a self, piles: &'a [u64]) -> Moves<'a> {
        let (one, other) = pair(piles);
        let less = u64::try_from(smaller(one.abs_diff(other))).ok();
        let take = less.and_then(|less| one.min(other).checked_sub(less));
        let lost = [
            partner(other).map(|left| [left, other]),
            take.map(|take| [one - take, other - take]),
            partner(one).map(|left| [one, left]),
        ]
        .into_iter()
        .flatten()
        .filter(|lefts| lefts[0] <= one && lefts[1] <= other && *lefts != [one, other]);
        let mut turns: Vec<_> = lost.map(|lefts| move_to(piles, &lefts)).collect();
        turns.sort_by_key(|turn| (turn[0].pile, turn[0].take));
        Box::new(turns.into_iter())
    }

    /// As HDU 2177 asks for them: equal takes from both piles first, the smaller pile first, and piles of the same size
    /// are one.
    fn afters<'a>(&'a self, piles: &'a [u64]) -> Positions<'a> {
        let (one, other) = pair(piles);
        let mut turns: Vec<_> = self.winning(piles).collect();
        turns.retain(|turn| one != other || turn[0].pile == 0);
        turns.sort_by_key(|turn| 2 - turn.len());
        let sorted = |turn: Move| {
            let mut after = self.after(piles, &turn);
            after.sort_unstable();
            after
        };
        Box::new(turns.into_iter().map(sorted))
    }

    /// The two piles may be in any order.
    fn leads_to(&self, piles: &[u64], after: &[u64]) -> bool {
        let mut after = after.to_vec();
        after.sort_unstable();
        self.afters(piles).any(|ours| ours == after)
    }

    /// The lost positions whose piles differ by a [golden number](golden_numbers).
    fn special(&self) -> Option<Positions<'static>> {
        let lost = golden_numbers().into_iter().map_while(|k| {
            let less = u64::try_from(smaller(k)).ok()?;
            Some(vec![less, less.checked_add(k)?])
        });
        Some(Box::new(lost))
    }

    fn why(&self, piles: &[u64]) -> Reason {
        let (one, other) = pair(piles);
        let k = one.abs_diff(other);
        let (less, more) = (smaller(k), smaller(k) + u128::from(k));
        let lost = if more == 0 {
            t!("nothing is left").to_owned()
        } else {
            t!(
                "{less} and {more} are a lost pair, as 1 and 2, 3 and 5, 4 and 7 are; no two of these share a number \
                or a difference, so no move leads from one to another",
                less,
                more
            )
        };
        Reason {
            lost,
            ..Reason::sentence(t!(
                "{less} and {more} stones are the lost pair with the difference {k}",
                less,
                more,
                k
            ))
        }
    }
}
