//! `bouton validate`: is an input laid out exactly as the judge says, within the published limits?

use std::fmt;
use std::io::{self, Read, Write};
use std::path::PathBuf;

use crate::error::{Error, Location};
use crate::input::Input;
use crate::problem::layout::{Item, Layout, NumberItem, Repeat};
use crate::report::words::{counted, printable};

/// Bytes per read.
const CHUNK: usize = 256 * 1024;

/// Checks `files` in their order; none, or `-`, is standard input. Writes a line for each to `out`.
/// Returns whether all are valid.
///
/// # Errors
/// A file cannot be read, or `out` not be written.
pub fn run(layout: &Layout, files: &[PathBuf], out: &mut impl Write) -> Result<bool, Error> {
    let stdin = [PathBuf::from("-")];
    let files = if files.is_empty() { &stdin } else { files };
    let mut all = true;
    for file in files {
        let mut input = Input::named(file)?;
        let outcome = check(layout, |buffer| input.read(buffer));
        let name = printable(&input.name);
        let line = match outcome.map_err(|error| Error::io(&input.name, error))? {
            Ok(cases) => format!("{name}: valid, {}\n", counted(cases, "case", "cases")),
            Err(violation) => {
                all = false;
                format!("{name}:{violation}\n")
            }
        };
        out.write_all(line.as_bytes())
            .and_then(|()| out.flush())
            .map_err(Error::stdout)?;
    }
    Ok(all)
}

/// The first thing that is not as the judge says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Where: the offending byte, or the first byte of the number.
    pub position: Location,
    /// What was expected, and what was found.
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
        },
        values: vec![0; layout.names],
        floors: vec![0; layout.names],
        cases: 0,
        zeros: layout.zeros(),
    };
    let outcome = checker
        .items(&layout.items)
        .and_then(|()| checker.text.end());
    match outcome {
        Ok(()) => Ok(Ok(checker.cases)),
        Err(Stop::Violation(violation)) => Ok(Err(violation)),
        Err(Stop::Read(error)) => Err(error),
    }
}

/// Why the check ends early.
enum Stop {
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
}

impl<R: FnMut(&mut [u8]) -> io::Result<usize>> Reader<R> {
    /// The next byte, or none at the end.
    #[inline]
    fn peek(&mut self) -> Result<Option<u8>, Stop> {
        if self.at == self.len {
            self.before += self.len as u64;
            (self.at, self.len) = (0, 0);
            self.len = (self.read)(&mut self.buffer).map_err(Stop::Read)?;
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

    fn violation(&self, offset: u64, message: String) -> Stop {
        Stop::Violation(Violation {
            position: Location {
                line: self.lines + 1,
                column: offset - self.line_start + 1,
            },
            message,
        })
    }

    /// The next byte is not `expected`.
    #[cold]
    fn unexpected(&mut self, expected: &str) -> Stop {
        let offset = self.offset();
        match self.found() {
            Ok(found) => self.violation(offset, format!("expected {expected}, found {found}")),
            Err(stop) => stop,
        }
    }

    /// What stands there, in words; nothing behind it is looked at any more.
    fn found(&mut self) -> Result<String, Stop> {
        const MARK: &[u8] = "\u{feff}".as_bytes();
        let is_start = self.offset() == 0;
        let Some(first) = self.peek()? else {
            return Ok("the end of the input".to_owned());
        };
        if is_start && first == MARK[0] {
            let mut start = Vec::new();
            while start.len() < MARK.len()
                && let Some(byte) = self.peek()?
            {
                start.push(byte);
                self.at += 1;
            }
            if start == MARK {
                return Ok("a UTF-8 byte-order mark".to_owned());
            }
        }
        Ok(match first {
            b' ' => "a space".to_owned(),
            b'\n' => "the end of the line".to_owned(),
            b'\r' => "a carriage return".to_owned(),
            b'\t' => "a tab".to_owned(),
            byte if byte.is_ascii_graphic() => format!("'{}'", char::from(byte)),
            byte => format!("byte {byte:#04x}"),
        })
    }

    #[inline]
    fn space(&mut self) -> Result<(), Stop> {
        if self.peek()? != Some(b' ') {
            return Err(self.unexpected("a space"));
        }
        self.at += 1;
        Ok(())
    }

    #[inline]
    fn line_end(&mut self, expected: &str) -> Result<(), Stop> {
        if self.peek()? != Some(b'\n') {
            return Err(self.unexpected(expected));
        }
        self.at += 1;
        self.lines += 1;
        self.line_start = self.offset();
        Ok(())
    }

    fn end(&mut self) -> Result<(), Stop> {
        match self.peek()? {
            None => Ok(()),
            Some(_) => Err(self.unexpected("the end of the input")),
        }
    }

    /// A number from `low` to `high` without leading zeros, which is called `name`.
    #[inline]
    fn number(&mut self, name: &str, low: u64, high: u64) -> Result<u64, Stop> {
        let (offset, mut value, mut digits) = (self.offset(), 0_u64, 0);
        while let Some(digit @ b'0'..=b'9') = self.peek()? {
            self.at += 1;
            value = value
                .saturating_mul(10)
                .saturating_add((digit - b'0').into());
            digits += 1;
            if digits == 2 && value < 10 {
                let message = format!("expected a number ({name}), found a leading zero");
                return Err(self.violation(offset, message));
            }
        }
        if digits == 0 {
            return Err(self.unexpected(&format!("a number ({name})")));
        }
        if value < low || value > high {
            let found = match value {
                u64::MAX => "a larger number".to_owned(),
                value => value.to_string(),
            };
            let message = if low <= high {
                format!("expected {name} from {low} to {high}, found {found}")
            } else {
                // It has to be larger than the last one, which is too large for that.
                format!("expected {name} from {low}, but to {high} at most, found {found}")
            };
            return Err(self.violation(offset, message));
        }
        Ok(value)
    }
}

/// Goes through a layout and a text at the same time.
struct Checker<R> {
    text: Reader<R>,
    /// The last value of every name.
    values: Vec<u64>,
    /// The least next value of a name that ascends through a group.
    floors: Vec<u64>,
    /// Complete cases.
    cases: u64,
    /// How many zeros end the cases.
    zeros: usize,
}

impl<R: FnMut(&mut [u8]) -> io::Result<usize>> Checker<R> {
    fn items(&mut self, items: &[Item]) -> Result<(), Stop> {
        let mut at_line_start = true;
        for item in items {
            match item {
                Item::LineEnd => {
                    self.text.line_end("the end of the line")?;
                    at_line_start = true;
                }
                Item::Answer => self.cases += 1,
                Item::Group(items, repeat) => self.group(items, *repeat)?,
                Item::Number(number) => {
                    self.number(number, at_line_start)?;
                    at_line_start = false;
                }
            }
        }
        Ok(())
    }

    fn number(&mut self, number: &NumberItem, mut at_line_start: bool) -> Result<(), Stop> {
        let mut low = number.low.value(&self.values);
        let high = number.high.value(&self.values);
        let times = number.times.map_or(1, |times| self.values[times]);
        if number.times.is_none() && number.ascending {
            low = low.max(self.floors[number.index]);
        }
        let mut value = 0;
        for _ in 0..times {
            if !at_line_start {
                self.text.space()?;
            }
            at_line_start = false;
            value = self.text.number(&number.name, low, high)?;
            if number.ascending {
                low = value + 1;
            }
        }
        self.values[number.index] = value;
        self.floors[number.index] = low;
        Ok(())
    }

    fn group(&mut self, items: &[Item], repeat: Repeat) -> Result<(), Stop> {
        for item in items {
            if let Item::Number(number) = item {
                self.floors[number.index] = 0;
            }
        }
        match repeat {
            Repeat::Times(times) => {
                for _ in 0..self.values[times] {
                    self.items(items)?;
                }
            }
            Repeat::ToEnd => {
                self.items(items)?;
                while self.text.peek()?.is_some() {
                    self.items(items)?;
                }
            }
            Repeat::ToEndWithBlankLines => {
                self.items(items)?;
                while self.text.peek()?.is_some() {
                    self.text.line_end("an empty line between cases")?;
                    self.items(items)?;
                }
            }
            Repeat::ToZero => {
                self.items(items)?;
                while self.text.peek()? != Some(b'0') {
                    if self.text.peek()?.is_none() {
                        return Err(self.text.unexpected("a case or the 0 behind the last one"));
                    }
                    self.items(items)?;
                }
                for zero in 0..self.zeros {
                    if zero > 0 {
                        self.text.space()?;
                    }
                    self.text.number("the end of the cases", 0, 0)?;
                }
                self.text.line_end("the end of the line")?;
            }
        }
        Ok(())
    }
}
