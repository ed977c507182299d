//! From an input on which a program is wrong to a smallest one.
//!
//! If one of the smallest inputs of all will do, that is where it starts. Else few cases remain, then few and
//! small numbers, as long as the program is wrong. In the end all inputs that are still smaller are tried in
//! order. Where an input may have many cases, hundreds of candidates are tried in one run of the program, as
//! the cases of one input.

use std::ops::RangeInclusive;

use super::inputs::{CaseNumbers, CountedList, Grammar};
use super::subject::{Candidate, Ending, Failure, Subject};
use crate::error::Error;
use crate::judge::verdict::Verdict;

/// The number of candidates tried at once if each takes a run.
const MOST_ALONE: usize = 16;

/// The maximum number of candidates in one input, and of their numbers.
const MOST_CANDIDATES: usize = 1000;
const MOST_NUMBERS: usize = 20_000;

/// The maximum number of smaller inputs with each number of cases that are tried in order, and of runs for
/// them.
const MOST_ENUMERATED: u64 = 100_000;
const MOST_RUNS: u64 = 1000;

/// The maximum number of these with fewer cases, which have been tried before by leaving out cases.
const MOST_WITH_FEWER: u64 = 10_000;

/// Inputs with fewer numbers are smaller whatever their sum is; they are tried up to that of the input
/// to beat. Those of one case are tried up to this sum at least; up to half of it if each takes a run.
const SMALL_SUM: u64 = 64;

/// The number of numbers from which a case is large.
const LARGE: usize = 40;

/// A number is tried to be each smaller one up to this, and each that is by less than this smaller.
const SMALL: u64 = 64;

/// The maximum number of parts of which pairs are changed as well, which can keep a nim-sum as it is.
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

/// Looks for the smallest input on which the program is wrong, starting from `failure`, until
/// `subject` must stop. `small` are inputs that are to be tried first.
pub fn shrink(
    subject: &mut Subject<'_>,
    failure: Failure,
    small: &[Candidate],
) -> Result<(Failure, Smaller), Error> {
    let mut best = failure;
    if let Some(failure) = first_wrong(subject, small)? {
        best = failure;
    }
    if best.test.ending != Ending::Whole {
        let test = Candidate::whole(best.test.cases.clone());
        replace(subject, &mut best, &test)?;
    }
    few_cases(subject, &mut best)?;
    few_parts(subject, &mut best)?;
    try_among_others(subject, &best)?;
    small_numbers(subject, &mut best)?;
    let mut tried = 0;
    let known = smallest(subject, &mut best, &mut tried)?;
    Ok((best, Smaller { tried, known }))
}

/// Finds out whether the program is wrong about the best case when other cases precede and follow it. If not,
/// it may be right about a failing case among others.
fn try_among_others(subject: &mut Subject<'_>, best: &Failure) -> Result<(), Error> {
    if let [case] = &best.test.cases[..]
        && subject.grammar.most_cases() > 2
        && let Some(other) = subject.grammar.another(case)
    {
        let test = Candidate::whole(vec![other.clone(), case.clone(), other]);
        subject.together &= subject.run(&test)?.is_some();
    }
    Ok(())
}

/// Runs `test`, and takes it for the best if the program is wrong on it; whether it is.
fn replace(subject: &mut Subject<'_>, best: &mut Failure, test: &Candidate) -> Result<bool, Error> {
    let grammar = subject.grammar;
    let is_valid =
        test.cases.len() >= grammar.least_cases() && grammar.all_go_together(&test.cases);
    if subject.must_stop() || !is_valid {
        return Ok(false);
    }
    let failure = subject.run(test)?;
    let fails = failure.is_some();
    if let Some(failure) = failure {
        *best = failure;
    }
    Ok(fails)
}

/// The best input with other cases.
fn with(best: &Failure, cases: Vec<CaseNumbers>) -> Candidate {
    Candidate {
        cases,
        ending: best.test.ending,
    }
}

/// Leaves out cases.
fn few_cases(subject: &mut Subject<'_>, best: &mut Failure) -> Result<(), Error> {
    if best.test.cases.len() == 1 {
        return Ok(());
    }
    let mut suspects = best.suspects();
    if suspects.is_empty() {
        suspects.push(to_blame(subject, &best.test)?);
    }
    let first = suspects.first().copied();
    for suspect in suspects {
        let alone = with(best, vec![best.test.cases[suspect].clone()]);
        if replace(subject, best, &alone)? {
            return Ok(());
        }
    }
    // Most of the time, what follows the first suspect does not matter.
    if let Some(suspect) = first {
        let start = with(best, best.test.cases[..=suspect].to_vec());
        replace(subject, best, &start)?;
    }
    let mut portion = best.test.cases.len().div_ceil(2);
    loop {
        let mut at = 0;
        while at < best.test.cases.len() && best.test.cases.len() > 1 {
            let mut cases = best.test.cases.clone();
            cases.drain(at..(at + portion).min(cases.len()));
            let rest = with(best, cases);
            if subject.must_stop() {
                return Ok(());
            }
            if rest.cases.is_empty() || !replace(subject, best, &rest)? {
                at += portion;
            }
        }
        if portion == 1 {
            return Ok(());
        }
        portion = portion.div_ceil(2);
    }
}

/// Leaves out large parts of large cases, one after the other: to try all that can be done to them
/// takes too long. Of a program that hangs, each time that it does takes long, so all cases are large.
fn few_parts(subject: &mut Subject<'_>, best: &mut Failure) -> Result<(), Error> {
    let hangs = best.judgement.verdict == Verdict::TimeLimitExceeded;
    let large = if hangs { 0 } else { LARGE };
    for at in 0..best.test.cases.len() {
        let mut portion = usize::MAX;
        while best.test.cases[at].len() > large && portion > 1 && !subject.must_stop() {
            // The positions of a case before the piles of each.
            let counted_lists = subject.grammar.counted_lists(&best.test.cases[at]);
            let Some(list) = counted_lists.iter().rev().max_by_key(|list| list.len()) else {
                break;
            };
            let len = list.parts.len();
            portion = portion.min(len).div_ceil(2);
            let mut first = 0;
            let mut left_out = false;
            while first < len && !left_out && !subject.must_stop() {
                let parts = portion.min(len - first);
                let case = list.without(&best.test.cases[at], first, parts);
                first += portion;
                if subject.grammar.is_valid(&case) {
                    let mut cases = best.test.cases.clone();
                    cases[at] = case;
                    let test = with(best, cases);
                    left_out = replace(subject, best, &test)?;
                }
            }
            if left_out {
                // Twice as large again: the next is half of what is left at most.
                portion = portion.saturating_mul(4);
            }
        }
    }
    Ok(())
}

/// Makes the numbers of all cases fewer and smaller.
fn small_numbers(subject: &mut Subject<'_>, best: &mut Failure) -> Result<(), Error> {
    let mut changed = true;
    while changed && !subject.must_stop() {
        changed = false;
        for at in 0..best.test.cases.len() {
            let smaller = smaller(subject.grammar, &best.test.cases[at]);
            let candidates = smaller.into_iter().map(|case| {
                let mut cases = best.test.cases.clone();
                cases[at] = case;
                with(best, cases)
            });
            let grammar = subject.grammar;
            let candidates = candidates.filter(|test| grammar.all_go_together(&test.cases));
            let candidates: Vec<_> = candidates.collect();
            if let Some(failure) = first_wrong(subject, &candidates)? {
                *best = failure;
                changed = true;
            }
        }
    }
    Ok(())
}

/// The first of these inputs on which the program is wrong.
fn first_wrong(
    subject: &mut Subject<'_>,
    candidates: &[Candidate],
) -> Result<Option<Failure>, Error> {
    let is_plain = |test: &Candidate| test.cases.len() == 1 && test.ending == Ending::Whole;
    let mut rest = candidates;
    while subject.together && !rest.is_empty() && candidates.iter().all(is_plain) {
        let first = &rest[0].cases[0];
        let mut numbers = 0;
        let fits = |test: &&Candidate| {
            numbers += test.cases[0].len();
            numbers <= MOST_NUMBERS && subject.grammar.go_together(first, &test.cases[0])
        };
        let most = subject.grammar.most_cases().min(MOST_CANDIDATES);
        let count = rest.iter().take(most).take_while(fits).count().max(1);
        let (portion, others) = rest.split_at(count);
        let cases = portion.iter().map(|test| test.cases[0].clone());
        let all = Candidate::whole(cases.collect());
        if let Some(failure) = subject.run(&all)? {
            let suspect = match failure.suspects().first() {
                Some(&suspect) => suspect,
                None => to_blame(subject, &all)?,
            };
            if let Some(failure) = subject.run(&portion[suspect])? {
                return Ok(Some(failure));
            }
            // One of them alone is not enough to be wrong, or another one is.
            subject.together = false;
        } else {
            rest = others;
        }
    }
    Ok(subject.first_failing(rest, &|_| {})?.1)
}

/// Which case of `test` makes the program crash or hang: the shortest start on which it does ends with
/// that case.
fn to_blame(subject: &mut Subject<'_>, test: &Candidate) -> Result<usize, Error> {
    let (mut good, mut bad) = (subject.grammar.least_cases() - 1, test.cases.len());
    while bad - good > 1 && !subject.must_stop() {
        let middle = usize::midpoint(good, bad);
        let start = Candidate {
            cases: test.cases[..middle].to_vec(),
            ending: test.ending,
        };
        match subject.run(&start)? {
            Some(_) => bad = middle,
            None => good = middle,
        }
    }
    Ok(bad - 1)
}

/// Cases that are a step smaller, the smallest ones first.
fn smaller(grammar: &Grammar, case: &CaseNumbers) -> Vec<CaseNumbers> {
    let counted_lists = grammar.counted_lists(case);
    let mut candidates = Vec::new();
    for list in &counted_lists {
        candidates.extend(without_some_parts(case, list));
        if list.parts.len() <= FEW {
            candidates.extend(without_pairs_of_parts(case, list));
        }
    }
    let counts: Vec<_> = counted_lists.iter().map(|list| list.count).collect();
    let numbers: Vec<_> = (0..case.len()).filter(|at| !counts.contains(at)).collect();
    candidates.extend(all_numbers_smaller(case, &numbers));
    if numbers.len() <= 64 {
        // Where many cases go into one input, many are tried at the cost of one.
        let cheap = grammar.most_cases() > 1;
        let small = if cheap { SMALL } else { FEW as u64 };
        for (i, &at) in numbers.iter().enumerate() {
            candidates.extend(number_smaller(case, at, small));
            for &other in numbers[i + 1..].iter().take(FEW) {
                candidates.extend(two_numbers_smaller(case, at, other));
            }
        }
    }
    let size = |case: &CaseNumbers| {
        let sum = case
            .iter()
            .fold(0, |sum: u64, &number| sum.saturating_add(number));
        (case.len(), sum)
    };
    candidates.retain(|other| size(other) < size(case) && grammar.is_valid(other));
    candidates.sort_by(|one, other| size(one).cmp(&size(other)).then_with(|| one.cmp(other)));
    candidates.dedup();
    candidates
}

/// The case without one half of these parts or the other, without each quarter, and so on; of many
/// parts no single ones.
fn without_some_parts(case: &CaseNumbers, list: &CountedList) -> Vec<CaseNumbers> {
    let mut candidates = Vec::new();
    let len = list.parts.len();
    let mut parts = len.div_ceil(2);
    while parts > 0 && (len <= 64 || parts >= len / 16) {
        for first in (0..len).step_by(parts) {
            candidates.push(list.without(case, first, parts.min(len - first)));
        }
        parts = if parts == 1 { 0 } else { parts.div_ceil(2) };
    }
    candidates
}

/// The case without each two of these parts, and with one pile in place of two: both change a nim-sum
/// less.
fn without_pairs_of_parts(case: &CaseNumbers, list: &CountedList) -> Vec<CaseNumbers> {
    let mut candidates = Vec::new();
    for (i, one) in list.parts.iter().enumerate() {
        for other in &list.parts[i + 1..] {
            let mut rest = case.clone();
            rest.drain(other.clone());
            let mut merged = rest.clone();
            rest.drain(one.clone());
            rest[list.count] -= 2;
            candidates.push(rest);
            if one.len() == 1 && other.len() == 1 {
                merged[one.start] ^= case[other.start];
                merged[list.count] -= 1;
                candidates.push(merged);
            }
        }
    }
    candidates
}

/// The case with all `numbers`, which are places in it, made smaller in the same way.
fn all_numbers_smaller(case: &CaseNumbers, numbers: &[usize]) -> [CaseNumbers; 3] {
    let steps: [fn(u64) -> u64; 3] = [
        |number| number.min(1),
        |number| number / 2,
        |number| number.saturating_sub(1),
    ];
    steps.map(|step| {
        let mut changed = case.clone();
        for &at in numbers {
            changed[at] = step(case[at]);
        }
        changed
    })
}

/// The case with another number at this place: each below `small`, each that is by less than that
/// smaller, some between, and those with a bit less or of one bit.
fn number_smaller(case: &CaseNumbers, at: usize, small: u64) -> Vec<CaseNumbers> {
    let number = case[at];
    let near = (1..small).map(|less| number.saturating_sub(less));
    let between = [number / 2, number - number / 4];
    let bits = (0..u64::BITS - number.leading_zeros()).map(|bit| 1 << bit);
    let bits = bits.flat_map(|bit| [number & !bit, bit]);
    let smaller = (0..small).chain(near).chain(between).chain(bits);
    let with = |smaller| {
        let mut changed = case.clone();
        changed[at] = smaller;
        changed
    };
    smaller.map(with).collect()
}

/// The case with both numbers smaller: without the same bit, by one, or half as large.
fn two_numbers_smaller(case: &CaseNumbers, at: usize, other: usize) -> Vec<CaseNumbers> {
    let with = |change: &dyn Fn(u64) -> u64| {
        let mut changed = case.clone();
        changed[at] = change(case[at]);
        changed[other] = change(case[other]);
        changed
    };
    let shared = case[at] & case[other];
    let bits = 0..u64::BITS - shared.leading_zeros();
    let mut candidates: Vec<_> = bits
        .map(|bit| with(&|number| number & !(1 << bit)))
        .collect();
    candidates.push(with(&|number| number.saturating_sub(1)));
    candidates.push(with(&|number| number / 2));
    candidates
}

/// Tries smaller inputs in order, and takes the first on which the program is wrong; `tried` counts them.
fn smallest(
    subject: &mut Subject<'_>,
    best: &mut Failure,
    tried: &mut u64,
) -> Result<Known, Error> {
    let (cases, len, sum) = best.test.size();
    let mut endings = vec![Ending::Whole, best.test.ending];
    endings.dedup();
    let least = subject.grammar.least_cases();
    let mut all = true;
    let mut up_to = sum;
    'found: for (ending, fewer) in endings
        .into_iter()
        .flat_map(|ending| (least..=cases).map(move |fewer| (ending, fewer)))
    {
        let shape = InputForm {
            cases: fewer,
            ending,
        };
        if fewer == 1 {
            let small = if shape.is_plain(subject) { 1 } else { 2 };
            up_to = sum.max(SMALL_SUM / small);
        }
        let most_sum = if fewer == 1 { up_to } else { sum };
        let sums = |of_len| {
            let is_same = (fewer, of_len) == (cases, len);
            (of_len, 0..=if is_same { sum } else { most_sum })
        };
        let most = if fewer < cases {
            MOST_WITH_FEWER
        } else {
            MOST_ENUMERATED
        };
        match try_all(subject, best, shape, (1..=len).map(sums), most, tried)? {
            Tried::All => {}
            Tried::Some => all = false,
            Tried::UpToWrong => break 'found,
        }
    }
    if !all || best.test.cases.len() > 1 || subject.must_stop() {
        return Ok(Known::Little);
    }
    // Those with fewer numbers and a larger sum are smaller too, where there are such.
    let shape = InputForm {
        cases: 1,
        ending: best.test.ending,
    };
    let (is_plain, grammar) = (shape.is_plain(subject), subject.grammar);
    let shorter: Vec<_> = (1..best.test.cases[0].len())
        .filter(|&len| grammar.has_any(len))
        .map(|len| (len, up_to + 1..=grammar.most_sum(len)))
        .collect();
    // With a larger sum there are no fewer, mostly.
    let is_few = |(len, sums): &(usize, RangeInclusive<u64>)| {
        let most = sums.end().saturating_sub(up_to);
        let mut inputs = 0;
        most == 0
            || is_plain
                && grammar.each(1, *len, up_to, &mut |_| {
                    inputs += 1;
                    inputs <= MOST_ENUMERATED / most
                })
    };
    let few: Vec<_> = shorter
        .iter()
        .filter(|sums| is_few(sums))
        .cloned()
        .collect();
    let is_all = few.len() == shorter.len();
    match try_all(
        subject,
        best,
        shape,
        few.into_iter(),
        MOST_ENUMERATED,
        tried,
    )? {
        Tried::All | Tried::UpToWrong if is_all => return Ok(Known::AllRight),
        Tried::All | Tried::Some | Tried::UpToWrong => {}
    }
    Ok(Known::RightUpTo(up_to))
}

/// Which inputs are tried.
#[derive(Clone, Copy)]
struct InputForm {
    /// The number of cases.
    cases: usize,
    /// How they end.
    ending: Ending,
}

impl InputForm {
    /// Whether many are tried in one run.
    fn is_plain(self, subject: &Subject<'_>) -> bool {
        subject.together && self.cases == 1 && self.ending == Ending::Whole
    }
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

/// Tries inputs of this shape with this number and sum of numbers that come before the best, up to a limit, and
/// takes the first on which the program is wrong.
fn try_all(
    subject: &mut Subject<'_>,
    best: &mut Failure,
    shape: InputForm,
    sums_of_len: impl Iterator<Item = (usize, RangeInclusive<u64>)>,
    most: u64,
    tried: &mut u64,
) -> Result<Tried, Error> {
    let grammar = subject.grammar;
    let last_run = subject.runs + MOST_RUNS;
    let last_tried = *tried + most;
    let mut waiting: Vec<Candidate> = Vec::new();
    let mut classes = sums_of_len
        .filter(|&(len, _)| shape.cases > 1 || grammar.has_any(len))
        .flat_map(|(len, sums)| {
            let last = grammar.most_sum(len).min(*sums.end());
            (*sums.start()..=last).map(move |sum| (len, sum))
        })
        .peekable();
    while let Some((len, sum)) = classes.next() {
        if subject.is_interrupted {
            return Ok(Tried::Some);
        }
        let is_last = best.test.size() == (shape.cases, len, sum);
        let before = waiting.len();
        let is_complete = grammar.each(shape.cases, len, sum, &mut |cases| {
            if !is_last || cases < &best.test.cases[..] {
                waiting.push(Candidate {
                    cases: cases.to_vec(),
                    ending: shape.ending,
                });
            }
            *tried + (waiting.len() as u64) < last_tried
        });
        waiting[before..].sort_by(|one, other| one.cases.cmp(&other.cases));
        let full = if shape.is_plain(subject) {
            MOST_CANDIDATES
        } else {
            MOST_ALONE
        };
        if waiting.len() >= full || !is_complete || classes.peek().is_none() {
            for portion in std::mem::take(&mut waiting).chunks(full) {
                *tried += portion.len() as u64;
                if let Some(failure) = first_wrong(subject, portion)? {
                    *best = failure;
                    return Ok(Tried::UpToWrong);
                }
                if subject.runs > last_run || subject.must_stop() {
                    return Ok(Tried::Some);
                }
            }
        }
        if !is_complete {
            return Ok(Tried::Some);
        }
    }
    Ok(Tried::All)
}
