//! The program under test: is it wrong on an input?

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::inputs::{CaseNumbers, Grammar};
use crate::error::Error;
use crate::judge::judgement::Judgement;
use crate::judge::verdict::Verdict;
use crate::threads;

/// What a run costs that ends at the time limit, compared with one on a small input.
const TIMEOUT_COST: u64 = 50;

/// The number of numbers of input, about 64 KiB, that cost as much as a run.
const COSTLY_NUMBERS: usize = 8192;

/// Inputs with at most this number of numbers are remembered if the program is right on them.
const REMEMBERED_NUMBERS: usize = 64;

/// An input, as numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Candidate {
    /// Its cases, at least one.
    pub cases: Vec<CaseNumbers>,
    /// How it ends.
    pub ending: Ending,
}

/// How an input ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// As the layout says.
    Whole,
    /// Without the final newline.
    NoLineEnd,
    /// Without the 0 after the last case, like some judges' data.
    NoZero,
}

impl Candidate {
    /// The input with these cases, as the layout says.
    pub fn whole(cases: Vec<CaseNumbers>) -> Self {
        let ending = Ending::Whole;
        Self { cases, ending }
    }

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

    /// How many numbers it has.
    fn len(&self) -> usize {
        self.cases.iter().map(Vec::len).sum()
    }

    fn cost(&self) -> u64 {
        1 + (self.len() / COSTLY_NUMBERS) as u64
    }

    /// What shrinking makes smaller: the number of cases, of their numbers, and the sum of those.
    pub fn size(&self) -> (usize, usize, u64) {
        let numbers = self.cases.iter().flatten();
        let sum = numbers.fold(0, |sum: u64, &number| sum.saturating_add(number));
        (self.cases.len(), self.len(), sum)
    }
}

/// An input on which the program is wrong.
#[derive(Debug)]
pub struct Failure {
    /// The input.
    pub test: Candidate,
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
        let first = comparison.first.iter().map(|first| first.answers.case);
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

/// Judges a program on an input. `None` if a signal interrupted it.
pub type Judge<'a> = dyn Fn(&Candidate) -> Result<Option<Judgement>, Error> + Sync + 'a;

/// The program under test.
pub struct Subject<'a> {
    judge: &'a Judge<'a>,
    pub grammar: &'a Grammar,
    /// How many runs go on at once.
    jobs: usize,
    /// Whether a run was interrupted.
    pub is_interrupted: bool,
    /// The number of inputs it was run on. Where several runs go on at once, those after the first failure do
    /// not count.
    pub runs: u64,
    /// How many cases it answered right.
    pub answered: u64,
    /// What all runs cost: 1 each, more for a long input, and much more if the program was killed when
    /// its time was over.
    pub spent: u64,
    /// When that is spent, it stops.
    pub most_spent: u64,
    /// Cases may be tried together, in one input: the program is wrong about one or another of them.
    pub together: bool,
    /// Small inputs on which it is right.
    right: HashSet<Candidate>,
}

impl<'a> Subject<'a> {
    /// The program that `judge` judges on inputs of this grammar, with `jobs` runs at once.
    pub fn new(judge: &'a Judge<'a>, grammar: &'a Grammar, jobs: usize) -> Self {
        Self {
            judge,
            grammar,
            jobs,
            is_interrupted: false,
            runs: 0,
            answered: 0,
            spent: 0,
            most_spent: u64::MAX,
            together: grammar.most_cases() > 1 && grammar.least_cases() == 1,
            right: HashSet::new(),
        }
    }

    /// Whether there must be no other run.
    pub fn must_stop(&self) -> bool {
        self.is_interrupted || self.spent >= self.most_spent
    }

    /// Runs the program on `test`; what is wrong, if something is.
    pub fn run(&mut self, test: &Candidate) -> Result<Option<Failure>, Error> {
        Ok(self.first_failing(std::slice::from_ref(test), &|_| {})?.1)
    }

    /// Runs the program on these tests, several at once: on how many it is right before the first on which
    /// it is not, and what is wrong there, unless it must stop before that. How many runs go on at once
    /// makes no difference. Calls `on_right` for each on which it is right, as soon as that is known.
    pub fn first_failing(
        &mut self,
        tests: &[Candidate],
        on_right: &(dyn Fn(&Candidate) + Sync),
    ) -> Result<(usize, Option<Failure>), Error> {
        if self.must_stop() {
            return Ok((0, None));
        }
        let is_new: Vec<_> = tests
            .iter()
            .map(|test| !self.right.contains(test))
            .collect();
        let mut spent = self.spent;
        let affordable = tests.iter().zip(&is_new).take_while(|&(test, &is_new)| {
            let is_affordable = spent < self.most_spent;
            spent += if is_new { test.cost() } else { 0 };
            is_affordable
        });
        let count = affordable.count();
        let next = AtomicUsize::new(0);
        let end = AtomicUsize::new(count);
        let ends = Mutex::new(Vec::new());
        threads::share(self.jobs.min(count), || {
            loop {
                // The tests before one that is taken have been taken, so the first failure is not missed.
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= end.load(Ordering::Relaxed) {
                    break;
                }
                if !is_new[index] {
                    continue;
                }
                match self.judged(&tests[index]) {
                    Ok(Some(judgement)) if judgement.verdict == Verdict::Accepted => {
                        on_right(&tests[index]);
                    }
                    judgement => {
                        end.fetch_min(index, Ordering::Relaxed);
                        let mut ends = ends.lock().unwrap_or_else(PoisonError::into_inner);
                        ends.push((index, judgement));
                    }
                }
            }
        });
        let ends = ends.into_inner().unwrap_or_else(PoisonError::into_inner);
        let first = ends.into_iter().min_by_key(|&(index, _)| index);
        let right = first.as_ref().map_or(count, |&(index, _)| index);
        for (test, _) in tests[..right]
            .iter()
            .zip(is_new)
            .filter(|&(_, is_new)| is_new)
        {
            self.count(test);
            self.answered += test.cases.len() as u64;
            if test.len() <= REMEMBERED_NUMBERS {
                self.right.insert(test.clone());
            }
        }
        let Some((_, judgement)) = first else {
            return Ok((right, None));
        };
        let Some(judgement) = judgement? else {
            self.is_interrupted = true;
            return Ok((right, None));
        };
        let test = tests[right].clone();
        self.count(&test);
        if judgement.verdict == Verdict::TimeLimitExceeded {
            self.spent += TIMEOUT_COST;
        }
        Ok((right, Some(Failure { test, judgement })))
    }

    fn count(&mut self, test: &Candidate) {
        self.runs += 1;
        self.spent += test.cost();
    }

    /// Judges the program on `test`. What exceeds a limit must do so twice: close to it, a program may be lucky
    /// or not.
    fn judged(&self, test: &Candidate) -> Result<Option<Judgement>, Error> {
        let judgement = (self.judge)(test)?;
        match judgement.as_ref().map(|judgement| judgement.verdict) {
            Some(Verdict::TimeLimitExceeded | Verdict::MemoryLimitExceeded) => (self.judge)(test),
            _ => Ok(judgement),
        }
    }
}
