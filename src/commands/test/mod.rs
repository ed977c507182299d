//! `bouton test`: judges a program on test files.
//!
//! ```text
//! data ──find──▶ tests ──judge──▶ results ──report──▶ a line each, then what they come to
//! ```

mod find;
mod report;
mod text;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use clap::Args;

use crate::commands::judging::{self, Judging};
use crate::engine::threads;
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::judge::judgement::Judgement;
use crate::judge::submission::{Expected, Program, Submission};
use crate::problem::{Files, Problem};
use find::{Suite, Test};
use report::Report;

/// The maximum output of a program: this, and twice the expected answers.
const OUTPUT: u64 = 64 << 20;

/// Judge a program on test files
#[derive(Clone, Debug, Args)]
#[command(after_help = format!("{DETAILS}\n\n{}", judging::help()))]
pub struct TestOptions {
    #[command(flatten)]
    judging: Judging,

    /// Judge on every X.in with X.ans or X.out there and below; default: the problem's own tests:
    /// samples, hacks, and data generated up to the limits
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// How many runs go on at once
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = crate::commands::values::threads)]
    jobs: u16,
}

const DETAILS: &str = "\
The program is run once for each test, with the input as its standard input; without SOURCE and COMMAND it is \
bouton itself. A line has the verdict, the CPU time, the peak memory, and the test; of a failure, also the \
reason. Samples come first. The first failure is explained at the end, as 'bouton diff' does. The exit code \
is 0 if all are accepted, 1 if not.

More than 64 MiB and twice the expected answers is too much, on standard output, on standard error or in a \
file that the program writes. Of problem packages, data that is wrong on purpose (invalid_input and the \
like) is left out.";

impl TestOptions {
    /// Judges the program on all tests, and writes what comes of it to standard output. Returns whether all
    /// are accepted.
    ///
    /// # Errors
    /// There are no tests, the program cannot be run, an input is bad, standard output cannot be written, or
    /// a signal interrupts the run. What is known by then has been written, where that makes sense.
    pub fn run(&self, problem: &'static Problem, interrupt: &Interrupt) -> Result<bool, Error> {
        if self.judging.is_bouton() {
            // It could not know what to do.
            crate::commands::values::environment_kernel()?;
        }
        self.judging.each_time(problem, interrupt, |program| {
            let suite = find::suite(problem, self.data.as_deref())?;
            match program {
                Ok(program) => self.judge(problem, &suite, program, interrupt),
                Err(messages) => {
                    let mut report = Report::new(self.judging.json, &suite)?;
                    report.compile_error(messages)?;
                    Ok(false)
                }
            }
        })
    }

    fn judge(
        &self,
        problem: &'static Problem,
        suite: &Suite,
        program: &Program,
        interrupt: &Interrupt,
    ) -> Result<bool, Error> {
        let hidden = self.hidden(problem);
        let submission = self
            .judging
            .submission(problem, program, OUTPUT, &hidden, interrupt)?;
        let mut report = Report::new(self.judging.json, suite)?;
        report.start(&submission.limits);
        let next = AtomicUsize::new(0);
        let results = Mutex::new(InOrder::new(&suite.tests, &mut report));
        threads::share(usize::from(self.jobs).min(suite.tests.len()), || {
            while !interrupt.is_raised()
                && let index = next.fetch_add(1, Ordering::Relaxed)
                && let Some(test) = suite.tests.get(index)
            {
                let result = judge(&submission, test);
                let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                if !results.add(index, result) {
                    // After an error, the other results are not used.
                    interrupt.raise();
                }
            }
        });
        let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.finish()?;
        report.end()?;
        if interrupt.is_raised() {
            return Err(interrupt.error());
        }
        let all_accepted = report.all_accepted();
        report.trouble().map_or(Ok(all_accepted), Err)
    }

    /// Where the tests are, answers included.
    fn hidden(&self, problem: &Problem) -> Vec<PathBuf> {
        let own = match &problem.files {
            Files::In(folder) => Some(folder.join("data")),
            Files::Embedded(_) | Files::None => None,
        };
        let embedded = Path::new("problems").join(&problem.id).join("data");
        self.data
            .clone()
            .into_iter()
            .chain(own)
            .chain([embedded])
            .collect()
    }
}

/// Judges a program on a test; none if that was interrupted.
fn judge(submission: &Submission<'_>, test: &Test) -> Result<Option<Judgement>, Error> {
    // All is read before the program starts: it may damage the files.
    let (input, answers) = (test.input.snapshot()?, test.answers.snapshot()?);
    let expected = Expected {
        name: Some(&test.answers.name()),
        answers: &answers,
    };
    submission.judge(&test.input.name(), &input, expected)
}

/// Reports results in the order of the tests, as soon as those before them are known.
struct InOrder<'t, 'r> {
    tests: &'t [Test],
    report: &'r mut Report<'t>,
    /// Those that have to wait for others before them.
    early: BTreeMap<usize, Judgement>,
    /// The test whose result is reported next.
    next: usize,
    /// Why the report ends early, if it does.
    stopped: Result<(), Error>,
}

impl<'t, 'r> InOrder<'t, 'r> {
    fn new(tests: &'t [Test], report: &'r mut Report<'t>) -> Self {
        Self {
            tests,
            stopped: report.progress(0),
            report,
            early: BTreeMap::new(),
            next: 0,
        }
    }

    /// Takes the result of test number `index`; false if there is no point in going on.
    fn add(&mut self, index: usize, result: Result<Option<Judgement>, Error>) -> bool {
        if self.stopped.is_ok() {
            self.stopped = result.and_then(|judgement| {
                // There is no result only after an interrupt.
                self.early
                    .extend(judgement.map(|judgement| (index, judgement)));
                self.report_next()
            });
        }
        self.stopped.is_ok()
    }

    fn report_next(&mut self) -> Result<(), Error> {
        while let Some(judgement) = self.early.remove(&self.next) {
            self.report.result(&self.tests[self.next], judgement)?;
            self.next += 1;
            self.report.progress(self.next)?;
        }
        Ok(())
    }

    /// Reports the remaining results. Earlier ones are missing only after an interrupt.
    fn finish(self) -> Result<(), Error> {
        self.stopped?;
        for (index, judgement) in self.early {
            self.report.result(&self.tests[index], judgement)?;
        }
        Ok(())
    }
}
