//! From an input on which a program is wrong to a smallest one.
//!
//! If one of the smallest inputs of all will do, that is where it starts. Else cases are left out, then parts of
//! cases, and numbers made smaller: as much as possible at once at first, then half of that, and so on ("delta
//! debugging": A. Zeller and R. Hildebrandt, "Simplifying and isolating failure-inducing input", 2002). In the end
//! all inputs that are still smaller are tried in order. Where an input may have many cases, hundreds of candidates
//! are tried in one run of the program, as the cases of one input.

use std::cmp::Reverse;
use std::iter;
use std::ops::{Range, RangeInclusive};

use super::enumerate::{Class, Found};
use super::inputs::{CaseNumbers, CountedList, Grammar};
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

/// The maximum number of smaller inputs that are tried in order, and of runs for them.
const MOST_ENUMERATED: u64 = 100_000;
const MOST_RUNS: u64 = 1000;

/// The maximum number of these with fewer cases, and of runs: they have been tried before by leaving out cases.
const MOST_WITH_FEWER: u64 = 10_000;
const RUNS_WITH_FEWER: u64 = 300;

/// Inputs with fewer numbers are smaller whatever their sum is; they are tried up to that of the input
/// to beat. Those of one case are tried up to this sum at least; up to half of it if each takes a run.
const SMALL_SUM: u64 = 64;

/// Single numbers of a case with at most so many are changed, the smallest values first, so many values in all; fewer
/// if each takes a run.
const MOST_SINGLE: usize = 64;
const VALUES: u64 = 16_000;
const VALUES_ALONE: u64 = 400;

/// Each is also changed together with so many after it, which can keep a nim-sum as it is.
const FEW: usize = 12;

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
/// `subject` must stop. The cases `first` are tried first; `small` are some of the smallest ones.
pub(crate) fn shrink(
    subject: &mut Subject<'_>,
    found: Failure,
    first: Vec<CaseNumbers>,
    small: &[CaseNumbers],
) -> Result<(Failure, Smaller), Error> {
    let mut shrinking = Shrinking {
        grammar: subject.grammar,
        found,
        better: None,
        waiting: Vec::new(),
        most_together: subject.grammar.most_cases().min(MOST_CANDIDATES),
        is_alone: false,
        tried: 0,
        subject,
    };
    let known = shrinking.run(first, small)?;
    let tried = shrinking.tried;
    Ok((shrinking.confirmed()?, Smaller { tried, known }))
}

struct Shrinking<'s, 'a> {
    subject: &'s mut Subject<'a>,
    grammar: &'a Grammar,
    /// The input that was found, and a smaller one.
    found: Failure,
    better: Option<Failure>,
    /// Candidates to be tried together, and the maximum number of them in one input.
    waiting: Vec<Candidate>,
    most_together: usize,
    /// Each candidate takes a run: of a program that hangs, most of the time those on which it does not are cheap.
    is_alone: bool,
    /// How many inputs were tried in order.
    tried: u64,
}

impl Shrinking<'_, '_> {
    fn run(&mut self, first: Vec<CaseNumbers>, small: &[CaseNumbers]) -> Result<Known, Error> {
        self.take_first(first.into_iter().map(|case| Candidate::whole(vec![case])))?;
        if self.best().test.ending != Ending::Whole {
            let whole = Candidate::whole(self.best().test.cases.clone());
            self.better = self.subject.run(&whole)?.or(self.better.take());
        }
        self.drop_cases()?;
        self.is_alone = self.best().judgement.verdict == Verdict::TimeLimitExceeded;
        for at in 0..self.best().test.cases.len() {
            self.simplify(at)?;
        }
        self.is_alone = false;
        self.try_among_others(small)?;
        self.smallest()
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

    /// The best input with other cases.
    fn with(&self, cases: Vec<CaseNumbers>) -> Candidate {
        let ending = self.best().test.ending;
        Candidate { cases, ending }
    }

    /// Takes the first of these inputs on which the program is wrong for the best, among those that are smaller;
    /// whether there is one.
    fn take_first(&mut self, candidates: impl Iterator<Item = Candidate>) -> Result<bool, Error> {
        for candidate in candidates {
            if self.offer(candidate)? {
                return Ok(true);
            }
            if self.subject.must_stop() {
                self.waiting.clear();
                return Ok(false);
            }
        }
        self.flush()
    }

    /// Tries a candidate now, or together with later ones. Whether one became the best.
    fn offer(&mut self, candidate: Candidate) -> Result<bool, Error> {
        // To make and check long ones takes time as well.
        self.subject.count_read(candidate.size().1 as u64);
        if !is_smaller(&candidate, &self.best().test) || !self.grammar.is_input(&candidate.cases) {
            return Ok(false);
        }
        let is_together = self.goes_together(&candidate);
        let numbers = self.waiting.iter().map(|waiting| waiting.cases[0].len());
        let fits = |first: &Candidate| {
            self.goes_together(first) == is_together
                && (!is_together
                    || self
                        .grammar
                        .go_together(&first.cases[0], &candidate.cases[0])
                        && numbers.sum::<usize>() + candidate.cases[0].len() <= MOST_NUMBERS)
        };
        let found = !self.waiting.first().is_none_or(fits) && self.flush()?;
        if found {
            return Ok(true);
        }
        self.waiting.push(candidate);
        let most = if is_together {
            self.most_together
        } else {
            MOST_ALONE
        };
        Ok(self.waiting.len() >= most && self.flush()?)
    }

    /// Tries what waits.
    fn flush(&mut self) -> Result<bool, Error> {
        let waiting = std::mem::take(&mut self.waiting);
        let failure = self.first_wrong(&waiting)?;
        let is_found = failure.is_some();
        self.better = failure.or(self.better.take());
        Ok(is_found)
    }

    /// Whether the input can be tried as a case among others.
    fn goes_together(&self, test: &Candidate) -> bool {
        let is_plain = test.cases.len() == 1 && test.ending == Ending::Whole;
        self.subject.together && !self.is_alone && self.most_together > 1 && is_plain
    }

    /// The first of these inputs, all of one kind, on which the program is wrong.
    fn first_wrong(&mut self, tests: &[Candidate]) -> Result<Option<Failure>, Error> {
        if tests.len() > 1 && tests.iter().all(|test| self.goes_together(test)) {
            let cases = tests.iter().map(|test| test.cases[0].clone());
            let all = Candidate::whole(cases.collect());
            let Some(failure) = self.subject.run(&all)? else {
                return Ok(None);
            };
            let verdict = failure.judgement.verdict;
            let failure = match failure.suspects().first() {
                Some(&suspect) => self.subject.run(&tests[suspect])?,
                None => self.culprit(&all.cases)?,
            };
            if failure.is_some() || self.subject.must_stop() {
                return Ok(failure);
            }
            if verdict == Verdict::TimeLimitExceeded {
                // They were too many.
                self.most_together = tests.len() / WAYS;
                for tests in tests.chunks(self.most_together.max(1)) {
                    let failure = self.first_wrong(tests)?;
                    if failure.is_some() || self.subject.must_stop() {
                        return Ok(failure);
                    }
                }
                return Ok(None);
            }
            // One of them alone is not enough to be wrong, or another one is.
            self.subject.together = false;
        }
        Ok(self.subject.first_failing(tests, &|_| {})?.1)
    }

    /// The first of these cases that makes the program crash or hang, if one alone does.
    fn culprit(&mut self, mut cases: &[CaseNumbers]) -> Result<Option<Failure>, Error> {
        loop {
            let portion = cases.len().div_ceil(WAYS);
            let parts = cases.chunks(portion).map(<[_]>::to_vec);
            let parts: Vec<_> = parts.map(Candidate::whole).collect();
            let (index, failure) = self.subject.first_failing(&parts, &|_| {})?;
            if failure.is_none() || portion == 1 {
                return Ok(failure);
            }
            cases = &cases[index * portion..cases.len().min((index + 1) * portion)];
        }
    }

    /// Leaves out cases: portions of them, the largest first.
    fn drop_cases(&mut self) -> Result<(), Error> {
        let cases = self.best().test.cases.clone();
        if cases.len() > 1 && self.best().suspects().is_empty() && self.grammar.least_cases() == 1 {
            let culprit = self.culprit(&cases)?;
            self.better = culprit.or(self.better.take());
        }
        let mut portion = self.best().test.cases.len();
        while portion > 0 {
            let mut at = 0;
            while at < self.best().test.cases.len() && self.best().test.cases.len() > 1 {
                let mut cases = self.best().test.cases.clone();
                let end = cases.len().min(at + portion);
                cases.drain(at..end);
                let is_taken = self.take_first(iter::once(self.with(cases)))?;
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
            let with = |case| with_case(&test, at, case);
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
            let mut candidates = fine(grammar, case, values);
            candidates.sort_by_cached_key(|case| (case.len(), sum(case), case.clone()));
            candidates.dedup();
            if !self.take_first(candidates.into_iter().map(with))? {
                break;
            }
        }
        Ok(())
    }

    /// Finds out whether the program is wrong about the best case when other cases precede and follow it. If not,
    /// it may be right about a failing case among others.
    fn try_among_others(&mut self, small: &[CaseNumbers]) -> Result<(), Error> {
        if let [case] = &self.best().test.cases[..]
            && self.subject.together
            && self.grammar.most_cases() > 2
        {
            let other = small.iter().find(|small| {
                let len = self.grammar.fixed(case);
                *small != case && small.get(..len) == Some(&case[..len])
            });
            self.subject.together = match other {
                Some(other) => {
                    let cases = vec![other.clone(), case.clone(), other.clone()];
                    self.subject.run(&Candidate::whole(cases))?.is_some()
                }
                None => false,
            };
        }
        Ok(())
    }

    /// Tries smaller inputs in order, and takes the first on which the program is wrong.
    fn smallest(&mut self) -> Result<Known, Error> {
        let best = self.best().test.clone();
        let (cases, len, sum) = best.size();
        let mut endings = vec![Ending::Whole, best.ending];
        endings.dedup();
        let least = self.grammar.least_cases();
        let few = self.limit(MOST_WITH_FEWER, RUNS_WITH_FEWER);
        let mut all = true;
        let mut up_to = sum;
        'found: for ending in endings {
            for fewer in least..=cases {
                let form = InputForm {
                    cases: fewer,
                    ending,
                };
                if fewer == 1 {
                    let small = if self.is_plain(form) { 1 } else { 2 };
                    up_to = sum.max(SMALL_SUM / small);
                }
                let most_sum = if fewer == 1 { up_to } else { sum };
                let sums = |of_len| {
                    let is_same = (fewer, of_len) == (cases, len);
                    0..=if is_same { sum } else { most_sum }
                };
                let limit = if fewer < cases {
                    few
                } else {
                    self.limit(MOST_ENUMERATED, MOST_RUNS)
                };
                match self.try_all(form, 1..len + 1, sums, limit)? {
                    Tried::All => {}
                    Tried::Some => all = false,
                    Tried::UpToWrong => break 'found,
                }
            }
        }
        let best = self.best().test.clone();
        if !all || best.cases.len() > 1 || self.subject.must_stop() {
            return Ok(Known::Little);
        }
        // Those with fewer numbers and a larger sum are smaller too. They are tried if they are few.
        let form = InputForm {
            cases: 1,
            ending: best.ending,
        };
        let most = if self.is_plain(form) {
            MOST_ENUMERATED
        } else {
            MOST_RUNS
        };
        let mut others = Vec::new();
        let lens = 1..best.size().1;
        let is_all = self.each(form, lens, |_| up_to + 1..=u64::MAX, &mut |_, candidate| {
            others.push(candidate);
            Ok(others.len() as u64 <= most)
        })?;
        if !is_all {
            return Ok(Known::RightUpTo(up_to));
        }
        self.tried += others.len() as u64;
        self.take_first(others.into_iter())?;
        Ok(if self.subject.must_stop() {
            Known::RightUpTo(up_to)
        } else {
            Known::AllRight
        })
    }

    /// Whether many inputs of this form are tried in one run.
    fn is_plain(&self, form: InputForm) -> bool {
        self.subject.together && form.cases == 1 && form.ending == Ending::Whole
    }

    fn limit(&self, inputs: u64, runs: u64) -> Limit {
        Limit {
            tried: self.tried + inputs,
            runs: self.subject.runs + runs,
        }
    }

    /// Tries inputs of this form that come before the best, up to a limit, and takes the first on which the program is
    /// wrong.
    fn try_all(
        &mut self,
        form: InputForm,
        lens: Range<usize>,
        sums: impl Fn(usize) -> RangeInclusive<u64>,
        limit: Limit,
    ) -> Result<Tried, Error> {
        let mut is_found = false;
        let is_all = self.each(form, lens, sums, &mut |this, candidate| {
            this.tried += u64::from(is_smaller(&candidate, &this.best().test));
            is_found = this.offer(candidate)?;
            let is_within = this.tried < limit.tried && this.subject.runs < limit.runs;
            Ok(is_within && !is_found && !this.subject.must_stop())
        })?;
        Ok(if is_found || self.flush()? {
            Tried::UpToWrong
        } else if is_all && !self.subject.must_stop() {
            Tried::All
        } else {
            Tried::Some
        })
    }

    /// Shows `visit` all inputs of this form with these numbers of numbers and sums, in order, until it has seen
    /// enough or must stop; whether that was not so.
    fn each(
        &mut self,
        form: InputForm,
        lens: Range<usize>,
        sums: impl Fn(usize) -> RangeInclusive<u64>,
        visit: &mut dyn FnMut(&mut Self, Candidate) -> Result<bool, Error>,
    ) -> Result<bool, Error> {
        for len in lens {
            let mut sum = Some(*sums(len).start());
            while let Some(this) = sum.filter(|sum| sums(len).contains(sum)) {
                let mut class = Class::new(self.grammar, form.cases, len, this);
                let mut counted = 0;
                loop {
                    let found = class.look_on();
                    self.subject.count_read(class.read - counted);
                    counted = class.read;
                    let goes_on = match found {
                        Found::Input(cases) => {
                            let ending = form.ending;
                            visit(self, Candidate { cases, ending })?
                        }
                        Found::Nothing => !self.subject.must_stop(),
                        Found::End => break,
                    };
                    if !goes_on {
                        return Ok(false);
                    }
                }
                if self.subject.must_stop() {
                    return Ok(false);
                }
                sum = class.step().and_then(|step| this.checked_add(step));
            }
        }
        Ok(!self.subject.must_stop())
    }
}

/// Which inputs are tried.
#[derive(Clone, Copy)]
struct InputForm {
    /// The number of cases.
    cases: usize,
    /// How they end.
    ending: Ending,
}

/// How many inputs have been tried, and how many runs there were, when it is enough.
#[derive(Clone, Copy)]
struct Limit {
    tried: u64,
    runs: u64,
}

/// How many inputs were tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tried {
    /// All, and the program is right on them.
    All,
    /// Not all.
    Some,
    /// All before one on which it is wrong.
    UpToWrong,
}

fn sum(case: &[u64]) -> u64 {
    case.iter()
        .fold(0, |sum: u64, &number| sum.saturating_add(number))
}

fn is_smaller(one: &Candidate, other: &Candidate) -> bool {
    (one.size(), &one.cases) < (other.size(), &other.cases)
}

/// The case with another excess of the numbers at some places.
fn lowered(
    grammar: &Grammar,
    excesses: &[u64],
    places: &[usize],
    lower: impl Fn(u64) -> u64,
) -> Option<CaseNumbers> {
    let mut lowered = excesses.to_vec();
    for &at in places {
        lowered[at] = lower(lowered[at]);
    }
    grammar.with_excesses(&lowered)
}

/// The input with another case at this place.
fn with_case(test: &Candidate, at: usize, case: CaseNumbers) -> Candidate {
    let mut test = test.clone();
    test.cases[at] = case;
    test
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
    let (lists, numbers) = (longest_lists(grammar, case), grammar.numbers(case));
    let excesses = grammar.excesses(case);
    let case = case.clone();
    let shorter = lists.into_iter().flat_map(move |list| {
        let case = case.clone();
        portions(list.parts.len()).flat_map(move |parts| {
            let merged = merged(&case, &list, parts.clone());
            [Some(list.without(&case, parts)), merged]
        })
    });
    let lower = portions(numbers.len()).flat_map(move |range| {
        let places = &numbers[range];
        let lower = LOWER.iter();
        lower
            .filter_map(|lower| lowered(grammar, &excesses, places, lower))
            .collect::<Vec<_>>()
    });
    shorter.flatten().chain(lower)
}

/// How numbers are made smaller: as small as can be, to a power of two, by half.
const LOWER: [fn(u64) -> u64; 3] = [|_| 0, highest_bit, |number| number / 2];

fn highest_bit(number: u64) -> u64 {
    number.checked_ilog2().map_or(0, |bit| 1 << bit)
}

/// The lists of a case, the longest ones first: positions before the piles of each.
fn longest_lists(grammar: &Grammar, case: &[u64]) -> Vec<CountedList> {
    let mut lists = grammar.counted_lists(case);
    lists.reverse();
    lists.sort_by_key(|list| Reverse(list.parts.iter().map(Range::len).sum::<usize>()));
    lists
}

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

/// Cases with a number or two of them changed, if the case is not long.
fn fine(grammar: &Grammar, case: &CaseNumbers, values: u64) -> Vec<CaseNumbers> {
    let numbers = grammar.numbers(case);
    let excesses = grammar.excesses(case);
    let mut cases = Vec::new();
    if numbers.len() <= MOST_SINGLE {
        let values = values / numbers.len().max(1) as u64;
        for (i, &at) in numbers.iter().enumerate() {
            for excess in smaller_values(excesses[at], values) {
                cases.extend(lowered(grammar, &excesses, &[at], |_| excess));
            }
            for &other in numbers[i + 1..].iter().take(FEW) {
                let places = [at, other];
                let lower: [fn(u64) -> u64; 2] =
                    [|number| number / 2, |number| number.saturating_sub(1)];
                for lower in lower {
                    cases.extend(lowered(grammar, &excesses, &places, lower));
                }
                let shared = case[at] & case[other];
                cases.extend((0..u64::BITS - shared.leading_zeros()).map(|bit| {
                    let mut changed = case.clone();
                    changed[at] &= !(1 << bit);
                    changed[other] &= !(1 << bit);
                    changed
                }));
            }
        }
    }
    cases
}

/// The values below this number: the smallest ones, as many as possible, the nearest ones, those near powers of two,
/// those with a bit less, and some between.
fn smaller_values(number: u64, most: u64) -> impl Iterator<Item = u64> {
    let smallest = 0..number.min(most / 2);
    let near = (1..=most / 8).map_while(move |less| number.checked_sub(less));
    let bits = 0..u64::BITS - number.leading_zeros();
    let bits = bits.flat_map(move |bit| {
        let power = 1 << bit;
        [power - 1, power, power + 1, number & !power]
    });
    let between = (1..u64::BITS).map_while(move |bit| number.checked_sub(number.checked_shr(bit)?));
    let values = smallest.chain(near).chain(bits).chain(between);
    values.filter(move |&value| value < number)
}
