//! Texts of answers, read and parsed answer by answer.

use std::io::{self, Read};

use super::{Name, shown, trimmed_start};
use crate::answer::AnswerLines;
use crate::decode::is_white_space;
use crate::error::Error;

/// Bytes per read.
const CHUNK: usize = 256 * 1024;

impl AnswerLines {
    /// The end of the last complete answer in `right`, a piece of right answers that continue.
    pub(crate) fn last_end(self, right: &[u8]) -> Option<usize> {
        match self {
            Self::One => memchr::memrchr(b'\n', right).map(|last| last + 1),
            // The start of the next answer shows the end: it is no digit.
            Self::WordAndNumbers => {
                let mut ends = memchr::memrchr_iter(b'\n', right).map(|end| end + 1);
                let is_start = |&start: &usize| is_word(right, start);
                ends.find(is_start)
                    .or_else(|| is_word(right, 0).then_some(0))
            }
            Self::All => None,
        }
    }

    /// The start of the answer in `right` that differs from another one after the end of `right`. Where
    /// answers have several lines, one that ends there differs if the other one continues.
    pub(crate) fn start_of(self, right: &[u8]) -> usize {
        self.last_end(right).unwrap_or(0)
    }

    /// The number of answers in `right`.
    pub(crate) fn count(self, right: &[u8]) -> u64 {
        match self {
            Self::One => count(right, |b| b == b'\n'),
            Self::WordAndNumbers => {
                let starts = memchr::memchr_iter(b'\n', right).map(|end| end + 1);
                let words = starts.filter(|&start| is_word(right, start)).count();
                words as u64 + u64::from(is_word(right, 0))
            }
            Self::All => 1,
        }
    }

    /// The end of the first answer in `text`. `None` if more must be read to know it, which is never the
    /// case once the text has `ended`.
    fn first_end(self, text: &[u8], ended: bool) -> Option<usize> {
        let line_end = |start: usize| {
            let end = memchr::memchr(b'\n', &text[start..]);
            end.map(|end| start + end + 1)
                .or_else(|| ended.then_some(text.len()))
        };
        match self {
            Self::One => line_end(0),
            Self::All => ended.then_some(text.len()),
            Self::WordAndNumbers => {
                let mut end = line_end(0)?;
                loop {
                    let rest = trimmed_start(&text[end..]);
                    match rest.first() {
                        None if !ended => return None,
                        Some(first) if first.is_ascii_digit() => {
                            end = line_end(text.len() - rest.len())?;
                        }
                        _ => return Some(end),
                    }
                }
            }
        }
    }
}

/// Whether a line with a word starts at `start`.
fn is_word(text: &[u8], start: usize) -> bool {
    text.get(start).is_some_and(|first| !first.is_ascii_digit())
}

/// The number of bytes in `text` that are as `expected`.
fn count(text: &[u8], expected: impl Fn(u8) -> bool) -> u64 {
    // Sums of bytes are vectors of bytes: lines are short, and finding each takes longer.
    let of_chunk = |chunk: &[u8]| chunk.iter().map(|&b| u8::from(expected(b))).sum::<u8>();
    text.chunks(255)
        .map(|chunk| u64::from(of_chunk(chunk)))
        .sum()
}

/// White space other than a newline.
fn is_blank(byte: u8) -> bool {
    is_white_space(byte) && byte != b'\n'
}

/// The number of bytes in `text` before the first 4096 of them that have a blank before a newline.
fn tidy_start(text: &[u8]) -> usize {
    const STEP: usize = 4096;
    let mut at = 0;
    while at < text.len() {
        let piece = &text[at..text.len().min(at + STEP + 1)];
        // All pairs are checked, without a branch, so that the loop is vectorized.
        let pairs = piece.iter().zip(&piece[1..]);
        let untidy = pairs.fold(0, |untidy, (&one, &next)| {
            untidy | u8::from(is_blank(one)) & u8::from(next == b'\n')
        });
        if untidy > 0 {
            break;
        }
        at += STEP;
    }
    at.min(text.len())
}

/// The position of an answer in a text, valid until more of the text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AnswerSpan {
    start: usize,
    end: usize,
    /// The number of blank lines before it.
    pub blank_lines: u64,
    /// Whether it is longer than any answer should be, and this is only its beginning.
    pub is_cut: bool,
}

/// What follows the last piece that was consumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// An answer.
    Answer,
    /// The rest of a line of an answer that was cut.
    RestOfLine,
    /// More lines of an answer that was cut, if they are numbers.
    MoreNumbers,
}

/// A text of answers, without blanks at line ends, CR among them: so texts that differ in these are
/// compared as fast as equal ones.
pub(crate) struct AnswerText {
    /// The name in messages. `None` for our own answers.
    pub name: Option<Name>,
    source: Box<dyn Read + Send>,
    /// `buffer[start..ready]` has been read but not consumed.
    buffer: Vec<u8>,
    start: usize,
    ready: usize,
    /// `buffer[ready..held]` are blanks: what follows must be known before they are ready.
    held: usize,
    /// A hash of the blanks beyond those that are held; 0 if there are none.
    excess: u64,
    /// Whether the end of the source was reached.
    ended: bool,
    next: Next,
    /// The number of newlines that were dropped from the buffer.
    line_ends: u64,
}

impl AnswerText {
    /// The text of `source`.
    pub(crate) fn new(name: Option<Name>, source: Box<dyn Read + Send>) -> Self {
        Self {
            name,
            source,
            buffer: Vec::new(),
            start: 0,
            ready: 0,
            held: 0,
            excess: 0,
            ended: false,
            next: Next::Answer,
            line_ends: 0,
        }
    }

    /// The bytes that have been read but not consumed.
    pub(crate) fn seen(&self) -> &[u8] {
        &self.buffer[self.start..self.ready]
    }

    /// Reads until `len` bytes are available, or all there are.
    pub(crate) fn see(&mut self, len: usize) -> Result<&[u8], Error> {
        while self.ready - self.start < len && !self.ended {
            self.read()?;
        }
        Ok(self.seen())
    }

    /// Appends bytes to the text.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.make_room(bytes.len());
        self.buffer[self.held..self.held + bytes.len()].copy_from_slice(bytes);
        self.held += bytes.len();
        self.ready = self.held;
    }

    /// Declares the text complete.
    pub(crate) fn end(&mut self) {
        self.ended = true;
    }

    /// Consumes the first `len` bytes.
    pub(crate) fn take(&mut self, len: usize) -> AnswerSpan {
        self.start += len;
        AnswerSpan {
            start: self.start - len,
            end: self.start,
            blank_lines: 0,
            is_cut: false,
        }
    }

    /// The bytes of a piece.
    pub(crate) fn bytes(&self, piece: AnswerSpan) -> &[u8] {
        &self.buffer[piece.start..piece.end]
    }

    /// The line on which a piece starts, counted from 1.
    pub(crate) fn line_of(&self, piece: AnswerSpan) -> u64 {
        self.line_ends + count(&self.buffer[..piece.start], |b| b == b'\n') + 1
    }

    /// The next line, if all of it has been read.
    pub(crate) fn line_seen(&self) -> Option<&[u8]> {
        let seen = self.seen();
        memchr::memchr(b'\n', seen).map(|end| &seen[..=end])
    }

    /// Consumes the next answer, blank or not, if all of it has been read.
    pub(crate) fn answer_seen(&mut self, lines: AnswerLines) -> Option<AnswerSpan> {
        if self.seen().is_empty() {
            return None;
        }
        let end = lines.first_end(self.seen(), self.ended)?;
        Some(self.take(end))
    }

    /// Consumes the next answer that is not blank. `None` if there is none. An answer that is longer
    /// than `longest` bytes may be cut: its beginning shows what is wrong with it.
    pub(crate) fn answer(
        &mut self,
        lines: AnswerLines,
        longest: usize,
    ) -> Result<Option<AnswerSpan>, Error> {
        let mut blank_lines = 0;
        while self.see(1)?.first() == Some(&b'\n') {
            let blank = self.seen().iter().take_while(|&&b| b == b'\n').count();
            self.take(blank);
            blank_lines += blank as u64;
        }
        loop {
            let seen = self.seen();
            if seen.is_empty() {
                return Ok(None);
            }
            let end = lines.first_end(seen, self.ended);
            let is_cut = end.is_none();
            let piece = match end {
                Some(end) => self.take(end),
                None if seen.len() > longest => self.take_of_cut(lines, seen.len()),
                None => {
                    // Doubled each time, since the text is scanned again from its start.
                    let len = 2 * seen.len() + 1;
                    self.see(len)?;
                    continue;
                }
            };
            return Ok(Some(AnswerSpan {
                blank_lines,
                is_cut,
                ..piece
            }));
        }
    }

    /// Consumes a blank line. `None` if another line comes next. At the end there are as many as needed.
    pub(crate) fn blank_line(&mut self) -> Result<Option<AnswerSpan>, Error> {
        Ok(match self.see(1)?.first() {
            None => Some(self.take(0)),
            Some(b'\n') => Some(self.take(1)),
            Some(_) => None,
        })
    }

    /// Consumes more of an answer that was cut. `None` if it is complete.
    pub(crate) fn rest(&mut self, lines: AnswerLines) -> Result<Option<AnswerSpan>, Error> {
        let next = self.next;
        if next == Next::Answer {
            return Ok(None);
        }
        let seen = self.see(1)?;
        let goes_on = seen
            .first()
            .is_some_and(|first| next == Next::RestOfLine || matches!(first, b'0'..=b'9' | b'\n'));
        if !goes_on {
            self.next = Next::Answer;
            return Ok(None);
        }
        let line_end = memchr::memchr(b'\n', seen);
        let len = line_end.map_or(seen.len(), |end| end + 1);
        Ok(Some(self.take_of_cut(lines, len)))
    }

    /// Consumes `len` bytes of an answer that is cut.
    fn take_of_cut(&mut self, lines: AnswerLines, len: usize) -> AnswerSpan {
        let piece = self.take(len);
        let at_line_end = self.bytes(piece).last() == Some(&b'\n');
        self.next = match lines {
            AnswerLines::One if at_line_end => Next::Answer,
            AnswerLines::WordAndNumbers if at_line_end => Next::MoreNumbers,
            _ => Next::RestOfLine,
        };
        piece
    }

    fn read(&mut self) -> Result<(), Error> {
        self.make_room(CHUNK);
        let room = &mut self.buffer[self.held..self.held + CHUNK];
        let len = loop {
            match self.source.read(room) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => {
                    break read.map_err(|error| Error::io(&shown(self.name.as_ref()), error))?;
                }
            }
        };
        self.tidy(len);
        if len == 0 {
            self.ended = true;
            self.held = self.ready;
        }
        Ok(())
    }

    /// Drops the blanks at the beginning of the `len` bytes after the held ones, if more than [`CHUNK`]
    /// would be held with them: before a newline they do not matter, however many there are. Elsewhere
    /// different runs stay different, though shorter. Returns how many bytes remain.
    fn shorten_blanks(&mut self, len: usize) -> usize {
        let end = self.held + len;
        let new = &self.buffer[self.held..end];
        let blanks = new.iter().take_while(|&&b| is_blank(b)).count();
        let most = CHUNK - (self.held - self.ready);
        let run_end = self.held + blanks.min(most);
        if blanks > most {
            for &blank in &self.buffer[run_end..self.held + blanks] {
                const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
                self.excess = (self.excess ^ u64::from(blank)).wrapping_mul(FACTOR);
            }
            self.buffer.copy_within(self.held + blanks..end, run_end);
        }
        if blanks < len && self.excess != 0 {
            // The run ends here; its last blanks distinguish it from others.
            for (bit, blank) in self.buffer[..run_end].iter_mut().rev().take(64).enumerate() {
                *blank = if self.excess >> bit & 1 == 1 {
                    b'\t'
                } else {
                    b' '
                };
            }
            self.excess = 0;
        }
        len - blanks.saturating_sub(most)
    }

    /// Makes the `len` bytes after the held ones ready, without the blanks at line ends.
    fn tidy(&mut self, len: usize) {
        let len = self.shorten_blanks(len);
        let (new, end) = (self.held, self.held + len);
        // The last held byte may be a blank before the first newline.
        let before = usize::from(new > self.ready);
        let tidy = tidy_start(&self.buffer[new - before..end]).saturating_sub(before);
        // All of `buffer[..to]` is tidy, and what follows `ready` is blank.
        let from = new + tidy;
        let (mut to, mut ready) = (from, self.ready);
        if let Some(last) = self.buffer[new..to].iter().rposition(|&b| !is_blank(b)) {
            ready = new + last + 1;
        }
        let buffer = &mut self.buffer[..end];
        for at in from..end {
            // Branch-free: lines of answers are short, and their ends would be mispredicted.
            let byte = buffer[at];
            to = if byte == b'\n' { ready } else { to };
            buffer[to] = byte;
            to += 1;
            ready = if is_blank(byte) { ready } else { to };
        }
        self.ready = ready;
        self.held = to;
    }

    /// Makes room for `len` bytes after the held ones.
    fn make_room(&mut self, len: usize) {
        if self.held + len > self.buffer.len() {
            // Moving costs at most as much as was consumed before.
            if self.start >= self.held - self.start {
                self.line_ends += count(&self.buffer[..self.start], |b| b == b'\n');
                self.buffer.copy_within(self.start..self.held, 0);
                self.held -= self.start;
                self.ready -= self.start;
                self.start = 0;
            }
            let needed = self.held + len;
            if needed > self.buffer.len() {
                // No more than needed: pages that were never written to take no memory.
                self.buffer.resize(needed, 0);
            }
        }
    }
}
