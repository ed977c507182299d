//! Texts of answers, read answer by answer.

use std::borrow::Cow;
use std::io;

use super::Answered;
use crate::answer::AnswerLines;
use crate::decode::{is_white_space, words};
use crate::error::Error;

/// Bytes per read.
const CHUNK: usize = 64 * 1024;

/// An answer of a text.
#[derive(Clone, Debug, Default)]
pub struct Answer<'t> {
    /// Its lines, without blanks at their ends.
    pub bytes: Cow<'t, [u8]>,
    /// The line on which it starts, counted from 1; 0 if it is missing.
    pub line: u64,
    /// The number of blank lines before it.
    pub blank_lines: u64,
    /// Whether it is too long, and these bytes are only its beginning.
    pub is_too_long: bool,
}

/// How much two answers are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Likeness {
    Same,
    ButForWhiteSpace,
    Different,
}

impl Answer<'_> {
    /// A copy for a report.
    pub(super) fn kept(&self) -> Answer<'static> {
        Answer {
            bytes: self.bytes.to_vec().into(),
            ..*self
        }
    }

    /// Whether it is there.
    pub(crate) fn is_there(&self) -> bool {
        self.line > 0
    }

    pub(super) fn likeness(&self, other: &Answer<'_>) -> Likeness {
        let [one, other_one] = [self, other].map(|it| trimmed_end(&it.bytes));
        let [before, before_other] = [self, other].map(|it| (it.is_there(), it.blank_lines));
        if self.is_too_long || other.is_too_long {
            Likeness::Different
        } else if one == other_one && before == before_other {
            Likeness::Same
        } else if words(one).eq(words(other_one)) {
            Likeness::ButForWhiteSpace
        } else {
            Likeness::Different
        }
    }
}

impl AnswerLines {
    /// Whether an answer may start at `start`, behind a line of `text`.
    fn may_start(self, text: &[u8], start: usize) -> bool {
        match self {
            Self::One => true,
            Self::WordAndNumbers => text.get(start).is_some_and(|first| !first.is_ascii_digit()),
            Self::All => false,
        }
    }

    /// The start of the last answer that starts in `text`, or right behind it; 0 if none does but the first.
    pub(super) fn last_start(self, text: &[u8]) -> usize {
        let mut starts = memchr::memrchr_iter(b'\n', text).map(|end| end + 1);
        let last = starts.find(|&start| self.may_start(text, start));
        last.unwrap_or(0)
    }

    /// The number of answers in `text`, which ends with one.
    pub(super) fn count(self, text: &[u8]) -> u64 {
        let ends = memchr::memchr_iter(b'\n', text);
        let count = match self {
            Self::One => ends.count(),
            Self::WordAndNumbers | Self::All => {
                1 + ends.filter(|end| self.may_start(text, end + 1)).count()
            }
        };
        count as u64
    }

    /// The end of the first answer in `text`, if there is one. `None` as well if more must be read to know it, which is never
    /// the case once the text has `ended`.
    fn first_end(self, text: &[u8], ended: bool) -> Option<usize> {
        let line_end = |start: usize| {
            let end = memchr::memchr(b'\n', &text[start..]);
            end.map(|end| start + end + 1)
                .or_else(|| ended.then_some(text.len()))
        };
        match self {
            _ if text.is_empty() => None,
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

/// White space other than a newline.
fn is_blank(byte: u8) -> bool {
    is_white_space(byte) && byte != b'\n'
}

/// A text of answers, without blanks at line ends: so texts that differ in these are compared as fast as equal ones.
pub(super) struct AnswerText {
    pub answered: Answered,
    /// What has been read; `buffer[..start]` has been consumed. Only in its last line there may be blanks at the end.
    buffer: Vec<u8>,
    start: usize,
    /// Whether the end of the source was reached.
    pub ended: bool,
    /// The number of newlines that were consumed.
    line_ends: u64,
    /// The length of the next answer, if it was found; the number of blank lines before it; whether it is too long.
    next: Option<usize>,
    blank_lines: u64,
    is_too_long: bool,
}

impl AnswerText {
    pub(super) fn new(answered: Answered) -> Self {
        Self {
            answered,
            buffer: Vec::new(),
            start: 0,
            ended: false,
            line_ends: 0,
            next: None,
            blank_lines: 0,
            is_too_long: false,
        }
    }

    /// The bytes that have been read but not consumed.
    pub(super) fn seen(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Reads until `len` bytes are available, or all there are.
    pub(super) fn see(&mut self, len: usize) -> Result<(), Error> {
        while self.seen().len() < len && !self.ended {
            let before = self.make_room();
            self.buffer.resize(before + CHUNK, 0);
            let read = self.answered.source.read(&mut self.buffer[before..]);
            let len = read.map_err(|error| Error::io(&self.answered.name.to_string(), error))?;
            self.buffer.truncate(before + len);
            self.remove_blanks(before);
            if len == 0 {
                self.ended = true;
                self.trim_line();
            }
        }
        Ok(())
    }

    /// Appends bytes to the text.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let before = self.make_room();
        self.buffer.extend_from_slice(bytes);
        self.remove_blanks(before);
    }

    /// Drops what was consumed, if that is much, and returns the length of the rest. Moving it costs at most as much as was
    /// consumed before.
    fn make_room(&mut self) -> usize {
        if self.start >= self.buffer.len() - self.start {
            self.buffer.drain(..self.start);
            self.start = 0;
        }
        self.buffer.len()
    }

    /// Removes the blanks at the ends of lines which end at `from` or behind it.
    fn remove_blanks(&mut self, from: usize) {
        // All pairs are checked, without a branch, so that the loop is vectorized.
        let bytes = &self.buffer[from.saturating_sub(1)..];
        let pairs = bytes.iter().zip(bytes.iter().skip(1));
        let has_blanks = pairs.fold(0, |has_blanks, (&one, &next)| {
            has_blanks | u8::from(is_blank(one)) & u8::from(next == b'\n')
        });
        if has_blanks == 0 {
            return;
        }
        let added = self.buffer.split_off(from);
        for line in added.split_inclusive(|&byte| byte == b'\n') {
            self.buffer.extend_from_slice(line);
            if self.buffer.pop_if(|last| *last == b'\n').is_some() {
                self.trim_line();
                self.buffer.push(b'\n');
            }
        }
    }

    /// Removes the blanks at the end, CR among them.
    fn trim_line(&mut self) {
        let filled = self.seen().iter().rposition(|&byte| !is_blank(byte));
        let len = filled.map_or(0, |last| last + 1);
        self.buffer.truncate(self.start + len);
    }

    /// Consumes the first `len` bytes.
    pub(super) fn skip(&mut self, len: usize) {
        self.line_ends += bytecount::count(&self.seen()[..len], b'\n') as u64;
        self.start += len;
    }

    /// The answer that was found; else it is missing.
    pub(super) fn answer(&self) -> Answer<'_> {
        let Some(len) = self.next else {
            return Answer::default();
        };
        Answer {
            bytes: self.seen()[..len].into(),
            line: self.line_ends + 1,
            blank_lines: self.blank_lines,
            is_too_long: self.is_too_long,
        }
    }

    /// Consumes the answer that was found.
    pub(super) fn skip_answer(&mut self) {
        let len = self.next.take().unwrap_or(0);
        self.skip(len);
        self.blank_lines = 0;
    }

    /// Finds the next answer, blank or not, if all of it has been read. Returns whether it is there.
    pub(super) fn find_seen(&mut self, lines: AnswerLines) -> bool {
        self.next = lines.first_end(self.seen(), self.ended);
        self.next.is_some()
    }

    /// Finds a blank line. There is none if another line comes next. At the end there are as many as needed.
    pub(super) fn find_blank_line(&mut self) -> Result<(), Error> {
        while !self.ended && self.seen().iter().all(|&byte| is_blank(byte)) {
            self.see(self.seen().len() + 1)?;
        }
        self.next = match self.seen().first() {
            None => Some(0),
            Some(b'\n') => Some(1),
            Some(_) => None,
        };
        Ok(())
    }

    /// Finds the next answer that is not blank, if there is one, and consumes the blank lines before it. One of more than
    /// `longest` bytes is the last one: no more is read.
    pub(super) fn find(&mut self, lines: AnswerLines, longest: usize) -> Result<(), Error> {
        loop {
            let blank = self.seen().iter().take_while(|&&byte| byte == b'\n');
            let blank = blank.count();
            self.skip(blank);
            self.blank_lines += blank as u64;
            let len = self.seen().len();
            self.next = lines.first_end(self.seen(), self.ended);
            if len == 0 && self.ended {
                return Ok(());
            }
            if self.next.is_some_and(|end| end <= longest) {
                return Ok(());
            }
            if self.next.is_some() || len > longest {
                self.answered.source = Box::new(io::empty());
                self.ended = true;
                self.is_too_long = true;
                self.next = Some(len);
                return Ok(());
            }
            // Doubled each time, since the text is scanned again from its start.
            self.see((2 * len + 1).min(longest + 1))?;
        }
    }
}

/// Trims white space from the end.
pub(crate) fn trimmed_end(text: &[u8]) -> &[u8] {
    let last = text.iter().rposition(|&byte| !is_white_space(byte));
    &text[..last.map_or(0, |last| last + 1)]
}

fn trimmed_start(text: &[u8]) -> &[u8] {
    let first = text.iter().position(|&byte| !is_white_space(byte));
    &text[first.unwrap_or(text.len())..]
}

/// Trims white space from both ends.
pub(crate) fn trimmed(text: &[u8]) -> &[u8] {
    trimmed_start(trimmed_end(text))
}

/// The length of the common prefix of a text and all others.
pub(super) fn common(one: &[u8], others: &[&[u8]]) -> usize {
    /// Comparing many bytes at a time is faster, but wasteful where texts differ soon.
    const STEP: usize = 256;
    let len = others
        .iter()
        .fold(one.len(), |len, other| len.min(other.len()));
    let same = |from: usize, to: usize| others.iter().all(|other| one[from..to] == other[from..to]);
    let mut at = 0;
    while at < len && same(at, len.min(at + STEP)) {
        at = len.min(at + STEP);
    }
    while at < len && same(at, at + 1) {
        at += 1;
    }
    at
}
