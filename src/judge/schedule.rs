//! Judges a program on tests, several at once, and passes on the results in the order of the tests.

use std::collections::BTreeMap;
use std::mem::take;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::compare::Name;
use super::judgement::{Summary, TestResult};
use super::submission::{Expected, Submission};
use super::suite::{Suite, Test};
use super::verdict::Verdict;
use crate::error::Error;
use crate::threads;

/// What happens to a test.
pub(crate) enum Event<'t> {
    /// It is being judged.
    Starts(&'t Test),
    /// It was judged, as were all before it.
    Judged(&'t TestResult),
}

/// Judges `submission` on the tests of `suite`, as many as `jobs` at once, all or up to the first one that is not accepted,
/// and calls `report` with each [`Event`] when it happens. The first error, of `report` too, ends it. Returns the summary of
/// all results; after an interrupt, some are missing.
pub(crate) fn judge_all(
    submission: &Submission<'_>,
    suite: Suite<'_>,
    jobs: usize,
    stops_at_failure: bool,
    report: impl FnMut(Event<'_>) -> Result<(), Error> + Send,
) -> Result<Summary, Error> {
    let progress = Mutex::new(Progress {
        tests: suite.tests.enumerate(),
        report,
        stops_at_failure,
        summary: Summary {
            without_answers: suite.without_answers,
            ..Summary::default()
        },
        early: BTreeMap::new(),
        next: 0,
        end: None,
    });
    let next = || lock(&progress).next_test();
    threads::share(jobs, || {
        while !submission.interrupt.is_raised()
            && let Some((index, test)) = next()
        {
            let result = test.and_then(|test| judge(submission, test));
            lock(&progress).add(index, result);
        }
    });
    let progress = progress.into_inner();
    progress.unwrap_or_else(PoisonError::into_inner).finish()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Judges a program on a test. Returns `None` after an interrupt.
fn judge(submission: &Submission<'_>, test: Test) -> Result<Option<TestResult>, Error> {
    let [input, answers] = test.open(submission.problem)?;
    let expected = Expected {
        name: &test.answers_name(),
        answers: &answers,
    };
    let judgement = submission.judge(test.input_name(), &input, expected)?;
    let file = match test.input_name() {
        Name::File(path) => Some(path),
        Name::Ours | Name::Other(_) => None,
    };
    Ok(judgement.map(|judgement| TestResult {
        name: test.name,
        file,
        judgement,
    }))
}

/// Hands out tests, and passes on their results in the same order, as soon as those before them are known.
struct Progress<I, F> {
    tests: I,
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

impl<I, F> Progress<I, F>
where
    I: Iterator<Item = (usize, Result<Test, Error>)>,
    F: FnMut(Event<'_>) -> Result<(), Error>,
{
    fn next_test(&mut self) -> Option<(usize, Result<Test, Error>)> {
        if self.end.is_some() {
            return None;
        }
        let (index, test) = self.tests.next()?;
        let test = test.and_then(|test| (self.report)(Event::Starts(&test)).map(|()| test));
        Some((index, test))
    }

    /// Takes the result of test number `index`, unless the end is there. There is none only after an interrupt.
    fn add(&mut self, index: usize, result: Result<Option<TestResult>, Error>) {
        if self.end.is_some() {
            return;
        }
        let passed_on = result.and_then(|result| {
            self.early.extend(result.map(|result| (index, result)));
            while self.end.is_none()
                && let Some(result) = self.early.remove(&self.next)
            {
                let is_accepted = result.judgement.verdict == Verdict::Accepted;
                self.pass_on(result)?;
                self.end = (self.stops_at_failure && !is_accepted).then_some(Ok(()));
                self.next += 1;
            }
            Ok(())
        });
        if let Err(error) = passed_on {
            self.end = Some(Err(error));
        }
    }

    fn pass_on(&mut self, result: TestResult) -> Result<(), Error> {
        (self.report)(Event::Judged(&result))?;
        self.summary.add(result);
        Ok(())
    }

    /// Passes on the remaining results: after an interrupt, earlier ones are missing.
    fn finish(mut self) -> Result<Summary, Error> {
        if let Some(end) = self.end.take() {
            end?;
            self.early.clear();
        }
        for result in take(&mut self.early).into_values() {
            self.pass_on(result)?;
        }
        Ok(self.summary)
    }
}
