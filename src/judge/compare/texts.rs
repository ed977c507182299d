//! Texts of answers, read answer by answer.

use std::borrow::Cow;
use std::io::{self, Read};
use std::iter;

use crate::answer::AnswerLines;
use crate::decode::{is_white_space, words};
use crate::error::Error;
use crate::judge::name::Name;

/// Bytes per read.
const CHUNK: usize = 256 * 1024;

/// An answer of a text.
#[derive(Clone, Debug)]
pub struct Answer<'t> {
    /// Its lines, without blanks at their ends.
    pub bytes: Cow<'t, [u8]>,
    /// The line on which it starts, counted from 1.
    pub line: u64,
    /// The number of blank lines before it.
    pub blank_lines: u64,
    /// Whether it is too long, and these bytes are only its beginning.
    pub is_too_long: bool,
}

impl Answer<'_> {
    /// A copy for a report.
    pub(super) fn kept(&self) -> Answer<'static> {
        Answer {
            bytes: self.bytes.to_vec().into(),
            ..*self
        }
    }
}

/// How much two answers are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Likeness {
    Same,
    ButForWhiteSpace,
    Different,
}

impl Likeness {
    pub(super) fn of(one: Option<&Answer<'_>>, other: Option<&Answer<'_>>) -> Self {
        if [one, other].into_iter().flatten().any(|it| it.is_too_long) {
            return Self::Different;
        }
        let [before_one, before_other] = [one, other].map(|it| it.map(|it| it.blank_lines));
        let [one, other] = [one, other].map(|it| it.map_or(&[][..], |it| trimmed_end(&it.bytes)));
        if one == other && before_one == before_other {
            Self::Same
        } else if words(one).eq(words(other)) {
            Self::ButForWhiteSpace
        } else {
            Self::Different
        }
    }
}

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

/// A text of answers, without blanks at line ends: so texts that differ in these are compared as fast as equal ones.
pub(super) struct AnswerText {
    /// The name in messages.
    pub name: Name,
    source: Box<dyn Read + Send>,
    /// Where the source is read into.
    chunk: Vec<u8>,
    /// What has been read; `buffer[..start]` has been consumed. Only in its last line there may be blanks at the end.
    buffer: Vec<u8>,
    start: usize,
    /// Whether the end of the source was reached.
    pub ended: bool,
    /// The number of newlines that were consumed.
    line_ends: u64,
    /// The next answer, if it was found: the bytes that it has, of those that have not been consumed.
    next: Option<Next>,
}

#[derive(Clone, Copy)]
struct Next {
    len: usize,
    blank_lines: u64,
    is_too_long: bool,
}

impl AnswerText {
    /// The text of `source`.
    pub(super) fn new(name: Name, source: Box<dyn Read + Send>) -> Self {
        Self {
            name,
            source,
            chunk: Vec::new(),
            buffer: Vec::new(),
            start: 0,
            ended: false,
            line_ends: 0,
            next: None,
        }
    }

    /// The bytes that have been read but not consumed.
    pub(super) fn seen(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Reads until `len` bytes are available, or all there are.
    pub(super) fn see(&mut self, len: usize) -> Result<&[u8], Error> {
        while self.seen().len() < len && !self.ended {
            self.read()?;
        }
        Ok(self.seen())
    }

    fn read(&mut self) -> Result<(), Error> {
        let mut chunk = std::mem::take(&mut self.chunk);
        chunk.resize(CHUNK, 0);
        let read = loop {
            match self.source.read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        let len = read.map_err(|error| Error::io(&self.name.to_string(), error))?;
        self.push(&chunk[..len]);
        self.chunk = chunk;
        if len == 0 {
            self.ended = true;
            self.remove_blanks();
        }
        Ok(())
    }

    /// Appends bytes to the text.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        // Moving the rest costs at most as much as was consumed before.
        if self.start >= self.buffer.len() - self.start {
            self.buffer.drain(..self.start);
            self.start = 0;
        }
        // All pairs are checked, without a branch, so that the loop is vectorized.
        let last = self.buffer.last().is_some_and(|&last| is_blank(last));
        let pairs = bytes.iter().zip(bytes.iter().skip(1));
        let has_blanks = pairs.fold(u8::from(last), |has_blanks, (&one, &next)| {
            has_blanks | u8::from(is_blank(one)) & u8::from(next == b'\n')
        });
        if has_blanks == 0 {
            self.buffer.extend_from_slice(bytes);
            return;
        }
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.buffer.extend_from_slice(line);
            if self.buffer.pop_if(|last| *last == b'\n').is_some() {
                self.remove_blanks();
                self.buffer.push(b'\n');
            }
        }
    }

    /// Removes the last blanks, CR among them.
    fn remove_blanks(&mut self) {
        let filled = self.seen().iter().rposition(|&byte| !is_blank(byte));
        let len = filled.map_or(0, |last| last + 1);
        self.buffer.truncate(self.start + len);
    }

    /// Consumes the first `len` bytes.
    pub(super) fn skip(&mut self, len: usize) {
        self.line_ends += bytecount::count(&self.seen()[..len], b'\n') as u64;
        self.start += len;
    }

    /// The answer that was found.
    pub(super) fn answer(&self) -> Option<Answer<'_>> {
        self.next.map(|next| Answer {
            bytes: self.seen()[..next.len].into(),
            line: self.line_ends + 1,
            blank_lines: next.blank_lines,
            is_too_long: next.is_too_long,
        })
    }

    /// Consumes the answer that was found.
    pub(super) fn skip_answer(&mut self) {
        if let Some(next) = self.next.take() {
            self.skip(next.len);
        }
    }

    fn found(&mut self, len: Option<usize>) {
        self.next = len.map(|len| Next {
            len,
            blank_lines: 0,
            is_too_long: false,
        });
    }

    /// Finds the next answer, blank or not, if all of it has been read. Returns whether it is there.
    pub(super) fn find_seen(&mut self, lines: AnswerLines) -> bool {
        let seen = Some(self.seen()).filter(|seen| !seen.is_empty());
        self.found(seen.and_then(|seen| lines.first_end(seen, self.ended)));
        self.next.is_some()
    }

    /// Finds a blank line. There is none if another line comes next. At the end there are as many as needed.
    pub(super) fn find_blank_line(&mut self) -> Result<(), Error> {
        while !self.ended && self.seen().iter().all(|&byte| is_blank(byte)) {
            self.read()?;
        }
        self.found(match self.seen().first() {
            None => Some(0),
            Some(b'\n') => Some(1),
            Some(_) => None,
        });
        Ok(())
    }

    /// Finds the next answer that is not blank, if there is one, and consumes the blank lines before it. One of more than
    /// `longest` bytes is the last one: no more is read.
    pub(super) fn find(&mut self, lines: AnswerLines, longest: usize) -> Result<(), Error> {
        let mut blank_lines = 0;
        loop {
            let blank = self.seen().iter().take_while(|&&byte| byte == b'\n');
            let blank = blank.count();
            self.skip(blank);
            blank_lines += blank as u64;
            let len = self.seen().len();
            if len == 0 && self.ended {
                return Ok(());
            }
            let end = match len {
                0 => None,
                _ => lines.first_end(self.seen(), self.ended),
            };
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
            self.next = Some(Next {
                len: end.unwrap_or(len),
                blank_lines,
                is_too_long: end.is_none(),
            });
            return Ok(());
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
pub(crate) fn common(one: &[u8], others: &[&[u8]]) -> usize {
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
