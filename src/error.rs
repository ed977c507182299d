//! What can go wrong, and how it is reported: as one line on standard error.

use std::fmt;
use std::io;

use crate::layout::framer::MOST_EMPTY;
use crate::text::printable;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputErrorKind {
    /// A byte that is neither a digit nor white space.
    NotANumber(u8),
    /// The input starts with a byte-order mark.
    ByteOrderMark(ByteOrderMark),
    /// A number larger than 2^64 - 1.
    TooLarge,
    /// The input ends before a case is complete.
    EndsInsideCase {
        /// How many piles of the case were read.
        read: u64,
        /// How many piles the case has.
        of: u64,
        /// Piles, or what else the list has.
        what: &'static str,
    },
    /// The input ends before a case is complete, before a number that stands alone.
    EndsBefore {
        /// What that number is.
        what: &'static str,
    },
    /// A move that takes 0 stones.
    TakeOfZero,
    /// The input ends between two cases, before the number of cases it announced.
    EndsBetweenCases {
        /// How many cases were complete.
        read: u64,
        /// How many cases were announced.
        of: u64,
    },
    /// On the hill, positions that do not ascend.
    NotAscending {
        /// The position.
        found: u64,
        /// The position before it.
        last: u64,
    },
    /// A coin on a cell that has another one, or that is none: cells count from 1.
    NotFree {
        /// The cell.
        cell: u64,
    },
    /// The two coins around a pile on one cell, where any number is a cell.
    SameCell {
        /// The cell.
        cell: u64,
    },
    /// On the hill, a king who is not one of the persons.
    NoKing {
        /// The index of the king, counted from 1.
        king: u64,
        /// The number of persons.
        persons: u64,
    },
    /// A pile without a known Grundy value: the table of its game ends without showing a period.
    NoGrundyValue {
        /// How many Grundy values the table has.
        grundy_values: u64,
    },
    /// A pile that is larger than those that are answered.
    TooLargePile {
        /// The size of the smallest such pile.
        end: u64,
    },
    /// Cases or groups that have no numbers, but come very often.
    Empty {
        /// How often, unless nothing says it.
        times: Option<u64>,
    },
    /// The bytes of a mapped file changed between two reads.
    Changed,
}

impl fmt::Display for InputErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotANumber(byte) if byte.is_ascii_graphic() => {
                write!(f, "expected a number, found '{}'", char::from(byte))
            }
            Self::NotANumber(byte) => write!(f, "expected a number, found byte {byte:#04x}"),
            Self::ByteOrderMark(mark) => write!(f, "found {mark}"),
            Self::TooLarge => write!(f, "number is larger than {}", u64::MAX),
            Self::EndsInsideCase { read, of, what } => {
                write!(f, "input ends inside the case: {read} of {of} {what} read")
            }
            Self::EndsBefore { what } => {
                write!(f, "input ends inside the case: {what} is missing")
            }
            Self::TakeOfZero => f.write_str("a move takes at least one stone, found 0"),
            Self::EndsBetweenCases { read, of } => {
                write!(f, "input ends after {read} of {of} cases")
            }
            Self::NotAscending { found, last } => {
                write!(f, "expected a position larger than {last}, found {found}")
            }
            Self::NotFree { cell: 0 } => f.write_str("coins are on cells from 1 on, found 0"),
            Self::NotFree { cell } | Self::SameCell { cell } => {
                write!(f, "there are two coins on cell {cell}")
            }
            Self::NoKing { king, persons } => {
                write!(
                    f,
                    "the king is person {king}, but people are numbered from 1 to {persons}"
                )
            }
            Self::NoGrundyValue { grundy_values } => write!(
                f,
                "the pile is too large: the Grundy values of piles below {grundy_values} show \
                 no period"
            ),
            Self::TooLargePile { end } => {
                write!(
                    f,
                    "the pile is too large: only piles below {end} are answered"
                )
            }
            Self::Empty { times: Some(times) } => write!(
                f,
                "what has no numbers may come {MOST_EMPTY} times at most, found {times}"
            ),
            Self::Empty { times: None } => {
                f.write_str("the cases have no numbers, so that they have no end")
            }
            Self::Changed => f.write_str("the file was changed while it was being read"),
        }
    }
}

/// The byte-order mark U+FEFF, with which editors on Windows start a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteOrderMark {
    /// EF BB BF.
    Utf8,
    /// FF FE or FE FF: every other byte is a NUL.
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

    /// Whether `start` is the beginning of a mark, but not yet all of it.
    pub(crate) fn is_begun(start: &[u8]) -> bool {
        let begins = |bytes: &[u8]| bytes.len() > start.len() && bytes.starts_with(start);
        Self::ALL.iter().any(|&(bytes, _)| begins(bytes))
    }
}

impl fmt::Display for ByteOrderMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Utf8 => "a UTF-8 byte-order mark",
            Self::Utf16 => "a UTF-16 byte-order mark",
        })
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

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Error {
    /// Bad input, with its position.
    Input {
        /// The file's name as it was given, or `stdin`.
        name: String,
        /// The position.
        position: Location,
        /// What is wrong.
        kind: InputErrorKind,
        /// The test case it is in, counted from 1.
        case: u64,
    },
    /// A file that could not be opened, read or written.
    Io {
        /// The file's name as it was given, or `stdin`, or `stdout`.
        name: String,
        /// The operating system's reason.
        source: io::Error,
    },
    /// The reader of our output went away. Not an error to the user: the program stops quietly.
    ClosedPipe,
    /// The user asked us to stop.
    Interrupted {
        /// By this signal, or without one if it is 0.
        signal: i32,
        /// What was done by then: `after 17 tests`. Empty if no work had begun.
        so_far: String,
    },
    /// Bad input, the answers before which are in the file `output`.
    AnsweredSoFar {
        /// What is bad.
        error: Box<Error>,
        /// The file's name as it was given.
        output: String,
    },
    /// A command line that makes no sense; the text says why and what to do instead.
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
        Self::io(&format!("temporary file in {}", folder.display()), source)
    }

    /// The file `name` changed between two reads of it.
    pub(crate) fn changed(name: &str) -> Self {
        Self::io(
            name,
            io::Error::other("it was changed while it was being read"),
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

/// Messages that are the same on Windows as elsewhere.
const WINDOWS: [(io::ErrorKind, &str); 4] = [
    (io::ErrorKind::NotFound, "No such file or directory"),
    (io::ErrorKind::IsADirectory, "Is a directory"),
    (io::ErrorKind::PermissionDenied, "Permission denied"),
    (io::ErrorKind::StorageFull, "No space left on device"),
];

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input {
                name,
                position: Location { line, column },
                kind,
                case,
            } => {
                let name = printable(name);
                write!(f, "{name}:{line}:{column}: {kind} (case {case})")
            }
            Self::Io { name, source } => {
                // The standard library appends "(os error 2)", which does not help the user.
                let text = source.to_string();
                let reason = text.split(" (os error").next().unwrap_or(&text);
                let known = WINDOWS.iter().find(|(kind, _)| *kind == source.kind());
                let known = known.filter(|_| cfg!(windows));
                let reason = known.map_or(reason, |(_, reason)| reason);
                write!(f, "{}: {reason}", printable(name))
            }
            Self::ClosedPipe => f.write_str("the reader of the output went away"),
            Self::AnsweredSoFar { error, output } => {
                let output = printable(output);
                write!(f, "{error}; the answers before it are in {output}")
            }
            Self::Interrupted { so_far, .. } if so_far.is_empty() => f.write_str("interrupted"),
            Self::Interrupted { so_far, .. } => write!(f, "interrupted {so_far}"),
            Self::Usage(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Error {}
