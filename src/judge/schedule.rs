//! Judges a program on tests, several at once, and passes on the results in the order of the tests.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::compare::Name;
use super::judgement::{Summary, TestResult};
use super::submission::{Expected, Submission};
use super::suite::{Suite, Test};
use super::verdict::Verdict;
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::threads;

/// How tests are judged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schedule {
    /// How many at once.
    pub jobs: usize,
    /// Whether the first test that is not accepted is the last one.
    pub stops_at_failure: bool,
    /// Whether an error that is nobody's answer ends the runs in progress, by raising the interrupt.
    pub stops_at_error: bool,
}

/// What happens to a test.
pub(crate) enum Event<'t> {
    /// It is being judged.
    Starts(&'t Test),
    /// It was judged, as were all before it.
    Judged(&'t TestResult),
}

/// Judges `submission` on the tests of `suite`, and calls `report` with each [`Event`] when it happens. The first error of
/// `report` ends the run. Returns the summary of all results; after an interrupt, some are missing.
pub(crate) fn judge_all(
    submission: &Submission<'_>,
    suite: Suite<'_>,
    schedule: Schedule,
    interrupt: &Interrupt,
    report: impl FnMut(Event<'_>) -> Result<(), Error> + Send,
) -> Result<Summary, Error> {
    let results = InOrder {
        report,
        stops_at_failure: schedule.stops_at_failure,
        summary: Summary {
            without_answers: suite.without_answers,
            ..Summary::default()
        },
        early: BTreeMap::new(),
        next: 0,
        end: None,
    };
    let (tests, results) = (Mutex::new(suite.tests.enumerate()), Mutex::new(results));
    let next = || lock(&tests).next();
    threads::share(schedule.jobs, || {
        while !interrupt.is_raised()
            && lock(&results).end.is_none()
            && let Some((index, test)) = next()
        {
            let result = test.and_then(|test| {
                lock(&results).start(&test)?;
                judge(submission, test)
            });
            lock(&results).add(index, result);
            if schedule.stops_at_error && matches!(lock(&results).end, Some(Err(_))) {
                interrupt.raise();
            }
        }
    });
    let (tests, results) = (tests.into_inner(), results.into_inner());
    let rest = tests.unwrap_or_else(PoisonError::into_inner);
    let results = results.unwrap_or_else(PoisonError::into_inner);
    results.finish(rest.count())
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

/// Passes on results in the order of the tests, as soon as those before them are known.
struct InOrder<F> {
    report: F,
    stops_at_failure: bool,
    summary: Summary,
    /// Those that have to wait for others before them.
    early: BTreeMap<usize, TestResult>,
    /// The test whose result is passed on next.
    next: usize,
    /// If it ends early: after a failure, or an error.
    end: Option<Result<(), Error>>,
}

impl<F: FnMut(Event<'_>) -> Result<(), Error>> InOrder<F> {
    fn start(&mut self, test: &Test) -> Result<(), Error> {
        self.summary.tests += 1;
        (self.report)(Event::Starts(test))
    }

    /// Takes the result of test number `index`, unless the end is there.
    fn add(&mut self, index: usize, result: Result<Option<TestResult>, Error>) {
        if self.end.is_some() {
            return;
        }
        let passed_on = result.and_then(|result| {
            // There is no result only after an interrupt.
            self.early.extend(result.map(|result| (index, result)));
            self.pass_on_next()
        });
        if let Err(error) = passed_on {
            self.end = Some(Err(error));
        }
    }

    fn pass_on_next(&mut self) -> Result<(), Error> {
        while self.end.is_none()
            && let Some(result) = self.early.remove(&self.next)
        {
            if self.stops_at_failure && result.judgement.verdict != Verdict::Accepted {
                self.end = Some(Ok(()));
            }
            self.pass_on(result)?;
            self.next += 1;
        }
        Ok(())
    }

    fn pass_on(&mut self, result: TestResult) -> Result<(), Error> {
        (self.report)(Event::Judged(&result))?;
        self.summary.add(result);
        Ok(())
    }

    /// Passes on the remaining results: after an interrupt, earlier ones are missing. After an early end there is a
    /// `rest` of tests that were not judged.
    fn finish(mut self, rest: usize) -> Result<Summary, Error> {
        if let Some(end) = self.end.take() {
            end?;
            self.early.clear();
        }
        for result in std::mem::take(&mut self.early).into_values() {
            self.pass_on(result)?;
        }
        self.summary.tests += rest;
        Ok(self.summary)
    }
}
