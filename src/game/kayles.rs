//! Kayles: rows of pins, a move knocks down one pin or two neighbours of a row.
//!
//! What is left of the row on either side of the gap is a row of its own.

/// From here on, the Grundy values have no exceptions.
const REGULAR: u64 = 71;

/// `PERIOD[n % 12]` is what a row of `n` pins is worth, but for [`EXCEPTIONS`].
///
/// Richard K. Guy and Cedric A. B. Smith, "The G-values of various games", Proceedings of the
/// Cambridge Philosophical Society 52 (1956), 514-526; OEIS A002186. Their theorem makes the table
/// a proof: if in a game that takes at most `k` from a row the Grundy values have the period `p` from `e`
/// up to `2e + 2p + k`, here 168, they have it forever.
const PERIOD: [u8; 12] = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7];

/// Rows that are worth something else, and what.
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

/// The Grundy values of the short rows.
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

/// What a row of `pins` is worth.
#[inline]
pub fn grundy(pins: u64) -> u64 {
    let grundy = if pins < REGULAR {
        SHORT[pins as usize]
    } else {
        PERIOD[(pins % PERIOD.len() as u64) as usize]
    };
    grundy.into()
}

/// The ways to leave `rest` pins of a row, in two parts that together are worth something certain.
#[derive(Clone, Copy, Debug)]
pub struct Splits {
    rest: u64,
    grundy: u64,
}

impl Splits {
    /// The ways to leave `rest` pins in two parts, either of which may be empty, that together are
    /// worth `worth`.
    pub fn new(rest: u64, grundy: u64) -> Self {
        Self { rest, grundy }
    }

    fn fits(self, left: u64) -> bool {
        grundy(left) ^ grundy(self.rest - left) == self.grundy
    }

    /// The part of `0..=rest` in which both sides are regular, so that what is true of a length of
    /// the left side is true of the one 12 pins longer. It has at least 12 lengths, or none.
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

    /// The lengths of the left part, ascending. The next one is found at once in a row of any
    /// length.
    pub fn lefts(self) -> impl Iterator<Item = u64> {
        let middle = self.middle();
        let tail = middle.end..=self.rest;
        let head = 0..middle.start;
        // If one length fits, so does every twelfth; if none does, nobody looks at the middle.
        let middle = Some(middle).filter(|_| self.pattern().next().is_some());
        head.chain(middle.into_iter().flatten())
            .chain(tail)
            .filter(move |&left| self.fits(left))
    }

    /// How many there are.
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
