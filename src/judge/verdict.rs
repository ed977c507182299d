//! The verdict on a submission, and the measurements that go with it.

use std::time::Duration;

use crate::error::Error;
use crate::judge::compare::Comparison;
use crate::judge::process::End;

/// What a judge says of a submission, on one test or of answers alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The answers are the expected ones. Line ends may be CRLF, and blanks at the ends of lines, blank
    /// lines at the end and a missing final newline do not matter.
    Accepted,
    /// The answers are the expected ones but for white space.
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
    JudgeError,
}

impl Verdict {
    /// As judges abbreviate it.
    pub fn short(self) -> &'static str {
        self.names().0
    }

    /// In words.
    pub fn name(self) -> &'static str {
        self.names().1
    }

    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Accepted => ("AC", "accepted"),
            Self::PresentationError => ("PE", "presentation error"),
            Self::WrongAnswer => ("WA", "wrong answer"),
            Self::TimeLimitExceeded => ("TLE", "time limit exceeded"),
            Self::MemoryLimitExceeded => ("MLE", "memory limit exceeded"),
            Self::OutputLimitExceeded => ("OLE", "output limit exceeded"),
            Self::RunTimeError => ("RTE", "run-time error"),
            Self::CompileError => ("CE", "compile error"),
            Self::JudgeError => ("JE", "judge error"),
        }
    }
}

/// A verdict with all that is known about how it came about.
#[derive(Debug)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// How the run ended; none if the program was not run.
    pub end: Option<End>,
    /// User and system time of the program and the processes that it waited for.
    pub cpu: Duration,
    /// Wall-clock time.
    pub wall: Duration,
    /// The most memory that it had at once, in bytes, where the system tells.
    pub peak_memory: Option<u64>,
    /// The end of what it wrote to standard error, or the compiler's messages.
    pub stderr: String,
    /// How the answers compare. Also those of a program with an exit code other than 0: they may be right.
    pub comparison: Option<Comparison>,
    /// What is wrong with the input of the test.
    pub error: Option<Error>,
}

impl Judgement {
    /// A judgement of which nothing but the verdict is known.
    pub fn of(verdict: Verdict) -> Self {
        Self {
            verdict,
            end: None,
            cpu: Duration::ZERO,
            wall: Duration::ZERO,
            peak_memory: None,
            stderr: String::new(),
            comparison: None,
            error: None,
        }
    }

    /// The judgement on a program that does not compile.
    pub fn compile_error(messages: String) -> Self {
        Self {
            stderr: messages,
            ..Self::of(Verdict::CompileError)
        }
    }
}
