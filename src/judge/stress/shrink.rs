//! From an input on which a program is wrong to a smallest one.
//!
//! Each candidate is a run of its own, since a program may be wrong about a case where it stands and nowhere else. The
//! largest steps come first, so that a program that takes 50 ms to start is shrunk as far as one that takes 1 ms: the
//! shortest failing beginning is found by bisection, then portions of what remains are left out, half of it at first,
//! a half of that next, and so on ("delta debugging": A. Zeller and R. Hildebrandt, "Simplifying and isolating
//! failure-inducing input", 2002). Numbers go down by bisection too, all at once, then by portions. In the end all inputs
//! that are still smaller are tried in order.

use std::collections::HashSet;
use std::iter;
use std::ops::Range;

use super::TOGETHER;
use super::rounds::{in_inputs, special};
use super::subject::{Failure, Subject, cost};
use crate::error::Error;
use crate::problem::Problem;
use crate::testdata::enumerate::{inputs, smallest};
use crate::testdata::grammar::{Candidate, Ending, Grammar};

/// Looks for the smallest input on which the program is wrong, starting from `found`, as long as the budget lasts. Returns
/// it, and whether the program was given each that is smaller by itself, and is right about all.
pub(crate) fn shrink(
    problem: &Problem,
    subject: &mut Subject<'_>,
    found: Failure,
) -> Result<(Failure, bool), Error> {
    let grammar = subject.grammar;
    let mut shrinking = Shrinking {
        problem,
        grammar,
        best: found,
        subject,
    };
    loop {
        while shrinking.simplify()? {}
        if let Some(is_smallest) = shrinking.try_smaller()? {
            return Ok((shrinking.best, is_smallest));
        }
    }
}

struct Shrinking<'s, 'a> {
    problem: &'s Problem,
    subject: &'s mut Subject<'a>,
    grammar: &'a Grammar,
    /// The smallest failure so far.
    best: Failure,
}

impl Shrinking<'_, '_> {
    /// Tries each way to make the input smaller. Whether one did.
    fn simplify(&mut self) -> Result<bool, Error> {
        let before = self.best.test.clone();
        if before.ending != Ending::Whole {
            let whole = [Candidate::whole(before.cases.clone())];
            if let Some(failure) = self.subject.first_failing(whole)? {
                self.best = failure;
            }
        }
        self.drop_cases()?;
        if self.grammar.most_cases() == 1 {
            let best = &self.best.test;
            let special =
                special(self.problem, self.grammar).map(|case| Candidate::whole(vec![case]));
            let special: Vec<_> = special.take_while(|test| test.is_smaller(best)).collect();
            let few = special.len().min(self.few(1));
            if !self.take_first(special[..few].to_vec())? {
                let nth = |at: u64| special.get(at as usize).cloned();
                self.bisect(few as u64, special.len() as u64, nth)?;
            }
        }
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
        Ok(self.best.test != before)
    }

    /// How many steps of so many runs a pass may take: a sixteenth of what is left, since most passes change nothing.
    fn few(&self, runs: u64) -> usize {
        (self.subject.left / 16 / runs / cost(&self.best.test)) as usize
    }

    /// Takes the first of these inputs on which the program is wrong for the best, among those that are smaller;
    /// whether there is one.
    fn take_first(&mut self, tests: impl IntoIterator<Item = Candidate>) -> Result<bool, Error> {
        let (grammar, best) = (self.grammar, &self.best.test);
        let is_smaller = |test: &Candidate| test.is_smaller(best) && grammar.is_input(&test.cases);
        let tests = tests.into_iter().filter(is_smaller);
        let failure = self.subject.first_failing(tests)?;
        let is_taken = failure.is_some();
        if let Some(failure) = failure {
            self.best = failure;
        }
        Ok(is_taken)
    }

    /// Finds the least value for which the program is wrong about what `make` makes of it, if it is wrong about all from
    /// that on, as it is about the best input, which is that of the value `high`.
    fn bisect(
        &mut self,
        low: u64,
        mut high: u64,
        make: impl Fn(u64) -> Option<Candidate>,
    ) -> Result<(), Error> {
        // The largest step first. What is below `right`, the program is right about.
        let (mut right, mut value) = (low, low);
        while right < high {
            if self.take_first(make(value))? {
                high = value;
            } else {
                right = value + 1;
            }
            value = right + (high - right) / 2;
        }
        Ok(())
    }

    /// Goes through portions of as many things as `count` counts, the largest first, and takes what `change` makes of one if
    /// the program is wrong about that.
    fn portions(
        &mut self,
        count: impl Fn(&Candidate) -> usize,
        change: impl Fn(&Candidate, Range<usize>) -> Vec<Candidate>,
    ) -> Result<(), Error> {
        let mut portion = count(&self.best.test);
        while portion > 0 && count(&self.best.test) / portion <= self.few(4) {
            let (mut start, mut left) = (0, count(&self.best.test));
            while start < left {
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
        if cases.len() == 1
            || self.take_first([self.best.suspect_alone()].into_iter().chain(one))?
        {
            return Ok(());
        }
        let ending = self.best.test.ending;
        let beginning = |count: u64| {
            let cases = cases[..count as usize].to_vec();
            Some(Candidate { cases, ending })
        };
        self.bisect(1, cases.len() as u64, beginning)?;
        let grammar = self.grammar;
        let smallest = |test: &Candidate, range: Range<usize>| {
            let mut test = test.clone();
            for case in &mut test.cases[range] {
                *case = grammar.least_from(&case[..grammar.fixed(case)]);
            }
            test
        };
        let change = |test: &Candidate, range: Range<usize>| {
            let mut rest = test.clone();
            rest.cases.drain(range.clone());
            vec![rest, smallest(test, range)]
        };
        self.portions(|test| test.cases.len(), change)
    }

    /// Leaves out parts of the lists of a case, or puts one number in place of several that has the same nim-sum.
    fn shorten_lists(&mut self, at: usize) -> Result<(), Error> {
        let grammar = self.grammar;
        let list = move |test: &Candidate, index: usize| {
            let mut lists = grammar.parts(&test.cases[at]).lists;
            (index < lists.len()).then(|| lists.swap_remove(index))
        };
        // Those that have others inside come after these, and have more to leave out.
        for index in (0..grammar.parts(&self.best.test.cases[at]).lists.len()).rev() {
            let test = self.best.test.clone();
            let Some(whole) = list(&test, index) else {
                continue;
            };
            let beginning = |count| {
                let case = whole.keep(&test.cases[at], |part| part < count as usize);
                Some(test.with(at, case))
            };
            self.bisect(0, whole.parts.len() as u64, beginning)?;
            let count = |test: &Candidate| list(test, index).map_or(0, |list| list.parts.len());
            let change = |test: &Candidate, range: Range<usize>| {
                let (Some(list), case) = (list(test, index), &test.cases[at]) else {
                    return Vec::new();
                };
                let only = list.keep(case, |part| range.contains(&part));
                let others = list.keep(case, |part| !range.contains(&part));
                // One number in place of several that has the same nim-sum.
                let mut merged =
                    list.keep(case, |part| part == range.start || !range.contains(&part));
                let parts = list.parts;
                let first = parts[range.start].clone();
                if first.len() == 1 && range.len() > 1 {
                    let numbers = parts[range].iter().map(|part| case[part.start]);
                    merged[first.start] = numbers.fold(0, |sum, number| sum ^ number);
                }
                let cases = [only, others, merged];
                cases.map(|case| test.with(at, case)).into()
            };
            self.portions(count, change)?;
        }
        Ok(())
    }

    /// Makes the numbers of a case smaller: as small as can be, then all by as much as can be, then pairs of them by their
    /// highest bits, which keeps a nim-sum as it is.
    fn lower_numbers(&mut self, at: usize) -> Result<(), Error> {
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
        let count = count(&self.best.test);
        let each = (0..count).take(self.few(64)).map(|index| index..index + 1);
        for range in iter::once(0..count).chain(each) {
            let test = self.best.test.clone();
            let parts = grammar.parts(&test.cases[at]);
            let numbers = &parts.numbers()[range.clone()];
            let excesses = numbers.iter().map(|&number| parts.excesses[number]);
            let most = excesses.max().unwrap_or(0);
            self.bisect(0, most, |value| lowered(&test, range.clone(), most - value))?;
        }
        for bit in (0..u64::BITS).rev() {
            loop {
                let test = &self.best.test;
                let numbers = grammar.parts(&test.cases[at]).numbers().into_iter();
                let having: Vec<_> = numbers
                    .filter(|&number| test.cases[at][number] >> bit & 1 == 1)
                    .collect();
                let cleared = |numbers: &[usize]| {
                    let mut case = test.cases[at].clone();
                    for &number in numbers {
                        case[number] -= 1 << bit;
                    }
                    test.with(at, case)
                };
                let pairs = having.len() / 2 * 2;
                if pairs == 0
                    || !self.take_first([
                        cleared(&having[..pairs]),
                        cleared(&having[..2]),
                        cleared(&having[having.len() - 2..]),
                    ])?
                {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Puts the numbers from the least on in place of those of a list, and sorts each list, and the numbers in none.
    fn sort(&mut self, at: usize) -> Result<(), Error> {
        let parts = self.grammar.parts(&self.best.test.cases[at]);
        let lists = parts.lists.iter().map(|list| list.parts.clone());
        let is_of_numbers = |list: &Vec<Range<usize>>| list.iter().all(|part| part.len() == 1);
        let starts = |list: Vec<Range<usize>>| list.into_iter().map(|part| part.start).collect();
        let mut sets: Vec<Vec<usize>> = lists.filter(is_of_numbers).map(starts).collect();
        let in_lists: HashSet<_> = sets.iter().flatten().copied().collect();
        let is_single = |number: &usize| !in_lists.contains(number);
        sets.push(parts.numbers().into_iter().filter(is_single).collect());
        for set in sets.into_iter().filter(|set| set.len() > 1) {
            let test = self.best.test.clone();
            let values: Vec<_> = set.iter().map(|&number| test.cases[at][number]).collect();
            let place = |values: &[u64]| {
                let mut case = test.cases[at].clone();
                for (&number, &value) in set.iter().zip(values) {
                    case[number] = value;
                }
                test.with(at, case)
            };
            let mut sorted = values.clone();
            sorted.sort_unstable();
            let mut different = sorted.clone();
            different.dedup();
            let least = values[0] - parts.excesses[set[0]];
            let rank =
                |value: &u64| least + different.partition_point(|other| other < value) as u64;
            let ranks =
                [&values, &sorted].map(|values| values.iter().map(rank).collect::<Vec<_>>());
            let mut all_but_last = sorted.clone();
            all_but_last.swap(set.len() - 2, set.len() - 1);
            let all = [&ranks[1], &ranks[0], &sorted, &all_but_last];
            self.take_first(all.map(|values| place(values)))?;
        }
        Ok(())
    }

    /// Gives each number of a case all smaller values, as long as these are few.
    fn try_values(&mut self, at: usize) -> Result<(), Error> {
        let grammar = self.grammar;
        let test = self.best.test.clone();
        let parts = grammar.parts(&test.cases[at]);
        let (numbers, excesses) = (parts.numbers().into_iter(), &parts.excesses);
        let lowered =
            numbers.flat_map(|number| (0..excesses[number]).map(move |excess| (number, excess)));
        let cases = lowered.take(self.few(1)).filter_map(|(number, excess)| {
            let mut lower = excesses.clone();
            lower[number] = excess;
            grammar.with_excesses(&lower)
        });
        self.take_first(cases.map(|case| test.with(at, case)))?;
        Ok(())
    }

    /// Tries the inputs that are still smaller, each by itself, and takes the first on which the program is wrong. Returns
    /// whether these were all. `None` if there are too many, and one was taken that may not be the smallest.
    fn try_smaller(&mut self) -> Result<Option<bool>, Error> {
        let (grammar, best) = (self.grammar, self.best.test.clone());
        let size = best.size();
        let mut endings = vec![Ending::Whole, best.ending];
        endings.dedup();
        let counts = grammar.least_cases()..=size.0;
        let few = self.subject.left as usize / endings.len();
        if let Some(all) = inputs(grammar, counts.clone(), few, |smaller| smaller <= size) {
            let pairs = all
                .iter()
                .flat_map(|test| endings.iter().map(move |ending| (test, ending)));
            let all = pairs.map(|(test, &ending)| Candidate {
                ending,
                ..test.clone()
            });
            return Ok(Some(self.take_first(all)? || !self.subject.must_stop()));
        }
        // As many of the smallest cases as there may be in one input, and a few inputs by themselves.
        let (few, most) = (self.few(4), grammar.most_cases().min(TOGETHER));
        let cases = smallest(grammar, 1..=1, size.min((1, usize::MAX, u64::MAX)))
            .flat_map(|test| test.cases);
        let together = in_inputs(grammar, Box::new(cases.take(few / 4 * most)), most);
        if most > 1
            && let Some(failure) = self.subject.first_failing(together)?
            && self.take_first([failure.suspect_alone()])?
        {
            return Ok(None);
        }
        let alone = smallest(grammar, counts, size);
        let is_taken = self.take_first(alone.take(few * size.0.min(4)))?;
        Ok((!is_taken).then_some(false))
    }
}
