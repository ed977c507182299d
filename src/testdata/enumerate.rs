//! All inputs from the smallest one on: fewest cases first, then fewest numbers, then smallest sum, then lexicographic
//! order.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::iter;
use std::ops::RangeInclusive;

use super::CaseNumbers;
use super::grammar::{Candidate, Grammar};

/// How many beginnings of inputs are looked at in one enumeration at most, if they are short. That takes a quarter of a
/// second.
const MAX_STEPS: usize = 1 << 17;

/// With so many more numbers, looking at a beginning counts as one more step.
const LONG: usize = 64;

/// All inputs of so many `cases` whose size `fits`, in order; what does not fit must not be a part of anything that
/// does.
/// `None` if they are more than `most`, or take too long to find.
pub fn inputs(
    grammar: &Grammar,
    cases: RangeInclusive<usize>,
    most: usize,
    fits: impl Fn((usize, usize, u64)) -> bool,
) -> Option<Vec<Candidate>> {
    let mut found = Vec::new();
    for count in cases {
        let mut layer = Layer::of_sizes(grammar, count, 0, &fits);
        found.extend(layer.by_ref().take(most.saturating_add(1) - found.len()));
        if found.len() > most || layer.given_below().is_some() {
            return None;
        }
    }
    found.sort_by_cached_key(|test| (test.size(), test.cases.clone()));
    Some(found)
}

/// A beginning of inputs, in the order of the least input that has it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Beginning {
    /// That input, by its sum first.
    sum: u64,
    least: Vec<CaseNumbers>,
    /// The case in which the beginning ends, how many numbers it has of it, and how large the last of them may be; 0 if
    /// that is given.
    at: usize,
    len: usize,
    high: u64,
    /// With so many numbers of that case, the lengths of its lists are known.
    known: usize,
    /// Whether the limits leave numbers for the rest of that case.
    is_valid: bool,
}

/// Inputs of so many cases, smallest sum first, then in lexicographic order.
///
/// Each input is given once no beginning is left of which a smaller one may come: a search for the best first, as in
/// A*. So it looks at no more beginnings than there are of smaller inputs, however many are wanted.
pub struct Layer<'g> {
    grammar: &'g Grammar,
    cases: usize,
    /// They have at least so many numbers, and a size that fits; so has all that they begin with.
    numbers: usize,
    fits: Box<dyn Fn((usize, usize, u64)) -> bool + 'g>,
    /// The beginnings of those that are left.
    open: BinaryHeap<Reverse<Beginning>>,
    /// How many steps it took.
    steps: usize,
    /// The one that comes next, and the sum below which all were given.
    next: Option<Candidate>,
    below: u64,
}

impl<'g> Layer<'g> {
    /// All inputs of so many cases, and numbers in them.
    pub fn new(grammar: &'g Grammar, cases: usize, numbers: usize) -> Self {
        Self::of_sizes(grammar, cases, numbers, move |size| size.1 <= numbers)
    }

    /// All inputs of so many cases and at least so many numbers whose size `fits`.
    fn of_sizes(
        grammar: &'g Grammar,
        cases: usize,
        numbers: usize,
        fits: impl Fn((usize, usize, u64)) -> bool + 'g,
    ) -> Self {
        let mut layer = Self {
            grammar,
            cases,
            numbers,
            fits: Box::new(fits),
            open: BinaryHeap::new(),
            steps: 0,
            next: None,
            below: 0,
        };
        layer.begin(vec![grammar.least.clone(); cases], 0, &[], 0);
        layer
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
            None => (!self.open.is_empty()).then_some(self.below),
        }
    }

    /// The one that comes next.
    pub(crate) fn peek(&mut self) -> Option<&Candidate> {
        self.fill();
        self.next.as_ref()
    }

    /// Looks for the next one, unless it waits.
    fn fill(&mut self) {
        while self.next.is_none() && self.steps < MAX_STEPS {
            let Some(Reverse(first)) = self.open.pop() else {
                return;
            };
            self.steps += 1 + first.numbers() / LONG;
            self.below = first.sum;
            let mut start = first.least[first.at][..first.len].to_vec();
            if let Some(last) = start.last_mut().filter(|last| **last < first.high) {
                *last += 1;
                self.begin(first.least.clone(), first.at, &start, first.high);
            }
            self.go_on(first);
        }
    }

    /// Adds the beginning that ends in case `at` with `start`, the last number of which may be up to `high`, after the
    /// cases of `least` before that. The cases behind it are the least.
    fn begin(&mut self, mut least: Vec<CaseNumbers>, at: usize, start: &[u64], high: u64) {
        let walked = self.grammar.least_from(start);
        // If no number may be what the last one is, the case ends before it.
        least[at] = if walked.case.len() < start.len() {
            start.to_vec()
        } else {
            walked.case
        };
        least[at + 1..].fill(self.grammar.least.clone());
        self.push(Beginning {
            sum: least.iter().flatten().copied().fold(0, u64::saturating_add),
            least,
            at,
            len: start.len(),
            high,
            known: walked.lists.iter().map(|list| list.count + 1).max().unwrap_or(0),
            is_valid: walked.stop.is_none(),
        });
    }

    /// Adds a beginning, unless all that begin so, or with a larger number instead of its last one, are too large.
    fn push(&mut self, beginning: Beginning) {
        if (self.fits)((self.cases, beginning.numbers(), beginning.sum)) {
            self.open.push(Reverse(beginning));
        }
    }

    /// Adds what goes on after a beginning with the least number, or the input that it is.
    fn go_on(&mut self, first: Beginning) {
        let is_last = first.at + 1 == self.cases;
        if is_last && first.is_valid && first.known <= first.len && first.numbers() < self.numbers {
            return;
        }
        let case = &first.least[first.at];
        if !first.is_valid || first.len < case.len() {
            let Some((low, high)) = self.grammar.next(&case[..first.len]) else {
                return;
            };
            if first.is_valid && case[first.len] == low {
                let len = first.len + 1;
                self.push(Beginning { len, high, ..first });
            } else {
                let start = [&case[..first.len], &[low]].concat();
                self.begin(first.least, first.at, &start, high);
            }
        } else if !is_last {
            let head = case[..self.grammar.fixed(case)].to_vec();
            self.begin(first.least, first.at + 1, &head, 0);
        } else if self.grammar.may_be_together(&first.least) {
            self.next = Some(Candidate::whole(first.least));
        }
    }
}

impl Beginning {
    /// How many numbers the least input has.
    fn numbers(&self) -> usize {
        self.least.iter().map(Vec::len).sum()
    }
}

impl Iterator for Layer<'_> {
    type Item = Candidate;

    fn next(&mut self) -> Option<Candidate> {
        self.fill();
        self.next.take()
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
