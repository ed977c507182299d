//! What the user sees: a line for each test as soon as it is judged, then what they come to.

use std::collections::BTreeMap;
use std::time::Duration;

use super::find::{Suite, Test};
use super::judge::{Judged, Verdict};
use super::text::TextReport;
use super::{TestOptions, json, judge};
use crate::commands::answer;
use crate::error::Error;
use crate::output::answers::Answers;

/// Reports on tests that are judged in their order.
pub struct Report<'a> {
    suite: &'a Suite,
    out: Out,
    tally: Tally<'a>,
}

/// Where the report goes.
enum Out {
    People(TextReport),
    Programs(Answers<'static>),
}

/// What the results come to so far.
#[derive(Default)]
pub struct Tally<'a> {
    /// How many tests were run, and how many of them have a verdict.
    pub run: usize,
    pub judged: usize,
    pub accepted: usize,
    /// How many others there are of each verdict.
    pub others: BTreeMap<&'static str, usize>,
    pub slowest: Option<(Duration, &'a str)>,
    pub most_memory: Option<(u64, &'a str)>,
    /// The first that was not accepted.
    pub first: Option<(&'a Test, Judged)>,
    /// The first that was accepted although wanted answers are wrong.
    pub expected_wrong: Option<Judged>,
    trouble: Option<Error>,
}

impl<'a> Report<'a> {
    /// A report on the tests of `suite`, to standard output.
    ///
    /// # Errors
    /// Standard output is closed.
    pub fn new(options: &TestOptions, suite: &'a Suite) -> Result<Self, Error> {
        let out = if options.json {
            Out::Programs(answer::stdout()?)
        } else {
            Out::People(TextReport::new(options, suite)?)
        };
        Ok(Self {
            suite,
            out,
            tally: Tally::default(),
        })
    }

    /// Says what is unexpected about the tests.
    ///
    /// # Errors
    /// Standard output cannot be written.
    pub fn start(&mut self) -> Result<(), Error> {
        match (&mut self.out, &self.suite.note) {
            (Out::People(people), Some(note)) => people.write(&format!("{note}\n\n")),
            _ => Ok(()),
        }
    }

    /// Shows, to somebody who watches, that test number `index` is next.
    ///
    /// # Errors
    /// As [`Report::start`].
    pub fn progress(&mut self, index: usize) -> Result<(), Error> {
        match (&mut self.out, self.suite.tests.get(index)) {
            (Out::People(people), Some(test)) => {
                let count = self.suite.tests.len();
                people.progress(&format!("{} of {count}: {}", index + 1, test.name))
            }
            _ => Ok(()),
        }
    }

    /// Writes what came of `test`.
    ///
    /// # Errors
    /// As [`Report::start`].
    pub fn result(&mut self, test: &'a Test, judged: Judged) -> Result<(), Error> {
        match &mut self.out {
            Out::People(people) => people.result(test, &judged)?,
            Out::Programs(answers) => {
                json::result(test, &judged, answers);
                answers.flush()?;
            }
        }
        self.tally.add(test, judged);
        Ok(())
    }

    /// Writes what all results come to, and the first failure.
    ///
    /// # Errors
    /// As [`Report::start`].
    pub fn end(&mut self) -> Result<(), Error> {
        match &mut self.out {
            Out::People(people) => people.end(self.suite, &self.tally),
            Out::Programs(answers) => {
                json::summary(self.suite, &self.tally, answers);
                answers.flush()
            }
        }
    }

    /// Whether all tests were judged and accepted.
    pub fn all_accepted(&self) -> bool {
        self.tally.accepted == self.suite.tests.len()
    }

    /// The first thing that was wrong with an input.
    pub fn trouble(self) -> Option<Error> {
        self.tally.trouble
    }
}

impl<'a> Tally<'a> {
    fn add(&mut self, test: &'a Test, judged: Judged) {
        self.run += 1;
        self.judged += usize::from(judged.verdict.is_ok());
        let slowest = (judged.wall, &test.name[..]);
        self.slowest = self.slowest.max(Some(slowest));
        let most = judged.peak_memory.map(|most| (most, &test.name[..]));
        self.most_memory = self.most_memory.max(most);
        match judged.verdict {
            Ok(Verdict::ACCEPTED) => {
                self.accepted += 1;
                if self.expected_wrong.is_none() && judged.expected_wrong() > 0 {
                    self.expected_wrong = Some(judged);
                }
            }
            Ok(verdict) => {
                *self.others.entry(verdict.short()).or_default() += 1;
                self.first.get_or_insert((test, judged));
            }
            Err(trouble) => {
                *self.others.entry(judge::NO_VERDICT).or_default() += 1;
                self.trouble.get_or_insert(trouble);
            }
        }
    }
}
