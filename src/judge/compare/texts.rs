//! Texts of answers, read answer by answer.

use std::io::{self, Read};
use std::iter;

use super::difference::{Answer, trimmed_start};
use crate::answer::AnswerLines;
use crate::decode::is_white_space;
use crate::error::Error;
use crate::judge::name::Name;

/// Bytes per read.
const CHUNK: usize = 256 * 1024;

impl AnswerLines {
    /// The start of the last answer that starts in `text`, or right behind it.
    pub(crate) fn last_start(self, text: &[u8]) -> Option<usize> {
        match self {
            Self::One => memchr::memrchr(b'\n', text).map(|end| end + 1),
            Self::WordAndNumbers => {
                let starts = memchr::memrchr_iter(b'\n', text).map(|end| end + 1);
                starts.chain([0]).find(|&start| is_word(text, start))
            }
            Self::All => None,
        }
    }

    /// The number of answers in `text`.
    pub(crate) fn count(self, text: &[u8]) -> u64 {
        match self {
            Self::One => bytecount::count(text, b'\n') as u64,
            Self::WordAndNumbers => {
                let starts = memchr::memchr_iter(b'\n', text).map(|end| end + 1);
                let starts = iter::once(0).chain(starts);
                starts.filter(|&start| is_word(text, start)).count() as u64
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

/// White space other than a newline.
fn is_blank(byte: u8) -> bool {
    is_white_space(byte) && byte != b'\n'
}

/// Removes blanks at line ends, CR among them: so texts that differ in these are compared as fast as equal ones.
#[derive(Default)]
struct Tidy {
    /// The last blanks: what follows must be known before they are passed on.
    blanks: Vec<u8>,
}

impl Tidy {
    /// Adds the next bytes to `text`.
    fn add(&mut self, bytes: &[u8], text: &mut Vec<u8>) {
        // All pairs are checked, without a branch, so that the loop is vectorized.
        let pairs = bytes.iter().zip(bytes.iter().skip(1));
        let is_untidy = pairs.fold(0, |untidy, (&one, &next)| {
            untidy | u8::from(is_blank(one)) & u8::from(next == b'\n')
        });
        if is_untidy == 0 && self.blanks.is_empty() {
            self.add_line(bytes, text);
        } else {
            for line in bytes.split_inclusive(|&byte| byte == b'\n') {
                self.add_line(line, text);
            }
        }
    }

    /// Adds a piece that has blanks before a newline only at its end.
    fn add_line(&mut self, piece: &[u8], text: &mut Vec<u8>) {
        let (piece, end) = match piece {
            [piece @ .., b'\n'] => (piece, &b"\n"[..]),
            piece => (piece, &b""[..]),
        };
        let last = piece.iter().rposition(|&byte| !is_blank(byte));
        let (filled, blanks) = piece.split_at(last.map_or(0, |last| last + 1));
        if !filled.is_empty() {
            text.append(&mut self.blanks);
            text.extend_from_slice(filled);
        }
        if end.is_empty() {
            self.blanks.extend_from_slice(blanks);
        } else {
            self.blanks.clear();
            text.extend_from_slice(end);
        }
    }
}

/// A text of answers, without blanks at line ends.
pub(crate) struct AnswerText {
    /// The name in messages.
    pub name: Name,
    source: Box<dyn Read + Send>,
    /// Where the source is read into.
    chunk: Vec<u8>,
    tidy: Tidy,
    /// What has been read; `buffer[..start]` has been consumed.
    buffer: Vec<u8>,
    start: usize,
    /// Whether the end of the source was reached.
    pub ended: bool,
    /// The number of newlines that were consumed.
    line_ends: u64,
}

impl AnswerText {
    /// The text of `source`.
    pub(crate) fn new(name: Name, source: Box<dyn Read + Send>) -> Self {
        Self {
            name,
            source,
            chunk: vec![0; CHUNK],
            tidy: Tidy::default(),
            buffer: Vec::new(),
            start: 0,
            ended: false,
            line_ends: 0,
        }
    }

    /// The bytes that have been read but not consumed.
    pub(crate) fn seen(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Reads until `len` bytes are available, or all there are.
    pub(crate) fn see(&mut self, len: usize) -> Result<&[u8], Error> {
        while self.seen().len() < len && !self.ended {
            self.read()?;
        }
        Ok(self.seen())
    }

    fn read(&mut self) -> Result<(), Error> {
        let len = loop {
            match self.source.read(&mut self.chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => {
                    break read.map_err(|error| Error::io(&self.name.to_string(), error))?;
                }
            }
        };
        self.drop_consumed();
        self.tidy.add(&self.chunk[..len], &mut self.buffer);
        self.ended = len == 0;
        Ok(())
    }

    /// Appends bytes to the text.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.drop_consumed();
        self.tidy.add(bytes, &mut self.buffer);
    }

    fn drop_consumed(&mut self) {
        // Moving the rest costs at most as much as was consumed before.
        if self.start >= self.buffer.len() - self.start {
            self.buffer.drain(..self.start);
            self.start = 0;
        }
    }

    /// Consumes the first `len` bytes.
    pub(crate) fn skip(&mut self, len: usize) {
        self.line_ends += bytecount::count(&self.seen()[..len], b'\n') as u64;
        self.start += len;
    }

    /// Consumes the first `len` bytes, which are an answer.
    fn take(&mut self, len: usize) -> Answer {
        let answer = Answer {
            bytes: self.seen()[..len].to_vec(),
            line: self.line_ends + 1,
            blank_lines: 0,
            is_too_long: false,
        };
        self.skip(len);
        answer
    }

    /// Consumes the next answer, blank or not, if all of it has been read.
    pub(crate) fn answer_seen(&mut self, lines: AnswerLines) -> Option<Answer> {
        if self.seen().is_empty() {
            return None;
        }
        let end = lines.first_end(self.seen(), self.ended)?;
        Some(self.take(end))
    }

    /// Consumes the next answer that is not blank. `None` if there is none. One of more than `longest` bytes is
    /// the last one: no more is read.
    pub(crate) fn answer(
        &mut self,
        lines: AnswerLines,
        longest: usize,
    ) -> Result<Option<Answer>, Error> {
        let mut blank_lines = 0;
        while self.see(1)?.first() == Some(&b'\n') {
            let blank = self.seen().iter().take_while(|&&b| b == b'\n').count();
            self.skip(blank);
            blank_lines += blank as u64;
        }
        while !self.seen().is_empty() {
            let len = self.seen().len();
            let end = lines.first_end(self.seen(), self.ended);
            if end.is_none() && len <= longest {
                // Doubled each time, since the text is scanned again from its start.
                self.see((2 * len + 1).min(longest + 1))?;
                continue;
            }
            let end = end.filter(|&end| end <= longest);
            if end.is_none() {
                self.source = Box::new(io::empty());
                self.ended = true;
            }
            return Ok(Some(Answer {
                blank_lines,
                is_too_long: end.is_none(),
                ..self.take(end.unwrap_or(len))
            }));
        }
        Ok(None)
    }

    /// Consumes a blank line. `None` if another line comes next. At the end there are as many as needed.
    pub(crate) fn blank_line(&mut self) -> Result<Option<Answer>, Error> {
        Ok(match self.see(1)?.first() {
            None => Some(self.take(0)),
            Some(b'\n') => Some(self.take(1)),
            Some(_) => None,
        })
    }
}
