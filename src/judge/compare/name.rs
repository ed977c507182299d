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
    /// A test that is not in a file, or a program, of which it is the output.
    Other(String),
    /// The answers to such a test.
    AnswersTo(String),
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
            Self::Other(_) | Self::AnswersTo(_) if line > 0 => {
                t!("{name}, line {line}", name = self, line = line)
            }
            Self::Ours | Self::File(_) | Self::Other(_) | Self::AnswersTo(_) => self.to_string(),
        }
    }

    /// Says that the answers are right.
    pub(crate) fn is_right(&self) -> String {
        match self {
            Self::Ours | Self::File(_) | Self::Other(_) => t!("{name} is right", name = self),
            Self::AnswersTo(_) => t!("{name} are right", name = self),
        }
    }

    /// Says that the answers are wrong.
    pub(crate) fn is_wrong(&self) -> String {
        match self {
            Self::Ours | Self::File(_) | Self::Other(_) => t!("{name} is wrong", name = self),
            Self::AnswersTo(_) => t!("{name} are wrong", name = self),
        }
    }

    /// Says what, or how many answers, there are.
    pub(crate) fn has(&self, what: &str) -> String {
        match self {
            Self::Ours | Self::File(_) | Self::Other(_) => {
                t!("{name} has {what}", name = self, what = what)
            }
            Self::AnswersTo(_) => t!("{name} have {what}", name = self, what = what),
        }
    }

    /// Says that the answers to these `cases` are not the right ones.
    pub(crate) fn differs_in(&self, cases: &str) -> String {
        match self {
            Self::Ours | Self::File(_) | Self::Other(_) => {
                t!(
                    "{name} differs from the right answers in {cases}",
                    name = self,
                    cases = cases
                )
            }
            Self::AnswersTo(_) => {
                t!(
                    "{name} differ from the right answers in {cases}",
                    name = self,
                    cases = cases
                )
            }
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ours => f.write_str("bouton"),
            Self::File(name) | Self::Other(name) => f.write_str(&printable(name)),
            Self::AnswersTo(name) => f.write_str(&t!("answers to {name}", name = printable(name))),
        }
    }
}
