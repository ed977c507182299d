//! What can go wrong, and how it is reported: as one line on standard error.

use std::io;
use std::sync::Arc;

use crate::text::printable;
use crate::words::{agree, t, translated};

/// How often cases or groups without numbers may come: nothing in the input says that there are so many, but a
/// count, and their answers would have no end.
pub(crate) const MAX_EMPTY: u64 = 100_000_000;

/// An error in an input.
///
/// Line and column are computed when it is reported, so that good input pays nothing for good messages. What only sees
/// decoded numbers counts these, from the start of a slice; the pipe makes that the offset of a byte, an
/// `InputError<u64>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputError<At = usize> {
    /// Where: the offending byte, the first byte of a number that is too large, the end of the input, or a number that
    /// is invalid.
    pub at: At,
    /// What is wrong there.
    pub kind: InputErrorKind,
}

impl InputError {
    /// This error in a slice that starts `before` numbers earlier.
    #[must_use]
    pub(crate) fn moved_by(self, before: usize) -> Self {
        let at = self.at + before;
        Self { at, ..self }
    }
}

impl InputErrorKind {
    /// This error at the number with this index.
    pub(crate) fn at(self, index: usize) -> InputError {
        InputError { at: index, kind: self }
    }
}

/// The kinds of [`InputError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputErrorKind {
    #[error("{}", t!("expected a number, found {found}", found = shown_byte(*.0)))]
    NotANumber(u8),
    /// A character that is no byte of ASCII.
    #[error("{}", t!("expected a number, found {found}", found = shown_character(*.0)))]
    NotADigit(char),
    #[error("{}", t!("found {mark}", mark = .0))]
    ByteOrderMark(&'static str),
    #[error("{}", t!("number is larger than {most}", most = u64::MAX))]
    TooLarge,
    /// `what` is what the list has.
    #[error("{}", agree(t!("input ends inside the case: {read} of {of} {what} read", read = .read, of = .of, what = .what)))]
    EndsInsideCase {
        read: u64,
        /// There may be several numbers for each that is counted.
        of: u128,
        what: &'static str,
    },
    /// A number that is less than what is taken off for its pile.
    #[error("{}", t!("expected a number of at least {least}, found {found}", least = .least, found = .found))]
    TooSmall { least: u64, found: u64 },
    /// Before a number that stands alone.
    #[error("{}", t!("input ends inside the case: {what} is missing", what = .what))]
    EndsBefore { what: &'static str },
    #[error("{}", t!("a move takes at least one stone, found 0"))]
    TakeOfZero,
    #[error("{}", t!("a move divides by at least {least}, found {found}", least = .least, found = .found))]
    SmallDivisor { least: u64, found: u64 },
    #[error("{}", agree(t!("input ends after {read} of {of} cases", read = .read, of = .of)))]
    EndsBetweenCases { read: u64, of: u64 },
    /// On the hill.
    #[error("{}", t!("expected a position larger than {last}, found {found}", last = .last, found = .found))]
    NotAscending { found: u64, last: u64 },
    #[error("{}", t!("coins are on cells from 1 on, found 0"))]
    CoinOnNoCell,
    #[error("{}", t!("there are two coins on cell {cell}", cell = .cell))]
    TwoCoins { cell: u64 },
    #[error("{}", t!("the king is person {king}, but people are numbered from 1 to {persons}", king = .king, persons = .persons))]
    NoKing { king: u64, persons: u64 },
    #[error(transparent)]
    TooLargePile(#[from] NoPeriod),
    /// Cases or groups that have no numbers.
    #[error("{}", t!("what has no numbers may come {most} times at most", most = MAX_EMPTY))]
    Empty,
    /// The bytes of a mapped file, between two reads.
    #[error("{}", t!("the file was changed while it was being read"))]
    Changed,
}

/// A pile is too large: no period of the Grundy values is known, and they are computed only for piles below this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", t!("the pile is too large: only piles below {end} are answered", end = .0))]
pub struct NoPeriod(pub u64);

/// A byte as messages show it.
pub(crate) fn shown_byte(byte: u8) -> String {
    if byte.is_ascii_graphic() {
        format!("'{}'", char::from(byte))
    } else {
        t!("byte {byte}", byte = format_args!("{byte:#04x}"))
    }
}

/// A character as messages show it, with what it stands for on keyboards of East Asia.
pub(crate) fn shown_character(found: char) -> String {
    let (half, shown) = (half_width(found), printable(&found.to_string()));
    if !is_full_width(found) {
        return format!("'{shown}'");
    }
    t!("'{shown}', a full-width '{half}'", shown, half)
}

/// The character of UTF-8 with which `text` starts, if it is none of ASCII and can be seen.
pub(crate) fn wide_character(text: &[u8]) -> Option<char> {
    let first = &text[..text.len().min(4)];
    let valid = first.utf8_chunks().next()?.valid();
    let is_seen = |c: &char| printable(&c.to_string()).starts_with(*c);
    valid.chars().next().filter(|c| !c.is_ascii() && is_seen(c))
}

/// The ASCII character that a full-width one or another sign of East Asian keyboards stands for, or else `c` itself.
pub(crate) fn half_width(c: char) -> char {
    match c {
        '\u{3000}' => ' ',
        '、' => ',',
        '。' => '.',
        '“' | '”' | '„' | '「' | '」' => '"',
        '‘' | '’' => '\'',
        '！'..='～' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

/// Whether `c` is the wide form of an ASCII character, as input methods for Chinese write it.
pub(crate) fn is_full_width(c: char) -> bool {
    matches!(c, '\u{3000}' | '！'..='～')
}

/// The name of the byte-order mark, U+FEFF, with which `text` starts: editors on Windows write one.
pub(crate) fn byte_order_mark(text: &[u8]) -> Option<&'static str> {
    if text.starts_with(b"\xef\xbb\xbf") {
        return Some(t!("a UTF-8 byte-order mark"));
    }
    let is_utf_16 = text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff");
    is_utf_16.then(|| t!("a UTF-16 byte-order mark"))
}

/// A line and column in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// Line, counted from 1; lines end at LF.
    pub line: u64,
    /// Column in bytes, counted from 1.
    pub column: u64,
}

/// Why a command could not do its work. Names of files are as they were given, or `stdin`, or `stdout`.
#[derive(Clone, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum Error {
    /// Bad input in a file, at a position, in a test case, which are counted from 1.
    #[error("{}:{}:{}: {}", printable(name), position.line, position.column, t!("{error} (case {case})", error = .kind, case = .case))]
    Input {
        name: String,
        position: Location,
        kind: InputErrorKind,
        case: u64,
    },
    /// A file cannot be answered in parts: a guess where its cases begin was wrong.
    #[error("{}:{}:{}: {}", printable(name), position.line, position.column, t!("{message}: cut the file with 'bouton split'", message))]
    Part {
        name: String,
        position: Location,
        message: String,
    },
    /// A file that could not be opened, read or written, with the operating system's reason.
    #[error("{}: {}", printable(name), reason(source))]
    Io { name: String, source: Arc<io::Error> },
    /// The reader of our output went away. Not an error to the user: the program stops quietly.
    #[error("{}", t!("the reader of the output went away"))]
    ClosedPipe,
    /// The user asked us to stop: by a signal, or without one if it is 0. What was done by then, such as `after 17
    /// tests`, is empty if no work had begun.
    #[error("{}", t!("interrupted {so_far}", so_far = .so_far).trim_end())]
    Interrupted { signal: i32, so_far: String },
    /// Bad input, the answers before which are in the file `output`.
    #[error("{}", t!("{error}; the answers before it are in {output}", error = .error, output = printable(.output)))]
    AnsweredSoFar { error: Box<Error>, output: String },
    /// A command line that makes no sense; the text says why and what to do instead.
    #[error("{0}")]
    Usage(String),
}

impl Error {
    /// An error of the operating system about `name`: a file, a folder, or another operation.
    pub(crate) fn io(name: &str, source: io::Error) -> Self {
        Self::Io {
            name: name.to_owned(),
            source: Arc::new(source),
        }
    }

    /// An error in creating, writing or reading a temporary file.
    pub(crate) fn temporary_file(source: io::Error) -> Self {
        let folder = tempfile::env::temp_dir();
        let name = t!("temporary file in {folder}", folder = folder.display());
        Self::io(&name, source)
    }

    /// The file `name` changed between two reads of it.
    pub(crate) fn changed(name: &str) -> Self {
        let source = io::Error::other(t!("it was changed while it was being read"));
        Self::io(name, source)
    }

    /// An error in writing to `name`, with a closed pipe set apart.
    pub(crate) fn writing(name: &str, source: io::Error) -> Self {
        if is_closed_pipe(&source) {
            Self::ClosedPipe
        } else {
            Self::io(name, source)
        }
    }

    /// An error in writing to standard output.
    pub(crate) fn stdout(source: io::Error) -> Self {
        Self::writing("stdout", source)
    }
}

/// Reports a command line that makes no sense.
pub(crate) fn usage<T>(text: impl Into<String>) -> Result<T, Error> {
    Err(Error::Usage(text.into()))
}

/// Whether the other end of a pipe is closed.
pub(crate) fn is_closed_pipe(error: &io::Error) -> bool {
    // The standard library does not know this one: "No process is on the other end of the pipe."
    const PIPE_NOT_CONNECTED: i32 = 233;
    error.kind() == io::ErrorKind::BrokenPipe || cfg!(windows) && error.raw_os_error() == Some(PIPE_NOT_CONNECTED)
}

/// The operating system's reason.
pub(crate) fn reason(error: &io::Error) -> String {
    // The standard library appends "(os error 2)", which does not help the user.
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    translated(text).unwrap_or(text).to_owned()
}
