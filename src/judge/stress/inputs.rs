//! Inputs as numbers: written as the judge lays them out, and read up to where they are wrong or not complete.
//!
//! Nothing else of the search knows layouts.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use crate::layout::{Group, Layout, Limit, NumberItem, Once, Repeat, Walker};
pub use crate::testdata::CaseNumbers;
use crate::testdata::text::input;

/// How an input is laid out, and within which limits.
pub struct Grammar {
    layout: Arc<Layout>,
    /// The limits of each number; those that other numbers give are as wide as can be.
    limits: Vec<(u64, u64)>,
    /// The case with the fewest and smallest numbers.
    pub least: CaseNumbers,
}

/// The next number of a case, and those after it. What is not known is as few and small, or as many and large, as can be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rest {
    /// The lower limit of the next number.
    pub low: u64,
    /// Its upper limit.
    pub high: u64,
    /// How many there are after it, at least and at most.
    pub len: (u64, u64),
    /// Their sum, at least and at most.
    pub sum: (u64, u64),
}

impl Rest {
    /// A number within these limits, and so many of them after it.
    fn of(len: (u64, u64), (low, high): (u64, u64)) -> Self {
        let sum = (len.0.saturating_mul(low), len.1.saturating_mul(high));
        Self {
            low,
            high,
            len,
            sum,
        }
    }

    /// These, and then `times` those after the first of the `others`.
    fn and_then(self, times: (u64, u64), others: Self) -> Self {
        let add = |one: (u64, u64), other: (u64, u64)| {
            let other = (
                other.0.saturating_mul(times.0),
                other.1.saturating_mul(times.1),
            );
            (one.0.saturating_add(other.0), one.1.saturating_add(other.1))
        };
        Self {
            len: add(self.len, others.len),
            sum: add(self.sum, others.sum),
            ..self
        }
    }
}

/// A number is beyond its limits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Invalid;

/// What a valid case consists of.
#[derive(Default)]
pub(crate) struct Parts {
    /// What may be left out, each list after those inside of it.
    pub lists: Vec<CountedList>,
    /// The places of the numbers that are no lengths of lists.
    pub numbers: Vec<usize>,
    /// By how much each number is above its lower limit: of ascending numbers, above the one before.
    pub excesses: Vec<u64>,
}

/// Parts of a case that may be left out, if the number that says how many there are says so.
#[derive(Clone, Debug)]
pub(crate) struct CountedList {
    /// Where that number is in the case.
    pub count: usize,
    /// Where the parts are: numbers, or positions of several numbers.
    pub parts: Vec<Range<usize>>,
}

impl CountedList {
    /// `case` without `parts` of its parts.
    pub(crate) fn without(&self, case: &CaseNumbers, parts: Range<usize>) -> CaseNumbers {
        let mut rest = case.clone();
        rest.drain(self.parts[parts.start].start..self.parts[parts.end - 1].end);
        rest[self.count] -= parts.len() as u64;
        rest
    }

    /// Whether each part is a number.
    pub(crate) fn is_of_numbers(&self) -> bool {
        self.parts.iter().all(|part| part.len() == 1)
    }
}

impl Grammar {
    /// The grammar of inputs that `layout` allows.
    pub fn new(layout: Arc<Layout>) -> Self {
        let limits = layout.numbers.iter().map(|number| {
            let limit = |limit: Limit, widest| limit.number().unwrap_or(widest);
            (limit(number.low, 0), limit(number.high, u64::MAX))
        });
        let mut grammar = Self {
            limits: limits.collect(),
            least: Vec::new(),
            layout,
        };
        let mut least = Vec::new();
        while let Ok(Some(rest)) = grammar.rest(&least) {
            least.push(rest.low);
        }
        grammar.least = least;
        grammar
    }

    /// How many cases an input may have.
    pub(crate) fn most_cases(&self) -> usize {
        usize::try_from(self.layout.most_cases()).unwrap_or(usize::MAX)
    }

    /// How many cases an input has at least.
    pub(crate) fn least_cases(&self) -> usize {
        usize::try_from(self.layout.least_cases()).unwrap_or(usize::MAX)
    }

    /// The length of the line of zeros that ends the cases, if one does.
    pub(crate) fn terminator(&self) -> Option<usize> {
        let ends_with_zeros = self.layout.cases() == Some(Repeat::ToZero);
        ends_with_zeros.then(|| 2 * self.layout.zeros())
    }

    /// Whether the two cases can be in the same input.
    pub(crate) fn go_together(&self, one: &CaseNumbers, other: &CaseNumbers) -> bool {
        let fixed = self.fixed(one);
        other.get(..fixed) == Some(&one[..fixed])
    }

    /// Whether these are the cases of an input.
    pub(crate) fn is_input(&self, cases: &[CaseNumbers]) -> bool {
        (self.least_cases().max(1)..=self.most_cases()).contains(&cases.len())
            && cases.iter().all(|case| self.is_valid(case))
            && cases.iter().all(|case| self.go_together(&cases[0], case))
    }

    /// The input with these cases, of which there is at least one, and which go together.
    ///
    /// # Panics
    /// If there are no cases, or one of them is none.
    pub fn text(&self, cases: &[CaseNumbers]) -> String {
        let text = input(&self.layout, cases, self.fixed(&cases[0]));
        String::from_utf8(text).expect("an input is digits, spaces and line ends")
    }

    /// Whether this is a case within all limits.
    pub fn is_valid(&self, case: &[u64]) -> bool {
        let walk = self.walk(case, false);
        walk.is_ok_and(|walk| walk.lacks.is_none() && walk.case.len() == case.len())
    }

    /// What a valid case consists of.
    pub(crate) fn parts(&self, case: &[u64]) -> Parts {
        let Ok(walk) = self.walk(case, false) else {
            return Parts::default();
        };
        let counts: HashSet<_> = walk.lists.iter().map(|list| list.count).collect();
        Parts {
            numbers: (0..case.len()).filter(|at| !counts.contains(at)).collect(),
            lists: walk.lists,
            excesses: walk.excesses,
        }
    }

    /// The case with these [excesses](Parts::excesses). `None` if a number is beyond its upper limit.
    pub(crate) fn with_excesses(&self, excesses: &[u64]) -> Option<CaseNumbers> {
        let walk = self.walk(excesses, true).ok()?;
        (walk.lacks.is_none() && walk.case.len() == excesses.len()).then_some(walk.case)
    }

    /// What follows the beginning of a case: `None` if nothing does.
    pub(crate) fn rest(&self, start: &[u64]) -> Result<Option<Rest>, Invalid> {
        Ok(self.walk(start, false)?.lacks)
    }

    /// How many numbers of a case are those before all cases.
    pub(crate) fn fixed(&self, case: &[u64]) -> usize {
        let mut walk = self.start(case, false);
        let head = self.layout.walk_head(&mut walk);
        head.map_or(case.len(), |()| walk.case.len())
    }

    fn walk<'n>(&'n self, numbers: &'n [u64], are_excesses: bool) -> Result<Walk<'n>, Invalid> {
        let mut walk = self.start(numbers, are_excesses);
        self.layout.walk_head(&mut walk)?;
        self.layout.walk_case(&mut walk)?;
        Ok(walk)
    }

    fn start<'n>(&'n self, numbers: &'n [u64], are_excesses: bool) -> Walk<'n> {
        let names = self.limits.len();
        Walk {
            layout: &self.layout,
            limits: &self.limits,
            numbers,
            are_excesses,
            case: Vec::with_capacity(numbers.len()),
            excesses: Vec::with_capacity(numbers.len()),
            values: vec![0; names],
            places: vec![0; names],
            floors: vec![0; names],
            seen: HashSet::new(),
            lists: Vec::new(),
            lacks: None,
            unread: names,
        }
    }
}

/// Reads the numbers of a case. Where they end too early, it finds out what may follow.
struct Walk<'n> {
    layout: &'n Layout,
    limits: &'n [(u64, u64)],
    numbers: &'n [u64],
    are_excesses: bool,
    /// What has been read, and by how much each is above its lower limit.
    case: CaseNumbers,
    excesses: Vec<u64>,
    /// The last value of each name, where that is, and the least that the next one may be.
    values: Vec<u64>,
    places: Vec<usize>,
    floors: Vec<u64>,
    /// The values so far of a name of which no two are equal.
    seen: HashSet<u64>,
    lists: Vec<CountedList>,
    /// What is lacking.
    lacks: Option<Rest>,
    /// The index of the first name whose present number has not been read: names have their indices in order.
    unread: usize,
}

impl Walk<'_> {
    /// How many there are of what this number counts.
    fn count(&self, times: usize) -> (u64, u64) {
        if times < self.unread {
            (self.values[times], self.values[times])
        } else {
            self.limits[times]
        }
    }

    /// Adds to what is lacking `times` what `once` finds to be lacking, in which all numbers of the group are unread.
    fn lack(
        &mut self,
        times: (u64, u64),
        first: usize,
        once: Once<'_, Self>,
    ) -> Result<(), Invalid> {
        let nothing = Rest::of((0, 0), (0, 0));
        let before = self.lacks.replace(nothing);
        let unread = self.unread;
        self.unread = unread.min(first);
        once(self)?;
        self.unread = unread;
        let others = self.lacks.unwrap_or(nothing);
        self.lacks = before.map(|rest| rest.and_then(times, others));
        Ok(())
    }

    fn read(&mut self, number: &NumberItem, times: u64) -> Result<(), Invalid> {
        let index = number.index;
        let mut low = number.low.value(&self.values);
        let high = number.high.value(&self.values);
        if number.ascending && number.times.is_none() {
            low = low.max(self.floors[index]);
        }
        if number.times.is_some() {
            self.seen.clear();
        }
        let first = number.differs_from.map(|first| self.values[first]);
        if first == Some(low) {
            low += 1;
        }
        // Whether the number that this one must not be is among the smaller ones that are possible.
        let first_above = first.filter(|&first| low <= first);
        let is_after = |value: u64| first_above.is_some_and(|first| first <= value);
        for done in 0..times {
            let Some(&value) = self.numbers.get(self.case.len()) else {
                let left = times - done - 1;
                self.unread = index;
                self.lacks = Some(Rest::of((left, left), (low, high)));
                return Ok(());
            };
            let value = if self.are_excesses {
                let value = low.saturating_add(value);
                value.saturating_add(is_after(value).into())
            } else {
                value
            };
            let is_free = first != Some(value) && (!number.distinct || self.seen.insert(value));
            if !(low..=high).contains(&value) || !is_free {
                return Err(Invalid);
            }
            self.places[index] = self.case.len();
            self.values[index] = value;
            self.case.push(value);
            self.excesses.push(value - low - u64::from(is_after(value)));
            if number.ascending {
                low = value.saturating_add(1);
            }
        }
        self.floors[index] = low;
        Ok(())
    }
}

impl Walker for Walk<'_> {
    type Stop = Invalid;

    fn number(&mut self, number: &NumberItem) -> Result<(), Invalid> {
        // The number of cases is none of the numbers.
        if self.layout.counts_cases(number) {
            return Ok(());
        }
        let times = number.times.map_or((1, 1), |times| self.count(times));
        if let Some(rest) = self.lacks {
            let others = Rest::of(times, self.limits[number.index]);
            self.lacks = Some(rest.and_then((1, 1), others));
            return Ok(());
        }
        let start = self.case.len();
        self.read(number, times.0)?;
        if let (Some(times), None) = (number.times, self.lacks) {
            self.lists.push(CountedList {
                count: self.places[times],
                parts: (start..self.case.len()).map(|at| at..at + 1).collect(),
            });
        }
        Ok(())
    }

    fn ascend_anew(&mut self, number: &NumberItem) {
        self.floors[number.index] = 0;
    }

    fn repeat(&mut self, group: &Group, once: Once<'_, Self>) -> Result<(), Invalid> {
        let times = group.repeat.times();
        let count = times.map_or((1, 1), |times| self.count(times));
        if self.lacks.is_some() {
            return self.lack(count, self.unread, once);
        }
        self.seen.clear();
        let place = times.map_or(0, |times| self.places[times]);
        let mut parts = Vec::new();
        for done in 0..count.0 {
            let start = self.case.len();
            once(self)?;
            if self.lacks.is_some() {
                let left = count.0 - done - 1;
                let first = self.layout.first_of(group);
                return self.lack((left, left), first, once);
            }
            parts.push(start..self.case.len());
        }
        let count = place;
        self.lists.push(CountedList { count, parts });
        Ok(())
    }
}
