//! Wythoff's game: a move takes any number of stones from one of two piles, or the same number from both.
//!
//! W. A. Wythoff, "A modification of the game of Nim", Nieuw Archief voor Wiskunde 7 (1907): the lost positions are
//! the pairs of ⌊kφ⌋ and ⌊kφ⌋ + k stones, φ being the golden ratio, and every number of stones is in exactly one
//! of these pairs.

use super::{Game, Move, Moves, Positions, Reason, Turn, Turns, pair};
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
fn smaller(k: u64) -> u128 {
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
fn is_lost(one: u64, other: u64) -> bool {
    smaller(one.abs_diff(other)) == one.min(other).into()
}

/// The other pile of the lost position that has a pile of `size`: about `size` times φ or φ - 1.
fn partner(size: u64) -> Option<u64> {
    let less = ((u128::from(size) * u128::from(PHI)) >> 64) as u64;
    let near = |other: u64| other.saturating_sub(3)..=other.saturating_add(3);
    let mut others = near(less).chain(near(size.saturating_add(less)));
    others.find(|&other| is_lost(size, other))
}

/// The numbers up to 4,096, and the larger ones whose products with the golden ratio are nearest to an integer, in ascending
/// order: the Fibonacci numbers and the sums and differences of small multiples of two neighbours among them. That is where
/// an approximation of the golden ratio errs first.
pub(super) fn golden_numbers() -> Vec<u64> {
    const ALL: u64 = 1 << 12;
    const MULTIPLES: i128 = 5;
    let fibonacci = std::iter::successors(Some((1_u64, 1_u64)), |&(one, next)| {
        Some((next, one.checked_add(next)?))
    });
    let near = fibonacci.flat_map(|(one, next)| {
        let multiples = (0..=MULTIPLES)
            .flat_map(|of_one| (-MULTIPLES..=MULTIPLES).map(move |of_next| (of_one, of_next)));
        multiples.filter_map(move |(of_one, of_next)| {
            u64::try_from(of_one * i128::from(one) + of_next * i128::from(next)).ok()
        })
    });
    let mut numbers: Vec<_> = (1..=ALL)
        .chain(near.filter(|&number| number > ALL))
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// The product of a number and the golden ratio, rounded down.
pub(super) fn times_golden_ratio(number: u64) -> u128 {
    smaller(number)
}

impl Wythoff {
    /// The moves that win: to one pile as it is and its partner, or to the lost position with the same difference.
    fn winning_takes(one: u64, other: u64) -> [Option<(u64, u64)>; 3] {
        if is_lost(one, other) {
            return [None; 3];
        }
        let from =
            |pile: u64, fixed: u64| pile.checked_sub(partner(fixed)?).filter(|&take| take > 0);
        let both = u64::try_from(smaller(one.abs_diff(other))).ok();
        let both = both.and_then(|left| one.min(other).checked_sub(left));
        [
            from(one, other).map(|take| (take, 0)),
            both.filter(|&take| take > 0).map(|take| (take, take)),
            from(other, one).map(|take| (0, take)),
        ]
    }
}

fn turn((one, other): (u64, u64), (from_one, from_other): (u64, u64)) -> Turn {
    let steps = [(0, one, from_one), (1, other, from_other)];
    let taken = steps.into_iter().filter(|&(_, _, take)| take > 0);
    taken
        .map(|(index, pile, take)| Move::leave(index, pile, pile - take))
        .collect()
}

impl Game for Wythoff {
    fn first_wins(&self, piles: &[u64]) -> bool {
        let (one, other) = pair(piles);
        !is_lost(one, other)
    }

    fn moves<'a>(&'a self, piles: &'a [u64]) -> Moves<'a> {
        let (one, other) = pair(piles);
        let from_one = (1..=one).map(|take| (take, 0));
        let from_other = (1..=other).map(|take| (0, take));
        let from_both = (1..=one.min(other)).map(|take| (take, take));
        let takes = from_one.chain(from_both).chain(from_other);
        Box::new(takes.map(move |takes| turn((one, other), takes)))
    }

    fn winning<'a>(&'a self, piles: &'a [u64]) -> Turns<'a> {
        let (one, other) = pair(piles);
        let takes = Self::winning_takes(one, other).into_iter().flatten();
        let mut turns: Vec<_> = takes.map(|takes| turn((one, other), takes)).collect();
        turns.sort_by_key(|turn| (turn[0].pile, turn[0].take));
        Box::new(turns.into_iter())
    }

    fn why(&self, piles: &[u64]) -> Reason {
        let (one, other) = pair(piles);
        let k = one.abs_diff(other);
        let (less, more) = (smaller(k), smaller(k) + u128::from(k));
        let sentence = t!(
            "the piles differ by {k}; of these, only {less} and {more} stones are lost",
            k = k,
            less = less,
            more = more
        );
        let lost = match k {
            0 => t!("nothing is left").to_owned(),
            k => t!(
                "{less} and {more} stones are the lost pair with the difference {k}",
                less = less,
                more = more,
                k = k
            ),
        };
        Reason::sentence(sentence, lost)
    }
}

/// The lost positions whose piles differ by a [golden number](golden_numbers).
pub(crate) fn special() -> Positions<'static> {
    let lost = golden_numbers().into_iter().map_while(|k| {
        let less = u64::try_from(smaller(k)).ok()?;
        Some(vec![less, less.checked_add(k)?])
    });
    Box::new(lost)
}
