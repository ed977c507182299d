//! From numbers to the text of an input, as its layout has it.

use std::array;
use std::io::Write;
use std::sync::LazyLock;

use crate::error::Error;
use crate::problem::layout::{Item, Layout, Repeat};

/// Once this many bytes wait, they are written.
const FULL: usize = 64 * 1024;

/// The number of numbers added between two checks for room.
const PORTION: usize = 1024;

/// No number with its separator is longer; some more, since a copy of a fixed length is faster.
const LONGEST: usize = 24;

/// The four digits of the numbers below 10000, the first one in the lowest byte.
static FOUR: [u32; 10_000] = {
    let mut all = [0; 10_000];
    let mut n = 0;
    while n < all.len() {
        all[n] = four_digits(n as u32);
        n += 1;
    }
    all
};

/// Those without leading zeros, followed by a space; the highest byte is their length. The program is 80 KB smaller
/// than with a table of constants.
static SPACED: LazyLock<Box<[u64; 10_000]>> = LazyLock::new(|| {
    Box::new(array::from_fn(|n| {
        let len = 1 + (n as u32).max(1).ilog10();
        let digits = u64::from(FOUR[n] >> (32 - 8 * len));
        digits | u64::from(b' ') << (8 * len) | u64::from(len + 1) << 56
    }))
});

const fn four_digits(n: u32) -> u32 {
    u32::from_le_bytes([
        b'0' + (n / 1000) as u8,
        b'0' + (n / 100 % 10) as u8,
        b'0' + (n / 10 % 10) as u8,
        b'0' + (n % 10) as u8,
    ])
}

/// Where numbers are added: apart from the rest, so that the compiler keeps the length in a register.
struct Room<'b> {
    bytes: &'b mut [u8],
    len: usize,
    spaced: &'static [u64; 10_000],
}

impl Room<'_> {
    /// Adds a number and a space. Four digits at a time come from a table, and are copied as eight
    /// bytes: half of the time that [`itoa`] and a copy of variable length take.
    #[inline(always)]
    fn number(&mut self, number: u64) {
        let four = |n: u64| u64::from(FOUR[n as usize]);
        let spaced = |n: u64| self.spaced[n as usize];
        let len = |spaced: u64| (spaced >> 56) as usize;
        let space = u64::from(b' ');
        if number < 10_000 {
            let first = spaced(number);
            self.add(first, len(first));
        } else if number < 100_000_000 {
            let first = spaced(number / 10_000);
            self.add(first, len(first) - 1);
            self.add(four(number % 10_000) | space << 32, 5);
        } else if number < 1_000_000_000_000 {
            let (high, low) = (number / 100_000_000, number % 100_000_000);
            let first = spaced(high);
            self.add(first, len(first) - 1);
            self.add(four(low / 10_000) | four(low % 10_000) << 32, 8);
            self.add(space, 1);
        } else {
            let mut digits = itoa::Buffer::new();
            let digits = digits.format(number).as_bytes();
            self.bytes[self.len..self.len + digits.len()].copy_from_slice(digits);
            self.len += digits.len();
            self.add(space, 1);
        }
    }

    /// Adds the lowest `len` bytes of `text`.
    #[inline(always)]
    fn add(&mut self, text: u64, len: usize) {
        self.bytes[self.len..self.len + 8].copy_from_slice(&text.to_le_bytes());
        self.len += len;
    }
}

/// The input of these cases, of which there is at least one. Each has all of its numbers, the first `before` of
/// which come before all cases.
///
/// # Panics
/// If one of them is not a case.
pub fn input(layout: &Layout, cases: &[Vec<u64>], before: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut text = InputWriter::new(layout, &mut bytes);
    text.start(cases.len() as u64, &cases[0][..before])
        .and_then(|()| {
            let mut cases = cases.iter();
            cases.try_for_each(|case| text.case(&case[before..]))
        })
        .and_then(|()| text.end())
        .expect("memory can be written");
    bytes
}

/// The text of an input, of which some waits to be written. A space follows every number of a
/// line until the line ends.
pub struct InputWriter<'a> {
    layout: &'a Layout,
    /// The parts of a case, and how cases repeat if there may be more than one.
    case: &'a [Item],
    repeat: Option<Repeat>,
    /// No case was added yet.
    is_first: bool,
    /// The index of the number of cases, and how many there are.
    cases: (Option<usize>, u64),
    /// The last number of each name.
    values: Vec<u64>,
    buffer: Vec<u8>,
    len: usize,
    written: u64,
    out: &'a mut dyn Write,
    /// The line has no number yet.
    at_line_start: bool,
}

impl<'a> InputWriter<'a> {
    /// An input that is laid out as `layout` says, written to `out`.
    pub fn new(layout: &'a Layout, out: &'a mut dyn Write) -> Self {
        Self {
            layout,
            case: layout.case(),
            repeat: layout.cases().map(|(_, repeat)| repeat),
            is_first: true,
            cases: (layout.cases().and_then(|(_, repeat)| repeat.times()), 0),
            values: vec![0; layout.names],
            buffer: vec![0; FULL + PORTION * LONGEST + LONGEST],
            len: 0,
            written: 0,
            out,
            at_line_start: true,
        }
    }

    /// Adds what precedes the first case: the number of cases, and the other numbers `before`.
    ///
    /// # Errors
    /// Those of writing.
    pub fn start(&mut self, cases: u64, mut before: &[u64]) -> Result<(), Error> {
        self.cases.1 = cases;
        self.items(self.layout.head(), &mut before)
    }

    /// Adds a case with these numbers.
    ///
    /// # Errors
    /// Those of writing.
    pub fn case(&mut self, mut numbers: &[u64]) -> Result<(), Error> {
        if self.repeat == Some(Repeat::ToEndWithBlankLines) && !self.is_first {
            self.line_end();
        }
        self.is_first = false;
        self.items(self.case, &mut numbers)
    }

    /// Adds what follows the last case, and writes all that is buffered.
    ///
    /// # Errors
    /// Those of writing.
    pub fn end(mut self) -> Result<(), Error> {
        if self.repeat == Some(Repeat::ToZero) {
            self.numbers(&vec![0; self.layout.zeros()])?;
            self.line_end();
        }
        self.finish()
    }

    /// Writes all that waits.
    ///
    /// # Errors
    /// Those of writing.
    pub fn finish(mut self) -> Result<(), Error> {
        self.write(self.len)?;
        self.out.flush().map_err(Error::stdout)
    }

    /// Adds `items`, whose numbers are the next of `numbers`.
    fn items(&mut self, items: &[Item], numbers: &mut &[u64]) -> Result<(), Error> {
        for item in items {
            match item {
                Item::Number(number) if self.cases.0 == Some(number.index) => {
                    self.values[number.index] = self.cases.1;
                    self.numbers(&[self.cases.1])?;
                }
                Item::Number(number) => {
                    let count = number.times.map_or(1, |times| self.values[times]);
                    let (list, rest) = numbers.split_at(count as usize);
                    self.numbers(list)?;
                    self.values[number.index] = list.last().copied().unwrap_or(0);
                    *numbers = rest;
                }
                Item::LineEnd => self.line_end(),
                Item::Answer => {}
                Item::Group(items, repeat) => {
                    let Repeat::Times(times) = *repeat else {
                        unreachable!("groups without a number hold whole cases");
                    };
                    for _ in 0..self.values[times] {
                        self.items(items, numbers)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn numbers(&mut self, numbers: &[u64]) -> Result<(), Error> {
        self.at_line_start &= numbers.is_empty();
        for numbers in numbers.chunks(PORTION) {
            if self.len >= FULL {
                // The last byte may be a space where a line end will stand.
                let last = self.buffer[self.len - 1];
                self.write(self.len - 1)?;
                self.buffer[0] = last;
                self.len = 1;
            }
            let mut room = Room {
                bytes: &mut self.buffer,
                len: self.len,
                spaced: &SPACED,
            };
            for &number in numbers {
                room.number(number);
            }
            self.len = room.len;
        }
        Ok(())
    }

    /// Ends the line, in place of the last space. There is room for that: a number is shorter than the
    /// room for it, and between two line ends that have none there is a number.
    fn line_end(&mut self) {
        self.len -= usize::from(!self.at_line_start);
        self.buffer[self.len] = b'\n';
        self.len += 1;
        self.at_line_start = true;
    }

    /// How many bytes it has so far.
    pub fn len(&self) -> u64 {
        self.written + self.len as u64
    }

    fn write(&mut self, len: usize) -> Result<(), Error> {
        self.written += len as u64;
        self.out
            .write_all(&self.buffer[..len])
            .map_err(Error::stdout)
    }
}
