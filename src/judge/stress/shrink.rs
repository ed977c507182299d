//! From an input on which a program is wrong to a smallest one.
//!
//! Each candidate is a run of its own, since a program may be wrong about a case where it stands and nowhere else. The
//! largest steps come first, so that a program that takes 50 ms to start is shrunk as far as one that takes 1 ms: few
//! cases, and few of the piles of one, are tried before many, since a run on few costs less; then portions of what
//! remains are left out, half of it at first, a half of that next, and so on ("delta debugging": A. Zeller and R.
//! Hildebrandt, "Simplifying and isolating failure-inducing input", 2002). Numbers go down by bisection, all at once,
//! then by portions, then each. A pass that changes nothing, but left something out, is repeated with twice the effort.
//! In the end the inputs that are still smaller are tried in order.

use std::collections::HashSet;
use std::iter;
use std::ops::{Range, RangeInclusive};

use super::rounds::{in_inputs, special};
use super::subject::{Failure, Subject, cost};
use super::{Smaller, TOGETHER, Tried};
use crate::error::Error;
use crate::problem::Problem;
use crate::testdata::draw::lost;
use crate::testdata::enumerate::{Layer, inputs, small};
use crate::testdata::grammar::{Candidate, Ending, Grammar};

/// Looks for the smallest input on which the program is wrong, starting from `found`, as long as the budget lasts.
/// Returns it, and what is known of those that are smaller. Tells `progress` each with which it goes on.
pub(crate) fn shrink(
    problem: &Problem,
    subject: &mut Subject<'_>,
    found: Failure,
    progress: &mut dyn FnMut(&Subject<'_>, &Failure),
) -> Result<(Failure, Smaller), Error> {
    let mut shrinking = Shrinking {
        problem,
        grammar: subject.grammar,
        best: found,
        effort: 0,
        is_complete: true,
        subject,
        progress,
    };
    loop {
        shrinking.simplify()?;
        if let Some(smaller) = shrinking.try_smaller()? {
            return Ok((shrinking.best, smaller));
        }
    }
}

struct Shrinking<'s, 'a> {
    problem: &'s Problem,
    subject: &'s mut Subject<'a>,
    progress: &'s mut dyn FnMut(&Subject<'_>, &Failure),
    grammar: &'a Grammar,
    /// The smallest failure so far.
    best: Failure,
    /// About how many runs one step of a pass may take, and whether none had more to try.
    effort: u64,
    is_complete: bool,
}

impl Shrinking<'_, '_> {
    /// Tries each way to make the input smaller, until none does.
    fn simplify(&mut self) -> Result<(), Error> {
        // The last quarter is for the inputs that are tried in the end.
        let reserve = self.subject.left / 4;
        self.effort = self.subject.left / 16;
        while self.subject.left > reserve && !self.subject.must_stop() {
            let before = self.best.test.clone();
            self.is_complete = true;
            self.pass()?;
            if self.best.test == before {
                if self.is_complete {
                    break;
                }
                self.effort *= 2;
            }
        }
        Ok(())
    }

    /// Goes once through the ways to make the input smaller.
    fn pass(&mut self) -> Result<(), Error> {
        if self.best.test.ending != Ending::Whole {
            let whole = self.best.test.with_ending(Ending::Whole);
            let failure = self.subject.first_failing([whole])?;
            self.take(failure);
        }
        self.drop_cases()?;
        self.try_special()?;
        for at in 0..self.best.test.cases.len() {
            // In a case before it, one number may be left that makes all others the least.
            if self.best.test.cases[at] == self.grammar.least {
                continue;
            }
            self.shorten_lists(at)?;
            self.lower_numbers(at)?;
            self.sort(at)?;
            self.try_values(at)?;
        }
        Ok(())
    }

    /// How many steps of so many runs there may be of one kind, of which `all` are possible.
    fn few(&mut self, runs: usize, all: usize) -> usize {
        let few = self.effort / runs as u64 / cost(&self.best.test);
        let few = usize::try_from(few).unwrap_or(usize::MAX);
        self.is_complete &= all <= few;
        all.min(few)
    }

    /// Takes the first of these inputs on which the program is wrong for the best, among those that are smaller;
    /// whether there is one.
    fn take_first(&mut self, tests: impl IntoIterator<Item = Candidate>) -> Result<bool, Error> {
        let (grammar, best) = (self.grammar, &self.best.test);
        let is_smaller = |test: &Candidate| test.is_smaller(best) && grammar.is_input(&test.cases);
        let tests = tests.into_iter().filter(is_smaller);
        let failure = self.subject.first_failing(tests)?;
        Ok(self.take(failure))
    }

    /// Takes this failure for the best; whether there is one.
    fn take(&mut self, failure: Option<Failure>) -> bool {
        if let Some(failure) = failure {
            (self.progress)(self.subject, &failure);
            self.best = failure;
            return true;
        }
        false
    }

    /// Finds the least value for which the program is wrong about what `make` makes of it, if it is wrong about all
    /// from that on, as it is about the best input, which is that of the value `high`.
    fn bisect<I: IntoIterator<Item = Candidate>>(
        &mut self,
        low: u64,
        mut high: u64,
        make: impl Fn(u64) -> I,
    ) -> Result<(), Error> {
        // The largest step first. What is below `right`, the program is right about.
        let (mut right, mut value) = (low, low);
        while right < high && !self.subject.must_stop() {
            if self.take_first(make(value))? {
                high = value;
            } else {
                right = value + 1;
            }
            value = right + (high - right) / 2;
        }
        Ok(())
    }

    /// Finds that value where a run costs more the larger it is: goes up in steps twice as large each time first.
    fn gallop<I: IntoIterator<Item = Candidate>>(
        &mut self,
        low: u64,
        high: u64,
        make: impl Fn(u64) -> I,
    ) -> Result<(), Error> {
        let (mut right, mut step) = (low, 1);
        while right < high {
            let value = high.min(right + step - 1);
            if value == high || self.take_first(make(value))? {
                return self.bisect(right, value, make);
            }
            (right, step) = (value + 1, 2 * step);
        }
        Ok(())
    }

    /// Goes through portions of as many things as `count` counts, the largest first, and takes what `change` makes of
    /// one if the program is wrong about that.
    fn portions(
        &mut self,
        count: impl Fn(&Candidate) -> usize,
        change: impl Fn(&Candidate, Range<usize>) -> Vec<Candidate>,
    ) -> Result<(), Error> {
        let mut portion = count(&self.best.test);
        while portion > 0 {
            let all = count(&self.best.test).div_ceil(portion);
            if self.few(4, all) < all {
                break;
            }
            let (mut start, mut left) = (0, count(&self.best.test));
            while start < left && !self.subject.must_stop() {
                let end = left.min(start + portion);
                let is_taken = self.take_first(change(&self.best.test, start..end))?;
                let before = left;
                left = count(&self.best.test);
                if left == before {
                    // Portions overlap: of a sorted list, equal numbers may go that are in two of them otherwise.
                    start += portion.div_ceil(if is_taken { 1 } else { 2 });
                }
            }
            portion = if portion > 1 { portion.div_ceil(2) } else { 0 };
        }
        Ok(())
    }

    /// Leaves out cases: all but one, then those after the first failing one, then portions of them.
    fn drop_cases(&mut self) -> Result<(), Error> {
        let cases = self.best.test.cases.clone();
        let ends = [&cases[0], &cases[cases.len() - 1]];
        let one = ends.map(|case| Candidate::whole(vec![case.clone()]));
        if cases.len() == 1 || self.take_first([self.best.suspect_alone()].into_iter().chain(one))? {
            return Ok(());
        }
        let ending = self.best.test.ending;
        let beginning = |count: u64| {
            let cases = cases[..count as usize].to_vec();
            [Candidate { cases, ending }]
        };
        self.gallop(1, cases.len() as u64, beginning)?;
        let grammar = self.grammar;
        let change = |test: &Candidate, range: Range<usize>| {
            let (mut rest, mut smallest) = (test.clone(), test.clone());
            rest.cases.drain(range.clone());
            for case in &mut smallest.cases[range] {
                *case = grammar.least_from(&case[..grammar.fixed(case)]).case;
            }
            vec![rest, smallest]
        };
        self.portions(|test| test.cases.len(), change)
    }

    /// Tries the special positions of the game: where an input is one case, the smallest, and all by bisection; then
    /// the last ones that are smaller.
    fn try_special(&mut self) -> Result<(), Error> {
        /// How many of the last ones.
        const LAST: usize = 32;
        let best = &self.best.test;
        let mut all: Vec<_> = special(self.problem, self.grammar)
            .map(|case| Candidate::whole(vec![case]))
            .take_while(|test| test.is_smaller(best))
            .collect();
        if self.grammar.most_cases() == 1 {
            let few = self.few(1, all.len());
            if !self.take_first(all[..few].iter().cloned())? {
                let nth = |at: u64| all.get(at as usize).cloned();
                self.bisect(few as u64, all.len() as u64, nth)?;
            }
        }
        all.retain(|test| test.is_smaller(&self.best.test));
        let last = all.into_iter().rev().take(LAST);
        self.take_first(last).map(drop)
    }

    /// Leaves out parts of the lists of a case, or puts one number in place of several that has the same nim-sum;
    /// without the others, or such that the player to move loses.
    fn shorten_lists(&mut self, at: usize) -> Result<(), Error> {
        let (grammar, problem) = (self.grammar, self.problem);
        let list = move |test: &Candidate, index: usize| {
            let mut lists = grammar.parts(&test.cases[at]).lists;
            (index < lists.len()).then(|| lists.swap_remove(index))
        };
        let and_lost = |test: &Candidate, cases: Vec<Vec<u64>>| {
            let losing: Vec<_> = cases
                .iter()
                .filter_map(|case| lost(problem, grammar.parts(case)))
                .collect();
            let all = cases.into_iter().chain(losing);
            all.map(|case| test.with(at, case)).collect::<Vec<_>>()
        };
        // Those that have others inside come after these, and have more to leave out.
        for index in (0..grammar.parts(&self.best.test.cases[at]).lists.len()).rev() {
            let test = self.best.test.clone();
            let Some(whole) = list(&test, index) else {
                continue;
            };
            let beginning = |count| {
                let case = whole.keep(&test.cases[at], |part| part < count as usize);
                and_lost(&test, vec![case])
            };
            self.gallop(0, whole.parts.len() as u64, beginning)?;
            let count = |test: &Candidate| list(test, index).map_or(0, |list| list.parts.len());
            let change = |test: &Candidate, range: Range<usize>| {
                let (Some(list), case) = (list(test, index), &test.cases[at]) else {
                    return Vec::new();
                };
                let only = list.keep(case, |part| range.contains(&part));
                let others = list.keep(case, |part| !range.contains(&part));
                // One number in place of several that has the same nim-sum.
                let mut merged = list.keep(case, |part| part == range.start || !range.contains(&part));
                let parts = list.parts;
                let first = parts[range.start].clone();
                if first.len() == 1 && range.len() > 1 {
                    let numbers = parts[range].iter().map(|part| case[part.start]);
                    merged[first.start] = numbers.fold(0, |sum, number| sum ^ number);
                }
                and_lost(test, vec![only, others, merged])
            };
            self.portions(count, change)?;
        }
        Ok(())
    }

    /// Makes the numbers of a case smaller: as small as can be, then a part of what they are, then all by as much as
    /// can be, then each; then pairs of them.
    fn lower_numbers(&mut self, at: usize) -> Result<(), Error> {
        /// To bisect a number takes up to 64 runs, and half as many mostly.
        const RUNS: usize = 32;
        /// The smallest part of all numbers that is tried at once.
        const PART: u64 = 8;
        let grammar = self.grammar;
        let lowered = move |test: &Candidate, range: Range<usize>, by: u64| {
            let mut parts = grammar.parts(&test.cases[at]);
            for number in parts.numbers().drain(range) {
                parts.excesses[number] = parts.excesses[number].saturating_sub(by);
            }
            Some(test.with(at, grammar.with_excesses(&parts.excesses)?))
        };
        let count = move |test: &Candidate| grammar.parts(&test.cases[at]).numbers().len();
        self.portions(count, |test, range| {
            lowered(test, range, u64::MAX).into_iter().collect()
        })?;
        let test = self.best.test.clone();
        let numbers = grammar.parts(&test.cases[at]).numbers();
        // The position that is a multiple of another one is often wrong for the same reason, such as a ratio.
        let divided = (2..=PART).rev().map(|part| {
            let mut case = test.cases[at].clone();
            for &number in &numbers {
                case[number] /= part;
            }
            test.with(at, case)
        });
        self.take_first(divided)?;
        let count = count(&self.best.test);
        let few = self.few(RUNS, count);
        let each = (0..few).map(|index| index..index + 1);
        for range in iter::once(0..count).chain(each) {
            let test = self.best.test.clone();
            let parts = grammar.parts(&test.cases[at]);
            let numbers = &parts.numbers()[range.clone()];
            let excesses = numbers.iter().map(|&number| parts.excesses[number]);
            let most = excesses.max().unwrap_or(0);
            self.bisect(0, most, |value| lowered(&test, range.clone(), most - value))?;
        }
        self.clear_bits(at)
    }

    /// Makes pairs of the numbers of a case smaller by their highest bits, which keeps a nim-sum as it is.
    fn clear_bits(&mut self, at: usize) -> Result<(), Error> {
        for bit in (0..u64::BITS).rev() {
            loop {
                let test = self.best.test.clone();
                let mut having = self.grammar.parts(&test.cases[at]).numbers();
                having.retain(|&number| test.cases[at][number] >> bit & 1 == 1);
                let cleared = |range: Range<usize>| {
                    let mut case = test.cases[at].clone();
                    for &number in &having[range] {
                        case[number] -= 1 << bit;
                    }
                    test.with(at, case)
                };
                let len = having.len();
                let pairs = [0..len / 2 * 2, 0..2, len.saturating_sub(2)..len];
                if len < 2 || !self.take_first(pairs.map(cleared))? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Sorts each list, each part of one with several numbers, and the numbers in none; or puts the numbers from the
    /// least on in place of those of a list.
    fn sort(&mut self, at: usize) -> Result<(), Error> {
        let parts = self.grammar.parts(&self.best.test.cases[at]);
        let lists: Vec<_> = parts.lists.iter().map(|list| &list.parts).collect();
        let in_lists: HashSet<_> = lists.iter().copied().flatten().cloned().flatten().collect();
        let single = parts.numbers().into_iter().filter(|number| !in_lists.contains(number));
        let each = |numbers: &mut dyn Iterator<Item = usize>| -> Vec<Range<usize>> {
            numbers.map(|number| number..number + 1).collect()
        };
        // What is sorted: parts of as many numbers each.
        let mut sets = Vec::new();
        for list in lists {
            sets.extend(list.iter().map(|part| each(&mut part.clone())));
            sets.push(list.clone());
        }
        sets.push(each(&mut { single }));
        for set in sets {
            let is_even = set.iter().all(|part| part.len() == set[0].len());
            if set.len() < 2 || !is_even {
                continue;
            }
            let test = self.best.test.clone();
            let case = &test.cases[at];
            let values: Vec<_> = set.iter().map(|part| case[part.clone()].to_vec()).collect();
            let place = |values: &[Vec<u64>]| {
                let mut case = case.clone();
                for (part, value) in set.iter().zip(values) {
                    case[part.clone()].copy_from_slice(value);
                }
                test.with(at, case)
            };
            let mut sorted = values.clone();
            sorted.sort_unstable();
            let mut all_but_last = sorted.clone();
            all_but_last.swap(set.len() - 2, set.len() - 1);
            let mut all = vec![];
            if set[0].len() == 1 {
                let mut different = sorted.clone();
                different.dedup();
                let least = values[0][0] - parts.excesses[set[0].start];
                let below = |value: &Vec<u64>| different.partition_point(|other| other < value);
                let rank = |value| vec![least + below(value) as u64];
                all.extend([&sorted, &values].map(|values| values.iter().map(rank).collect()));
            }
            all.extend([sorted, all_but_last]);
            self.take_first(all.iter().map(|values| place(values)))?;
        }
        Ok(())
    }

    /// Gives each number of a case some smaller values, the least ones and those just below; then a few, and another
    /// number one with which the nim-sum stays, or the piles such sizes that the player to move loses.
    fn try_values(&mut self, at: usize) -> Result<(), Error> {
        /// What part of the budget there is for each number, and how many values with others.
        const PART: usize = 24;
        const WITH_OTHERS: u64 = 4;
        let (grammar, problem) = (self.grammar, self.problem);
        let test = self.best.test.clone();
        let parts = grammar.parts(&test.cases[at]);
        let (numbers, excesses) = (parts.numbers(), &parts.excesses);
        // The place of a number, and the case with a smaller one there.
        let lowered = |few: u64| {
            let values = numbers.iter().flat_map(move |&number| {
                let excess = excesses[number];
                let below = excess.saturating_sub(few).max(few)..excess;
                let values = (0..excess.min(few)).chain(below);
                values.map(move |value| (number, value))
            });
            values.filter_map(move |(number, value)| {
                let mut lower = excesses.clone();
                lower[number] = value;
                Some((number, grammar.with_excesses(&lower)?))
            })
        };
        let values = self.subject.runs_at_most() as usize / PART;
        let many = self.few(2, values * numbers.len()) / numbers.len().max(1);
        let alone = lowered(many as u64).map(|(_, case)| case);
        let few = self.few(2 * WITH_OTHERS as usize, numbers.len() * numbers.len());
        let with_others = lowered(WITH_OTHERS).flat_map(|(number, case)| {
            let change = test.cases[at][number] ^ case[number];
            let others = numbers.iter().filter(|&&other| other != number);
            let changed = others.map(|&other| {
                let mut case = case.clone();
                case[other] ^= change;
                case
            });
            let lost = lost(problem, grammar.parts(&case));
            changed.chain(lost).collect::<Vec<_>>()
        });
        let with_others = with_others.take(few * 2 * WITH_OTHERS as usize);
        let tests = alone.chain(with_others).map(|case| test.with(at, case));
        self.take_first(tests).map(drop)
    }

    /// Tries the inputs that are still smaller, each by itself, and takes the first on which the program is wrong.
    /// Returns what is then known of them; `None` if one was taken that may not be the smallest.
    fn try_smaller(&mut self) -> Result<Option<Smaller>, Error> {
        let (grammar, best) = (self.grammar, self.best.test.clone());
        let size = best.size();
        let counts = grammar.least_cases()..=size.0;
        let endings = &Ending::all(grammar);
        let few = self.subject.left as usize / endings.len();
        if let Some(all) = inputs(grammar, counts.clone(), few, |smaller| smaller <= size) {
            let is_taken = self.take_first(with_endings(all, endings))?;
            let are_all = is_taken || !self.subject.must_stop();
            return Ok(Some(if are_all {
                Smaller::NoneFails
            } else {
                Smaller::Tried(Vec::new())
            }));
        }
        // As many of the smallest cases as there may be in one input.
        let most = grammar.most_cases().min(TOGETHER);
        if most > 1 {
            /// The number of such inputs.
            const INPUTS: usize = 16;
            let cases = small(grammar, |test| test.is_smaller(&best)).take(INPUTS * most);
            let together = in_inputs(grammar, Box::new(cases), most);
            if let Some(failure) = self.subject.first_failing(together)?
                && self.take_first([failure.suspect_alone()])?
            {
                return Ok(None);
            }
        }
        // Where others were tried together, these are less likely to fail.
        let tried = self.try_each_smaller(counts, if most > 1 { 4 } else { 2 })?;
        Ok(tried.map(Smaller::Tried))
    }

    /// Tries smaller inputs of as few cases as `counts` allows, each by itself, with one run in `part` of the budget.
    /// Returns those that were tried; `None` if one was taken.
    fn try_each_smaller(&mut self, counts: RangeInclusive<usize>, part: u64) -> Result<Option<Vec<Tried>>, Error> {
        let (grammar, best) = (self.grammar, self.best.test.clone());
        let endings = &Ending::all(grammar);
        let mut layers: Vec<_> = counts.take(2).flat_map(|cases| Layer::first(grammar, cases)).collect();
        let is_smaller = |test: &Candidate| test.is_smaller(&best);
        layers.retain_mut(|layer| layer.peek().is_some_and(is_smaller));
        let left = (self.subject.runs_at_most() / part).min(self.subject.left.saturating_sub(1));
        let (mut tried, mut left) = (Vec::new(), left as usize / endings.len());
        layers.reverse();
        while let Some(mut layer) = layers.pop() {
            let share = left / (layers.len() + 1);
            let mut tests: Vec<_> = layer.by_ref().take(share).collect();
            let below = layer.given_below();
            let count = tests.len();
            tests.retain(|test| test.is_smaller(&best));
            let below = below.filter(|_| tests.len() == count);
            let first = tests.first().cloned();
            left -= tests.len();
            if self.take_first(with_endings(tests, endings))? {
                return Ok(None);
            }
            if self.subject.must_stop() {
                break;
            }
            tried.extend(first.and_then(|first| Tried::of(grammar, &first, below)));
        }
        Ok(Some(tried))
    }
}

/// These inputs, each with all `endings`.
fn with_endings(tests: Vec<Candidate>, endings: &[Ending]) -> impl Iterator<Item = Candidate> {
    let each = move |test: Candidate| endings.iter().map(move |&ending| test.with_ending(ending));
    tests.into_iter().flat_map(each)
}
