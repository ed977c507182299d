//! From an input on which a program is wrong to a smallest one.
//!
//! First few cases remain, then few and small numbers, as long as the program is wrong; and in the end all
//! inputs that are still smaller are tried in order. Where an input may have many cases, hundreds of
//! candidates are tried in one run of the program, as the cases of one input.

use std::time::Duration;

use super::inputs::{CaseNumbers, CountedList, Grammar};
use super::subject::{Ending, Failure, Subject, Test};
use crate::error::Error;
use crate::judge::judgement::Judgement;
use crate::judge::verdict::Verdict;

/// An input of candidates has at most so many of them, and so many numbers.
const MOST_CANDIDATES: usize = 2000;
const MOST_NUMBERS: usize = 20_000;

/// Smaller inputs of each number of cases are tried in order, until there were so many of them, or so
/// many runs.
const MOST_ENUMERATED: u64 = 100_000;
const MOST_RUNS: u64 = 2000;

/// That many of those with fewer cases: they have been tried before, by leaving cases out.
const MOST_WITH_FEWER: u64 = 10_000;

/// Inputs with fewer numbers are smaller whatever their sum is; they are tried up to that of the input
/// to beat. Those of one case are tried up to this sum at least; up to half of it if each takes a run.
const SMALL_SUM: u64 = 64;

/// From so many numbers on a case is large.
const LARGE: usize = 40;

/// A program that hangs is given so much time at least.
const LEAST_TIME: Duration = Duration::from_millis(200);

/// A number is tried to be each smaller one up to this, and each that is by less than this smaller.
const SMALL: u64 = 64;

/// Of so many parts, pairs are changed too: that can keep a nim-sum as it is.
const FEW: usize = 12;

/// What shrinking came to.
pub struct Shrunk {
    /// The smallest input that was found.
    pub failure: Failure,
    /// How many inputs that are not larger were tried in order.
    pub tried: u64,
    /// There are more, which were not tried.
    pub is_cut: bool,
}

/// Looks for the smallest input on which the program is wrong, starting from `failure`, until
/// `subject` must stop.
///
/// # Errors
/// The program cannot be run any more.
pub fn shrink(subject: &mut Subject<'_>, failure: Failure) -> Result<Shrunk, Error> {
    if failure.judgement.verdict != Verdict::TimeLimitExceeded {
        return shrink_within(subject, failure);
    }
    // Where it hangs, it mostly hangs forever, and there is no need to wait so long each time.
    let full = subject.submission.limits.cpu;
    let shorter = (20 * subject.slowest).max(LEAST_TIME);
    subject.submission.limits.cpu = full.min(shorter);
    let shrunk = shrink_within(
        subject,
        Failure {
            test: failure.test.clone(),
            judgement: Judgement::of(Verdict::TimeLimitExceeded),
        },
    )?;
    subject.submission.limits.cpu = full;
    Ok(match subject.run(&shrunk.failure.test)? {
        Some(failure) => Shrunk { failure, ..shrunk },
        None => Shrunk {
            failure,
            tried: 0,
            is_cut: true,
        },
    })
}

fn shrink_within(subject: &mut Subject<'_>, failure: Failure) -> Result<Shrunk, Error> {
    let mut best = failure;
    if best.test.ending != Ending::Whole {
        let test = Test {
            ending: Ending::Whole,
            ..best.test.clone()
        };
        replace(subject, &mut best, &test)?;
    }
    few_cases(subject, &mut best)?;
    few_parts(subject, &mut best)?;
    small_numbers(subject, &mut best)?;
    let mut tried = 0;
    let all = smallest(subject, &mut best, &mut tried)?;
    Ok(Shrunk {
        failure: best,
        tried,
        is_cut: !all || subject.must_stop(),
    })
}

/// Runs `test`, and takes it for the best if the program is wrong on it; whether it is.
fn replace(subject: &mut Subject<'_>, best: &mut Failure, test: &Test) -> Result<bool, Error> {
    if subject.must_stop() || !subject.grammar.all_go_together(&test.cases) {
        return Ok(false);
    }
    let failure = subject.run(test)?;
    let fails = failure.is_some();
    if let Some(failure) = failure {
        *best = failure;
    }
    Ok(fails)
}

/// The same with these cases.
fn with(best: &Failure, cases: Vec<CaseNumbers>) -> Test {
    Test {
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
    // What comes behind the first suspect does not matter, mostly.
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
            if let Some(failure) = first_wrong(subject, candidates.collect())? {
                *best = failure;
                changed = true;
            }
        }
    }
    Ok(())
}

/// The first of these inputs on which the program is wrong.
fn first_wrong(subject: &mut Subject<'_>, candidates: Vec<Test>) -> Result<Option<Failure>, Error> {
    let alone = candidates
        .iter()
        .all(|test| test.cases.len() == 1 && test.ending == Ending::Whole);
    if subject.grammar.most_cases() == 1 || !alone {
        for test in candidates {
            if subject.must_stop() {
                break;
            }
            if let Some(failure) = subject.run(&test)? {
                return Ok(Some(failure));
            }
        }
        return Ok(None);
    }
    let cases: Vec<_> = candidates.into_iter().flat_map(|test| test.cases).collect();
    let mut rest = &cases[..];
    while let Some(first) = rest.first() {
        let mut numbers = 0;
        let fits = |case: &&CaseNumbers| {
            numbers += case.len();
            numbers <= MOST_NUMBERS && subject.grammar.go_together(first, case)
        };
        let most = subject.grammar.most_cases().min(MOST_CANDIDATES);
        let count = rest.iter().take(most).take_while(fits).count().max(1);
        let (together, others) = rest.split_at(count);
        rest = others;
        if let Some(failure) = first_wrong_of(subject, together)? {
            return Ok(Some(failure));
        }
    }
    Ok(None)
}

/// Which case of `test` makes the program crash or hang: the shortest start on which it does ends with
/// that case.
fn to_blame(subject: &mut Subject<'_>, test: &Test) -> Result<usize, Error> {
    let (mut good, mut bad) = (0, test.cases.len());
    while bad - good > 1 && !subject.must_stop() {
        let middle = usize::midpoint(good, bad);
        let start = Test {
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

/// The first of these cases, which go together, on which the program is wrong if it is the only one.
fn first_wrong_of(
    subject: &mut Subject<'_>,
    cases: &[CaseNumbers],
) -> Result<Option<Failure>, Error> {
    let test = |cases: &[CaseNumbers]| Test {
        cases: cases.to_vec(),
        ending: Ending::Whole,
    };
    if subject.must_stop() {
        return Ok(None);
    }
    let Some(failure) = subject.run(&test(cases))? else {
        return Ok(None);
    };
    if cases.len() == 1 {
        return Ok(Some(failure));
    }
    let mut suspects = failure.suspects();
    if suspects.is_empty() {
        suspects.push(to_blame(subject, &failure.test)?);
    }
    for suspect in suspects {
        if subject.must_stop() {
            break;
        }
        if let Some(failure) = subject.run(&test(&cases[suspect..=suspect]))? {
            return Ok(Some(failure));
        }
    }
    Ok(None)
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

/// Tries all smaller inputs in order, and takes the first on which the program is wrong; `tried` counts
/// them. Returns whether it could be sure: whether none was left out that is smaller than what it took.
fn smallest(subject: &mut Subject<'_>, best: &mut Failure, tried: &mut u64) -> Result<bool, Error> {
    let grammar = subject.grammar;
    let (cases, len, sum) = best.test.size();
    let ending = best.test.ending;
    let mut all = true;
    for fewer in 1..=cases {
        let last_run = subject.runs + MOST_RUNS;
        let last_test = *tried
            + if fewer < cases {
                MOST_WITH_FEWER
            } else {
                MOST_ENUMERATED
            };
        // The end of an input is that of its last case.
        let together = fewer == 1 && grammar.most_cases() > 1 && ending == Ending::Whole;
        let portion = if together { MOST_CANDIDATES } else { 1 };
        let most_sum = match fewer {
            1 if together => sum.max(SMALL_SUM),
            1 => sum.max(SMALL_SUM / 2),
            _ => sum,
        };
        let mut waiting = Vec::new();
        let mut actual = Ok(None);
        let mut enough = |candidates: Vec<Test>, tried: &mut u64| {
            *tried += candidates.len() as u64;
            actual = first_wrong(subject, candidates);
            let is_over = *tried > last_test || subject.runs > last_run;
            !matches!(actual, Ok(None)) || is_over || subject.must_stop()
        };
        let mut is_over = false;
        for of_len in 1..=len {
            let sums = if (fewer, of_len) == (cases, len) {
                0..sum
            } else {
                0..most_sum.saturating_add(1)
            };
            let mut any = false;
            for of_sum in sums {
                // Where there are no cases of this length, there is no need to ask for every sum.
                if is_over || !any && of_sum > SMALL_SUM {
                    break;
                }
                is_over = !grammar.each(fewer, of_len, of_sum, &mut |cases| {
                    any = true;
                    let cases = cases.to_vec();
                    waiting.push(Test { cases, ending });
                    let is_full = waiting.len() == portion;
                    !(is_full && enough(std::mem::take(&mut waiting), tried))
                });
            }
        }
        if !is_over {
            enough(waiting, tried);
        }
        if let Some(failure) = actual? {
            *best = failure;
            return Ok(all);
        }
        all &= !is_over;
    }
    Ok(all)
}
