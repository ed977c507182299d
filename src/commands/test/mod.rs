//! `bouton test`: judges a program on test files.
//!
//! ```text
//! data ──find──▶ tests ──judge──▶ results ──report──▶ a line each, then what they come to
//! ```

mod find;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use clap::Args;

use crate::commands::judging::{self, Judging};
use crate::commands::values::{ProblemArg, environment_kernel, threads};
use crate::engine::threads;
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::judge::judgement::{Judgement, Summary, TestResult};
use crate::judge::submission::{Expected, Program, Submission};
use crate::problem::{Files, Problem};
use crate::report::Report;
use crate::report::json::JsonReport;
use crate::report::progress::{Meter, TESTS_JUDGED, Work};
use crate::report::text::TextReport;
use find::{Suite, Test};

/// The maximum output of a program: this, and twice the expected answers.
const OUTPUT: u64 = 64 << 20;

/// Judge a program on test files
#[derive(Debug, Args)]
#[command(after_help = format!("{DETAILS}\n\n{}", judging::help()), after_long_help = EXAMPLES)]
pub struct TestArgs {
    #[command(flatten)]
    problem: ProblemArg,

    #[command(flatten)]
    judging: Judging,

    /// Judge on every X.in in DIR or below that has an X.ans or X.out; default: the problem's samples,
    /// hacks, and data generated up to its limits
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Number of runs at once
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = threads)]
    jobs: u16,
}

const DETAILS: &str = "\
The program is run once for each test, with the input on standard input. Without SOURCE and COMMAND, bouton \
itself is judged. Each line has the verdict, the CPU time, the peak memory, the test, and the reason for a \
failure. Samples come first. The first failure is explained at the end, as 'bouton diff' does. The exit code \
is 0 if all tests are accepted, and 1 if not.

A program may write 64 MiB plus twice the size of the expected answers to standard output, to standard \
error, and to any file. Data that is wrong on purpose is skipped (invalid_input and the like in problem \
packages).";

const EXAMPLES: &str = "\
bouton test poj2234 mine.cpp  # compile it and judge it on the problem's own tests
bouton test poj2234 mine.cpp --watch  # judge it again whenever you save it
bouton test hdu1907 --data my/tests -- python3 john.py  # judge any command on your own tests
bouton test poj2234 ./a.out --time-limit 0.5 --memory-limit 16  # judge an executable with your own limits
bouton test poj2234 mine.cpp --json | jq -c 'select(.verdict == \"WA\") | {test, input, actual}'  \
# list the wrong answers as JSON";

impl TestArgs {
    /// Judges the program on all tests, and writes what comes of it to standard output. Returns whether all
    /// are accepted.
    ///
    /// # Errors
    /// There are no tests, the program cannot be run, an input is bad, standard output cannot be written, or
    /// a signal interrupts the run. What is known by then has been written, where that makes sense.
    pub fn run(&self, interrupt: &Interrupt) -> Result<bool, Error> {
        let problem = self.problem.find()?;
        if self.judging.is_bouton() {
            // It could not know what to do.
            environment_kernel()?;
        }
        self.judging.each_time(problem, interrupt, |program| {
            let suite = find::suite(problem, self.data.as_deref())?;
            match program {
                Ok(program) => self.judge(problem, &suite, program, interrupt),
                Err(messages) => {
                    let error = Judgement::compile_error(messages);
                    self.report(&suite)?
                        .compile_error(&error, &suite.summary())?;
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
        let mut report = self.report(suite)?;
        report.set_limits(&submission.limits);
        let next = AtomicUsize::new(0);
        let results = Mutex::new(InOrder::new(suite, report));
        threads::share(usize::from(self.jobs).min(suite.tests.len()), || {
            while !interrupt.is_raised()
                && let index = next.fetch_add(1, Ordering::Relaxed)
                && let Some(test) = suite.tests.get(index)
            {
                let result = judge(&submission, test);
                TESTS_JUDGED.fetch_add(u64::from(matches!(result, Ok(Some(_)))), Ordering::Relaxed);
                let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                if !results.add(index, result) {
                    // After an error, the other results are not used.
                    interrupt.raise();
                }
            }
        });
        let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        let summary = results.finish()?;
        if interrupt.is_raised() {
            return Err(interrupt.error());
        }
        let all_accepted = summary.accepted == summary.tests;
        summary.error.map_or(Ok(all_accepted), Err)
    }

    fn report(&self, suite: &Suite) -> Result<Box<dyn Report>, Error> {
        if self.judging.json {
            return Ok(Box::new(JsonReport));
        }
        let names = suite.tests.iter().map(|test| &test.name[..]);
        Ok(Box::new(TextReport::new(names)?))
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

/// Judges a program on a test. Returns `None` after an interrupt.
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
struct InOrder<'t> {
    tests: &'t [Test],
    report: Box<dyn Report>,
    meter: Meter,
    summary: Summary,
    /// Those that have to wait for others before them.
    early: BTreeMap<usize, Judgement>,
    /// The test whose result is reported next.
    next: usize,
    /// Why the report ends early, if it does.
    stopped: Result<(), Error>,
}

impl<'t> InOrder<'t> {
    fn new(suite: &'t Suite, report: Box<dyn Report>) -> Self {
        let this = Self {
            tests: &suite.tests,
            report,
            meter: Meter::start(Work::Judging, || suite.tests.len() as u64),
            summary: suite.summary(),
            early: BTreeMap::new(),
            next: 0,
            stopped: Ok(()),
        };
        this.show_next();
        this
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
            self.report(self.next, judgement)?;
            self.next += 1;
            self.show_next();
        }
        Ok(())
    }

    fn report(&mut self, index: usize, judgement: Judgement) -> Result<(), Error> {
        let test = &self.tests[index];
        let result = TestResult {
            name: test.name.clone(),
            file: test.input.name(),
            judgement,
        };
        self.meter.suspend(|| self.report.result(&result))?;
        self.summary.add(result);
        Ok(())
    }

    fn show_next(&self) {
        if let Some(test) = self.tests.get(self.next) {
            self.meter.name(&test.name);
        }
    }

    /// Reports the remaining results, and what all come to. Earlier ones are missing only after an interrupt.
    fn finish(mut self) -> Result<Summary, Error> {
        std::mem::replace(&mut self.stopped, Ok(()))?;
        for (index, judgement) in std::mem::take(&mut self.early) {
            self.report(index, judgement)?;
        }
        drop(self.meter);
        self.report.end(&self.summary)?;
        Ok(self.summary)
    }
}
