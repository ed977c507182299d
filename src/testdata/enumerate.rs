//! All inputs from the smallest one on: fewest cases first, then fewest numbers, then smallest sum, then lexicographic
//! order.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::iter;
use std::ops::RangeInclusive;

use super::CaseNumbers;
use super::grammar::{Candidate, Grammar};

/// How many beginnings of inputs are looked at in one enumeration at most. That takes a quarter of a second.
const MOST_STEPS: usize = 1 << 17;

/// All inputs of so many `cases` whose size `fits`, in order; what does not fit must not be a part of anything that
/// does.
/// `None` if they are more than `most`, or take too long to find.
pub fn inputs(
    grammar: &Grammar,
    cases: RangeInclusive<usize>,
    most: usize,
    fits: impl Fn((usize, usize, u64)) -> bool,
) -> Option<Vec<Candidate>> {
    enumerate(grammar, cases, 0, most, fits)
}

/// [Inputs](inputs) of so many `numbers` at least.
fn enumerate(
    grammar: &Grammar,
    cases: RangeInclusive<usize>,
    numbers: usize,
    most: usize,
    fits: impl Fn((usize, usize, u64)) -> bool,
) -> Option<Vec<Candidate>> {
    let (mut found, mut steps) = (Vec::new(), 0);
    // The beginnings of inputs, whose last case may be incomplete.
    let mut open = vec![Candidate::whole(vec![Vec::new()])];
    while let Some(mut start) = open.pop() {
        let last = start.cases.len() - 1;
        if let Some((low, high)) = grammar.next(&start.cases[last]) {
            for value in low..=high {
                let mut next = start.clone();
                next.cases[last].push(value);
                let smallest = grammar.least_from(&next.cases[last]);
                let lengths = smallest.lists.iter().map(|list| list.count);
                let are_known = lengths.max().is_none_or(|at| at < next.cases[last].len());
                let mut whole = next.with(last, smallest.case);
                let count = whole.cases.len().max(*cases.start());
                whole.cases.resize(count, grammar.least.clone());
                if !fits(whole.size()) {
                    break;
                }
                if are_known && count == *cases.end() && whole.size().1 < numbers {
                    continue;
                }
                open.push(next);
                steps += 1;
                // Each beginning is that of an input at least.
                if steps > MOST_STEPS || found.len() + open.len() > most {
                    return None;
                }
            }
        } else if grammar.is_valid(&start.cases[last]) {
            if cases.contains(&(last + 1)) && grammar.may_be_together(&start.cases) {
                found.push(start.clone());
            }
            if last + 1 < *cases.end() {
                let head = start.cases[0][..grammar.fixed(&start.cases[0])].to_vec();
                start.cases.push(head);
                open.push(start);
            }
        }
    }
    found.sort_by_cached_key(|test| (test.size(), test.cases.clone()));
    (found.len() <= most).then_some(found)
}

/// The inputs of so many cases and numbers, smallest sum first, then in lexicographic order.
pub struct Layer<'g> {
    grammar: &'g Grammar,
    cases: usize,
    numbers: usize,
    /// Those that come next, the last one first; and what all of their sums are below.
    waiting: Vec<Candidate>,
    below: u64,
    /// How many were found last.
    found: usize,
    /// Whether it gives no more, and whether there are no more.
    is_over: bool,
    are_all: bool,
}

impl<'g> Layer<'g> {
    /// All inputs of so many cases, and numbers in them.
    pub fn new(grammar: &'g Grammar, cases: usize, numbers: usize) -> Self {
        Self {
            grammar,
            cases,
            numbers,
            waiting: Vec::new(),
            below: 0,
            found: 0,
            is_over: false,
            are_all: false,
        }
    }

    /// The layers of inputs of so many cases, fewest numbers first: the first few.
    pub(crate) fn first(grammar: &'g Grammar, cases: usize) -> impl Iterator<Item = Self> {
        /// A list of one more number each time is seldom looked at further.
        const LAYERS: usize = 8;
        let (mut lens, mut open) = (BTreeSet::new(), BTreeMap::new());
        open.insert(grammar.least.len(), grammar.least.clone());
        while lens.len() < LAYERS
            && let Some((len, case)) = open.pop_first()
        {
            lens.insert(len);
            for list in grammar.parts(&case).lists {
                let mut start = case[..=list.count].to_vec();
                start[list.count] += 1;
                let longer = grammar.least_from(&start).case;
                if grammar.is_valid(&longer) && !lens.contains(&longer.len()) {
                    open.insert(longer.len(), longer);
                }
            }
        }
        let others = (cases - 1) * grammar.least.len();
        lens.into_iter().map(move |len| Self::new(grammar, cases, others + len))
    }

    /// The sum below which it has given all of its inputs. `None` if these were all.
    pub(crate) fn given_below(&mut self) -> Option<u64> {
        match self.peek() {
            Some(next) => Some(next.size().2),
            None => (!self.are_all).then_some(self.below),
        }
    }

    /// The one that comes next.
    pub(crate) fn peek(&mut self) -> Option<&Candidate> {
        self.fill();
        self.waiting.last()
    }

    /// Looks for the next ones, unless some wait.
    fn fill(&mut self) {
        // Where few have each sum, those with smaller sums are gone through again for a quarter more, not for each.
        let mut more = if self.found < 1000 { self.below / 4 } else { 0 };
        while self.waiting.is_empty() && !self.is_over {
            let below = self.below + 1 + more;
            let are_all = Cell::new(true);
            let fits = |(_, numbers, sum)| {
                are_all.set(are_all.get() && (numbers > self.numbers || sum < below));
                numbers <= self.numbers && sum < below
            };
            let cases = self.cases..=self.cases;
            let all = enumerate(self.grammar, cases, self.numbers, usize::MAX, fits);
            if let Some(mut all) = all {
                let (numbers, least) = (self.numbers, self.below);
                all.retain(|test| test.size().1 == numbers && test.size().2 >= least);
                all.reverse();
                (self.below, self.found, self.waiting) = (below, all.len(), all);
                (self.is_over, self.are_all) = (are_all.get(), are_all.get());
                more = self.below / 4;
            } else {
                // Too many at once, or too many of one sum.
                self.is_over = more == 0;
                more = 0;
            }
        }
    }
}

impl Iterator for Layer<'_> {
    type Item = Candidate;

    fn next(&mut self) -> Option<Candidate> {
        self.fill();
        self.waiting.pop()
    }
}

/// Small cases, as long as inputs of them are wanted: fewest numbers first, then smallest sum; of each number of
/// numbers some, then more of each.
pub(crate) fn small<'g>(
    grammar: &'g Grammar,
    is_wanted: impl Fn(&Candidate) -> bool + 'g,
) -> impl Iterator<Item = CaseNumbers> + 'g {
    /// The share of each in the first turn, and how much more it is in each later one.
    const SHARE: usize = 4;
    const MORE: usize = 4;
    let mut layers: Vec<_> = Layer::first(grammar, 1).collect();
    let (mut at, mut given, mut share) = (0, 0, SHARE);
    iter::from_fn(move || {
        while !layers.is_empty() {
            if at == layers.len() {
                layers.retain_mut(|layer| layer.peek().is_some());
                (at, share) = (0, share * MORE);
            } else if given < share
                && let Some(mut test) = layers[at].next()
            {
                if is_wanted(&test) {
                    given += 1;
                    return test.cases.pop();
                }
                // All that follow in it are larger.
                layers.remove(at);
                given = 0;
            } else {
                (at, given) = (at + 1, 0);
            }
        }
        None
    })
}

/// Small cases in which one number is large: at its limit, or close to a power of two.
pub(crate) fn large(grammar: &Grammar) -> impl Iterator<Item = CaseNumbers> {
    /// The number of small cases.
    const SMALL: usize = 64;
    small(grammar, |_| true).take(SMALL).flat_map(move |case| {
        let parts = grammar.parts(&case);
        let is_least = |at: &usize| parts.excesses[*at] == 0;
        let mut found = Vec::new();
        for at in parts.numbers().into_iter().filter(is_least) {
            let low = case[at];
            let high = grammar.next(&case[..at]).map_or(low, |(_, high)| high);
            let near = (1..u64::BITS)
                .flat_map(|bit| [(1 << bit) - 1, 1 << bit, (1 << bit) + 1])
                .filter(|&value| low < value && value < high - 1);
            let values = [high - 1, high].into_iter().chain(near);
            for excess in values.filter_map(|value| value.checked_sub(low)) {
                let mut excesses = parts.excesses.clone();
                excesses[at] = excess;
                found.extend(grammar.with_excesses(&excesses));
            }
        }
        found
    })
}
