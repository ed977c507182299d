//! `bouton test`: judges a program on test files.
//!
//! ```text
//! data ──suite──▶ tests ──judge──▶ results ──report──▶ a line each, then what they come to
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

use clap::Args;

use crate::commands::judging::{self, Judging};
use crate::commands::values::{ProblemArg, environment_kernel, threads};
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::judge::compare::Name;
use crate::judge::judgement::{Judgement, Summary, TestResult};
use crate::judge::submission::{Expected, Program, Submission};
use crate::judge::suite::{self, Suite, Test};
use crate::judge::verdict::Verdict;
use crate::output;
use crate::problem::{Files, Problem};
use crate::report::Report;
use crate::report::json::{self, JsonReport, JudgementObject};
use crate::report::progress::Meter;
use crate::report::text::{self, TextReport};
use crate::text::colored;
use crate::threads;
use crate::work::{TESTS_JUDGED, Work};

/// The maximum output of a program: this, and twice the expected answers.
const OUTPUT: u64 = 64 << 20;

/// Judge a program on test files
#[derive(Debug, Args)]
#[command(after_help = format!("{DETAILS}\n\n{}", judging::help()), after_long_help = EXAMPLES)]
pub(crate) struct TestArgs {
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

    /// Stop at the first test that is not accepted
    #[arg(long)]
    first: bool,
}

const DETAILS: &str = "\
The program is run once for each test, with the input on standard input. Without SOURCE and COMMAND, bouton \
itself is judged. Each line has the verdict, the CPU time, the peak memory, the test, and the reason for a \
failure. Samples come first. The first failure is explained at the end, as 'bouton diff' does. The exit code \
is 0 if all tests are accepted, and 1 if not.

A program may write 64 MiB plus twice the size of the expected answers to standard output, to standard \
error, and to any file. Data that is wrong on purpose is skipped (invalid_input and the like in problem \
packages).

--json: after an object for each test, as below, there is one for all: tests (their number), judged and accepted (how \
many), skipped (inputs without expected answers):
  {\"tests\":22,\"judged\":22,\"accepted\":21,\"skipped\":[]}";

const EXAMPLES: &str = "\
bouton test poj2234 mine.cpp  # compile it and judge it on the problem's own tests
bouton test poj2234 mine.cpp --first  # stop at the first test that is not accepted
bouton test poj2234 mine.cpp --watch  # judge it again whenever you save it
bouton test hdu1907 --data my/tests -- python3 john.py  # judge any command on your own tests
bouton test poj2234 ./a.out --time-limit 0.5 --memory-limit 16  # judge an executable with your own limits
bouton test poj2234 mine.cpp --json | jq -r 'select(.verdict == \"WA\").input'  \
# list the wrong answers as JSON";

impl TestArgs {
    /// Judges the program on all tests, and writes what comes of it to standard output. Returns whether all
    /// are accepted. After an error or a signal, what is known by then has been written, where that makes sense.
    pub(crate) fn run(&self, interrupt: &Interrupt) -> Result<bool, Error> {
        let problem = self.problem.problem;
        if self.judging.is_bouton() {
            // It could not know what to do.
            environment_kernel()?;
        }
        self.judging.each_time(problem, interrupt, |program| {
            let suite = suite::suite(problem, self.data.as_deref())?;
            match program {
                Ok(program) => self.judge(problem, suite, program, interrupt),
                Err(messages) => {
                    let error = Judgement::compile_error(messages);
                    if self.judging.json {
                        json::write_line(&JudgementObject::of(None, None, &error))?;
                        JsonReport.end(&Summary {
                            tests: suite.tests.count(),
                            without_answers: suite.without_answers,
                            ..Summary::default()
                        })?;
                    } else {
                        output::write_to_stdout(&colored(&text::compile_error(&error)))?;
                    }
                    Ok(false)
                }
            }
        })
    }

    fn judge(
        &self,
        problem: &'static Problem,
        suite: Suite,
        program: &Program,
        interrupt: &Interrupt,
    ) -> Result<bool, Error> {
        let hidden = self.hidden(problem);
        let submission = self
            .judging
            .submission(problem, program, OUTPUT, &hidden, interrupt)?;
        let report: Box<dyn Report> = if self.judging.json {
            Box::new(JsonReport)
        } else {
            Box::new(TextReport {
                name_width: suite.name_width,
                limits: submission.limits.clone(),
                is_bouton: self.judging.is_bouton(),
            })
        };
        let summary = Summary {
            without_answers: suite.without_answers,
            ..Summary::default()
        };
        let data = self.data.clone();
        let count = move || suite::suite(problem, data.as_deref()).map(|all| all.tests.count());
        let results = InOrder {
            report,
            meter: Meter::start(Work::Judging, move || {
                count().map_or(0, |count| count as u64)
            }),
            summary,
            early: BTreeMap::new(),
            next: 0,
            stops_at_failure: self.first,
            end: None,
        };
        let (tests, results) = (Mutex::new(suite.tests.enumerate()), Mutex::new(results));
        let next = || lock(&tests).next();
        threads::share(self.jobs.into(), || {
            while !interrupt.is_raised()
                && lock(&results).end.is_none()
                && let Some((index, test)) = next()
            {
                let result = test.and_then(|test| {
                    lock(&results).start(&test);
                    judge(&submission, test)
                });
                lock(&results).add(index, result);
                if !self.judging.watch && matches!(lock(&results).end, Some(Err(_))) {
                    // The runs in progress are of no use.
                    interrupt.raise();
                }
            }
        });
        let (tests, results) = (tests.into_inner(), results.into_inner());
        let rest = tests.unwrap_or_else(PoisonError::into_inner);
        let results = results.unwrap_or_else(PoisonError::into_inner);
        let summary = results.finish(rest)?;
        if interrupt.is_raised() {
            return Err(interrupt.error());
        }
        let all_accepted = summary.accepted == summary.tests;
        summary.error.map_or(Ok(all_accepted), Err)
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Judges a program on a test. Returns `None` after an interrupt.
fn judge(submission: &Submission<'_>, test: Test) -> Result<Option<TestResult>, Error> {
    // All is read before the program starts: it may damage the files.
    let [input, answers] = test.snapshots(submission.problem)?;
    let expected = Expected {
        name: Some(&test.answers_name()),
        answers: &answers,
    };
    let judgement = submission.judge(test.input_name(), &input, expected)?;
    let file = match test.input_name() {
        Name::File(path) => Some(path),
        Name::Other(_) | Name::AnswersTo(_) => None,
    };
    Ok(judgement.map(|judgement| TestResult {
        name: test.name,
        file,
        judgement,
    }))
}

/// Reports results in the order of the tests, as soon as those before them are known.
struct InOrder {
    report: Box<dyn Report>,
    meter: Meter,
    summary: Summary,
    /// Those that have to wait for others before them.
    early: BTreeMap<usize, TestResult>,
    /// The test whose result is reported next.
    next: usize,
    /// Whether the first test that is not accepted is the last one that is reported.
    stops_at_failure: bool,
    /// If the report ends early: after such a test, or an error.
    end: Option<Result<(), Error>>,
}

impl InOrder {
    /// Shows that `test` is being judged.
    fn start(&mut self, test: &Test) {
        self.summary.tests += 1;
        self.meter.name(&test.name);
    }

    /// Takes the result of test number `index`, unless the report has ended.
    fn add(&mut self, index: usize, result: Result<Option<TestResult>, Error>) {
        if self.end.is_some() {
            return;
        }
        let reported = result.and_then(|result| {
            // There is no result only after an interrupt.
            self.early.extend(result.map(|result| (index, result)));
            self.report_next()
        });
        if let Err(error) = reported {
            self.end = Some(Err(error));
        }
    }

    fn report_next(&mut self) -> Result<(), Error> {
        while self.end.is_none()
            && let Some(result) = self.early.remove(&self.next)
        {
            if self.stops_at_failure && result.judgement.verdict != Verdict::Accepted {
                self.end = Some(Ok(()));
            }
            self.report(result)?;
            self.next += 1;
        }
        Ok(())
    }

    fn report(&mut self, result: TestResult) -> Result<(), Error> {
        TESTS_JUDGED.fetch_add(1, Ordering::Relaxed);
        self.meter.suspend(|| self.report.result(&result))?;
        self.summary.add(result);
        Ok(())
    }

    /// Reports the remaining results, and what all come to. After an interrupt, earlier ones are missing. If the
    /// report ended early, there is a `rest` of tests that were not judged.
    fn finish(mut self, rest: impl Iterator) -> Result<Summary, Error> {
        if let Some(end) = self.end.take() {
            end?;
            self.early.clear();
        }
        for result in std::mem::take(&mut self.early).into_values() {
            self.report(result)?;
        }
        drop(self.meter);
        self.summary.tests += rest.count();
        self.report.end(&self.summary)?;
        Ok(self.summary)
    }
}
