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

/// The number of numbers of input, about 64 KiB, that cost as much as a run.
const COSTLY_NUMBERS: usize = 8192;

/// The number of numbers read in enumerating inputs that cost as much as a run.
const READ_PER_RUN: u64 = 50_000;

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
    pub fn whole(cases: Vec<CaseNumbers>) -> Self {
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

/// What runs cost, in runs of a compiled program on a small input: at most about 5 ms each. Nothing is measured, so
/// that the load of the machine makes no difference.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    /// A run on a small input.
    pub run: u64,
    /// One that ends at the time limit.
    pub timeout: u64,
}

impl Costs {
    /// The costs with this time limit.
    pub fn new(limit: Duration, is_interpreted: bool) -> Self {
        Self {
            // An interpreter takes about 25 ms to start.
            run: if is_interpreted { 5 } else { 1 },
            timeout: u64::try_from(limit.as_millis() / 5)
                .unwrap_or(u64::MAX)
                .max(1),
        }
    }
}

/// The program under test.
pub struct Subject<'a> {
    judge: &'a Judge<'a>,
    pub grammar: &'a Grammar,
    costs: Costs,
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
    /// What all of that cost, the numbers read that are not a part of it yet, and the CPU time of all runs in
    /// microseconds.
    spent: u64,
    read: u64,
    cpu: AtomicU64,
    /// How much may be spent, and how much CPU time.
    most_spent: u64,
    most_cpu: u64,
    /// Whether it exceeded the time limit on some input, twice.
    is_slow: bool,
    /// Cases may be tried together, in one input: the program is wrong about one or another of them.
    pub together: bool,
    /// Small inputs on which it is right.
    right: HashSet<Candidate>,
}

impl<'a> Subject<'a> {
    /// The program that `judge` judges on inputs of this grammar.
    pub fn new(judge: &'a Judge<'a>, grammar: &'a Grammar, options: SearchOptions<'a>) -> Self {
        Self {
            judge,
            grammar,
            costs: options.costs,
            interrupt: options.interrupt,
            jobs: options.jobs,
            is_interrupted: false,
            runs: 0,
            answered: 0,
            spent: 0,
            read: 0,
            cpu: AtomicU64::new(0),
            most_spent: u64::MAX,
            most_cpu: u64::MAX,
            is_slow: false,
            together: grammar.most_cases() > 1 && grammar.least_cases() == 1,
            right: HashSet::new(),
        }
    }

    /// From now on, what is done may cost this much. Of a program that is slow without exceeding the time limit, which
    /// costs do not show, the CPU time is limited too.
    pub fn allow(&mut self, cost: u64, cpu: Duration) {
        self.most_spent = self.spent.saturating_add(cost);
        self.most_cpu = self.cpu.load(Ordering::Relaxed) + micros(cpu);
    }

    /// Whether there must be no other run.
    pub fn must_stop(&self) -> bool {
        let spent = self.spent.saturating_add(self.read / READ_PER_RUN);
        let cpu = self.cpu.load(Ordering::Relaxed);
        self.is_interrupted() || spent >= self.most_spent || cpu >= self.most_cpu
    }

    /// Whether a signal ends the search.
    pub fn is_interrupted(&self) -> bool {
        self.is_interrupted || self.interrupt.is_some_and(Interrupt::is_raised)
    }

    /// Counts numbers read while no program runs.
    pub fn count_read(&mut self, numbers: u64) {
        self.read += numbers;
    }

    /// What a run on `test` costs, unless the program exceeds the time limit.
    fn cost(&self, test: &Candidate) -> u64 {
        self.costs.run + (test.len() / COSTLY_NUMBERS) as u64
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
        let mut right = 0;
        loop {
            let (more, judgement) = self.first_not_accepted(&tests[right..], on_right)?;
            right += more;
            let Some(mut judgement) = judgement else {
                return Ok((right, None));
            };
            let test = &tests[right];
            let timed_out = |judgement: &Judgement| judgement.verdict == Verdict::TimeLimitExceeded;
            let mut timeouts = u64::from(timed_out(&judgement));
            // What exceeds a limit must do so twice: close to it, a program may be lucky or not. Where it does on one
            // input, once is enough on others, and all of them are tried again in the end.
            let is_known = timed_out(&judgement) && self.is_slow;
            let is_limit = matches!(
                judgement.verdict,
                Verdict::TimeLimitExceeded | Verdict::MemoryLimitExceeded
            );
            if is_limit && !is_known {
                let Some(again) = self.judged(test)? else {
                    self.is_interrupted = true;
                    return Ok((right, None));
                };
                judgement = again;
                timeouts += u64::from(timed_out(&judgement));
            }
            self.count(test);
            self.spent = self
                .spent
                .saturating_add(timeouts.saturating_mul(self.costs.timeout));
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
    pub fn exceeds_again(&self, test: &Candidate) -> Result<bool, Error> {
        let judgement = self.judged(test)?;
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
        let mut spent = self.spent;
        let affordable = tests.iter().zip(&is_new).take_while(|&(test, &is_new)| {
            let is_affordable = spent < self.most_spent;
            spent += if is_new { self.cost(test) } else { 0 };
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
        let tests = tests[..right].iter().zip(is_new);
        for (test, _) in tests.filter(|&(_, is_new)| is_new) {
            self.count(test);
            self.answered += test.cases.len() as u64;
            if test.len() <= REMEMBERED_NUMBERS {
                self.right.insert(test.clone());
            }
        }
        let judgement = first.map_or(Ok(None), |(_, judgement)| {
            let judgement = judgement?;
            self.is_interrupted |= judgement.is_none();
            Ok(judgement)
        });
        Ok((right, judgement?))
    }

    fn judged(&self, test: &Candidate) -> Result<Option<Judgement>, Error> {
        let judgement = (self.judge)(test)?;
        let cpu = judgement
            .as_ref()
            .map_or(0, |judgement| micros(judgement.cpu));
        self.cpu.fetch_add(cpu, Ordering::Relaxed);
        Ok(judgement)
    }

    fn count(&mut self, test: &Candidate) {
        self.runs += 1;
        self.spent = self.spent.saturating_add(self.cost(test));
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
