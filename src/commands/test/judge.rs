//! What a judge says of a program's run on a test.

use std::ffi::OsString;
use std::time::Duration;

use super::TestOptions;
use super::find::Test;
use crate::engine::{self, answer};
use crate::error::Error;
use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::judge::compare::{self, Answered, Comparison, compare};
use crate::judge::process::{self, End, Limits, Snapshot};
use crate::output::answers::Answers;
use crate::problem::Problem;

/// A program may write twice as much as is wanted, and so many bytes more.
const OUTPUT: u64 = 64 << 20;

/// What a judge says of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The program ended well, so its answers were compared.
    Compared(compare::Verdict),
    /// It was killed when its time was over.
    TimeLimitExceeded,
    /// It wrote more than it may.
    OutputLimitExceeded,
    /// A signal ended it, or its exit code is not 0.
    RunTimeError,
}

impl Verdict {
    pub const ACCEPTED: Self = Self::Compared(compare::Verdict::Accepted);

    /// As judges abbreviate it.
    pub fn short(self) -> &'static str {
        match self {
            Self::Compared(verdict) => verdict.short(),
            Self::TimeLimitExceeded => "TLE",
            Self::OutputLimitExceeded => "OLE",
            Self::RunTimeError => "RTE",
        }
    }

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Compared(verdict) => verdict.name(),
            Self::TimeLimitExceeded => "time limit exceeded",
            Self::OutputLimitExceeded => "output limit exceeded",
            Self::RunTimeError => "run-time error",
        }
    }
}

/// What stands for the verdict where an input is bad.
pub const NO_VERDICT: &str = "ERR";

/// A run that was judged.
#[derive(Debug)]
pub struct Judged {
    /// The verdict; if the input is bad, there is none.
    pub verdict: Result<Verdict, Error>,
    /// How the run ended.
    pub end: End,
    pub wall: Duration,
    pub peak_memory: Option<u64>,
    /// The end of what it wrote to standard error.
    pub errors: String,
    /// How its answers compare. Also of a program that gave a bad exit code: they may be right.
    pub comparison: Option<Comparison>,
}

impl Judged {
    /// How many of the wanted answers are wrong.
    pub fn expected_wrong(&self) -> u64 {
        let comparison = self.comparison.as_ref();
        comparison.map_or(0, |comparison| comparison.expected_wrong)
    }
}

/// Who judges.
pub struct Judge<'a> {
    problem: &'static Problem,
    command: Vec<OsString>,
    /// What the program is called in reports.
    name: String,
    time_limit: Duration,
    interrupt: &'a Interrupt,
}

impl<'a> Judge<'a> {
    /// A judge of the command of `options`.
    ///
    /// # Errors
    /// It is this program that is judged, and nobody knows where it is.
    pub fn new(
        problem: &'static Problem,
        options: &TestOptions,
        interrupt: &'a Interrupt,
    ) -> Result<Self, Error> {
        let (command, name) = if options.command.is_empty() {
            let name = "bouton";
            let program = std::env::current_exe().map_err(|error| Error::io(name, error))?;
            (
                vec![program.into(), (&problem.name).into()],
                name.to_owned(),
            )
        } else {
            (options.command.clone(), process::name(&options.command))
        };
        Ok(Self {
            problem,
            command,
            name,
            time_limit: options.time_limit,
            interrupt,
        })
    }

    /// Runs the program on a test; none if that was interrupted.
    ///
    /// # Errors
    /// The program cannot be run, or a file not be read.
    pub fn test(&self, test: &Test) -> Result<Option<Judged>, Error> {
        // All is read before the program starts: it may damage the files.
        let (input, answers) = (test.input.snapshot()?, test.answers.snapshot()?);
        let limits = Limits {
            time: self.time_limit,
            output: 2 * answers.len() + OUTPUT,
        };
        let run = process::run(&self.command, input.for_program()?, &limits, self.interrupt)?;
        let input = Input::new(test.input.name(), input.open()?);
        let (verdict, comparison) = match run.end {
            End::Interrupted => return Ok(None),
            End::TimedOut => (self.blame(input, Verdict::TimeLimitExceeded), None),
            End::TooMuchOutput => (self.blame(input, Verdict::OutputLimitExceeded), None),
            End::Signal(_) => (self.blame(input, Verdict::RunTimeError), None),
            End::Exited(code) => {
                match self.compare(input, test.answers.name(), &answers, run.output) {
                    Ok(comparison) => {
                        let verdict = match code {
                            0 => Verdict::Compared(comparison.verdict),
                            _ => Verdict::RunTimeError,
                        };
                        (Ok(verdict), Some(comparison))
                    }
                    Err(trouble) => (Err(trouble), None),
                }
            }
        };
        Ok(Some(Judged {
            verdict,
            comparison,
            end: run.end,
            wall: run.wall,
            peak_memory: run.peak_memory,
            errors: run.errors,
        }))
    }

    /// The verdict on a program whose answers nobody wants to know: nothing can be said of it if the
    /// input is bad.
    fn blame(&self, mut input: Input, verdict: Verdict) -> Result<Verdict, Error> {
        let mut nowhere = Answers::new("nowhere".to_owned(), std::io::sink());
        // The other processors may be busy with other runs.
        let options = engine::RunOptions::one_thread();
        answer(self.problem, &mut input, &mut nowhere, options)?;
        Ok(verdict)
    }

    fn compare(
        &self,
        mut input: Input,
        name: String,
        answers: &Snapshot,
        actual: std::fs::File,
    ) -> Result<Comparison, Error> {
        let actual = Answered {
            name: Some(self.name.clone()),
            source: Box::new(actual),
        };
        let expected = Answered {
            name: Some(name),
            source: Box::new(answers.open()?),
        };
        let options = engine::RunOptions::one_thread();
        compare(self.problem, &mut input, expected, Some(actual), options)
    }
}
