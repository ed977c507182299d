//! From numbers to the text of an input, as its layout has it.

use std::io::Write;

use crate::error::Error;
use crate::layout::{Layout, NumberItem, Once, Repeat, Walker};

/// Once this many bytes wait, they are written.
const FULL: usize = 64 * 1024;

/// The input of these cases, of which there is at least one. Each has all of its numbers, the first `before` of
/// which come before all cases.
///
/// # Panics
/// If one of them is not a case.
pub(crate) fn input(layout: &Layout, cases: &[Vec<u64>], before: usize) -> Vec<u8> {
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
pub(crate) struct InputWriter<'a> {
    layout: &'a Layout,
    out: &'a mut dyn Write,
    /// How many cases there are.
    cases: u64,
    /// No case was added yet.
    is_first: bool,
    /// The last number of each name.
    values: Vec<u64>,
    /// What waits, and how many bytes came before it.
    buffer: Vec<u8>,
    written: u64,
}

impl<'a> InputWriter<'a> {
    /// An input that is laid out as `layout` says, written to `out`.
    pub(crate) fn new(layout: &'a Layout, out: &'a mut dyn Write) -> Self {
        Self {
            layout,
            out,
            cases: 0,
            is_first: true,
            values: vec![0; layout.numbers.len()],
            buffer: Vec::with_capacity(2 * FULL),
            written: 0,
        }
    }

    /// Adds what precedes the first case: the number of cases, and the other numbers `before`.
    pub(crate) fn start(&mut self, cases: u64, before: &[u64]) -> Result<(), Error> {
        self.cases = cases;
        self.layout.walk_head(&mut self.with(before))
    }

    /// Adds a case with these numbers.
    pub(crate) fn case(&mut self, numbers: &[u64]) -> Result<(), Error> {
        if self.layout.cases() == Some(Repeat::ToEndWithBlankLines) && !self.is_first {
            self.buffer.push(b'\n');
        }
        self.is_first = false;
        self.layout.walk_case(&mut self.with(numbers))
    }

    /// Adds what follows the last case, and writes all that is buffered.
    pub(crate) fn end(mut self) -> Result<(), Error> {
        if self.layout.cases() == Some(Repeat::ToZero) {
            self.numbers(&vec![0; self.layout.zeros()])?;
            self.end_line();
        }
        self.finish()
    }

    /// Writes all that waits.
    pub(crate) fn finish(mut self) -> Result<(), Error> {
        self.write(self.buffer.len())?;
        self.out.flush().map_err(Error::stdout)
    }

    /// How many bytes it has so far.
    pub(crate) fn len(&self) -> u64 {
        self.written + self.buffer.len() as u64
    }

    /// What writes these numbers down.
    fn with<'w>(&'w mut self, numbers: &'w [u64]) -> Writing<'w, 'a> {
        Writing {
            text: self,
            rest: numbers,
        }
    }

    /// Adds numbers. A space follows each until the line ends.
    fn numbers(&mut self, numbers: &[u64]) -> Result<(), Error> {
        let mut digits = itoa::Buffer::new();
        for &number in numbers {
            if self.buffer.len() >= FULL {
                // The last byte may be a space where a line end will stand.
                self.write(self.buffer.len() - 1)?;
            }
            let digits = digits.format(number).as_bytes();
            self.buffer.extend_from_slice(digits);
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
        let written = self.out.write_all(&self.buffer[..len]);
        self.buffer.drain(..len);
        written.map_err(Error::stdout)
    }
}

/// Writes the next parts of an input.
struct Writing<'w, 'a> {
    text: &'w mut InputWriter<'a>,
    /// Their numbers, but for the number of cases.
    rest: &'w [u64],
}

impl Walker for Writing<'_, '_> {
    type Stop = Error;

    fn number(&mut self, number: &NumberItem) -> Result<(), Error> {
        let text = &mut *self.text;
        if text.layout.counts_cases(number) {
            return text.numbers(&[text.cases]);
        }
        let len = number.times.map_or(1, |times| text.values[times]);
        let (list, rest) = self.rest.split_at(len as usize);
        text.values[number.index] = list.last().copied().unwrap_or(0);
        self.rest = rest;
        text.numbers(list)
    }

    fn line_end(&mut self) -> Result<(), Error> {
        self.text.end_line();
        Ok(())
    }

    fn repeat(&mut self, repeat: Repeat, once: Once<'_, Self>) -> Result<(), Error> {
        let values = &self.text.values;
        let times = repeat.times().map_or(1, |times| values[times]);
        (0..times).try_for_each(|_| once(self))
    }
}
