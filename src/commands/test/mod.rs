//! `bouton test`: judges a program on test files.
//!
//! ```text
//! data ──find──▶ tests ──judge──▶ results ──report──▶ a line each, then what they come to
//! ```

mod find;
mod json;
mod judge;
mod report;
mod text;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use crate::error::Error;
use crate::problems::Problem;
use crate::program::Interrupt;
use find::Test;
use judge::{Judge, Judged};
use report::Report;

/// What is judged, on what, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder with the test files; none is that of the problem.
    pub data: Option<PathBuf>,
    /// How long a run may take.
    pub time_limit: Duration,
    /// How many runs go on at once.
    pub jobs: usize,
    /// Write objects, not text for people.
    pub json: bool,
    /// The command under test; none is this program.
    pub command: Vec<OsString>,
}

/// Judges a program on all tests, and writes what comes of it to standard output. Returns whether all
/// are accepted.
///
/// # Errors
/// There are no tests, the command cannot be run, an input is bad, standard output cannot be written, or
/// somebody interrupted us. What is known by then has been written, where that makes sense.
pub fn run(problem: &'static Problem, options: &Options) -> Result<bool, Error> {
    let suite = find::suite(problem, options.data.as_deref())?;
    let interrupt = Interrupt::on_signals()?;
    let judge = Judge::new(problem, options, &interrupt)?;
    let mut report = Report::new(options, &suite)?;
    report.start()?;
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..options.jobs.min(suite.tests.len()) {
            let sender = sender.clone();
            let (judge, tests, next, interrupt) = (&judge, &suite.tests, &next, &interrupt);
            scope.spawn(move || {
                while !interrupt.is_raised()
                    && let index = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(test) = tests.get(index)
                    && sender.send((index, judge.test(test))).is_ok()
                {}
            });
        }
        drop(sender);
        let reported = in_order(&suite.tests, results, &mut report);
        // Whatever is the matter, nobody looks at the rest.
        if reported.is_err() {
            interrupt.raise();
        }
        reported
    })?;
    report.end()?;
    if interrupt.is_raised() {
        return Err(interrupt.error());
    }
    let all_accepted = report.all_accepted();
    report.trouble().map_or(Ok(all_accepted), Err)
}

/// Reports results in the order of the tests, as soon as those before them are known.
fn in_order<'a>(
    tests: &'a [Test],
    results: mpsc::Receiver<(usize, Result<Option<Judged>, Error>)>,
    report: &mut Report<'a>,
) -> Result<(), Error> {
    let mut early = BTreeMap::new();
    let mut expected = 0;
    report.progress(expected)?;
    for (index, result) in results {
        early.insert(index, result);
        while let Some(result) = early.remove(&expected) {
            if let Some(judged) = result? {
                report.result(&tests[expected], judged)?;
            }
            expected += 1;
            report.progress(expected)?;
        }
    }
    // Only if somebody interrupts us, some before them are not known.
    for (index, result) in early {
        if let Some(judged) = result? {
            report.result(&tests[index], judged)?;
        }
    }
    Ok(())
}
