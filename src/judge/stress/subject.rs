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

    /// The input that is this case alone.
    pub(crate) fn alone(case: CaseNumbers) -> Self {
        Self::whole(vec![case])
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
    /// The first case with a wrong answer, counted from 0, as far as that can be known.
    pub(crate) fn suspect(&self) -> Option<usize> {
        let verdict = self.judgement.verdict;
        let compared = self
            .judgement
            .comparison
            .as_ref()
            .filter(|_| matches!(verdict, Verdict::WrongAnswer | Verdict::PresentationError));
        let first = compared?.first.as_ref()?;
        // Answers may be too many.
        Some((first.number as usize - 1).min(self.test.cases.len() - 1))
    }
}

/// The judgement on an input. `None` if a signal interrupted the program.
pub type Judged = Result<Option<Judgement>, Error>;

/// Judges a program on an input.
pub type Judge<'a> = dyn Fn(&Candidate) -> Judged + Sync + 'a;

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
        Ok(self.first_failing(std::slice::from_ref(test))?.1)
    }

    /// Runs the program on these tests, several at once: on how many it is right before the first on which
    /// it is not, and what is wrong there, unless it must stop before that. How many runs go on at once
    /// makes no difference.
    pub(crate) fn first_failing(
        &mut self,
        tests: &[Candidate],
    ) -> Result<(usize, Option<Failure>), Error> {
        let mut right = 0;
        while right < tests.len() && !self.must_stop() {
            let rest = &tests[right..];
            for (test, judged) in rest.iter().zip(self.judge_at_once(rest)) {
                if self.right.contains(test) {
                    right += 1;
                    continue;
                }
                // Others that had been begun when there was no time left do not count, however many runs went on at
                // once.
                let Some(judged) = judged.filter(|_| !self.is_spent(self.spent)) else {
                    break;
                };
                let Some(judgement) = self.confirmed(test, judged?)? else {
                    self.is_interrupted = true;
                    return Ok((right, None));
                };
                self.runs += 1;
                if judgement.verdict != Verdict::Accepted {
                    let test = test.clone();
                    return Ok((right, Some(Failure { test, judgement })));
                }
                self.answered += test.cases.len() as u64;
                if test.len() <= REMEMBERED_NUMBERS {
                    self.right.insert(test.clone());
                }
                right += 1;
            }
        }
        Ok((right, None))
    }

    /// The judgement on a test, or another one if it is that a limit is exceeded: close to it, a program may be lucky
    /// or not. Where it does so twice on one input, once is enough on others, and the last of them is tried again in
    /// the end.
    fn confirmed(
        &mut self,
        test: &Candidate,
        judgement: Option<Judgement>,
    ) -> Result<Option<Judgement>, Error> {
        let Some(first) = judgement else {
            return Ok(None);
        };
        self.spent += self.cost(test, &first);
        let is_unsure = match first.verdict {
            Verdict::TimeLimitExceeded => !self.is_slow,
            verdict => verdict == Verdict::MemoryLimitExceeded,
        };
        if !is_unsure {
            return Ok(Some(first));
        }
        let Some(second) = (self.judge)(test)? else {
            return Ok(None);
        };
        self.spent += self.cost(test, &second);
        if second.verdict == Verdict::TimeLimitExceeded {
            self.is_slow = true;
            // Others that run at the same time would take as long, for nothing.
            self.jobs = 1;
        }
        Ok(Some(second))
    }

    /// Whether the program exceeds the time limit on `test` once more; also if a signal ends that run.
    pub(crate) fn exceeds_again(&self, test: &Candidate) -> Result<bool, Error> {
        let judgement = (self.judge)(test)?;
        Ok(judgement.is_none_or(|judgement| judgement.verdict == Verdict::TimeLimitExceeded))
    }

    /// Judges tests, several at once, in order, up to the first on which the program is not accepted, or until there is
    /// no time left. Those on which it is known to be right are left out.
    fn judge_at_once(&self, tests: &[Candidate]) -> Vec<Option<Judged>> {
        let judged = Mutex::new(tests.iter().map(|_| None).collect::<Vec<_>>());
        let next = AtomicUsize::new(0);
        let end = AtomicUsize::new(tests.len());
        // They are taken in order, so what those before the next one cost is at least what is known by then, and
        // nothing is left out for which there is still time.
        let spent = AtomicU64::new(self.spent);
        threads::share(self.jobs.min(tests.len()), || {
            loop {
                // The tests before one that is taken have been taken, so the first failure is not missed.
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= end.load(Ordering::Relaxed)
                    || self.is_spent(spent.load(Ordering::Relaxed))
                {
                    break;
                }
                let test = &tests[index];
                if self.right.contains(test) {
                    continue;
                }
                let result = (self.judge)(test);
                match &result {
                    Ok(Some(judgement)) if judgement.verdict == Verdict::Accepted => {
                        spent.fetch_add(self.cost(test, judgement), Ordering::Relaxed);
                    }
                    _ => drop(end.fetch_min(index, Ordering::Relaxed)),
                }
                judged.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(result);
            }
        });
        judged.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
