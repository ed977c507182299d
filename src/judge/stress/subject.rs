//! The program under test: is it wrong on an input, and what did it cost to find out?

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::SearchOptions;
use super::inputs::{CaseNumbers, Grammar};
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::judge::judgement::Judgement;
use crate::judge::verdict::Verdict;
use crate::threads;

/// The least cost of a run, in milliseconds. A compiled program takes 1 or 2 ms on a small input, so neither the load
/// nor the processor makes it exceed this one.
const LEAST_STEP: u64 = 10;

/// How much larger each step is than the one before. An interpreter, with 20 ms, is within the second one.
const NEXT_STEP: u64 = 4;

/// The number of numbers of an input, about 12 KiB, that take a millisecond to write and to answer.
const WRITTEN_PER_MS: usize = 1600;

/// The number of numbers that are read in a millisecond in enumerating inputs.
const READ_PER_MS: u64 = 10_000;

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
    /// Without the line of zeros after the last case, like some judges' data.
    NoZero,
}

impl Candidate {
    /// The input with these cases, as the layout says.
    pub(crate) fn whole(cases: Vec<CaseNumbers>) -> Self {
        let ending = Ending::Whole;
        Self { cases, ending }
    }

    /// Its text.
    pub fn input(&self, grammar: &Grammar) -> String {
        let mut input = grammar.text(&self.cases);
        let missing = match self.ending {
            Ending::Whole => 0,
            Ending::NoLineEnd => 1,
            Ending::NoZero => grammar.terminator().unwrap_or(0),
        };
        input.truncate(input.len() - missing);
        input
    }

    /// How many numbers it has.
    fn len(&self) -> usize {
        self.cases.iter().map(Vec::len).sum()
    }

    /// What shrinking makes smaller: the number of cases, of their numbers, and the sum of those.
    pub(crate) fn size(&self) -> (usize, usize, u64) {
        let numbers = self.cases.iter().flatten();
        let sum = numbers.fold(0, |sum: u64, &number| sum.saturating_add(number));
        (self.cases.len(), self.len(), sum)
    }
}

/// An input on which the program is wrong.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The input.
    pub test: Candidate,
    /// What is wrong.
    pub judgement: Judgement,
}

impl Failure {
    /// The first cases with wrong answers, counted from 0, as far as that can be known.
    pub(crate) fn suspects(&self) -> Vec<usize> {
        let Judgement {
            verdict: Verdict::WrongAnswer | Verdict::PresentationError,
            comparison: Some(comparison),
            ..
        } = &self.judgement
        else {
            return Vec::new();
        };
        let first = comparison.first.iter().map(|first| first.number);
        let differing = comparison.differing.iter().copied();
        let differing = differing.filter(|_| !comparison.of_positions);
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
pub(crate) struct Subject<'a> {
    judge: &'a Judge<'a>,
    pub grammar: &'a Grammar,
    limit: Duration,
    interrupt: Option<&'a Interrupt>,
    /// How many runs go on at once.
    jobs: usize,
    /// Whether a run was interrupted.
    is_interrupted: bool,
    /// The number of inputs it was run on. Where several runs go on at once, those after the first failure do
    /// not count.
    pub runs: u64,
    /// How many cases it answered right.
    pub answered: u64,
    /// What all of that cost in milliseconds, and the numbers read that are not a part of it yet.
    spent: u64,
    read: u64,
    /// How much may be spent.
    most_spent: u64,
    /// Whether it exceeded the time limit on some input, twice.
    is_slow: bool,
    /// Cases may be tried together, in one input: the program is wrong about one or another of them.
    pub together: bool,
    /// Small inputs on which it is right.
    right: HashSet<Candidate>,
}

impl<'a> Subject<'a> {
    /// The program that `judge` judges on inputs of this grammar.
    pub(crate) fn new(
        judge: &'a Judge<'a>,
        grammar: &'a Grammar,
        options: SearchOptions<'a>,
    ) -> Self {
        Self {
            judge,
            grammar,
            limit: options.time_limit,
            interrupt: options.interrupt,
            jobs: options.jobs,
            is_interrupted: false,
            runs: 0,
            answered: 0,
            spent: 0,
            read: 0,
            most_spent: u64::MAX,
            is_slow: false,
            together: grammar.most_cases() > 1 && grammar.least_cases() == 1,
            right: HashSet::new(),
        }
    }

    /// All that is done may cost this much, but from now on, at least this much may be spent.
    pub(crate) fn allow(&mut self, in_all: u64, from_now: u64) {
        self.most_spent = in_all.max(self.spent.saturating_add(from_now));
    }

    /// Whether there must be no other run.
    pub(crate) fn must_stop(&self) -> bool {
        self.is_interrupted() || self.is_spent(self.spent)
    }

    fn is_spent(&self, spent: u64) -> bool {
        spent.saturating_add(self.read / READ_PER_MS) >= self.most_spent
    }

    /// Whether a signal ends the search.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.is_interrupted || self.interrupt.is_some_and(Interrupt::is_raised)
    }

    /// Counts numbers read while no program runs.
    pub(crate) fn count_read(&mut self, numbers: u64) {
        self.read += numbers;
    }

    /// What a run on `test` costs, in milliseconds: the least step of time that is enough for it, as if steps were
    /// limits that it is given one after the other. So what a search does depends on the time that a program takes no
    /// more than its verdicts do: only if that is close to a limit.
    fn cost(&self, test: &Candidate, judgement: &Judgement) -> u64 {
        let limit = millis(self.limit);
        let step = if judgement.verdict == Verdict::TimeLimitExceeded {
            limit
        } else {
            let mut step = LEAST_STEP;
            while step < limit && step < millis(judgement.cpu) {
                step *= NEXT_STEP;
            }
            step.min(limit.max(LEAST_STEP))
        };
        step + (test.len() / WRITTEN_PER_MS) as u64
    }

    /// Runs the program on `test`; what is wrong, if something is.
    pub(crate) fn run(&mut self, test: &Candidate) -> Result<Option<Failure>, Error> {
        Ok(self.first_failing(std::slice::from_ref(test), &|_| {})?.1)
    }

    /// Runs the program on these tests, several at once: on how many it is right before the first on which
    /// it is not, and what is wrong there, unless it must stop before that. How many runs go on at once
    /// makes no difference. Calls `on_right` for each on which it is right, as soon as that is known.
    pub(crate) fn first_failing(
        &mut self,
        tests: &[Candidate],
        on_right: &(dyn Fn(&Candidate) + Sync),
    ) -> Result<(usize, Option<Failure>), Error> {
        let mut right = 0;
        loop {
            let (more, judgement) = self.first_not_accepted(&tests[right..], on_right)?;
            right += more;
            let Some(mut judgement) = judgement else {
                return Ok((right, None));
            };
            let test = &tests[right];
            let timed_out = |judgement: &Judgement| judgement.verdict == Verdict::TimeLimitExceeded;
            self.spend(self.cost(test, &judgement));
            // What exceeds a limit must do so twice: close to it, a program may be lucky or not. Where it does on one
            // input, once is enough on others, and all of them are tried again in the end.
            let is_known = timed_out(&judgement) && self.is_slow;
            let is_limit = matches!(
                judgement.verdict,
                Verdict::TimeLimitExceeded | Verdict::MemoryLimitExceeded
            );
            if is_limit && !is_known {
                let Some(again) = (self.judge)(test)? else {
                    self.is_interrupted = true;
                    return Ok((right, None));
                };
                judgement = again;
                self.spend(self.cost(test, &judgement));
            }
            self.runs += 1;
            if judgement.verdict == Verdict::Accepted {
                self.answered += test.cases.len() as u64;
                on_right(test);
                right += 1;
                continue;
            }
            if timed_out(&judgement) {
                self.is_slow = true;
                // Others that run at the same time would take as long, for nothing.
                self.jobs = 1;
            }
            let test = test.clone();
            return Ok((right, Some(Failure { test, judgement })));
        }
    }

    /// Whether the program exceeds the time limit on `test` once more; also if a signal ends that run.
    pub(crate) fn exceeds_again(&self, test: &Candidate) -> Result<bool, Error> {
        let judgement = (self.judge)(test)?;
        Ok(judgement.is_none_or(|judgement| judgement.verdict == Verdict::TimeLimitExceeded))
    }

    /// On how many of these tests the program is accepted at once, and the judgement on the next one, if there is one
    /// and no signal came.
    fn first_not_accepted(
        &mut self,
        tests: &[Candidate],
        on_right: &(dyn Fn(&Candidate) + Sync),
    ) -> Result<(usize, Option<Judgement>), Error> {
        if self.must_stop() {
            return Ok((0, None));
        }
        let is_new: Vec<_> = tests
            .iter()
            .map(|test| !self.right.contains(test))
            .collect();
        // Of those on which it is accepted. They are taken in order, so what those before the next one have cost is at
        // least what is known by then, and nothing is left out for which there is still time.
        let costs: Vec<_> = tests.iter().map(|_| AtomicU64::new(0)).collect();
        let spent = AtomicU64::new(self.spent);
        let next = AtomicUsize::new(0);
        let end = AtomicUsize::new(tests.len());
        let ends = Mutex::new(Vec::new());
        threads::share(self.jobs.min(tests.len()), || {
            loop {
                // The tests before one that is taken have been taken, so the first failure is not missed.
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= end.load(Ordering::Relaxed)
                    || self.is_spent(spent.load(Ordering::Relaxed))
                {
                    break;
                }
                if !is_new[index] {
                    continue;
                }
                match (self.judge)(&tests[index]) {
                    Ok(Some(judgement)) if judgement.verdict == Verdict::Accepted => {
                        let cost = self.cost(&tests[index], &judgement);
                        costs[index].store(cost, Ordering::Relaxed);
                        spent.fetch_add(cost, Ordering::Relaxed);
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
        let most_right = first.as_ref().map_or(tests.len(), |&(index, _)| index);
        // Others that had been begun when there was no time left do not count, however many runs went on at once.
        let mut right = 0;
        while right < most_right && !self.is_spent(self.spent) {
            let test = &tests[right];
            if is_new[right] {
                self.runs += 1;
                self.spend(costs[right].load(Ordering::Relaxed));
                self.answered += test.cases.len() as u64;
                if test.len() <= REMEMBERED_NUMBERS {
                    self.right.insert(test.clone());
                }
            }
            right += 1;
        }
        let first = first.filter(|_| right == most_right && !self.is_spent(self.spent));
        let judgement = first.map_or(Ok(None), |(_, judgement)| {
            let judgement = judgement?;
            self.is_interrupted |= judgement.is_none();
            Ok(judgement)
        });
        Ok((right, judgement?))
    }

    fn spend(&mut self, cost: u64) {
        self.spent = self.spent.saturating_add(cost);
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
