//! Judges a program on tests, several at once, and passes on the results in the order of the tests.

use std::collections::BTreeMap;
use std::sync::{Mutex, mpsc};
use std::thread::{Builder, scope};

use super::judgement::{Judgement, Summary};
use super::name::Name;
use super::process::Snapshot;
use super::submission::Submission;
use super::suite::{self, Suite, Test};
use super::verdict::Verdict;
use crate::error::{Error, reason};
use crate::input::Input;
use crate::judge::compare;
use crate::judge::diagnosis::{Answered, Diagnosis};
use crate::threads::{self, lock};
use crate::words::t;

/// Judges `submission` on the tests of `suite`, as many as `jobs` at once, all or up to the first one that is not
/// accepted, and passes each result to `report` and adds it to the `summary` as soon as those before it are known. The
/// first error, of `report` too, ends it. After an interrupt, some results are missing. A program that does not compile
/// is judged without a test.
pub(crate) fn judge_all(
    submission: &Submission<'_>,
    suite: &mut Suite<'_>,
    jobs: usize,
    stops_at_failure: bool,
    summary: &Mutex<Summary>,
    mut report: impl FnMut(&Judgement) -> Result<(), Error>,
) -> Result<(), Error> {
    lock(summary).without_answers.clone_from(&suite.without_answers);
    if let Some(messages) = &submission.program.errors {
        let failure = Judgement::compile_error(messages.clone());
        report(&failure)?;
        let mut summary = lock(summary);
        summary.failure = Some(failure);
        summary.likely = Some(Vec::new());
        return Ok(());
    }
    let mut pass_on = |judgement: Judgement| {
        let is_accepted = judgement.verdict == Verdict::Accepted;
        report(&judgement)?;
        lock(summary).add(judgement);
        Ok(stops_at_failure && !is_accepted)
    };
    judge_each(submission, suite, jobs, &mut pass_on)?;
    let is_wrong = lock(summary).count(Verdict::WrongAnswer) > 0;
    if is_wrong && !submission.interrupt.is_raised() {
        find_mistake(submission, suite, summary)?;
    }
    Ok(())
}

/// Judges `submission` on the tests of `suite`, as many as `jobs` at once, and passes on each result as soon as those
/// before it are known, until `pass_on` returns true.
fn judge_each(
    submission: &Submission<'_>,
    suite: &mut Suite<'_>,
    jobs: usize,
    pass_on: &mut dyn FnMut(Judgement) -> Result<bool, Error>,
) -> Result<(), Error> {
    let tests = Mutex::new(suite.tests().enumerate());
    let next = || lock(&tests).next();
    let (sender, results) = mpsc::channel();
    let work = move || {
        // When nobody receives results any more, it is over.
        while !submission.interrupt.is_raised()
            && let Some((index, test)) = next()
            && let judged = test.and_then(|test| judge(submission, &test))
            && sender.send((index, judged)).is_ok()
        {}
    };
    scope(|threads| {
        let started = Builder::new().spawn_scoped(threads, move || threads::share(jobs, work));
        started.map_err(|error| Error::Usage(t!("cannot start a thread: {reason}", reason = reason(&error))))?;
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (index, result) in results {
            waiting.extend(result?.map(|result| (index, result)));
            while let Some(result) = waiting.remove(&next) {
                next += 1;
                if pass_on(result)? {
                    return Ok(());
                }
            }
        }
        // After an interrupt, there are none of earlier tests.
        let mut rest = waiting.into_values();
        rest.try_for_each(|result| pass_on(result).map(drop))
    })
}

/// Looks for the mistake that explains what the program answered to all tests, where answers are wrong.
fn find_mistake(submission: &Submission<'_>, suite: &mut Suite<'_>, summary: &Mutex<Summary>) -> Result<(), Error> {
    let mut diagnosis = Diagnosis::new(submission.problem);
    let (mut alone, mut failed) = (None, None);
    let (answered, failure_index, shown) = {
        let mut summary = lock(summary);
        let failure = summary.failure.as_ref();
        let failure = failure.filter(|failure| failure.verdict == Verdict::WrongAnswer);
        let shown = failure.and_then(|failure| failure.comparison.as_ref()?.shown(&submission.problem.answer));
        let answered = std::mem::take(&mut summary.answered);
        (answered, summary.failure_index, shown)
    };
    suite.rewind();
    for ((index, answered), test) in answered.into_iter().enumerate().zip(suite.tests()) {
        let test = test?;
        // Files that changed meanwhile say nothing.
        if test.input.check().is_err() {
            return Ok(());
        }
        let mut input = Input::new(test.input.name.to_string(), test.input.open()?);
        if index == failure_index {
            alone = shown.map(|shown| compare::alone(submission.problem, &input, shown));
            failed = Some((test, answered.clone()));
        }
        diagnosis.add(&mut input, answered)?;
        if diagnosis.is_over() && index >= failure_index {
            break;
        }
    }
    let likely = diagnosis.likely(shown, || {
        let (Some(alone), Some((test, answered))) = (alone.transpose()?.flatten(), failed) else {
            return Ok(false);
        };
        is_right_alone(submission, &alone, &test, &answered)
    })?;
    let mut summary = lock(summary);
    if let Some(comparison) = summary.failure.as_mut().and_then(|failure| failure.comparison.as_mut())
        && comparison.verdict == Verdict::WrongAnswer
    {
        comparison.likely = Some(likely.clone());
    }
    summary.likely = Some(likely);
    Ok(())
}

/// Whether the program is right on the input `alone`, and answers the whole `test` as it has `answered` it before:
/// chance is no mistake of a kind.
fn is_right_alone(submission: &Submission<'_>, alone: &[u8], test: &Test, answered: &Answered) -> Result<bool, Error> {
    let alone = submission.judge(&Snapshot::of(t!("input").into(), alone)?, None)?;
    if alone.is_none_or(|judgement| judgement.verdict != Verdict::Accepted) {
        return Ok(false);
    }
    let again = submission.judge(&test.input, test.expected.as_ref())?;
    Ok(again.is_some_and(|judgement| judgement.answered == *answered))
}

/// Judges a program on a test. Returns `None` after an interrupt.
fn judge(submission: &Submission<'_>, test: &Test) -> Result<Option<Judgement>, Error> {
    let expected = test.expected.as_ref();
    let judgement = submission.judge(&test.input, expected)?;
    // What it was judged on may not be what was meant.
    let changed = [Some(&test.input), expected]
        .into_iter()
        .flatten()
        .map(Snapshot::check)
        .find(Result::is_err);
    let file = match &test.input.name {
        Name::File(path) => Some(path.clone()),
        Name::Ours | Name::Other(_) => None,
    };
    let judgement = judgement.map(|judgement| match changed {
        Some(Err(error)) => Judgement {
            verdict: Verdict::JudgeError,
            comparison: None,
            error: Some(error),
            ..judgement
        },
        Some(Ok(())) | None => judgement,
    });
    Ok(judgement.map(|mut judgement| {
        if let Some(comparison) = judgement.comparison.as_mut().filter(|_| expected.is_none()) {
            comparison.expected = suite::expected_output(&test.name);
        }
        Judgement {
            test: Some(test.name.clone()),
            file,
            ..judgement
        }
    }))
}
