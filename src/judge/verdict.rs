//! The verdict on a submission.

use crate::words::t;

/// What a judge says of a submission, on one test or of answers alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The answers are the expected ones. Line ends may be CRLF, and blanks at the ends of lines, blank lines at the
    /// end and a missing final newline do not matter.
    Accepted,
    /// The answers have the expected words in the same order, with other white space between them.
    PresentationError,
    /// The answers are others.
    WrongAnswer,
    /// The program used more CPU time than it may, or slept for too long.
    TimeLimitExceeded,
    /// The program used more memory than it may.
    MemoryLimitExceeded,
    /// The program wrote more than it may.
    OutputLimitExceeded,
    /// A signal ended the program, or its exit code is not 0.
    RunTimeError,
    /// The program does not compile.
    CompileError,
    /// The test is bad: its input is, or the answers that it expects are wrong or missing.
    #[default]
    JudgeError,
}

impl Verdict {
    /// As judges abbreviate it.
    pub fn short(self) -> &'static str {
        self.names().0
    }

    /// In words.
    pub(crate) fn name(self) -> &'static str {
        self.names().1
    }

    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Accepted => ("AC", t!("accepted")),
            Self::PresentationError => ("PE", t!("presentation error")),
            Self::WrongAnswer => ("WA", t!("wrong answer")),
            Self::TimeLimitExceeded => ("TLE", t!("time limit exceeded")),
            Self::MemoryLimitExceeded => ("MLE", t!("memory limit exceeded")),
            Self::OutputLimitExceeded => ("OLE", t!("output limit exceeded")),
            Self::RunTimeError => ("RTE", t!("run-time error")),
            Self::CompileError => ("CE", t!("compile error")),
            Self::JudgeError => ("JE", t!("judge error")),
        }
    }
}
