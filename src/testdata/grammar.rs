//! Inputs as numbers: written as the judge lays them out, and read up to where they are wrong or not complete. So they can
//! be enumerated, and made smaller, without a look at layouts.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use super::fill::CaseNumbers;
use super::text::input;
use crate::layout::{Layout, NumberItem, Once, Repeat, Walker};

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

impl Candidate {
    /// The input with these cases, as the layout says.
    pub fn whole(cases: Vec<CaseNumbers>) -> Self {
        let ending = Ending::Whole;
        Self { cases, ending }
    }

    /// Its text.
    ///
    /// # Panics
    /// If one of its cases is none.
    pub fn input(&self, grammar: &Grammar) -> String {
        let text = input(&grammar.layout, &self.cases, grammar.fixed(&self.cases[0]));
        let mut text = String::from_utf8(text).expect("an input is digits, spaces and line ends");
        let missing = match self.ending {
            Ending::Whole => 0,
            Ending::NoLineEnd => 1,
            Ending::NoZero => 2 * grammar.layout.zeros(),
        };
        text.truncate(text.len() - missing);
        text
    }

    /// The number of its cases, of their numbers, and the sum of those: of two inputs, the one is smaller that has less of
    /// the first of these in which they differ, or else comes first in lexicographic order.
    pub fn size(&self) -> (usize, usize, u64) {
        let len = self.cases.iter().map(Vec::len).sum();
        let numbers = self.cases.iter().flatten();
        (
            self.cases.len(),
            len,
            numbers.fold(0, |sum, &number| sum.saturating_add(number)),
        )
    }

    /// Whether it is smaller than `other`.
    pub(crate) fn is_smaller(&self, other: &Self) -> bool {
        (self.size(), &self.cases) < (other.size(), &other.cases)
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
    layout: Arc<Layout>,
    /// The case with the fewest and smallest numbers.
    pub(crate) least: CaseNumbers,
}

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
pub(crate) struct CountedList {
    /// Where that number is in the case.
    count: usize,
    /// Where the parts are: numbers, or positions of several numbers.
    pub parts: Vec<Range<usize>>,
}

impl CountedList {
    /// `case` with some of its parts.
    pub(crate) fn keep(&self, case: &[u64], is_kept: impl Fn(usize) -> bool) -> CaseNumbers {
        let (mut rest, mut at, mut dropped) = (Vec::new(), 0, 0);
        for (index, part) in self.parts.iter().enumerate() {
            if !is_kept(index) {
                rest.extend(&case[at..part.start]);
                at = part.end;
                dropped += 1;
            }
        }
        rest.extend(&case[at..]);
        rest[self.count] -= dropped;
        rest
    }
}

impl Grammar {
    /// The grammar of inputs that `layout` allows.
    pub fn new(layout: Arc<Layout>) -> Self {
        let mut grammar = Self {
            least: Vec::new(),
            layout,
        };
        grammar.least = grammar.least_from(&[]);
        grammar
    }

    /// The case with the fewest and smallest numbers that begins with these.
    pub(crate) fn least_from(&self, start: &[u64]) -> CaseNumbers {
        let mut case = start.to_vec();
        while let Some((low, _)) = self.next(&case) {
            case.push(low);
        }
        case
    }

    /// How many cases an input may have.
    pub(crate) fn most_cases(&self) -> usize {
        usize::try_from(self.layout.most_cases()).unwrap_or(usize::MAX)
    }

    /// How many cases an input has at least.
    pub(crate) fn least_cases(&self) -> usize {
        usize::try_from(self.layout.least_cases()).unwrap_or(usize::MAX)
    }

    /// Whether a line of zeros ends the cases.
    pub(crate) fn ends_with_zeros(&self) -> bool {
        self.layout.cases() == Some(Repeat::ToZero)
    }

    /// Whether the two cases can be in the same input.
    pub(crate) fn go_together(&self, one: &[u64], other: &[u64]) -> bool {
        let fixed = self.fixed(one);
        other.get(..fixed) == Some(&one[..fixed])
    }

    /// Whether these are the cases of an input.
    pub(crate) fn is_input(&self, cases: &[CaseNumbers]) -> bool {
        (self.least_cases()..=self.most_cases()).contains(&cases.len())
            && cases.iter().all(|case| self.is_valid(case))
            && cases.iter().all(|case| self.go_together(&cases[0], case))
    }

    /// Whether this is a case within all limits.
    pub fn is_valid(&self, case: &[u64]) -> bool {
        let walk = self.walk(case, false);
        walk.is_ok_and(|walk| walk.case.len() == case.len())
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
        (walk.case.len() == excesses.len()).then_some(walk.case)
    }

    /// The limits of the number that follows the beginning of a case. `None` if nothing can follow.
    pub(crate) fn next(&self, start: &[u64]) -> Option<(u64, u64)> {
        match self.walk(start, false) {
            Err(Stop::Lacks(low, high)) => Some((low, high)),
            Ok(_) | Err(Stop::Invalid) => None,
        }
    }

    /// How many numbers of a case are those before all cases.
    pub(crate) fn fixed(&self, case: &[u64]) -> usize {
        let mut walk = Walk::new(&self.layout, case, false);
        let head = self.layout.walk_head(&mut walk);
        head.map_or(case.len(), |()| walk.case.len())
    }

    fn walk<'n>(&'n self, numbers: &'n [u64], are_excesses: bool) -> Result<Walk<'n>, Stop> {
        let mut walk = Walk::new(&self.layout, numbers, are_excesses);
        self.layout.walk_head(&mut walk)?;
        self.layout.walk_case(&mut walk)?;
        Ok(walk)
    }
}

/// Why numbers are not a case.
enum Stop {
    /// One is beyond its limits.
    Invalid,
    /// One is missing, which has these limits.
    Lacks(u64, u64),
}

/// Reads the numbers of a case.
struct Walk<'n> {
    layout: &'n Layout,
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
}

impl<'n> Walk<'n> {
    fn new(layout: &'n Layout, numbers: &'n [u64], are_excesses: bool) -> Self {
        let names = layout.numbers.len();
        Self {
            layout,
            numbers,
            are_excesses,
            case: Vec::with_capacity(numbers.len()),
            excesses: Vec::with_capacity(numbers.len()),
            values: vec![0; names],
            places: vec![0; names],
            floors: vec![0; names],
            seen: HashSet::new(),
            lists: Vec::new(),
        }
    }
}

impl Walker for Walk<'_> {
    type Stop = Stop;

    fn number(&mut self, number: &NumberItem) -> Result<(), Stop> {
        // The number of cases is none of the numbers.
        if self.layout.counts_cases(number) {
            return Ok(());
        }
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
        low += u64::from(first == Some(low));
        let lowest = low;
        // Whether the number that this one must not be is among the smaller ones that are possible.
        let is_after = move |value: u64| {
            u64::from(first.is_some_and(|first| (lowest..=value).contains(&first)))
        };
        let start = self.case.len();
        for _ in 0..number.times.map_or(1, |times| self.values[times]) {
            let given = *self
                .numbers
                .get(self.case.len())
                .ok_or(Stop::Lacks(low, high))?;
            let value = if self.are_excesses {
                let value = low.saturating_add(given);
                value.saturating_add(is_after(value))
            } else {
                given
            };
            let is_free = first != Some(value) && (!number.distinct || self.seen.insert(value));
            if !(low..=high).contains(&value) || !is_free {
                return Err(Stop::Invalid);
            }
            self.places[index] = self.case.len();
            self.values[index] = value;
            self.case.push(value);
            self.excesses.push(value - low - is_after(value));
            if number.ascending {
                low = value.saturating_add(1);
            }
        }
        self.floors[index] = low;
        if let Some(times) = number.times {
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

    fn repeat(&mut self, repeat: Repeat, once: Once<'_, Self>) -> Result<(), Stop> {
        self.seen.clear();
        let Some(times) = repeat.times() else {
            return once(self);
        };
        let count = self.places[times];
        let mut parts = Vec::new();
        for _ in 0..self.values[times] {
            let start = self.case.len();
            once(self)?;
            parts.push(start..self.case.len());
        }
        self.lists.push(CountedList { count, parts });
        Ok(())
    }
}
