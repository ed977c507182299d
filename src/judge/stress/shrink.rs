//! From an input on which a program is wrong to a smallest one.
//!
//! Cases are left out, all but one if that alone will do; then one of the smallest cases of all may do as well. Else
//! parts of cases are left out, and numbers made smaller: as much as possible at once at first, then half of that, and
//! so on ("delta debugging": A. Zeller and R. Hildebrandt, "Simplifying and isolating failure-inducing input", 2002).
//! In the end all inputs that are still smaller are tried in order. Where an input may have many cases, hundreds of
//! candidates are tried in one run of the program, as the cases of one input.

use std::cmp::Reverse;
use std::ops::Range;
use std::{iter, mem};

use super::enumerate::Class;
use super::inputs::{CaseNumbers, CountedList, Grammar, Parts};
use super::rounds::{near_powers, smallest};
use super::subject::{Candidate, Ending, Failure, Subject};
use crate::error::Error;
use crate::judge::verdict::Verdict;

/// The number of candidates tried at once if each takes a run.
const MOST_ALONE: usize = 16;

/// The maximum number of candidates in one input, and of their numbers.
const MOST_CANDIDATES: usize = 1000;
const MOST_NUMBERS: usize = 20_000;

/// Which of many cases makes a program crash or hang is found out by dividing them by this number. Of a program that
/// hangs, only one part in each step takes long.
const WAYS: usize = 16;

/// How many smaller inputs are tried in order, where one that takes a run of its own counts as `RUN` of them.
const MOST_ENUMERATED: u64 = 300_000;
const RUN: u64 = 200;

/// So many of these are kept for inputs with as many cases and numbers as the one to beat.
const OF_SAME_SIZE: u64 = MOST_ENUMERATED / 4;

/// Inputs with fewer cases or numbers are smaller whatever their sum is. They are tried up to the sum of the one to beat,
/// but at least up to this one; beyond it only if they are few.
const SMALL_SUM: u64 = 64;

/// So many of the smallest inputs are tried in order each in a run of its own: a program that takes the number of cases
/// for a case, say, may be right on several together and wrong on one.
const MOST_IN_RUNS: usize = 16;

/// How many values in all the numbers of a case are given one by one; fewer if each takes a run.
const VALUES: u64 = 16_000;
const VALUES_ALONE: u64 = 400;

/// What is known about the inputs that are smaller than the one that was found.
#[derive(Clone, Copy, Debug)]
pub struct Smaller {
    /// How many were tried in order.
    pub tried: u64,
    /// What that means.
    pub known: Known,
}

/// What is known about smaller inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The program is right on all of them.
    AllRight,
    /// It is right on those whose numbers have a sum up to this.
    RightUpTo(u64),
    /// There are too many.
    Little,
}

/// Looks for the smallest input on which the program is wrong, starting from `found`, until
/// `subject` must stop. The cases `first` are tried first.
pub(crate) fn shrink(
    subject: &mut Subject<'_>,
    found: Failure,
    first: impl Iterator<Item = CaseNumbers>,
) -> Result<(Failure, Smaller), Error> {
    let grammar = subject.grammar;
    let mut shrinking = Shrinking {
        grammar,
        found,
        better: None,
        waiting: Vec::new(),
        most_waiting: 1,
        most_together: most_together(grammar),
        alone: 0,
        tried: 0,
        subject,
    };
    let known = shrinking.run(first)?;
    let tried = shrinking.tried;
    Ok((shrinking.confirmed()?, Smaller { tried, known }))
}

/// The maximum number of candidates that an input may have as its cases; 1 if a case cannot be alone.
fn most_together(grammar: &Grammar) -> usize {
    if grammar.least_cases() == 1 {
        grammar.most_cases().min(MOST_CANDIDATES)
    } else {
        1
    }
}

struct Shrinking<'s, 'a> {
    subject: &'s mut Subject<'a>,
    grammar: &'a Grammar,
    /// The input that was found, and a smaller one.
    found: Failure,
    better: Option<Failure>,
    /// Candidates to be tried at once, and how many at most: twice as many each time that none of them is taken. Of a
    /// program that hangs, one that is taken at once takes long once, and one among many several times.
    waiting: Vec<Candidate>,
    most_waiting: usize,
    /// The maximum number of them that are tried in one run, as cases of one input.
    most_together: usize,
    /// So many are tried in runs of their own before that.
    alone: usize,
    /// How many inputs were tried in order.
    tried: u64,
}

impl Shrinking<'_, '_> {
    fn run(&mut self, first: impl Iterator<Item = CaseNumbers>) -> Result<Known, Error> {
        if self.best().test.ending != Ending::Whole {
            let whole = Candidate::whole(self.best().test.cases.clone());
            self.better = self.subject.run(&whole)?.or(self.better.take());
        }
        self.drop_cases()?;
        if self.best().test.cases.len() == 1 {
            let first = first.chain(near_powers(self.grammar));
            self.take_first(first.map(Candidate::alone))?;
        }
        for at in 0..self.best().test.cases.len() {
            self.simplify(at)?;
        }
        self.try_among_others()?;
        self.try_smaller()
    }

    fn best(&self) -> &Failure {
        self.better.as_ref().unwrap_or(&self.found)
    }

    /// The best failure. If it is that a time limit is exceeded, the program must do so again.
    fn confirmed(self) -> Result<Failure, Error> {
        let Some(better) = self.better else {
            return Ok(self.found);
        };
        let is_slow = better.judgement.verdict == Verdict::TimeLimitExceeded;
        if is_slow && !self.subject.exceeds_again(&better.test)? {
            return Ok(self.found);
        }
        Ok(better)
    }

    /// Takes the first of these inputs on which the program is wrong for the best, among those that are smaller;
    /// whether there is one.
    fn take_first(&mut self, candidates: impl Iterator<Item = Candidate>) -> Result<bool, Error> {
        self.most_waiting = 1;
        for candidate in candidates {
            if self.offer(candidate)? {
                return Ok(true);
            }
            if self.subject.must_stop() {
                return Ok(false);
            }
        }
        self.flush()
    }

    /// Tries a candidate now, or together with later ones. Whether one became the best.
    fn offer(&mut self, candidate: Candidate) -> Result<bool, Error> {
        // To make and check long ones takes time as well.
        let (_, len, _) = candidate.size();
        self.subject.count_read(len as u64);
        if !is_smaller(&candidate, &self.best().test) || !self.grammar.is_input(&candidate.cases) {
            return Ok(false);
        }
        let is_together = self.goes_together(&candidate);
        let fits = self.waiting.first().is_none_or(|first| {
            let cases = (&first.cases[0], &candidate.cases[0]);
            self.goes_together(first) == is_together
                && (!is_together || self.grammar.go_together(cases.0, cases.1))
        });
        if !fits && self.flush()? {
            return Ok(true);
        }
        self.waiting.push(candidate);
        let most = if is_together {
            self.most_together.min(MOST_NUMBERS / len)
        } else {
            MOST_ALONE
        };
        Ok(self.waiting.len() >= most.min(self.most_waiting) && self.flush()?)
    }

    /// Tries what waits.
    fn flush(&mut self) -> Result<bool, Error> {
        let waiting = mem::take(&mut self.waiting);
        let failure = self.first_wrong(&waiting)?;
        self.alone = self.alone.saturating_sub(waiting.len());
        let is_found = failure.is_some();
        self.most_waiting = self.most_waiting.saturating_mul(2);
        self.better = failure.or(self.better.take());
        Ok(is_found)
    }

    /// Whether the input can be tried as a case among others.
    fn goes_together(&self, test: &Candidate) -> bool {
        let is_plain = test.cases.len() == 1 && test.ending == Ending::Whole;
        self.most_together > 1 && self.alone == 0 && is_plain
    }

    /// The first of these inputs, all of one kind, on which the program is wrong.
    fn first_wrong(&mut self, tests: &[Candidate]) -> Result<Option<Failure>, Error> {
        if tests.len() < 2 || !self.goes_together(&tests[0]) {
            return Ok(self.subject.first_failing(tests)?.1);
        }
        let cases = tests.iter().map(|test| test.cases[0].clone());
        let Some(failure) = self.subject.run(&Candidate::whole(cases.collect()))? else {
            return Ok(None);
        };
        let portion = tests.len().div_ceil(WAYS);
        let parts = match failure.suspect() {
            Some(case) => vec![&tests[case..=case]],
            None => tests.chunks(portion).collect(),
        };
        for tests in parts {
            let failure = self.first_wrong(tests)?;
            if failure.is_some() || self.subject.must_stop() {
                return Ok(failure);
            }
        }
        if failure.judgement.verdict == Verdict::TimeLimitExceeded {
            // They were too many.
            self.most_together = self.most_together.min(portion);
            return Ok(None);
        }
        // One of them alone is not enough to be wrong, or another one is.
        self.most_together = 1;
        Ok(self.subject.first_failing(tests)?.1)
    }

    /// Leaves out cases: all but one, or portions of them, the largest first.
    fn drop_cases(&mut self) -> Result<(), Error> {
        let cases = self.best().test.cases.clone();
        if cases.len() > 1 {
            self.take_first(cases.into_iter().map(Candidate::alone))?;
        }
        let mut portion = self.best().test.cases.len() / 2;
        while portion > 0 {
            let mut at = 0;
            while at < self.best().test.cases.len() && self.best().test.cases.len() > 1 {
                let mut test = self.best().test.clone();
                let end = test.cases.len().min(at + portion);
                test.cases.drain(at..end);
                let is_taken = self.take_first(iter::once(test))?;
                if self.subject.must_stop() {
                    return Ok(());
                }
                at = if is_taken { at } else { end };
            }
            portion /= 2;
        }
        Ok(())
    }

    /// Leaves out parts of a case, and makes its numbers smaller.
    fn simplify(&mut self, at: usize) -> Result<(), Error> {
        let grammar = self.grammar;
        let mut portion = usize::MAX;
        while !self.subject.must_stop() {
            let test = self.best().test.clone();
            let case = &test.cases[at];
            let with = |case| {
                let mut test = test.clone();
                test.cases[at] = case;
                test
            };
            portion = portion.min(case.len());
            if self.take_first(coarse(grammar, case, portion).map(with))? {
                continue;
            }
            if portion > 1 {
                portion /= 2;
                continue;
            }
            let is_cheap = self.goes_together(&test);
            let values = if is_cheap { VALUES } else { VALUES_ALONE };
            if !self.take_first(fine(grammar, case, values).map(with))? {
                break;
            }
        }
        Ok(())
    }

    /// Finds out whether the program is wrong about the best case when other cases precede and follow it: then it is
    /// about others, too. If not, it may be right about a failing case among others.
    fn try_among_others(&mut self) -> Result<(), Error> {
        let Failure { test, judgement } = self.best();
        if test.cases.len() > 1 || test.ending != Ending::Whole || self.grammar.most_cases() < 3 {
            return Ok(());
        }
        let is_slow = judgement.verdict == Verdict::TimeLimitExceeded;
        let case = test.cases[0].clone();
        let other = smallest(self.grammar)
            .find(|other| *other != case && self.grammar.go_together(other, &case));
        let is_wrong = match other {
            Some(other) => {
                let cases = vec![other.clone(), case, other];
                self.subject.run(&Candidate::whole(cases))?.is_some()
            }
            None => false,
        };
        if !is_wrong {
            self.most_together = 1;
        } else if !is_slow {
            self.most_together = most_together(self.grammar);
        }
        Ok(())
    }

    /// Tries smaller inputs in order, and takes the first on which the program is wrong.
    fn try_smaller(&mut self) -> Result<Known, Error> {
        self.alone = MOST_IN_RUNS;
        let best = self.best().test.clone();
        let (most_cases, most_len, most_sum) = best.size();
        let mut endings = vec![Ending::Whole, best.ending];
        endings.dedup();
        let least_len = self.grammar.least.len();
        let sizes = (self.grammar.least_cases()..=most_cases)
            .flat_map(|cases| (cases * least_len..=most_len).map(move |len| (cases, len)));
        let mut left = MOST_ENUMERATED;
        // Up to which sum all inputs were tried.
        let mut up_to = u64::MAX;
        'found: for ending in endings {
            for size in sizes.clone() {
                let is_same = size == (most_cases, most_len);
                // Of those with fewer cases or numbers, each size has half of what is left for them.
                let (mut share, most_sum) = if is_same {
                    (left, most_sum)
                } else {
                    let share = left.saturating_sub(OF_SAME_SIZE) / 2;
                    let are_few = self.are_few(size, share);
                    let most_sum = most_sum.max(SMALL_SUM);
                    (share, if are_few { u64::MAX } else { most_sum })
                };
                if share == 0 {
                    up_to = 0;
                    continue;
                }
                left -= share;
                let Some(right_up_to) = self.try_sums(ending, size, most_sum, &mut share)? else {
                    break 'found;
                };
                left += share;
                if self.subject.must_stop() || is_same && right_up_to < most_sum {
                    return Ok(Known::Little);
                }
                if !is_same {
                    up_to = up_to.min(right_up_to);
                }
            }
        }
        Ok(match up_to {
            _ if self.best().test.cases.len() > 1 || self.subject.must_stop() => Known::Little,
            0 => Known::Little,
            u64::MAX => Known::AllRight,
            sum => Known::RightUpTo(sum),
        })
    }

    /// Whether all inputs with so many cases and numbers may be tried, of `left` ones.
    fn are_few(&mut self, (cases, len): (usize, usize), left: u64) -> bool {
        let cost = match cases {
            1 if self.most_together > 1 => 1,
            _ => RUN,
        };
        let mut most = left / cost;
        for step in Class::of_sums(self.grammar, (cases, len), 0..=u64::MAX) {
            self.subject.count_read(step.read);
            if step.input.is_some() {
                most = match most.checked_sub(1) {
                    Some(most) => most,
                    None => return false,
                };
            }
            if self.subject.must_stop() {
                return false;
            }
        }
        true
    }

    /// Tries inputs that come before the best, with so many cases and numbers, as many as are `left` to try. The sum up
    /// to which the program is right on all, or `None` if one became the best.
    fn try_sums(
        &mut self,
        ending: Ending,
        (cases, len): (usize, usize),
        most: u64,
        left: &mut u64,
    ) -> Result<Option<u64>, Error> {
        let mut right_up_to = most;
        for step in Class::of_sums(self.grammar, (cases, len), 0..=most) {
            self.subject.count_read(step.read);
            if *left == 0 || self.subject.must_stop() {
                right_up_to = step.sum.saturating_sub(1);
                break;
            }
            let Some(cases) = step.input else { continue };
            let candidate = Candidate { cases, ending };
            let is_cheap = self.goes_together(&candidate);
            *left = left.saturating_sub(if is_cheap { 1 } else { RUN });
            self.tried += u64::from(is_smaller(&candidate, &self.best().test));
            if self.offer(candidate)? {
                return Ok(None);
            }
        }
        Ok(if self.flush()? {
            None
        } else {
            Some(right_up_to)
        })
    }
}

fn is_smaller(one: &Candidate, other: &Candidate) -> bool {
    (one.size(), &one.cases) < (other.size(), &other.cases)
}

/// Smaller cases: without `portion` parts of a list, with one pile instead that keeps the nim-sum, or with so many
/// smaller numbers.
fn coarse<'g>(
    grammar: &'g Grammar,
    case: &CaseNumbers,
    portion: usize,
) -> impl Iterator<Item = CaseNumbers> + use<'g> {
    let portions = move |len: usize| {
        let starts = (0..len).step_by(portion);
        // Of a list that is much shorter, larger portions were tried.
        starts
            .filter(move |_| portion < 2 * len)
            .map(move |start| start..len.min(start + portion))
    };
    let Parts {
        mut lists,
        numbers,
        excesses,
    } = grammar.parts(case);
    lists.reverse();
    lists.sort_by_key(|list| Reverse(list.parts.iter().map(Range::len).sum::<usize>()));
    let case = case.clone();
    let shorter = lists.into_iter().flat_map(move |list| {
        let case = case.clone();
        portions(list.parts.len()).flat_map(move |parts| {
            let merged = merged(&case, &list, parts.clone());
            [Some(list.without(&case, parts)), merged]
        })
    });
    let lower = portions(numbers.len()).flat_map(move |range| {
        let lowered = |lower: &fn(u64) -> u64| {
            let mut lowered = excesses.clone();
            for &at in &numbers[range.clone()] {
                lowered[at] = lower(lowered[at]);
            }
            grammar.with_excesses(&lowered)
        };
        LOWER.each_ref().map(lowered)
    });
    shorter.chain(lower).flatten()
}

/// How numbers are made smaller: as small as can be, by half, or by their highest bit, which can keep a nim-sum as it is.
const LOWER: [fn(u64) -> u64; 3] = [
    |_| 0,
    |number| number / 2,
    |number| number - number.checked_ilog2().map_or(0, |bit| 1 << bit),
];

/// The case with one pile in place of several, the nim-sum of these. `None` if there is just one, or they are positions.
fn merged(case: &CaseNumbers, list: &CountedList, parts: Range<usize>) -> Option<CaseNumbers> {
    if parts.len() < 2 || !list.is_of_numbers() {
        return None;
    }
    let first = list.parts[parts.start].start;
    let mut merged = list.without(case, parts.start + 1..parts.end);
    merged[first] = list.parts[parts]
        .iter()
        .fold(0, |sum, part| sum ^ case[part.start]);
    Some(merged)
}

/// Cases with a smaller value of one number, `values` in all.
fn fine(grammar: &Grammar, case: &CaseNumbers, values: u64) -> impl Iterator<Item = CaseNumbers> {
    let Parts {
        numbers, excesses, ..
    } = grammar.parts(case);
    let values = values / numbers.len().max(1) as u64;
    numbers.into_iter().flat_map(move |at| {
        let mut excesses = excesses.clone();
        (0..excesses[at].min(values)).filter_map(move |excess| {
            excesses[at] = excess;
            grammar.with_excesses(&excesses)
        })
    })
}
