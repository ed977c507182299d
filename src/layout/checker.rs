//! Checks whether an input is laid out exactly as the judge says, within the published limits.

use std::fmt;
use std::io::{self, BufReader, Bytes, Read};
use std::iter::Peekable;

use super::progress::{Broken, Progress};
use super::{Layout, NumberItem, Once, Repeat, Walker};
use crate::error::{Location, byte_order_mark, shown_byte, shown_character, wide_character};
use crate::words::t;

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

/// Checks `input` up to its end; memory is constant. Returns the number of cases if all is valid.
///
/// # Errors
/// The outer one is that of reading, the inner one the first violation.
pub fn check(layout: &Layout, input: impl Read) -> io::Result<Result<u64, Violation>> {
    let mut checker = Checker::new(layout, input);
    let outcome = layout.walk(&mut checker);
    let text = &mut checker.text;
    let outcome = outcome.and_then(|()| text.expect(None, || t!("the end of the input")));
    match text.bytes.next() {
        Some(Err(error)) => Err(error),
        Some(Ok(_)) | None => Ok(outcome.map(|()| checker.cases)),
    }
}

/// Checks an input in memory, as [`check`] does.
///
/// # Errors
/// The first violation.
pub(crate) fn check_text(layout: &Layout, text: &[u8]) -> Result<u64, Violation> {
    check(layout, text).unwrap_or_else(|_| unreachable!("memory can be read"))
}

/// Checks an input in memory, as [`check`] does.
///
/// # Errors
/// The number of the case with the first violation, counted from 1, and that.
pub(crate) fn case_of_violation(layout: &Layout, text: &[u8]) -> Result<(), (u64, Violation)> {
    let mut checker = Checker::new(layout, text);
    let outcome = layout.walk(&mut checker);
    let text = &mut checker.text;
    let outcome = outcome.and_then(|()| text.expect(None, || t!("the end of the input")));
    let last = layout.cases.map_or(1, |_| checker.cases + 1);
    outcome.map_err(|violation| (last, violation))
}

/// Checks so many `cases` at the start of `text`, after what precedes all cases in `head`. Returns how many lines they
/// have if they are valid.
pub(crate) fn lines_of_cases(layout: &Layout, head: &[u8], text: impl Read, cases: u64) -> Result<u64, Violation> {
    let mut checker = Checker::new(layout, head.chain(text));
    layout.walk_head(&mut checker)?;
    let before = checker.text.position.line;
    for _ in 0..cases {
        layout.walk_case(&mut checker)?;
        if layout.cases == Some(Repeat::ToEndWithBlankLines) {
            checker.blank_line()?;
        }
    }
    Ok(checker.text.position.line - before)
}

/// The input, byte by byte; where it cannot be read on, it seems to end. Lines are counted where the layout has a line
/// end.
struct Text<R: Read> {
    bytes: Peekable<Bytes<BufReader<R>>>,
    /// That of the next byte.
    position: Location,
}

impl<R: Read> Text<R> {
    /// The next byte, or none at the end.
    #[inline]
    fn peek(&mut self) -> Option<u8> {
        self.bytes.peek()?.as_ref().ok().copied()
    }

    #[inline]
    fn skip(&mut self) {
        self.bytes.next();
        self.position.column += 1;
    }

    /// Goes over the next byte, or the end of the input, if it is `next`.
    #[inline]
    fn expect(&mut self, next: Option<u8>, expected: impl FnOnce() -> &'static str) -> Result<(), Violation> {
        let found = self.peek();
        if found != next {
            return Err(self.unexpected(found, expected()));
        }
        if found.is_some() {
            self.skip();
        }
        Ok(())
    }

    #[inline]
    fn line_end(&mut self, expected: impl FnOnce() -> &'static str) -> Result<(), Violation> {
        self.expect(Some(b'\n'), expected)?;
        self.position.line += 1;
        self.position.column = 1;
        Ok(())
    }

    /// The next byte is not `expected`.
    #[cold]
    fn unexpected(&mut self, next: Option<u8>, expected: &str) -> Violation {
        let found = match next {
            None => t!("the end of the input").to_owned(),
            Some(b' ') => t!("a space").to_owned(),
            Some(b'\n') => t!("the end of the line").to_owned(),
            Some(b'\r') => t!("a carriage return").to_owned(),
            Some(b'\t') => t!("a tab").to_owned(),
            Some(byte) => {
                let is_start = self.position == Location { line: 1, column: 1 };
                let start: Vec<_> = self.bytes.by_ref().map_while(Result::ok).take(4).collect();
                let mark = byte_order_mark(&start).filter(|_| is_start);
                let character = || wide_character(&start).map(shown_character);
                let found = mark.map(str::to_owned).or_else(character);
                found.unwrap_or_else(|| shown_byte(byte))
            }
        };
        let message = t!("expected {expected}, found {found}", expected, found);
        Violation {
            position: self.position,
            message,
        }
    }

    /// The number `name` from `low` to `high`, without leading zeros, and its position. Before it is a space, unless it
    /// is the first one of its line.
    #[inline]
    fn number(&mut self, name: &str, low: i128, high: i128) -> Result<(Location, u64), Violation> {
        if self.position.column > 1 {
            self.expect(Some(b' '), || t!("a space"))?;
        }
        let (position, first, mut value) = (self.position, self.peek(), Some(0_u64));
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            self.skip();
            value = value
                .and_then(|value| value.checked_mul(10))
                .and_then(|value| value.checked_add((digit - b'0').into()));
        }
        let found = match value {
            _ if self.position == position => {
                return Err(self.unexpected(first, &t!("a number ({name})", name)));
            }
            _ if first == Some(b'0') && self.position.column > position.column + 1 => {
                let message = t!("expected a number ({name}), found a leading zero", name);
                return Err(Violation { position, message });
            }
            Some(value) if (low..=high).contains(&value.into()) => return Ok((position, value)),
            Some(value) => value.to_string(),
            None => t!("a larger number").to_owned(),
        };
        let from = low.max(0);
        let message = if high == 0 {
            t!("expected 0 ({name}), found {found}", name, found)
        } else {
            t!(
                "expected {name} from {from} to {high}, found {found}",
                name,
                from,
                high,
                found
            )
        };
        Err(Violation { position, message })
    }
}

/// Goes through a layout and a text at the same time.
struct Checker<R: Read> {
    text: Text<R>,
    /// The numbers so far.
    progress: Progress,
    /// Complete cases.
    cases: u64,
}

impl<R: Read> Checker<R> {
    fn new(layout: &Layout, input: R) -> Self {
        Self {
            text: Text {
                bytes: BufReader::new(input).bytes().peekable(),
                position: Location { line: 1, column: 1 },
            },
            progress: Progress::new(layout),
            cases: 0,
        }
    }

    fn blank_line(&mut self) -> Result<(), Violation> {
        self.text.line_end(|| t!("an empty line between cases"))
    }
}

impl<R: Read> Walker for Checker<R> {
    type Stop = Violation;

    fn number(&mut self, number: &NumberItem) -> Result<(), Violation> {
        let name = &number.name;
        let times = number.len(&self.progress.values);
        if number.times().is_some() {
            self.ascend_anew(number);
        }
        let is_fixed = number.low.number().is_some() && number.high.number().is_some();
        let (mut low, mut high) = self.progress.limits(number);
        for nth in 0..times {
            if nth > 0 && !is_fixed {
                (low, high) = self.progress.limits(number);
            }
            let (position, value) = self.text.number(name, low, high)?;
            let message = match self.progress.add(number, value) {
                Ok(()) => continue,
                Err(Broken::Order(last)) if number.may_repeat => t!(
                    "expected {name} of at least {last}, found {found}",
                    name,
                    last,
                    found = value
                ),
                Err(Broken::Order(last)) => {
                    t!("expected {name} above {last}, found {found}", name, last, found = value)
                }
                Err(Broken::Taken) => t!("expected {name} to be a free cell, found {value} again", name, value),
                Err(Broken::Sum(sum, most)) => t!(
                    "expected the sum of {name} over all cases to be at most {most}, found {found}",
                    name,
                    most,
                    found = sum
                ),
            };
            return Err(Violation { position, message });
        }
        Ok(())
    }

    fn line_end(&mut self) -> Result<(), Violation> {
        self.text.line_end(|| t!("the end of the line"))
    }

    fn case_end(&mut self) -> Result<(), Violation> {
        self.cases += 1;
        Ok(())
    }

    fn ascend_anew(&mut self, number: &NumberItem) {
        self.progress.begin(number);
    }

    fn repeat(&mut self, repeat: Repeat, once: Once<'_, Self>) -> Result<(), Violation> {
        if let Repeat::Times(times) = repeat {
            return (0..self.progress.values[times]).try_for_each(|_| once(self));
        }
        loop {
            once(self)?;
            match (repeat, self.text.peek()) {
                (Repeat::ToEnd | Repeat::ToEndWithBlankLines, None) | (Repeat::ToZero, Some(b'0')) => return Ok(()),
                (Repeat::ToEndWithBlankLines, Some(_)) => self.blank_line()?,
                (Repeat::ToEnd | Repeat::ToZero | Repeat::Times(_), _) => {}
            }
        }
    }

    fn zeros(&mut self, count: usize) -> Result<(), Violation> {
        for _ in 0..count {
            self.text.number(t!("the end of the cases"), 0, 0)?;
        }
        Ok(())
    }
}
