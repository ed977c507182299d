//! Texts of answers, read answer by answer.

use std::io::Read;
use std::ops::Range;

use crate::answer::AnswerLines;
use crate::decode::{is_white_space, words};
use crate::error::Error;
use crate::input::Input;
use crate::judge::name::Name;
use crate::judge::verdict::Verdict;
use crate::text::line_ends;

/// Bytes per read.
const CHUNK: usize = 64 * 1024;

/// An answer that exceeds twice the right one by more is too long.
const LONG_ANSWER: usize = 64 << 20;

/// An answer of a text.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// Its lines, without blanks at their ends and the final newline.
    pub bytes: Vec<u8>,
    /// The line on which it starts, counted from 1; 0 if it is missing.
    pub line: u64,
    /// The number of blank lines before it.
    pub blank_lines: u64,
    /// Whether it is too long, and these bytes are only its beginning. Nothing is read after it.
    pub is_too_long: bool,
}

impl Answer {
    /// Whether it is there.
    pub(crate) fn is_there(&self) -> bool {
        self.line > 0
    }

    /// Whether it has the lines, or at least the words, of another one.
    pub(crate) fn verdict(&self, expected: &Self) -> Verdict {
        let before = |answer: &Self| (answer.is_there(), answer.blank_lines);
        if self.is_too_long || expected.is_too_long {
            Verdict::WrongAnswer
        } else if self.bytes == expected.bytes && before(self) == before(expected) {
            Verdict::Accepted
        } else if words(&self.bytes).eq(words(&expected.bytes)) {
            Verdict::PresentationError
        } else {
            Verdict::WrongAnswer
        }
    }
}

impl AnswerLines {
    /// The end of the first answer in `text`, if there is one. `None` as well if more must be read to know it, which is
    /// never the case once the text has `ended`.
    fn first_end(self, text: &[u8], ended: bool) -> Option<usize> {
        let line_end = |start: usize| {
            let end = memchr::memchr(b'\n', &text[start..]);
            end.map(|end| start + end + 1).or_else(|| ended.then_some(text.len()))
        };
        match self {
            _ if text.is_empty() => None,
            Self::One => line_end(0),
            Self::All => ended.then_some(text.len()),
            Self::WordAndLists | Self::WordAndNumbers => {
                let mut end = line_end(0)?;
                loop {
                    let start = text.len() - trimmed_start(&text[end..]).len();
                    let Some(first) = text.get(start) else {
                        return ended.then_some(end);
                    };
                    if self == Self::WordAndNumbers && !first.is_ascii_digit() {
                        return Some(end);
                    }
                    let next = line_end(start)?;
                    if self == Self::WordAndLists && words(&text[start..next]).nth(1).is_none() {
                        return Some(end);
                    }
                    end = next;
                }
            }
        }
    }
}

/// White space other than a newline.
fn is_blank(byte: u8) -> bool {
    is_white_space(byte) && byte != b'\n'
}

/// A text of answers, which is read once.
pub struct AnswerText {
    /// What it is called in messages.
    pub(crate) name: Name,
    source: Box<dyn Read + Send>,
    /// What has been read; `buffer[..start]` has been consumed. Only in its last line there may be blanks at the end.
    buffer: Vec<u8>,
    start: usize,
    /// Whether the end of the source was reached.
    pub(crate) ended: bool,
    /// The number of answers that were consumed, and of newlines.
    pub(crate) answers: u64,
    line_ends: u64,
}

impl AnswerText {
    /// The text that `source` has.
    pub fn new(name: Name, source: impl Read + Send + 'static) -> Self {
        Self {
            name,
            source: Box::new(source),
            buffer: Vec::new(),
            start: 0,
            ended: false,
            answers: 0,
            line_ends: 0,
        }
    }

    /// The text in a file.
    pub(crate) fn of(file: Input) -> Self {
        Self::new(Name::File(file.name.clone()), file)
    }

    /// The bytes that have been read but not consumed.
    pub(crate) fn seen(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Reads until `len` bytes are available, or all there are.
    pub(crate) fn see(&mut self, len: usize) -> Result<(), Error> {
        while self.seen().len() < len && !self.ended {
            let before = self.drop_consumed();
            self.buffer.resize(before + CHUNK, 0);
            let read = self.source.read(&mut self.buffer[before..]);
            let len = read.map_err(|error| Error::io(&self.name.to_string(), error))?;
            self.buffer.truncate(before + len);
            self.remove_blanks(before);
            self.ended = len == 0;
        }
        Ok(())
    }

    /// Appends bytes to the text.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let before = self.drop_consumed();
        self.buffer.extend_from_slice(bytes);
        self.remove_blanks(before);
    }

    /// Removes the blanks at the ends of lines that end at `from` or behind it, CR among them: texts that differ in
    /// these are compared as fast as equal ones.
    fn remove_blanks(&mut self, from: usize) {
        // All pairs are checked, without a branch, so that the loop is vectorized.
        let text = &self.buffer[from.saturating_sub(1)..];
        let pairs = text.iter().zip(text.iter().skip(1));
        let has_blanks = pairs.fold(false, |has_blanks, (&one, &next)| {
            has_blanks | ((next == b'\n') & is_blank(one))
        });
        if !has_blanks {
            return;
        }
        let mut len = from;
        for at in from..self.buffer.len() {
            let byte = self.buffer[at];
            while byte == b'\n' && len > self.start && is_blank(self.buffer[len - 1]) {
                len -= 1;
            }
            self.buffer[len] = byte;
            len += 1;
        }
        self.buffer.truncate(len);
    }

    /// Drops what was consumed, and returns the length of the rest, which is a part of one answer as a rule.
    fn drop_consumed(&mut self) -> usize {
        self.buffer.drain(..std::mem::take(&mut self.start));
        self.buffer.len()
    }

    /// Consumes the first `len` bytes, in which so many answers end.
    pub(crate) fn skip(&mut self, len: usize, answers: u64) {
        self.line_ends += line_ends(&self.seen()[..len]) as u64;
        self.start += len;
        self.answers += answers;
    }

    /// Consumes the first `len` bytes: an answer.
    fn take(&mut self, len: usize, blank_lines: u64) -> Answer {
        let answer = Answer {
            bytes: trimmed_end(&self.seen()[..len]).to_vec(),
            line: self.line_ends + 1,
            blank_lines,
            is_too_long: false,
        };
        self.skip(len, 1);
        answer
    }

    /// The next answer, blank or not. `None` if it has not been read to its end.
    pub(crate) fn next_seen(&mut self, lines: AnswerLines) -> Option<Answer> {
        match lines.first_end(self.seen(), self.ended) {
            Some(end) => Some(self.take(end, 0)),
            None => self.ended.then(Answer::default),
        }
    }

    /// The answer to the case to which this one is right. An answer has words, except that one to a case without
    /// positions is a blank line: other blank lines are skipped, and at the end, there are as many as needed.
    pub(crate) fn next(&mut self, lines: AnswerLines, right: &Answer) -> Result<Answer, Error> {
        let is_blank_line = right.is_there() && right.bytes.is_empty();
        let longest = 2 * right.bytes.len() + LONG_ANSWER;
        let mut blank_lines = 0;
        loop {
            let filled = self.seen().iter().position(|&byte| !is_white_space(byte));
            let before = &self.seen()[..filled.unwrap_or(self.seen().len())];
            if is_blank_line {
                match memchr::memchr(b'\n', before) {
                    Some(end) => return Ok(self.take(end + 1, 0)),
                    None if filled.is_some() => return Ok(Answer::default()),
                    None if self.ended => return Ok(self.take(before.len(), 0)),
                    None => {}
                }
            } else {
                let line = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
                blank_lines += line_ends(&before[..line]) as u64;
                self.skip(line, 0);
                match filled.and_then(|_| lines.first_end(self.seen(), self.ended)) {
                    Some(end) => return Ok(self.take(end, blank_lines)),
                    None if self.ended => return Ok(Answer::default()),
                    None if filled.is_some() && self.seen().len() > longest => {
                        let mut beginning = self.take(longest, blank_lines);
                        beginning.is_too_long = true;
                        self.start = self.buffer.len();
                        self.ended = true;
                        return Ok(beginning);
                    }
                    None => {}
                }
            }
            // Twice as much each time: it is scanned again from its start.
            self.see(2 * self.seen().len() + 1)?;
        }
    }
}

/// Trims white space from the end.
fn trimmed_end(text: &[u8]) -> &[u8] {
    let last = text.iter().rposition(|&byte| !is_white_space(byte));
    &text[..last.map_or(0, |last| last + 1)]
}

fn trimmed_start(text: &[u8]) -> &[u8] {
    let first = text.iter().position(|&byte| !is_white_space(byte));
    &text[first.unwrap_or(text.len())..]
}

/// The letters of a text, without the white space between its words.
pub(crate) fn letters(text: &[u8]) -> Vec<u8> {
    words(text).collect::<Vec<_>>().concat()
}

/// The digits of the first number in a text. An empty range at its end if there is none.
pub(crate) fn first_number(text: &[u8]) -> Range<usize> {
    let start = text.iter().position(u8::is_ascii_digit).unwrap_or(text.len());
    let digits = text[start..].iter().take_while(|byte| byte.is_ascii_digit());
    start..start + digits.count()
}

/// Trims white space from both ends.
pub(crate) fn trimmed(text: &[u8]) -> &[u8] {
    trimmed_start(trimmed_end(text))
}

/// The length of the common prefix of a text and both others.
pub(crate) fn common(one: &[u8], others: [&[u8]; 2]) -> usize {
    /// Comparing many bytes at a time is faster, but wasteful where texts differ soon.
    const STEP: usize = 256;
    let mut at = 0;
    while let Some(part) = one.get(at..at + STEP)
        && others.iter().all(|other| other[at..].starts_with(part))
    {
        at += STEP;
    }
    let is_same = |&at: &usize| others.iter().all(|other| other.get(at) == Some(&one[at]));
    at + (at..one.len()).take_while(is_same).count()
}
