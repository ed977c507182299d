//! What the user sees: a line for each test as soon as it is judged, then what they come to.

use std::collections::BTreeMap;
use std::time::Duration;

use super::find::{Suite, Test};
use super::text::TextReport;
use crate::commands::answer;
use crate::error::Error;
use crate::judge::judgement::Judgement;
use crate::judge::process::Limits;
use crate::judge::verdict::Verdict;
use crate::output::answers::Answers;
use crate::report::json;

/// Reports on tests that are judged in their order.
pub struct Report<'a> {
    suite: &'a Suite,
    out: Out,
    tally: Summary<'a>,
}

/// Where the report goes.
enum Out {
    People(TextReport),
    Programs(Answers<'static>),
}

/// What the results come to so far.
#[derive(Default)]
pub struct Summary<'a> {
    /// How many tests were run, and how many of them are good.
    pub run: usize,
    pub judged: usize,
    pub accepted: usize,
    /// How many others there are of each verdict.
    pub others: BTreeMap<Verdict, usize>,
    pub slowest: Option<(Duration, &'a str)>,
    pub most_memory: Option<(u64, &'a str)>,
    /// The first that was not accepted.
    pub first: Option<(&'a Test, Judgement)>,
    trouble: Option<Error>,
}

impl<'a> Report<'a> {
    /// A report on the tests of `suite`, to standard output.
    ///
    /// # Errors
    /// Standard output is closed.
    pub fn new(json: bool, suite: &'a Suite) -> Result<Self, Error> {
        let out = if json {
            Out::Programs(answer::stdout()?)
        } else {
            Out::People(TextReport::new(suite)?)
        };
        Ok(Self {
            suite,
            out,
            tally: Summary::default(),
        })
    }

    /// Sets the limits that reasons of verdicts name.
    pub fn start(&mut self, limits: &Limits) {
        if let Out::People(people) = &mut self.out {
            people.set_limits(limits);
        }
    }

    /// Shows on a terminal that test number `index` is next.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub fn progress(&mut self, index: usize) -> Result<(), Error> {
        match (&mut self.out, self.suite.tests.get(index)) {
            (Out::People(people), Some(test)) => {
                let count = self.suite.tests.len();
                people.progress(&format!("{} of {count}: {}", index + 1, test.name))
            }
            _ => Ok(()),
        }
    }

    /// Writes that the program does not compile, and why.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub fn compile_error(&mut self, messages: String) -> Result<(), Error> {
        let judgement = Judgement::compile_error(messages);
        match &mut self.out {
            Out::People(people) => people.compile_error(&judgement),
            Out::Programs(answers) => {
                json::judgement(None, None, &judgement, None, answers);
                answers.text(b"}\n");
                json_summary(self.suite, &self.tally, answers);
                answers.flush()
            }
        }
    }

    /// Writes what came of `test`.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub fn result(&mut self, test: &'a Test, judgement: Judgement) -> Result<(), Error> {
        match &mut self.out {
            Out::People(people) => people.result(test, &judgement)?,
            Out::Programs(answers) => {
                let file = test.input.name();
                json::judgement(Some(&test.name), Some(&file), &judgement, None, answers);
                answers.text(b"}\n");
                answers.flush()?;
            }
        }
        self.tally.add(test, judgement);
        Ok(())
    }

    /// Writes what all results come to, and the first failure.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub fn end(&mut self) -> Result<(), Error> {
        match &mut self.out {
            Out::People(people) => people.end(self.suite, &self.tally),
            Out::Programs(answers) => {
                json_summary(self.suite, &self.tally, answers);
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

impl<'a> Summary<'a> {
    fn add(&mut self, test: &'a Test, mut judgement: Judgement) {
        self.run += 1;
        self.judged += usize::from(judgement.verdict != Verdict::JudgeError);
        self.slowest = self.slowest.max(Some((judgement.cpu, &test.name)));
        let most = judgement.peak_memory.map(|most| (most, &test.name[..]));
        self.most_memory = self.most_memory.max(most);
        if judgement.verdict == Verdict::Accepted {
            self.accepted += 1;
            return;
        }
        *self.others.entry(judgement.verdict).or_default() += 1;
        if let Some(error) = judgement.error.take() {
            // It is reported in the end.
            self.trouble.get_or_insert(error);
        } else {
            self.first.get_or_insert((test, judgement));
        }
    }
}

/// Writes what all results come to as an object.
fn json_summary(suite: &Suite, tally: &Summary<'_>, answers: &mut Answers<'_>) {
    let (judged, accepted) = (tally.judged, tally.accepted);
    write!(answers, "{{\"tests\":{}", suite.tests.len());
    write!(answers, ",\"judged\":{judged},\"accepted\":{accepted}");
    answers.text(b",\"skipped\":");
    json::items(&suite.without_answers, answers, |name, answers| {
        json::string(name, answers);
    });
    // No default tests need an explanation; the key is a part of the format.
    answers.text(b",\"note\":null");
    answers.text(b"}\n");
}
