//! A verdict on a submission, with the measurements that go with it.

use std::time::Duration;

use crate::error::Error;
use crate::judge::compare::Comparison;
use crate::judge::process::End;
use crate::judge::verdict::Verdict;

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
    /// The most memory that it had at once, in bytes, where the system reports it.
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
