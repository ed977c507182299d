//! A verdict on a submission, with the measurements that go with it.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::error::Error;
use crate::judge::compare::Comparison;
use crate::judge::diagnosis::{Answered, Likely};
use crate::judge::process::{Run, StopReason, Termination};
use crate::judge::verdict::Verdict;

/// A verdict with all that is known about how it came about.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// The name of the test.
    pub test: Option<String>,
    /// The path of the input, if that is a file.
    pub file: Option<String>,
    /// The verdict.
    pub verdict: Verdict,
    /// How the run ended. `None` if the program was not run.
    pub end: Option<Termination>,
    /// User and system time of the program and the processes that it waited for.
    pub cpu: Duration,
    /// Wall-clock time.
    pub wall: Duration,
    /// Why it was stopped, if it had not used up its CPU time.
    pub stop_reason: StopReason,
    /// The most memory that it had at once, in bytes, where the system reports it.
    pub peak_memory: Option<u64>,
    /// The end of what it wrote to standard error, or the compiler's messages.
    pub stderr: String,
    /// What it says itself of its end, in a line: an exception, a panic.
    pub exception: Option<String>,
    /// Of a limit of time, memory or output that was exceeded: how many cases and numbers the test has, and whether its
    /// answers to all of these are right, and more follow.
    pub exceeded: Option<Exceeded>,
    /// How the answers compare, or the expected ones with ours if these are wrong.
    pub comparison: Option<Comparison>,
    /// What is wrong with the input of the test.
    pub error: Option<Error>,
    /// What the program answered, for whoever looks for its mistake.
    pub answered: Answered,
}

/// What a program was doing when it exceeded a limit.
#[derive(Clone, Copy, Debug)]
pub struct Exceeded {
    /// The number of cases of the test.
    pub cases: u64,
    /// The number of its numbers.
    pub numbers: u64,
    /// Whether all cases are answered rightly, and then something else.
    pub goes_on: bool,
}

impl Judgement {
    /// What is known of a run without a look at its answers.
    pub(crate) fn measured(run: &Run) -> Self {
        Self {
            end: Some(run.end),
            cpu: run.cpu,
            wall: run.wall,
            stop_reason: run.stop_reason,
            peak_memory: run.peak_memory,
            ..Self::default()
        }
    }

    /// A judgement of which nothing but the verdict is known.
    pub fn of(verdict: Verdict) -> Self {
        Self {
            verdict,
            ..Self::default()
        }
    }

    /// The length of the first case with a wrong answer. The most where there is none.
    fn case_len(&self) -> usize {
        let len = |comparison: &Comparison| {
            let input = comparison.first.as_ref()?.input.as_ref()?;
            Some(input.text.len())
        };
        self.comparison.as_ref().and_then(len).unwrap_or(usize::MAX)
    }

    /// The judgement on a program that does not compile.
    pub(crate) fn compile_error(messages: String) -> Self {
        Self {
            stderr: messages,
            ..Self::of(Verdict::CompileError)
        }
    }
}

/// What the results of several tests come to.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    /// Inputs that could not be judged, since they have no expected answers.
    pub without_answers: Vec<String>,
    /// The number of tests with each verdict: not all are run, after an interrupt or where the first failure is the
    /// end.
    pub verdicts: BTreeMap<Verdict, usize>,
    /// The longest CPU time, and the test that took it.
    pub slowest: Option<(Duration, String)>,
    /// The largest peak memory, and the test that took it.
    pub most_memory: Option<(u64, String)>,
    /// The test that is explained: of those that were not accepted, the first whose wrong case is shortest.
    pub failure: Option<Judgement>,
    /// The index of this test.
    pub failure_index: usize,
    /// The first error in an input, or why the program could not be judged.
    pub error: Option<Error>,
    /// What the program answered to each test that was run, and how many bytes of that are kept.
    pub answered: Vec<Answered>,
    pub kept: usize,
    /// The mistakes that explain all of that, if any was looked for.
    pub likely: Option<Vec<Likely>>,
}

/// How many bytes of answers are kept, to be looked at again.
const MAX_KEPT: usize = 64 << 20;

impl Summary {
    /// The verdict on the program: on the test that is explained, if any was not accepted. `None` if it could not be
    /// judged.
    pub(crate) fn verdict(&self) -> Option<Verdict> {
        match (&self.failure, &self.error) {
            (Some(failure), _) => Some(failure.verdict),
            (None, Some(_)) => (self.run() > 0).then_some(Verdict::JudgeError),
            (None, None) => Some(Verdict::Accepted),
        }
    }

    /// The number of tests that were run.
    pub(crate) fn run(&self) -> usize {
        self.verdicts.values().sum()
    }

    /// The number of tests with this verdict.
    pub(crate) fn count(&self, verdict: Verdict) -> usize {
        self.verdicts.get(&verdict).copied().unwrap_or(0)
    }

    /// Adds the judgement on the next test.
    pub(crate) fn add(&mut self, mut judgement: Judgement) {
        let mut answered = std::mem::take(&mut judgement.answered);
        if let Answered::Text(text) = &answered {
            self.kept += text.len();
            if self.kept > MAX_KEPT {
                answered = Answered::TooMuch;
            }
        }
        self.answered.push(answered);
        let name = judgement.test.clone().unwrap_or_default();
        *self.verdicts.entry(judgement.verdict).or_default() += 1;
        // None has used no time that did run.
        let slowest = (!judgement.cpu.is_zero()).then(|| (judgement.cpu, name.clone()));
        self.slowest = self.slowest.take().max(slowest);
        let most = judgement.peak_memory.map(|most| (most, name));
        self.most_memory = self.most_memory.take().max(most);
        if judgement.verdict != Verdict::Accepted {
            self.likely.get_or_insert_default();
        }
        if let Some(error) = judgement.error.take() {
            self.error.get_or_insert(error);
        } else if judgement.verdict != Verdict::Accepted {
            let is_shorter = |shown: &Judgement| judgement.case_len() < shown.case_len();
            if self.failure.as_ref().is_none_or(is_shorter) {
                self.failure = Some(judgement);
                self.failure_index = self.answered.len() - 1;
            }
        }
    }
}
