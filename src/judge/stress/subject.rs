//! The program under test: is it wrong on an input?

use std::time::Duration;

use super::inputs::{CaseNumbers, Grammar};
use crate::engine::{RunOptions, answer};
use crate::error::Error;
use crate::input::Input;
use crate::judge::judgement::Judgement;
use crate::judge::process::Snapshot;
use crate::judge::submission::{Expected, Submission};
use crate::judge::verdict::Verdict;
use crate::output::answers::Answers;
use crate::problem::Problem;

/// What a run costs that ends at the time limit, compared with one on a small input.
const TIMEOUT_COST: u64 = 50;

/// So many bytes of input cost as much as a run.
const COSTLY_BYTES: u64 = 64 * 1024;

/// An input, as numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// Its cases, at least one.
    pub cases: Vec<CaseNumbers>,
    /// How it ends.
    pub ending: Ending,
}

/// How an input ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// As it should.
    Whole,
    /// The last line has no end.
    NoLineEnd,
    /// The 0 behind the last case is missing, as in real data.
    NoZero,
}

impl Test {
    /// Its text.
    pub fn input(&self, grammar: &Grammar) -> String {
        let mut input = grammar.text(&self.cases);
        match self.ending {
            Ending::Whole => {}
            Ending::NoLineEnd => input.truncate(input.trim_end().len()),
            Ending::NoZero => input.truncate(input.len() - "0\n".len()),
        }
        input
    }

    /// What shrinking makes smaller: the number of cases, of their numbers, and the sum of those.
    pub fn size(&self) -> (usize, usize, u64) {
        let len = self.cases.iter().map(Vec::len).sum();
        let numbers = self.cases.iter().flatten();
        let sum = numbers.fold(0, |sum: u64, &number| sum.saturating_add(number));
        (self.cases.len(), len, sum)
    }
}

/// An input on which the program is wrong.
#[derive(Debug)]
pub struct Failure {
    /// The input.
    pub test: Test,
    /// What is wrong.
    pub judgement: Judgement,
}

impl Failure {
    /// The first cases with wrong answers, counted from 0, as far as that can be known.
    pub fn suspects(&self) -> Vec<usize> {
        let Judgement {
            verdict: Verdict::WrongAnswer | Verdict::PresentationError,
            comparison: Some(comparison),
            ..
        } = &self.judgement
        else {
            return Vec::new();
        };
        let first = comparison.first.iter().map(|first| first.case);
        let differing = comparison.differing.iter().copied();
        let mut cases: Vec<_> = first
            .chain(differing)
            // Answers may be too many.
            .map(|case| (case as usize - 1).min(self.test.cases.len() - 1))
            .collect();
        cases.sort_unstable();
        cases.dedup();
        cases
    }
}

/// The program under test.
pub struct Subject<'a> {
    pub submission: Submission<'a>,
    pub grammar: &'a Grammar,
    /// How often it was run.
    pub runs: u64,
    /// How many cases it answered right.
    pub answered: u64,
    /// The longest time that it took for that.
    pub slowest: Duration,
    /// What all runs cost: 1 each, more for a long input, and much more if the program was killed when
    /// its time was over.
    pub spent: u64,
    /// When that is spent, it stops.
    pub most_spent: u64,
}

impl Subject<'_> {
    /// Whether there must be no other run.
    pub fn must_stop(&self) -> bool {
        self.submission.interrupt.is_raised() || self.spent >= self.most_spent
    }

    /// Runs the program on `test`; what is wrong, if something is.
    ///
    /// # Errors
    /// It cannot be started, or there is no place for temporary files.
    pub fn run(&mut self, test: &Test) -> Result<Option<Failure>, Error> {
        let input = Snapshot::of(test.input(self.grammar).as_bytes())?;
        let right = right_answers(self.submission.problem, input.open()?)?;
        let expected = Expected {
            name: None,
            answers: &Snapshot::of(&right)?,
        };
        let judgement = self.submission.judge("input", &input, expected)?;
        self.runs += 1;
        self.spent += 1 + input.len() / COSTLY_BYTES;
        let Some(judgement) = judgement else {
            // Somebody interrupted it.
            return Ok(None);
        };
        match judgement.verdict {
            Verdict::Accepted => {
                self.answered += test.cases.len() as u64;
                self.slowest = self.slowest.max(judgement.cpu);
                return Ok(None);
            }
            Verdict::TimeLimitExceeded => self.spent += TIMEOUT_COST,
            Verdict::PresentationError
            | Verdict::WrongAnswer
            | Verdict::MemoryLimitExceeded
            | Verdict::OutputLimitExceeded
            | Verdict::RunTimeError
            | Verdict::CompileError
            | Verdict::JudgeError => {}
        }
        Ok(Some(Failure {
            test: test.clone(),
            judgement,
        }))
    }
}

/// The right answers to the input in `file`.
///
/// # Errors
/// The input cannot be read.
pub fn right_answers(problem: &Problem, file: std::fs::File) -> Result<Vec<u8>, Error> {
    let mut right = Vec::new();
    let mut answers = Answers::new("memory".to_owned(), &mut right);
    let mut input = Input::new("input".to_owned(), file);
    let answered = answer(problem, &mut input, &mut answers, RunOptions::one_thread());
    drop(answers);
    answered.map(|()| right)
}
