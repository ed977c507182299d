//! Answers as text, buffered.

use std::fmt;
use std::io::Write;

use crate::error::Error;

/// Once this many bytes wait, they are written at the next occasion.
const FULL: usize = 64 * 1024;

/// A judge's word with its line end, in a form that is copied without looking at its length.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    bytes: [u8; Self::ROOM],
    len: usize,
}

impl Line {
    /// The longest line, `Rabbit Win!` and its line end, has 12 bytes.
    const ROOM: usize = 16;

    /// The most bytes that a word may have.
    pub const LONGEST: usize = Self::ROOM - 1;

    /// The text `word` and a line end.
    ///
    /// # Panics
    /// If `word` is longer than [`Line::LONGEST`].
    pub const fn new(word: &str) -> Self {
        Self::of_bytes(word.as_bytes())
    }

    const fn of_bytes(word: &[u8]) -> Self {
        assert!(word.len() < Self::ROOM);
        let mut bytes = [b'\n'; Self::ROOM];
        let mut i = 0;
        while i < word.len() {
            bytes[i] = word[i];
            i += 1;
        }
        Self {
            bytes,
            len: word.len() + 1,
        }
    }

    /// The numbers below 100 and their line ends.
    const BELOW_100: [Self; 100] = {
        let mut lines = [Self::new(""); 100];
        let mut i = 0;
        while i < 100 {
            let digits = [b'0' + i as u8 / 10, b'0' + i as u8 % 10];
            lines[i] = match digits {
                [b'0', one] => Self::of_bytes(&[one]),
                two => Self::of_bytes(&two),
            };
            i += 1;
        }
        lines
    };
}

/// The answers that have been found and not yet been written.
///
/// Adding an answer never fails and never writes; [`Answers::flush_if_full`] and [`Answers::flush`] do
/// the writing, between steps. That keeps the game free of input and output errors.
pub struct Answers<'w> {
    /// `buffer[..len]` waits to be written; the rest is room.
    buffer: Vec<u8>,
    len: usize,
    out: Box<dyn Write + Send + 'w>,
    /// What `out` is called in errors.
    name: String,
    /// What went wrong in writing.
    error: Option<Error>,
}

impl<'w> Answers<'w> {
    /// Answers that will be written to `out`, which needs no buffer of its own and is called `name`
    /// in errors.
    pub fn new(name: String, out: impl Write + Send + 'w) -> Self {
        Self {
            buffer: vec![0; 2 * FULL],
            len: 0,
            out: Box::new(out),
            name,
            error: None,
        }
    }

    /// Room for `len` more bytes at `buffer[self.len..]`.
    fn room(&mut self, len: usize) -> &mut [u8] {
        let end = self.len + len;
        if end > self.buffer.len() {
            self.buffer.resize(2 * end, 0);
        }
        &mut self.buffer[self.len..end]
    }

    /// Adds one of two lines; a copy of fixed size costs less than one of the exact length.
    #[inline(always)]
    pub fn line(&mut self, line: &Line) {
        self.room(Line::ROOM).copy_from_slice(&line.bytes);
        self.len += line.len;
    }

    /// Room for `count` lines, to which they can be added one by one; [`Answers::added`] says how much
    /// of it was used.
    #[inline(always)]
    pub fn lines(&mut self, count: usize) -> LineRoom<'_> {
        LineRoom {
            room: self.room(count * Line::ROOM),
            len: 0,
        }
    }

    /// Takes the first `len` bytes of the last room as added.
    #[inline(always)]
    pub fn added(&mut self, len: usize) {
        self.len += len;
    }

    /// Adds a number and a line end.
    #[inline(always)]
    pub fn number(&mut self, number: u64) {
        self.digits(number);
        self.text(b"\n");
    }

    /// Adds formatted text; this is what `write!` calls.
    pub fn write_fmt(&mut self, text: fmt::Arguments<'_>) {
        // To add text does not fail.
        let _ = fmt::Write::write_fmt(self, text);
    }

    /// Adds a number.
    #[inline(always)]
    pub fn digits(&mut self, number: u64) {
        let mut digits = itoa::Buffer::new();
        self.text(digits.format(number).as_bytes());
    }

    /// Adds two numbers, each with a byte behind it.
    #[inline(always)]
    pub fn numbers(&mut self, first: u64, behind_first: u8, second: u64, behind_second: u8) {
        self.digits(first);
        self.text(&[behind_first]);
        self.digits(second);
        self.text(&[behind_second]);
    }

    /// Adds bytes as they are.
    #[inline(always)]
    pub fn text(&mut self, text: &[u8]) {
        self.room(text.len()).copy_from_slice(text);
        self.len += text.len();
    }

    /// Writes what waits if it has become much: complete lines, or the beginning of one that is so long.
    /// An error of writing is kept for [`Answers::flush`].
    #[inline]
    pub fn flush_if_full(&mut self) {
        if self.len >= FULL {
            self.write_much();
        }
    }

    // Inlined where every case passes, it made the work with threads 3-5 % slower.
    #[inline(never)]
    fn write_much(&mut self) {
        self.write(match self.complete() {
            0 => self.len,
            complete => complete,
        });
    }

    /// Writes the complete lines that wait. An error of writing is kept for [`Answers::flush`].
    pub fn write_lines(&mut self) {
        self.write(self.complete());
    }

    /// Drops the line that has no end yet, as far as it was not written.
    pub fn drop_open_line(&mut self) {
        self.len = self.complete();
    }

    /// How many of the bytes that wait are complete lines.
    fn complete(&self) -> usize {
        let last_end = memchr::memrchr(b'\n', &self.buffer[..self.len]);
        last_end.map_or(0, |end| end + 1)
    }

    /// Writes all that waits.
    ///
    /// # Errors
    /// The first error of writing since the last time that one was returned.
    pub fn flush(&mut self) -> Result<(), Error> {
        self.write(self.len);
        self.error.take().map_or(Ok(()), Err)
    }

    /// Whether an error of writing waits to be told: there is no point in going on.
    pub fn failed(&self) -> bool {
        self.error.is_some()
    }

    /// Writes the first `len` bytes of those that wait; after an error, drops them.
    fn write(&mut self, len: usize) {
        if self.error.is_none()
            && let Err(error) = self.out.write_all(&self.buffer[..len])
        {
            self.error = Some(Error::writing(&self.name, error));
        }
        self.buffer.copy_within(len..self.len, 0);
        self.len -= len;
    }
}

/// Room for some lines.
pub struct LineRoom<'a> {
    room: &'a mut [u8],
    len: usize,
}

impl LineRoom<'_> {
    /// Adds `line`.
    ///
    /// # Panics
    /// If there was room for fewer lines.
    #[inline(always)]
    pub fn add(&mut self, line: &Line) {
        let room = self.room[self.len..].first_chunk_mut();
        *room.expect("there is room") = line.bytes;
        self.len += line.len;
    }

    /// Adds `number` and a line end.
    ///
    /// Small numbers are lines that were made before: whether they have one digit or two, nothing
    /// branches, and so nothing is guessed wrong.
    ///
    /// # Panics
    /// If there was room for fewer lines, or `number` has more digits than a line has room for.
    #[inline(always)]
    pub fn add_number(&mut self, number: u64) {
        const BELOW_100: &[Line; 100] = &Line::BELOW_100;
        if let Some(line) = BELOW_100.get(number.min(100) as usize) {
            self.add(line);
        } else {
            let mut digits = itoa::Buffer::new();
            self.add(&Line::new(digits.format(number)));
        }
    }

    /// How many bytes of the room were used.
    #[inline(always)]
    pub fn used(&self) -> usize {
        self.len
    }
}

impl fmt::Write for Answers<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text(text.as_bytes());
        Ok(())
    }
}
