//! Kayles: a move knocks down one pin or two neighbours in a row.
//!
//! The pins on either side of the gap form rows of their own.

use super::heap::{Change, Heap};
use super::subtraction_set::Period;

/// A move takes one stone, or two neighbours, from a row, which may fall into two.
#[derive(Clone, Copy, Debug)]
pub struct Kayles;

impl Heap for Kayles {
    #[inline]
    fn grundy(&self, pile: u64) -> u64 {
        grundy(pile)
    }

    fn moves(&self, pile: u64) -> impl Iterator<Item = Change> + '_ {
        (1..=pile.min(2))
            .flat_map(move |take| (0..=pile - take).map(move |left| part(pile, take, left)))
    }

    fn reaching(&self, pile: u64, grundy: u64) -> impl Iterator<Item = Change> + '_ {
        (1..=pile.min(2)).flat_map(move |take| {
            let lefts = Splits::new(pile - take, grundy).lefts();
            lefts.map(move |left| part(pile, take, left))
        })
    }

    fn count_reaching(&self, pile: u64, grundy: u64) -> u128 {
        let splits = (1..=pile.min(2)).map(|take| Splits::new(pile - take, grundy));
        splits.map(|splits| u128::from(splits.count())).sum()
    }

    fn last_move(&self, pile: u64) -> Option<Change> {
        let take = pile.min(2);
        (take > 0).then(|| part(pile, take, 0))
    }

    fn allows(&self, pile: u64, take: u64) -> bool {
        take <= pile.min(2)
    }

    fn divides(&self) -> bool {
        true
    }

    fn period(&self) -> Option<Period> {
        Some(Period {
            start: REGULAR,
            len: PERIOD.len() as u64,
        })
    }
}

/// The move that takes `take` stones, with `left` stones on one side of the gap.
fn part(pile: u64, take: u64, left: u64) -> Change {
    Change {
        take,
        left,
        right: Some(pile - take - left),
    }
}

/// From here on, the Grundy values are periodic without exceptions.
const REGULAR: u64 = 71;

/// `PERIOD[n % 12]` is the Grundy value of a row of `n` pins, except for [`EXCEPTIONS`].
///
/// Richard K. Guy and Cedric A. B. Smith, "The G-values of various games", Proceedings of the Cambridge
/// Philosophical Society 52 (1956), 514-526; OEIS A002186. Their theorem makes the table a proof: if in
/// a game that takes at most `k` from a row the Grundy values have the period `p` from `e` up to `2e +
/// 2p + k`, here 168, they have it forever.
const PERIOD: [u8; 12] = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7];

/// Rows with other Grundy values, and these.
const EXCEPTIONS: [(usize, u8); 14] = [
    (0, 0),
    (3, 3),
    (6, 3),
    (9, 4),
    (11, 6),
    (15, 7),
    (18, 3),
    (21, 4),
    (22, 6),
    (28, 5),
    (34, 6),
    (39, 3),
    (57, 4),
    (70, 6),
];

const SHORT: [u8; REGULAR as usize] = {
    let mut table = [0; REGULAR as usize];
    let mut row = 0;
    while row < table.len() {
        table[row] = PERIOD[row % PERIOD.len()];
        row += 1;
    }
    let mut i = 0;
    while i < EXCEPTIONS.len() {
        table[EXCEPTIONS[i].0] = EXCEPTIONS[i].1;
        i += 1;
    }
    table
};

/// The Grundy value of a row of `pins`.
#[inline]
pub fn grundy(pins: u64) -> u64 {
    let grundy = if pins < REGULAR {
        SHORT[pins as usize]
    } else {
        PERIOD[(pins % PERIOD.len() as u64) as usize]
    };
    grundy.into()
}

/// The ways to split the remaining pins of a row into two parts with a given nim-sum of Grundy values.
#[derive(Clone, Copy, Debug)]
pub struct Splits {
    rest: u64,
    grundy: u64,
}

impl Splits {
    /// The ways to split `rest` pins into two parts, either of which may be empty, whose Grundy values
    /// have the nim-sum `grundy`.
    pub fn new(rest: u64, grundy: u64) -> Self {
        Self { rest, grundy }
    }

    fn fits(self, left: u64) -> bool {
        grundy(left) ^ grundy(self.rest - left) == self.grundy
    }

    /// The part of `0..=rest` in which both sides are regular, so that a length of the left side fits
    /// exactly if the one 12 pins longer does. It has at least 12 lengths, or none.
    fn middle(self) -> std::ops::Range<u64> {
        let end = (self.rest + 1).saturating_sub(REGULAR);
        if end < REGULAR + PERIOD.len() as u64 {
            self.rest + 1..self.rest + 1
        } else {
            REGULAR..end
        }
    }

    /// The first period of the middle.
    fn pattern(self) -> impl Iterator<Item = u64> {
        let middle = self.middle();
        middle
            .take(PERIOD.len())
            .filter(move |&left| self.fits(left))
    }

    /// The lengths of the left part, in ascending order. Each is found in constant time, whatever the
    /// length of the row.
    pub fn lefts(self) -> impl Iterator<Item = u64> {
        let middle = self.middle();
        let tail = middle.end..=self.rest;
        let head = 0..middle.start;
        // If one length fits, so does every twelfth; if none does, the middle is skipped.
        let middle = Some(middle).filter(|_| self.pattern().next().is_some());
        head.chain(middle.into_iter().flatten())
            .chain(tail)
            .filter(move |&left| self.fits(left))
    }

    /// The number of ways.
    pub fn count(self) -> u64 {
        let middle = self.middle();
        let regular: u64 = self
            .pattern()
            .map(|left| (middle.end - left).div_ceil(PERIOD.len() as u64))
            .sum();
        let ends = (0..middle.start).chain(middle.end..=self.rest);
        regular + ends.filter(|&left| self.fits(left)).count() as u64
    }
}
