//! Inputs as numbers: written as the judge lays them out, and read up to where they are wrong or not complete. So they
//! can be enumerated, and made smaller, without a look at layouts.

use std::cell::Cell;
use std::collections::HashSet;
use std::slice;
use std::sync::Arc;

use super::case_numbers::{CaseNumbers, Next, Stop, Together, Walked, read, walk};
use super::input_text::{ending, input};
use super::limits::Bounds;
use crate::layout::{Layout, NumberItem, Role};

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

impl Ending {
    /// How inputs of this grammar may end.
    pub(crate) fn all(grammar: &Grammar) -> Vec<Self> {
        let mut all = vec![Self::Whole, Self::NoLineEnd];
        all.extend((grammar.layout.zeros() > 0).then_some(Self::NoZero));
        all
    }
}

impl Candidate {
    /// The input with these cases, as the layout says.
    pub fn whole(cases: Vec<CaseNumbers>) -> Self {
        Self {
            cases,
            ending: Ending::Whole,
        }
    }

    /// Its text.
    ///
    /// # Panics
    /// If one of its cases is none.
    pub fn input(&self, grammar: &Grammar) -> String {
        let text = input(&grammar.layout, &self.cases);
        let mut text = String::from_utf8(text).expect("an input is digits, spaces and line ends");
        let missing = match self.ending {
            Ending::Whole => 0,
            Ending::NoLineEnd => 1,
            Ending::NoZero => ending(&grammar.layout).len(),
        };
        text.truncate(text.len() - missing);
        text
    }

    /// The number of its cases, of their numbers, and the sum of those: of two inputs, the one is smaller that has less
    /// of the first of these in which they differ, or else comes first in lexicographic order.
    pub fn size(&self) -> (usize, usize, u64) {
        let len = self.cases.iter().map(Vec::len).sum();
        let numbers = self.cases.iter().flatten().copied();
        (self.cases.len(), len, numbers.fold(0, u64::saturating_add))
    }

    /// Whether it is smaller than `other`.
    pub(crate) fn is_smaller(&self, other: &Self) -> bool {
        (self.size(), &self.cases) < (other.size(), &other.cases)
    }

    /// The same cases with this ending.
    pub(crate) fn with_ending(&self, ending: Ending) -> Self {
        let cases = self.cases.clone();
        Self { cases, ending }
    }

    /// The same input with another case at this place.
    pub(crate) fn with(&self, at: usize, case: CaseNumbers) -> Self {
        let mut test = self.clone();
        test.cases[at] = case;
        test
    }
}

/// How an input is laid out, and within which limits.
pub struct Grammar {
    pub(crate) layout: Arc<Layout>,
    /// The case with the fewest and smallest numbers.
    pub(crate) least: CaseNumbers,
}

impl Grammar {
    /// The grammar of inputs that `layout` allows.
    pub fn new(layout: Arc<Layout>) -> Self {
        let least = Vec::new();
        let grammar = Self { layout, least };
        Self {
            least: grammar.least_from(&[]).case,
            ..grammar
        }
    }

    /// The case with the fewest and smallest numbers that begins with these.
    pub(crate) fn least_from(&self, start: &[u64]) -> Walked {
        /// The number of tries where the least numbers leave none for those that follow.
        const TRIES: usize = 1000;
        // The last number that a walk was given, where, and how large it might be.
        let last = Cell::new((0, 0, 0));
        let least_from = |start: &[u64]| {
            walk(&self.layout, &mut |next| {
                let value = start.get(next.at).copied().unwrap_or(next.limits.low);
                last.set((next.at, value, next.limits.high));
                Some(value)
            })
        };
        let mut walked = least_from(start);
        for _ in 0..TRIES {
            let (at, value, high) = last.get();
            // A number that is not allowed, though it is within its limits, is in the way; or else the one before it.
            let is_in_the_way = at == walked.case.len() && value < high;
            let len = walked.case.len() + usize::from(is_in_the_way);
            if walked.stop.is_none() || len <= start.len() {
                return walked;
            }
            let mut raised = walked.case;
            raised.extend(is_in_the_way.then_some(value));
            raised.last_mut().into_iter().for_each(|last| *last += 1);
            walked = least_from(&raised);
        }
        least_from(start)
    }

    /// How many cases an input may have.
    pub(crate) fn most_cases(&self) -> usize {
        usize::try_from(self.layout.most_cases()).unwrap_or(usize::MAX)
    }

    /// How many cases an input has at least.
    pub(crate) fn least_cases(&self) -> usize {
        usize::try_from(self.layout.least_cases()).unwrap_or(usize::MAX)
    }

    /// How many numbers of a case are lengths of lists, and their sum, if inputs of as many numbers have as many and
    /// the same sum: no list is in another one.
    pub(crate) fn lengths(&self, case: &[u64]) -> Option<(usize, u64)> {
        let mut counts = self
            .layout
            .numbers
            .iter()
            .filter(|number| matches!(number.role, Role::Count(_)));
        let is_inside = |count: &NumberItem| self.layout.times_of_group(count).is_some();
        let lists = self.parts(case).lists;
        let places: HashSet<_> = lists.iter().map(|list| list.count).collect();
        let sum = places.iter().map(|&place| case[place]).sum();
        (!counts.any(is_inside)).then_some((places.len(), sum))
    }

    /// Whether these are the cases of an input.
    pub fn is_input(&self, cases: &[CaseNumbers]) -> bool {
        let head = cases.first().map_or(&[][..], |first| &first[..self.fixed(first)]);
        let is_one = |case: &CaseNumbers| case.starts_with(head) && self.is_valid(case);
        (self.least_cases()..=self.most_cases()).contains(&cases.len())
            && cases.iter().all(is_one)
            && self.may_be_together(cases)
    }

    /// Whether the sums over these valid cases are within their limits.
    pub(crate) fn may_be_together(&self, cases: &[CaseNumbers]) -> bool {
        let mut together = Together::new(&self.layout);
        let mut parts = cases.iter().map(|case| self.parts(case));
        !self.layout.has_sums() || parts.all(|case| together.add(&case))
    }

    /// Whether this is a case within all limits.
    pub fn is_valid(&self, case: &[u64]) -> bool {
        read(&self.layout, case).whole(case.len()).is_some()
    }

    /// What a valid case consists of.
    pub(crate) fn parts(&self, case: &[u64]) -> Walked {
        read(&self.layout, case)
    }

    /// The case that has nothing but this one of its positions, counted from 0. `None` if there is no such case.
    pub(crate) fn with_position(&self, case: &[u64], position: usize) -> Option<CaseNumbers> {
        let parts = self.parts(case);
        let kept = slice::from_ref(parts.positions.get(position)?);
        let lists = parts.lists.iter();
        lists
            .filter(|list| list.parts.len() == parts.positions.len())
            .map(|list| list.keep(case, |part| part == position))
            .find(|less| self.is_valid(less) && self.parts(less).positions == kept)
    }

    /// The case with these [excesses](Walked::excesses). `None` if a number is beyond its upper limit.
    pub(crate) fn with_excesses(&self, excesses: &[u64]) -> Option<CaseNumbers> {
        let above = |next: &Next<'_>| Some(excesses.get(next.at)?.saturating_add(next.limits.low));
        walk(&self.layout, &mut |next| above(next)).whole(excesses.len())
    }

    /// The limits of the number that follows the beginning of a case. `None` if nothing can follow.
    pub(crate) fn next(&self, start: &[u64]) -> Option<(u64, u64)> {
        match read(&self.layout, start).stop {
            Some(Stop::Lacks(Bounds { low, high })) => Some((low, high)),
            Some(Stop::Invalid) | None => None,
        }
    }

    /// How many numbers of a case are those before all cases.
    pub(crate) fn fixed(&self, case: &[u64]) -> usize {
        read(&self.layout, case).before
    }
}
