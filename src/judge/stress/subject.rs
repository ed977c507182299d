//! The program under test: is it wrong on an input, and how much of the budget does it take to find out?

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use super::SearchOptions;
use crate::error::Error;
use crate::judge::diagnosis::Answered;
use crate::judge::judgement::Judgement;
use crate::judge::verdict::Verdict;
use crate::testdata::grammar::{Candidate, Grammar};
use crate::threads;

/// The whole budget is so much time, of programs that need their time limit in each run.
const MINUTE: Duration = Duration::from_secs(60);

/// An input on which the program is wrong.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// The input.
    pub test: Candidate,
    /// What is wrong.
    pub judgement: Judgement,
}

impl Failure {
    /// The input that is the first case with a wrong answer, or just the first case where that is not known.
    pub(crate) fn suspect_alone(&self) -> Candidate {
        let comparison = self.judgement.comparison.as_ref();
        let first = comparison.and_then(|comparison| comparison.first.as_ref());
        let number = first.map_or(1, |first| first.number as usize);
        // Answers may be too many.
        let case = &self.test.cases[number.min(self.test.cases.len()) - 1];
        Candidate::whole(vec![case.clone()])
    }
}

/// The judgement on an input. `None` if a signal interrupted the program.
pub(super) type Judged = Result<Option<Judgement>, Error>;

/// Runs a program on an input, and judges it.
pub(crate) type Trial<'a> = dyn Fn(&Candidate) -> Judged + Sync + 'a;

/// The program under test. What it does is counted in runs, never in time, so that what is found depends on the
/// program's answers alone.
pub(crate) struct Subject<'a> {
    trial: &'a Trial<'a>,
    pub grammar: &'a Grammar,
    options: SearchOptions,
    is_over: &'a (dyn Fn() -> bool + Sync),
    /// Whether it was over, or a signal ended a run, as it would end every later one.
    pub is_interrupted: bool,
    /// The number of inputs it was run on. Where several runs go on at once, those after the first failure do not
    /// count.
    pub runs: u64,
    /// How many cases it answered right.
    pub answered: u64,
    /// How many runs of the budget are left.
    pub left: u64,
    /// What it answered to each input, from the first on that it may be wrong about.
    pub answers: Vec<(Candidate, Answered)>,
    /// The hashes of the inputs on which it is right: that two of 6,000 inputs share one has a probability of 10^-12.
    right: HashSet<u64>,
}

impl<'a> Subject<'a> {
    /// The program that `trial` runs on inputs of this grammar, until it `is_over`.
    pub(crate) fn new(
        trial: &'a Trial<'a>,
        grammar: &'a Grammar,
        options: SearchOptions,
        is_over: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        Self {
            trial,
            grammar,
            options,
            is_over,
            is_interrupted: false,
            runs: 0,
            answered: 0,
            left: options.runs,
            answers: Vec::new(),
            right: HashSet::new(),
        }
    }

    /// Whether there must be no other run.
    pub(crate) fn must_stop(&mut self) -> bool {
        self.is_interrupted |= (self.is_over)();
        self.left == 0 || self.is_interrupted
    }

    /// The whole budget.
    pub(crate) fn runs_at_most(&self) -> u64 {
        self.options.runs
    }

    /// Runs the program on these tests in order, several at once, up to the first on which it is wrong, or until it
    /// must stop. How many runs go on at once makes no difference.
    pub(crate) fn first_failing(
        &mut self,
        tests: impl IntoIterator<Item = Candidate>,
    ) -> Result<Option<Failure>, Error> {
        let mut tests = tests.into_iter();
        while !self.must_stop() {
            let right = &self.right;
            let new = tests.by_ref().filter(|test| !right.contains(&hash(test)));
            let batch: Vec<_> = new.take(self.options.jobs).collect();
            if batch.is_empty() {
                break;
            }
            let judged = threads::map(batch.len(), |index| (self.trial)(&batch[index]));
            for (test, judged) in batch.into_iter().zip(judged) {
                // It may be there twice.
                if self.right.contains(&hash(&test)) {
                    continue;
                }
                // Others that had been begun when the budget was spent do not count.
                if self.left == 0 {
                    break;
                }
                let Some(mut judgement) = self.confirmed(&test, judged?)? else {
                    self.is_interrupted = true;
                    return Ok(None);
                };
                self.runs += 1;
                self.keep(&test, &mut judgement);
                if judgement.verdict != Verdict::Accepted {
                    return Ok(Some(Failure { test, judgement }));
                }
                self.answered += test.cases.len() as u64;
                self.right.insert(hash(&test));
            }
        }
        Ok(None)
    }

    /// Keeps what was answered, unless it is right and nothing has failed yet: what was tried before is known.
    fn keep(&mut self, test: &Candidate, judgement: &mut Judgement) {
        let answered = std::mem::take(&mut judgement.answered);
        let is_first = self.answers.is_empty() && judgement.verdict == Verdict::Accepted;
        match answered {
            Answered::Right if is_first => {}
            answered => self.answers.push((test.clone(), answered)),
        }
    }

    /// The judgement on a test, or another one if it is that a limit is exceeded: close to it, a program may be lucky
    /// or not.
    fn confirmed(&mut self, test: &Candidate, first: Option<Judgement>) -> Judged {
        let Some(first) = first else { return Ok(None) };
        self.pay(test, &first);
        let limits = [Verdict::TimeLimitExceeded, Verdict::MemoryLimitExceeded];
        if !limits.contains(&first.verdict) {
            return Ok(Some(first));
        }
        let second = (self.trial)(test)?;
        if let Some(second) = &second {
            self.pay(test, second);
        }
        Ok(second)
    }

    /// Takes from the budget what a run on `test` costs: one run; a large input as much as several small ones; and a
    /// run that ends at the time limit as much of the budget as the limit is of a minute.
    fn pay(&mut self, test: &Candidate, judgement: &Judgement) {
        let mut cost = cost(test);
        if judgement.verdict == Verdict::TimeLimitExceeded {
            let limit = self.options.time_limit.min(MINUTE).as_millis() as u64;
            cost += limit * self.options.runs / MINUTE.as_millis() as u64;
        }
        self.left = self.left.saturating_sub(cost);
    }
}

/// How many runs a run on this input counts as: a large one takes as much time as several on small ones.
pub(crate) fn cost(test: &Candidate) -> u64 {
    let (_, numbers, _) = test.size();
    1 + (numbers / (20 * super::TOGETHER)) as u64
}

fn hash(test: &Candidate) -> u64 {
    let mut hasher = DefaultHasher::new();
    test.hash(&mut hasher);
    hasher.finish()
}
