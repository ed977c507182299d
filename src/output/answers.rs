//! Buffered answers.

use std::fmt;
use std::io::Write;

use crate::error::Error;
use crate::outcomes::{OutcomeWords, Outcomes, ShortLines};

/// Pending bytes are written once there are this many.
const FULL: usize = 64 * 1024;

/// Answers that were found but not written yet.
///
/// Adding an answer never fails and never writes; [`Answers::flush_if_full`] and [`Answers::flush`] write, between
/// steps. That keeps the games free of I/O errors.
///
/// The default has nowhere to be written, and only grows until it is [added](Answers::append) to others.
#[derive(Default)]
pub struct Answers<'w> {
    /// `buffer[..len]` is pending; the rest is free.
    buffer: Vec<u8>,
    len: usize,
    /// How many of the last pending bytes are lines of a case that goes on.
    open: usize,
    out: Option<Box<dyn Write + Send + 'w>>,
    /// The name of `out` in errors.
    name: String,
    /// The first error in writing.
    error: Option<Error>,
}

impl<'w> Answers<'w> {
    /// Answers to be written to `out`, which needs no buffer of its own and is called `name` in errors.
    pub fn new(name: String, out: impl Write + Send + 'w) -> Self {
        Self {
            buffer: Vec::new(),
            len: 0,
            open: 0,
            out: Some(Box::new(out)),
            name,
            error: None,
        }
    }

    /// Returns `len` free bytes at `buffer[self.len..]`.
    #[inline(always)]
    fn room(&mut self, len: usize) -> &mut [u8] {
        let end = self.len + len;
        if end > self.buffer.len() {
            self.grow(end);
        }
        &mut self.buffer[self.len..end]
    }

    #[cold]
    fn grow(&mut self, end: usize) {
        // Pages that are never used take no memory, and are not zeroed.
        let mut larger = vec![0; 4 * end];
        larger[..self.len].copy_from_slice(&self.buffer[..self.len]);
        self.buffer = larger;
    }

    /// Adds who wins, as one of `words`.
    #[inline(always)]
    pub(crate) fn word(&mut self, words: &OutcomeWords, first_wins: bool) {
        let mut room = self.words(words, 1);
        room.add(first_wins);
        let used = room.finish();
        self.added(used);
    }

    /// Returns room for who wins `count` cases, to be added one by one. Pass the number of bytes used to
    /// [`Answers::added`].
    #[inline(always)]
    pub(crate) fn words<'a>(&'a mut self, words: &'a OutcomeWords, count: usize) -> Outcomes<'a> {
        Outcomes::new(words, self.short_lines(count))
    }

    /// Returns room for `count` lines, as above.
    #[inline(always)]
    pub(crate) fn short_lines(&mut self, count: usize) -> ShortLines<'_> {
        ShortLines::new(self.room(ShortLines::bytes_for(count)))
    }

    /// Marks the first `len` bytes of the last room as added.
    #[inline(always)]
    pub(crate) fn added(&mut self, len: usize) {
        self.len += len;
    }

    /// Adds a number and a newline.
    #[inline(always)]
    pub(crate) fn number(&mut self, number: u64) {
        self.digits(number);
        self.text(b"\n");
    }

    /// Adds formatted text; this is what `write!` calls.
    pub(crate) fn write_fmt(&mut self, text: fmt::Arguments<'_>) {
        // Adding text does not fail.
        let _ = fmt::Write::write_fmt(self, text);
    }

    /// Adds a number.
    #[inline(always)]
    pub(crate) fn digits(&mut self, number: u64) {
        let mut digits = itoa::Buffer::new();
        self.text(format(&mut digits, number));
    }

    /// Adds two numbers, each followed by a byte.
    #[inline(always)]
    pub(crate) fn numbers(&mut self, first: u64, after_first: u8, second: u64, after_second: u8) {
        const MAX_DIGITS: usize = 20;
        let room = self.room(2 * (MAX_DIGITS + 1));
        let mut digits = itoa::Buffer::new();
        let mut len = 0;
        // One copy for each number: a call for each byte between them took 14 % more instructions in all.
        for (number, after) in [(first, after_first), (second, after_second)] {
            let number = format(&mut digits, number);
            copy(number, &mut room[len..]);
            room[len + number.len()] = after;
            len += number.len() + 1;
        }
        self.len += len;
    }

    /// Adds all of `more`, and leaves it empty. All pending answers must be complete lines.
    pub(crate) fn append(&mut self, more: &mut Self) {
        // Nothing is copied.
        self.write(self.len);
        std::mem::swap(&mut self.buffer, &mut more.buffer);
        self.len = std::mem::take(&mut more.len);
        self.open = std::mem::take(&mut more.open);
    }

    /// Adds a line that is only a part of the answer to a case.
    pub(crate) fn open_line(&mut self, text: &[u8]) {
        self.text(text);
        self.text(b"\n");
        self.open += text.len() + 1;
    }

    /// Says that the case has ended to which the last lines belong.
    pub(crate) fn close_lines(&mut self) {
        self.open = 0;
    }

    /// Adds bytes as they are.
    #[inline(always)]
    pub(crate) fn text(&mut self, text: &[u8]) {
        self.room(text.len()).copy_from_slice(text);
        self.len += text.len();
    }

    /// Writes the pending bytes if there are many: complete lines, or the beginning of a very long one.
    /// An error is kept for [`Answers::flush`].
    #[inline]
    pub(crate) fn flush_if_full(&mut self) {
        if self.len >= FULL && self.out.is_some() {
            self.write_much();
        }
    }

    // Inlined into the loop over cases, it made multi-threaded runs 3-5 % slower.
    #[inline(never)]
    fn write_much(&mut self) {
        self.write(match self.complete() {
            0 => self.len,
            complete => complete,
        });
    }

    /// Writes the pending complete lines. An error is kept for [`Answers::flush`].
    pub(crate) fn write_lines(&mut self) {
        self.write(self.complete());
    }

    /// Drops the unfinished line, and the lines of an unfinished case, as far as they were not written.
    pub fn drop_unfinished(&mut self) {
        self.len -= self.open;
        self.open = 0;
        self.len = self.complete();
    }

    /// The number of pending bytes that are complete lines.
    fn complete(&self) -> usize {
        let last_end = memchr::memrchr(b'\n', &self.buffer[..self.len]);
        last_end.map_or(0, |end| end + 1)
    }

    /// The pending bytes.
    pub(crate) fn pending(&self) -> &[u8] {
        &self.buffer[..self.len]
    }

    /// Writes all pending bytes.
    ///
    /// # Errors
    /// The first error in writing since one was last returned.
    pub fn flush(&mut self) -> Result<(), Error> {
        self.write(self.len);
        self.error.take().map_or(Ok(()), Err)
    }

    /// Returns whether an error is pending, so that there is no point in going on.
    pub(crate) fn failed(&self) -> bool {
        self.error.is_some()
    }

    /// Writes the first `len` pending bytes; after an error, drops them.
    fn write(&mut self, len: usize) {
        if self.error.is_none()
            && let Some(out) = &mut self.out
            && let Err(error) = out.write_all(&self.buffer[..len])
        {
            self.error = Some(Error::writing(&self.name, error));
        }
        self.buffer.copy_within(len..self.len, 0);
        self.len -= len;
        self.open = self.open.min(self.len);
    }
}

/// The digits of `number`. Most numbers fit 32 bits, whose division is faster: answering HDU 2176, where answers are
/// as long as the input, takes 5 % fewer instructions.
#[inline(always)]
fn format(digits: &mut itoa::Buffer, number: u64) -> &[u8] {
    match u32::try_from(number) {
        Ok(number) => digits.format(number).as_bytes(),
        Err(_) => digits.format(number).as_bytes(),
    }
}

/// Copies a few bytes to the beginning of `room`, large numbers by two copies of a known size, which may overlap: a
/// call for each took a quarter of the time of HDU 2176.
#[inline(always)]
fn copy(text: &[u8], room: &mut [u8]) {
    let room = &mut room[..text.len()];
    if let (Some(first), Some(last)) = (text.first_chunk::<8>(), text.last_chunk::<8>())
        && text.len() <= 16
    {
        *room.last_chunk_mut().expect("it is as long") = *last;
        *room.first_chunk_mut().expect("it is as long") = *first;
    } else {
        room.copy_from_slice(text);
    }
}

impl fmt::Write for Answers<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text(text.as_bytes());
        Ok(())
    }
}
