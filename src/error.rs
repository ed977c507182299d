//! What can go wrong, and how it is reported: as one line on standard error.

use std::io;

use crate::text::printable;
use crate::words::{t, translated, word};

/// How often cases or groups without numbers may come: nothing in the input says that there are so many, but a
/// count, and their answers would have no end.
pub(crate) const MOST_EMPTY: u64 = 100_000_000;

/// An error in an input.
///
/// Only its position flows through the pipe. Line and column are computed when it is reported, so that
/// good input pays nothing for good messages. What only sees decoded numbers counts these, from the start of a slice;
/// the pipe, which has the bytes, makes that the offset of a byte, an `InputError<u64>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputError<At = usize> {
    /// Where: the offending byte, the first byte of a number that is too large, the end of the input, or a
    /// number that is invalid.
    pub at: At,
    /// What is wrong there.
    pub kind: InputErrorKind,
}

impl InputError {
    /// An error at the number with this index.
    pub(crate) fn at_number(index: usize, kind: InputErrorKind) -> Self {
        Self { at: index, kind }
    }

    /// This error in a slice that starts `before` numbers earlier.
    #[must_use]
    pub(crate) fn moved_by(self, before: u64) -> Self {
        let at = self.at + before as usize;
        Self { at, ..self }
    }
}

impl InputError<u64> {
    /// An error at the byte with this offset.
    pub fn at_byte(offset: u64, kind: InputErrorKind) -> Self {
        Self { at: offset, kind }
    }
}

/// The kinds of [`InputError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum InputErrorKind {
    /// A byte that is neither a digit nor white space.
    #[error("{}", t!("expected a number, found {found}", found = shown_byte(*.0)))]
    NotANumber(u8),
    /// The input starts with a byte-order mark.
    #[error("{}", t!("found {mark}", mark = .0))]
    ByteOrderMark(ByteOrderMark),
    /// A number larger than 2^64 - 1.
    #[error("{}", t!("number is larger than {most}", most = u64::MAX))]
    TooLarge,
    /// The input ends before a case is complete: how many piles of the case, or what else the list has, were read, and
    /// how many there are.
    #[error("{}", t!("input ends inside the case: {read} of {of} {what} read", read = .read, of = .of, what = .what))]
    EndsInsideCase {
        read: u64,
        of: u64,
        what: &'static str,
    },
    /// The input ends before a case is complete, before a number that stands alone.
    #[error("{}", t!("input ends inside the case: {what} is missing", what = .what))]
    EndsBefore { what: &'static str },
    /// A move that takes 0 stones.
    #[error("{}", t!("a move takes at least one stone, found 0"))]
    TakeOfZero,
    /// The input ends between two cases, before the number of cases it announced.
    #[error("{}", t!("input ends after {read} of {of} cases", read = .read, of = .of))]
    EndsBetweenCases { read: u64, of: u64 },
    /// On the hill, positions that do not ascend: the position, and the one before it.
    #[error("{}", t!("expected a position larger than {last}, found {found}", last = .last, found = .found))]
    NotAscending { found: u64, last: u64 },
    /// A coin on a cell that has another one, or that is none: cells count from 1.
    #[error("{}", if *cell == 0 { t!("coins are on cells from 1 on, found 0").to_owned() } else { two_coins(*cell) })]
    NotFree { cell: u64 },
    /// The two coins around a pile on one cell, where any number is a cell.
    #[error("{}", two_coins(*cell))]
    SameCell { cell: u64 },
    /// On the hill, a king who is not one of the persons.
    #[error("{}", t!("the king is person {king}, but people are numbered from 1 to {persons}", king = .king, persons = .persons))]
    NoKing { king: u64, persons: u64 },
    /// A pile without a known Grundy value: the table of its game, which has so many, ends without showing a period.
    #[error("{}", t!("the pile is too large: the Grundy values of piles below {end} show no period", end = .grundy_values))]
    NoGrundyValue { grundy_values: u64 },
    /// A pile beyond every table of a game whose Grundy values no theorem proves to be periodic.
    #[error("{}", t!("the pile is too large: no period of the Grundy values can be proven, and they are not computed from {end} on", end = .end))]
    NoTheorem { end: u64 },
    /// A pile that is larger than those that are answered, which are smaller than `end`.
    #[error("{}", t!("the pile is too large: only piles below {end} are answered", end = .end))]
    TooLargePile { end: u64 },
    /// Cases or groups that have no numbers, but come this often, or without end.
    #[error("{}", match times {
        Some(times) => t!("what has no numbers may come {most} times at most, found {times}", most = MOST_EMPTY, times = times),
        None => t!("the cases have no numbers, so that they have no end").to_owned(),
    })]
    Empty { times: Option<u64> },
    /// The bytes of a mapped file changed between two reads.
    #[error("{}", t!("the file was changed while it was being read"))]
    Changed,
}

/// A byte as messages show it.
pub(crate) fn shown_byte(byte: u8) -> String {
    if byte.is_ascii_graphic() {
        format!("'{}'", char::from(byte))
    } else {
        t!("byte {byte}", byte = format_args!("{byte:#04x}"))
    }
}

fn two_coins(cell: u64) -> String {
    t!("there are two coins on cell {cell}", cell = cell)
}

/// The byte-order mark U+FEFF, with which editors on Windows start a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ByteOrderMark {
    /// EF BB BF.
    #[error("{}", t!("a UTF-8 byte-order mark"))]
    Utf8,
    /// FF FE or FE FF: every other byte is a NUL.
    #[error("{}", t!("a UTF-16 byte-order mark"))]
    Utf16,
}

impl ByteOrderMark {
    const ALL: [(&[u8], Self); 3] = [
        (b"\xef\xbb\xbf", Self::Utf8),
        (b"\xff\xfe", Self::Utf16),
        (b"\xfe\xff", Self::Utf16),
    ];

    /// The mark with which `text` starts.
    pub(crate) fn at_start_of(text: &[u8]) -> Option<Self> {
        let found = Self::ALL.iter().find(|(bytes, _)| text.starts_with(bytes));
        found.map(|&(_, mark)| mark)
    }
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
#[derive(Debug, thiserror::Error)]
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
    /// A file that could not be opened, read or written, with the operating system's reason.
    #[error("{}: {}", printable(name), reason(source))]
    Io { name: String, source: io::Error },
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
    /// An error of the operating system about `name`: a file, a folder, or another operation that
    /// failed.
    pub(crate) fn io(name: &str, source: io::Error) -> Self {
        Self::Io {
            name: name.to_owned(),
            source,
        }
    }

    /// An error in creating, writing or reading a temporary file.
    pub(crate) fn temporary_file(source: io::Error) -> Self {
        let folder = tempfile::env::temp_dir();
        Self::io(
            &t!("temporary file in {folder}", folder = folder.display()),
            source,
        )
    }

    /// The file `name` changed between two reads of it.
    pub(crate) fn changed(name: &str) -> Self {
        Self::io(
            name,
            io::Error::other(t!("it was changed while it was being read")),
        )
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

/// Whether the other end of a pipe is closed.
pub(crate) fn is_closed_pipe(error: &io::Error) -> bool {
    // The standard library does not know this one: "No process is on the other end of the pipe."
    const PIPE_NOT_CONNECTED: i32 = 233;
    error.kind() == io::ErrorKind::BrokenPipe
        || cfg!(windows) && error.raw_os_error() == Some(PIPE_NOT_CONNECTED)
}

/// The reasons of operating systems that users meet.
pub const REASONS: [&str; 12] = [
    "No such file or directory",
    "Permission denied",
    "Is a directory",
    "Not a directory",
    "File exists",
    "Directory not empty",
    "File too large",
    "No space left on device",
    "Read-only file system",
    "Input/output error",
    "Broken pipe",
    "Too many open files",
];

/// The operating system's reason.
pub(crate) fn reason(error: &io::Error) -> String {
    // These are the same on Windows as elsewhere.
    if cfg!(windows) {
        match error.kind() {
            io::ErrorKind::NotFound => return word("No such file or directory").to_owned(),
            io::ErrorKind::IsADirectory => return word("Is a directory").to_owned(),
            io::ErrorKind::PermissionDenied => return word("Permission denied").to_owned(),
            io::ErrorKind::StorageFull => return word("No space left on device").to_owned(),
            _ => {}
        }
    }
    // The standard library appends "(os error 2)", which does not help the user.
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    translated(text).unwrap_or(text).to_owned()
}
