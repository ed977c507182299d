//! Texts of answers, taken apart answer by answer as they are read.

use std::io::{self, Read};
use std::ops::Range;

/// Bytes per read.
const CHUNK: usize = 256 * 1024;

/// How many lines an answer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// One.
    One,
    /// One with a word, and those with numbers that follow it.
    WordAndNumbers,
    /// All there are: there is one case.
    All,
}

impl Lines {
    /// Where the last complete answer of `right` ends, if `right` is the beginning of right answers
    /// of which more follow, and the first `known` bytes hold no such end but 0.
    pub fn complete(self, right: &[u8], known: usize) -> usize {
        match self {
            Self::One => memchr::memrchr(b'\n', right).map_or(0, |last| last + 1),
            // That the next answer starts tells the end: with `Yes` or `No`.
            Self::WordAndNumbers => {
                memchr::memrchr2(b'Y', b'N', &right[known..]).map_or(0, |last| known + last)
            }
            Self::All => 0,
        }
    }

    /// Where the answer of `right` starts that differs from another one at the byte `at`. Where answers
    /// have several lines, one that ends there differs if the other one goes on.
    pub fn start_of(self, right: &[u8], at: usize) -> usize {
        match self {
            Self::One => memchr::memrchr(b'\n', &right[..at]).map_or(0, |last| last + 1),
            Self::WordAndNumbers => memchr::memrchr2(b'Y', b'N', &right[..at]).unwrap_or(0),
            Self::All => 0,
        }
    }

    /// How many answers these right ones are.
    pub fn count(self, right: &[u8]) -> u64 {
        match self {
            Self::One => line_ends(right),
            Self::WordAndNumbers => memchr::memchr2_iter(b'Y', b'N', right).count() as u64,
            Self::All => 1,
        }
    }

    /// The first answer in `text`; none if more of it must be read for that, or if there is none,
    /// which is certain once the text has `ended`.
    fn first(self, text: &[u8], ended: bool) -> Option<Piece> {
        let mut blank_lines = 0;
        let mut start = 0;
        let mut end = loop {
            let end = line_end(text, start, ended)?;
            if !is_blank(&text[start..end]) {
                break end;
            }
            if end == text.len() && ended {
                return None;
            }
            blank_lines += 1;
            start = end;
        };
        match self {
            Self::One => {}
            Self::All if !ended => return None,
            Self::All => end = text.len(),
            Self::WordAndNumbers => loop {
                let rest = text[end..].trim_ascii_start();
                match rest.first() {
                    None if ended => break,
                    None => return None,
                    Some(first) if first.is_ascii_digit() => {
                        end = line_end(text, text.len() - rest.len(), ended)?;
                    }
                    Some(_) => break,
                }
            },
        }
        Some(Piece {
            text: start..end,
            blank_lines,
        })
    }
}

/// Where the line that starts at `start` ends, its line end included.
fn line_end(text: &[u8], start: usize, ended: bool) -> Option<usize> {
    let end = memchr::memchr(b'\n', &text[start..]);
    end.map(|end| start + end + 1)
        .or_else(|| ended.then_some(text.len()))
}

fn is_blank(line: &[u8]) -> bool {
    line.iter().all(u8::is_ascii_whitespace)
}

/// How many line ends `text` has.
pub fn line_ends(text: &[u8]) -> u64 {
    // Sums of bytes are vectors of bytes: lines are short, and to find each takes longer.
    let of_chunk = |chunk: &[u8]| chunk.iter().map(|&b| u8::from(b == b'\n')).sum::<u8>();
    text.chunks(255)
        .map(|chunk| u64::from(of_chunk(chunk)))
        .sum()
}

/// An answer within a text.
#[derive(Clone, Debug)]
struct Piece {
    text: Range<usize>,
    /// How many blank lines stand before it.
    blank_lines: u64,
}

/// An answer.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// Its bytes, mostly with a line end.
    pub text: &'a [u8],
    /// How many blank lines stand before it.
    pub blank_lines: u64,
    /// The line on which it starts, counted from 1.
    pub line: u64,
}

/// A text of answers.
pub struct Text {
    /// What it is called in messages.
    pub name: String,
    source: Box<dyn Read + Send>,
    /// `buffer[start..ready]` has been read and not been taken.
    buffer: Vec<u8>,
    start: usize,
    ready: usize,
    /// `buffer[ready..held]` has been read, but what follows must be known before it is ready.
    held: usize,
    /// No more can be read.
    ended: bool,
    /// How many line ends have been taken.
    line_ends: u64,
}

impl Text {
    /// The text that `source` gives.
    pub fn new(name: String, source: Box<dyn Read + Send>) -> Self {
        Self {
            name,
            source,
            buffer: Vec::new(),
            start: 0,
            ready: 0,
            held: 0,
            ended: false,
            line_ends: 0,
        }
    }

    /// What can be seen of it without reading.
    pub fn seen(&self) -> &[u8] {
        &self.buffer[self.start..self.ready]
    }

    /// Sees `len` bytes or more, or all there are.
    ///
    /// # Errors
    /// Those of reading.
    pub fn see(&mut self, len: usize) -> io::Result<&[u8]> {
        while self.ready - self.start < len && !self.ended {
            self.read()?;
        }
        Ok(self.seen())
    }

    /// Appends bytes to what can be seen.
    pub fn push(&mut self, bytes: &[u8]) {
        self.make_room(bytes.len());
        self.buffer[self.held..self.held + bytes.len()].copy_from_slice(bytes);
        self.held += bytes.len();
        self.ready = self.held;
    }

    /// Says that there is no more than what can be seen.
    pub fn end(&mut self) {
        self.ended = true;
    }

    /// Takes the first `len` bytes that can be seen, which have so many line ends.
    pub fn take(&mut self, len: usize, line_ends: u64) {
        self.start += len;
        self.line_ends += line_ends;
    }

    /// Takes the next answer; none if there is none. An answer that is longer than `longest` bytes may
    /// be cut: what is wrong with a flood is seen at its beginning.
    ///
    /// # Errors
    /// Those of reading.
    pub fn answer(&mut self, lines: Lines, longest: usize) -> io::Result<Option<Answer<'_>>> {
        let piece = loop {
            let cut = self.seen().len() > longest;
            match lines.first(self.seen(), self.ended || cut) {
                None if self.ended => return Ok(None),
                // Twice as much each time: what was seen before is looked through again.
                None => drop(self.see(2 * self.seen().len() + 1)?),
                Some(piece) => break piece,
            }
        };
        let start = self.start;
        let line = self.line_ends + piece.blank_lines + 1;
        self.take(piece.text.end, line_ends(&self.seen()[..piece.text.end]));
        Ok(Some(Answer {
            text: &self.buffer[start + piece.text.start..start + piece.text.end],
            blank_lines: piece.blank_lines,
            line,
        }))
    }

    fn read(&mut self) -> io::Result<()> {
        self.make_room(CHUNK);
        let len = loop {
            match self.source.read(&mut self.buffer[self.held..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.held += len;
        self.ended = len == 0;
        self.drop_carriage_returns();
        Ok(())
    }

    /// Makes `held..ready` ready, all but a last CR of which it is not known whether LF follows, and
    /// without the CR of each CRLF: such texts too are then compared many answers at a time.
    fn drop_carriage_returns(&mut self) {
        let new = &mut self.buffer[self.ready..self.held];
        let Some(first) = memchr::memchr(b'\r', new) else {
            self.ready = self.held;
            return;
        };
        let mut to = first;
        for from in first..new.len() {
            if new[from] != b'\r' || new.get(from + 1).is_some_and(|&next| next != b'\n') {
                new[to] = new[from];
                to += 1;
            } else if from + 1 == new.len() {
                // The last CR of all needs no line end after it to be one.
                new[to] = b'\r';
                self.ready += to;
                self.held = self.ready + usize::from(!self.ended);
                return;
            }
        }
        self.ready += to;
        self.held = self.ready;
    }

    /// Makes room for `len` bytes behind what is held.
    fn make_room(&mut self, len: usize) {
        if self.held + len > self.buffer.len() {
            // Moving costs as much as what was taken before it, or less.
            if self.start >= self.held - self.start {
                self.buffer.copy_within(self.start..self.held, 0);
                self.held -= self.start;
                self.ready -= self.start;
                self.start = 0;
            }
            let needed = self.held + len;
            if needed > self.buffer.len() {
                self.buffer.resize(needed.max(2 * self.buffer.len()), 0);
            }
        }
    }
}
