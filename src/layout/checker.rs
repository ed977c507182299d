//! Checks whether an input is laid out exactly as the judge says, within the published limits.

use std::collections::HashSet;
use std::fmt;
use std::io::{self, Read};

use super::{Layout, NumberItem, Once, Repeat, Walker};
use crate::error::{ByteOrderMark, Location};
use crate::words::t;

/// Bytes per read.
const CHUNK: usize = 256 * 1024;

/// The first violation of the layout or the limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Where: the offending byte, or the first byte of the number.
    pub position: Location,
    /// What was expected and what was found.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Location { line, column } = self.position;
        write!(f, "{line}:{column}: {}", self.message)
    }
}

/// Checks what `read` gives, up to its end; memory is constant. Returns the number of cases if all is
/// valid.
///
/// # Errors
/// The outer one is that of `read`, the inner one the first violation.
pub fn check(
    layout: &Layout,
    read: impl FnMut(&mut [u8]) -> io::Result<usize>,
) -> io::Result<Result<u64, Violation>> {
    let mut checker = Checker {
        text: Reader {
            read,
            buffer: vec![0; CHUNK],
            at: 0,
            len: 0,
            before: 0,
            lines: 0,
            line_start: 0,
            is_line_start: true,
        },
        values: vec![0; layout.numbers.len()],
        last: vec![None; layout.numbers.len()],
        seen: HashSet::new(),
        cases: 0,
    };
    let outcome = layout.walk(&mut checker).and_then(|()| checker.text.end());
    match outcome {
        Ok(()) => Ok(Ok(checker.cases)),
        Err(CheckError::Violation(violation)) => Ok(Err(violation)),
        Err(CheckError::Read(error)) => Err(error),
    }
}

/// Checks an input in memory, as [`check`] does.
///
/// # Errors
/// The first violation.
pub fn check_text(layout: &Layout, mut text: &[u8]) -> Result<u64, Violation> {
    let checked = check(layout, |buffer| text.read(buffer));
    checked.unwrap_or_else(|_| unreachable!("memory can be read"))
}

/// Why the check ends early.
enum CheckError {
    Violation(Violation),
    Read(io::Error),
}

/// The input, byte by byte. Lines are counted where the layout has a line end, so that positions cost
/// nothing.
struct Reader<R> {
    read: R,
    buffer: Vec<u8>,
    /// `buffer[at..len]` has been read and not yet been looked at.
    at: usize,
    len: usize,
    /// Bytes before the buffer.
    before: u64,
    /// Line ends so far.
    lines: u64,
    /// The offset of the current line.
    line_start: u64,
    /// The current line has no number yet.
    is_line_start: bool,
}

impl<R: FnMut(&mut [u8]) -> io::Result<usize>> Reader<R> {
    /// The next byte, or none at the end.
    #[inline]
    fn peek(&mut self) -> Result<Option<u8>, CheckError> {
        if self.at == self.len {
            self.before += self.len as u64;
            (self.at, self.len) = (0, 0);
            self.len = (self.read)(&mut self.buffer).map_err(CheckError::Read)?;
            if self.len == 0 {
                return Ok(None);
            }
        }
        Ok(Some(self.buffer[self.at]))
    }

    /// The offset of the next byte.
    fn offset(&self) -> u64 {
        self.before + self.at as u64
    }

    fn violation(&self, offset: u64, message: String) -> CheckError {
        CheckError::Violation(Violation {
            position: Location {
                line: self.lines + 1,
                column: offset - self.line_start + 1,
            },
            message,
        })
    }

    /// The next byte is not `expected`.
    #[cold]
    fn unexpected(&mut self, expected: &str) -> CheckError {
        let offset = self.offset();
        match self.found() {
            Ok(found) => self.violation(
                offset,
                t!(
                    "expected {expected}, found {found}",
                    expected = expected,
                    found = found
                ),
            ),
            Err(stop) => stop,
        }
    }

    /// Describes the next byte. Nothing after it is checked.
    fn found(&mut self) -> Result<String, CheckError> {
        let is_start = self.offset() == 0;
        let Some(first) = self.peek()? else {
            return Ok(t!("the end of the input").to_owned());
        };
        if is_start {
            let mut start = Vec::new();
            while ByteOrderMark::is_begun(&start)
                && let Some(byte) = self.peek()?
            {
                start.push(byte);
                self.at += 1;
            }
            if let Some(mark) = ByteOrderMark::at_start_of(&start) {
                return Ok(mark.to_string());
            }
        }
        Ok(match first {
            b' ' => t!("a space").to_owned(),
            b'\n' => t!("the end of the line").to_owned(),
            b'\r' => t!("a carriage return").to_owned(),
            b'\t' => t!("a tab").to_owned(),
            byte if byte.is_ascii_graphic() => format!("'{}'", char::from(byte)),
            byte => t!("byte {byte}", byte = format_args!("{byte:#04x}")),
        })
    }

    /// The space before a number, unless it is the first one of its line.
    #[inline]
    fn space(&mut self) -> Result<(), CheckError> {
        if !std::mem::take(&mut self.is_line_start) {
            if self.peek()? != Some(b' ') {
                return Err(self.unexpected(t!("a space")));
            }
            self.at += 1;
        }
        Ok(())
    }

    #[inline]
    fn line_end(&mut self, expected: impl FnOnce() -> &'static str) -> Result<(), CheckError> {
        if self.peek()? != Some(b'\n') {
            return Err(self.unexpected(expected()));
        }
        self.at += 1;
        self.lines += 1;
        self.line_start = self.offset();
        self.is_line_start = true;
        Ok(())
    }

    fn end(&mut self) -> Result<(), CheckError> {
        match self.peek()? {
            None => Ok(()),
            Some(_) => Err(self.unexpected(t!("the end of the input"))),
        }
    }

    /// A number from `low` to `high` that is larger than `last`, without leading zeros, which is called
    /// `name`.
    #[inline]
    fn number(
        &mut self,
        name: &str,
        low: u64,
        high: u64,
        last: Option<u64>,
    ) -> Result<u64, CheckError> {
        self.space()?;
        let (offset, mut value, mut digits) = (self.offset(), Some(0_u64), 0);
        while let Some(digit @ b'0'..=b'9') = self.peek()? {
            self.at += 1;
            if digits == 1 && value == Some(0) {
                let message = t!(
                    "expected a number ({name}), found a leading zero",
                    name = name
                );
                return Err(self.violation(offset, message));
            }
            value = value
                .and_then(|value| value.checked_mul(10))
                .and_then(|value| value.checked_add((digit - b'0').into()));
            digits += 1;
        }
        if digits == 0 {
            return Err(self.unexpected(&t!("a number ({name})", name = name)));
        }
        match value {
            Some(value)
                if low <= value && value <= high && last.is_none_or(|last| last < value) =>
            {
                Ok(value)
            }
            _ => Err(self.out_of_limits(offset, name, (low, high, last), value)),
        }
    }

    /// The number at `offset` is not within its limits.
    #[cold]
    fn out_of_limits(
        &self,
        offset: u64,
        name: &str,
        (low, high, last): (u64, u64, Option<u64>),
        value: Option<u64>,
    ) -> CheckError {
        let found = value.map_or_else(
            || t!("a larger number").to_owned(),
            |value| value.to_string(),
        );
        let above_last = last.map_or(0, |last| u128::from(last) + 1);
        let from = above_last.max(low.into());
        let message = if from <= high.into() {
            t!(
                "expected {name} from {from} to {high}, found {found}",
                name = name,
                from = from,
                high = high,
                found = found
            )
        } else {
            // It has to be larger than the last one, which is too large for that.
            t!(
                "expected {name} from {from}, but to {high} at most, found {found}",
                name = name,
                from = from,
                high = high,
                found = found
            )
        };
        self.violation(offset, message)
    }
}

/// Goes through a layout and a text at the same time.
struct Checker<R> {
    text: Reader<R>,
    /// The last value of every name.
    values: Vec<u64>,
    /// The last value of a name that ascends through a group.
    last: Vec<Option<u64>>,
    /// The values so far of a name of which no two are equal.
    seen: HashSet<u64>,
    /// Complete cases.
    cases: u64,
}

impl<R: FnMut(&mut [u8]) -> io::Result<usize>> Walker for Checker<R> {
    type Stop = CheckError;

    fn number(&mut self, number: &NumberItem) -> Result<(), CheckError> {
        let low = number.low.value(&self.values);
        let high = number.high.value(&self.values);
        let times = number.times.map_or(1, |times| self.values[times]);
        let mut last = self.last[number.index].filter(|_| number.times.is_none());
        let mut value = 0;
        if number.times.is_some() {
            self.seen.clear();
        }
        for _ in 0..times {
            value = self.text.number(&number.name, low, high, last)?;
            if number.ascending {
                last = Some(value);
            }
            let first = number.differs_from.map(|first| self.values[first]);
            if number.distinct && !self.seen.insert(value) || first == Some(value) {
                // It has no leading zeros.
                let offset = self.text.offset() - value.to_string().len() as u64;
                let message = t!(
                    "expected {name} to be a free cell, found {value} again",
                    name = number.name,
                    value = value
                );
                return Err(self.text.violation(offset, message));
            }
        }
        self.values[number.index] = value;
        self.last[number.index] = last;
        Ok(())
    }

    fn line_end(&mut self) -> Result<(), CheckError> {
        self.text.line_end(|| t!("the end of the line"))
    }

    fn case_end(&mut self) -> Result<(), CheckError> {
        self.cases += 1;
        Ok(())
    }

    fn ascend_anew(&mut self, number: &NumberItem) {
        self.last[number.index] = None;
        self.seen.clear();
    }

    fn repeat(&mut self, repeat: Repeat, once: Once<'_, Self>) -> Result<(), CheckError> {
        if let Repeat::Times(times) = repeat {
            return (0..self.values[times]).try_for_each(|_| once(self));
        }
        loop {
            once(self)?;
            match (repeat, self.text.peek()?) {
                (Repeat::ToEnd | Repeat::ToEndWithBlankLines, None)
                | (Repeat::ToZero, Some(b'0')) => return Ok(()),
                (Repeat::ToEndWithBlankLines, Some(_)) => {
                    self.text.line_end(|| t!("an empty line between cases"))?;
                }
                (Repeat::ToZero, None) => {
                    let message = t!(
                        "expected a case or the 0 after the last one, found the end of the input: \
                                   to answer it, the 0 is not needed"
                    );
                    return Err(self.text.violation(self.text.offset(), message.to_owned()));
                }
                (Repeat::ToEnd | Repeat::ToZero | Repeat::Times(_), _) => {}
            }
        }
    }

    fn zeros(&mut self, count: usize) -> Result<(), CheckError> {
        for _ in 0..count {
            self.text.number(t!("the end of the cases"), 0, 0, None)?;
        }
        Ok(())
    }
}
