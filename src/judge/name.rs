//! What answers and inputs are called in messages.

use std::fmt;

use crate::text::printable;
use crate::words::t;

/// What answers, or an input, are called in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// Our own answers, in which a user cannot look up a line.
    Ours,
    /// A file, in which a user can look up a line.
    File(String),
    /// A test that is not in a file, or its answers, or a program, of which it is the output.
    Other(String),
}

impl From<&str> for Name {
    /// What is not a file.
    fn from(name: &str) -> Self {
        Self::Other(name.to_owned())
    }
}

impl Name {
    /// The name with the number of a line; 0 is no line.
    pub(crate) fn line(&self, line: u64) -> String {
        match self {
            Self::File(_) if line > 0 => format!("{self}:{line}"),
            Self::Other(_) if line > 0 => t!("{name}, line {line}", name = self, line),
            Self::Ours | Self::File(_) | Self::Other(_) => self.to_string(),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ours => f.write_str("bouton"),
            Self::File(name) | Self::Other(name) => f.write_str(&printable(name)),
        }
    }
}
