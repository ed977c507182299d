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
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::engine::threads;
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::problem::Problem;
use find::Test;
use judge::{Judge, Judged};
use report::Report;

/// What is judged, on what, and how.
#[derive(Clone, Debug)]
pub struct TestOptions {
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
pub fn run(problem: &'static Problem, options: &TestOptions) -> Result<bool, Error> {
    let suite = find::suite(problem, options.data.as_deref())?;
    let interrupt = Interrupt::on_signals()?;
    let judge = Judge::new(problem, options, &interrupt)?;
    let mut report = Report::new(options, &suite)?;
    report.start()?;
    let next = AtomicUsize::new(0);
    let results = Mutex::new(InOrder::new(&suite.tests, &mut report));
    threads::share(options.jobs.min(suite.tests.len()), || {
        while !interrupt.is_raised()
            && let index = next.fetch_add(1, Ordering::Relaxed)
            && let Some(test) = suite.tests.get(index)
        {
            let result = judge.test(test);
            let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
            if !results.add(index, result) {
                // Whatever is the matter, nobody looks at the rest.
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

/// Reports results in the order of the tests, as soon as those before them are known.
struct InOrder<'t, 'r> {
    tests: &'t [Test],
    report: &'r mut Report<'t>,
    /// Those that have to wait for others before them.
    early: BTreeMap<usize, Judged>,
    /// The test whose result is reported next.
    expected: usize,
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
            expected: 0,
        }
    }

    /// Takes the result of test number `index`; false if there is no point in going on.
    fn add(&mut self, index: usize, result: Result<Option<Judged>, Error>) -> bool {
        if self.stopped.is_ok() {
            self.stopped = result.and_then(|judged| {
                // Without a result, somebody interrupted us.
                self.early.extend(judged.map(|judged| (index, judged)));
                self.report_next()
            });
        }
        self.stopped.is_ok()
    }

    fn report_next(&mut self) -> Result<(), Error> {
        while let Some(judged) = self.early.remove(&self.expected) {
            self.report.result(&self.tests[self.expected], judged)?;
            self.expected += 1;
            self.report.progress(self.expected)?;
        }
        Ok(())
    }

    /// Reports the rest: only if somebody interrupts us, some before them are not known.
    fn finish(self) -> Result<(), Error> {
        self.stopped?;
        for (index, judged) in self.early {
            self.report.result(&self.tests[index], judged)?;
        }
        Ok(())
    }
}
