//! From numbers to the text of an input, as its layout has it.

use std::io::Write;

use super::walk::{Part, walk};
use crate::error::Error;
use crate::problem::layout::{Item, Layout, Repeat};

/// Once this many bytes wait, they are written.
const FULL: usize = 64 * 1024;

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

/// The text of an input, of which some waits to be written.
pub struct InputWriter<'a> {
    layout: &'a Layout,
    /// How cases repeat if there may be more than one, and how many there are.
    repeat: Option<Repeat>,
    cases: u64,
    /// No case was added yet.
    is_first: bool,
    /// The last number of each name.
    values: Vec<u64>,
    lines: Lines<'a>,
}

impl<'a> InputWriter<'a> {
    /// An input that is laid out as `layout` says, written to `out`.
    pub fn new(layout: &'a Layout, out: &'a mut dyn Write) -> Self {
        Self {
            layout,
            repeat: layout.cases().map(|(_, repeat)| repeat),
            cases: 0,
            is_first: true,
            values: vec![0; layout.names],
            lines: Lines {
                buffer: Vec::with_capacity(2 * FULL),
                written: 0,
                out,
            },
        }
    }

    /// Adds what precedes the first case: the number of cases, and the other numbers `before`.
    ///
    /// # Errors
    /// Those of writing.
    pub fn start(&mut self, cases: u64, before: &[u64]) -> Result<(), Error> {
        self.cases = cases;
        self.items(self.layout.head(), before)
    }

    /// Adds a case with these numbers.
    ///
    /// # Errors
    /// Those of writing.
    pub fn case(&mut self, numbers: &[u64]) -> Result<(), Error> {
        if self.repeat == Some(Repeat::ToEndWithBlankLines) && !self.is_first {
            self.lines.end_line();
        }
        self.is_first = false;
        self.items(self.layout.case(), numbers)
    }

    /// Adds what follows the last case, and writes all that is buffered.
    ///
    /// # Errors
    /// Those of writing.
    pub fn end(mut self) -> Result<(), Error> {
        if self.repeat == Some(Repeat::ToZero) {
            self.lines.numbers(&vec![0; self.layout.zeros()])?;
            self.lines.end_line();
        }
        self.finish()
    }

    /// Writes all that waits.
    ///
    /// # Errors
    /// Those of writing.
    pub fn finish(mut self) -> Result<(), Error> {
        self.lines.write(self.lines.buffer.len())?;
        self.lines.out.flush().map_err(Error::stdout)
    }

    /// How many bytes it has so far.
    pub fn len(&self) -> u64 {
        self.lines.written + self.lines.buffer.len() as u64
    }

    /// Adds `items`, which have these numbers.
    fn items(&mut self, items: &'a [Item], numbers: &[u64]) -> Result<(), Error> {
        let (lines, cases) = (&mut self.lines, self.cases);
        let count = self.repeat.and_then(Repeat::times);
        let mut rest = numbers;
        walk(items, &mut self.values, &mut |part, values| {
            match part {
                Part::Numbers(number, _) if count == Some(number.index) => {
                    values[number.index] = cases;
                    lines.numbers(&[cases])?;
                }
                Part::Numbers(number, len) => {
                    let (list, others) = rest.split_at(len as usize);
                    values[number.index] = list.last().copied().unwrap_or(0);
                    lines.numbers(list)?;
                    rest = others;
                }
                Part::LineEnd => lines.end_line(),
                Part::Group(_) | Part::Repeated(_) => {}
            }
            Ok(())
        })
    }
}

/// Lines of numbers. A space follows each number until the line ends.
struct Lines<'a> {
    buffer: Vec<u8>,
    written: u64,
    out: &'a mut dyn Write,
}

impl Lines<'_> {
    fn numbers(&mut self, numbers: &[u64]) -> Result<(), Error> {
        let mut digits = itoa::Buffer::new();
        for &number in numbers {
            if self.buffer.len() >= FULL {
                // The last byte may be a space where a line end will stand.
                self.write(self.buffer.len() - 1)?;
            }
            self.buffer
                .extend_from_slice(digits.format(number).as_bytes());
            self.buffer.push(b' ');
        }
        Ok(())
    }

    /// Ends the line, in place of the last space.
    fn end_line(&mut self) {
        self.buffer.pop_if(|last| *last == b' ');
        self.buffer.push(b'\n');
    }

    /// Writes the first bytes that wait.
    fn write(&mut self, len: usize) -> Result<(), Error> {
        self.written += len as u64;
        self.out
            .write_all(&self.buffer[..len])
            .map_err(Error::stdout)?;
        self.buffer.drain(..len);
        Ok(())
    }
}
