//! Inputs as numbers: written as the judge lays them out, and read up to where they are wrong or not complete.
//!
//! Nothing else of the search knows layouts.

use std::collections::HashSet;
use std::ops::Range;

use crate::problem::layout::{Item, Layout, Limit, NumberItem, Repeat};
pub use crate::testdata::CaseNumbers;
use crate::testdata::text::input;

/// How an input is laid out, and within which limits.
pub struct Grammar {
    layout: Layout,
    /// The limits of each number; those that other numbers give are as wide as can be.
    limits: Vec<(u64, u64)>,
    /// The case with the fewest and smallest numbers.
    pub least: CaseNumbers,
}

/// The numbers that complete a case. What is not known is as few and small, or as many and large, as can be.
#[derive(Clone, Copy, Debug)]
pub struct Rest {
    /// The lower limit of the next one.
    pub low: u64,
    /// Its upper limit.
    pub high: u64,
    /// How many there are at least and at most.
    pub len: (u64, u64),
    /// Their sum, at least and at most.
    pub sum: (u64, u64),
}

impl Rest {
    fn of(count: (u64, u64), (low, high): (u64, u64)) -> Self {
        let sum = (count.0.saturating_mul(low), count.1.saturating_mul(high));
        let len = count;
        Self {
            low,
            high,
            len,
            sum,
        }
    }

    /// These, and then `times` the `others`.
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

/// Why numbers are not a case.
#[derive(Clone, Copy, Debug)]
pub enum Wrong {
    /// They are the beginning of one.
    Lacks(Rest),
    /// One is beyond its limits.
    Invalid,
}

/// Parts of a case that may be left out, if the number that says how many there are says so.
#[derive(Clone, Debug)]
pub struct CountedList {
    /// Where that number is in the case.
    pub count: usize,
    /// Where the parts are: numbers, or positions of several numbers.
    pub parts: Vec<Range<usize>>,
}

impl CountedList {
    /// `case` without `parts` of its parts.
    pub fn without(&self, case: &CaseNumbers, parts: Range<usize>) -> CaseNumbers {
        let mut rest = case.clone();
        rest.drain(self.parts[parts.start].start..self.parts[parts.end - 1].end);
        rest[self.count] -= parts.len() as u64;
        rest
    }

    /// `case` with no others of its parts than these.
    pub fn only(&self, case: &CaseNumbers, parts: Range<usize>) -> CaseNumbers {
        let (start, end) = (self.parts[0].start, self.parts[self.parts.len() - 1].end);
        let mut rest = case.clone();
        rest.drain(self.parts[parts.end - 1].end..end);
        rest.drain(start..self.parts[parts.start].start);
        rest[self.count] = parts.len() as u64;
        rest
    }

    /// Whether each part is a number.
    pub fn is_of_numbers(&self) -> bool {
        self.parts.iter().all(|part| part.len() == 1)
    }
}

impl Grammar {
    /// The grammar of inputs that `layout` allows.
    pub fn new(layout: Layout) -> Self {
        let limits = layout.numbers().into_iter().map(|number| {
            let limit = |limit: Limit, widest| limit.number().unwrap_or(widest);
            (limit(number.low, 0), limit(number.high, u64::MAX))
        });
        let mut grammar = Self {
            limits: limits.collect(),
            least: Vec::new(),
            layout,
        };
        let mut least = Vec::new();
        while let Err(Wrong::Lacks(rest)) = grammar.read(&least) {
            least.push(rest.low);
        }
        grammar.least = least;
        grammar
    }

    /// How many cases an input may have.
    pub fn most_cases(&self) -> usize {
        usize::try_from(self.layout.most_cases()).unwrap_or(usize::MAX)
    }

    /// How many cases an input has at least.
    pub fn least_cases(&self) -> usize {
        usize::try_from(self.layout.least_cases()).unwrap_or(usize::MAX)
    }

    /// The length of the line of zeros that ends the cases, if one does.
    pub fn terminator(&self) -> Option<usize> {
        let ends_with_zeros = matches!(self.layout.cases(), Some((_, Repeat::ToZero)));
        ends_with_zeros.then(|| 2 * self.layout.zeros())
    }

    /// Whether the two cases can be in the same input.
    pub fn go_together(&self, one: &CaseNumbers, other: &CaseNumbers) -> bool {
        let (fixed, of_other) = (self.fixed(one), self.fixed(other));
        one[..fixed] == other[..of_other]
    }

    /// Whether these are the cases of an input.
    pub fn is_input(&self, cases: &[CaseNumbers]) -> bool {
        (self.least_cases().max(1)..=self.most_cases()).contains(&cases.len())
            && cases
                .iter()
                .all(|case| self.is_valid(case) && self.go_together(&cases[0], case))
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
        self.read(case)
            .is_ok_and(|walk| walk.case.len() == case.len())
    }

    /// The parts that may be left out of a valid case, each list after those inside of it.
    pub fn counted_lists(&self, case: &[u64]) -> Vec<CountedList> {
        self.read(case)
            .map_or_else(|_| Vec::new(), |walk| walk.counted_lists)
    }

    /// The places of the numbers of a valid case that are no lengths of lists.
    pub fn numbers(&self, case: &[u64]) -> Vec<usize> {
        let lists = self.counted_lists(case);
        let counts: HashSet<_> = lists.iter().map(|list| list.count).collect();
        let numbers = (0..case.len()).filter(|at| !counts.contains(at));
        numbers.collect()
    }

    /// By how much each number of a valid case is above its lower limit: of ascending numbers, above the one
    /// before.
    pub fn excesses(&self, case: &[u64]) -> Vec<u64> {
        let lows = self
            .read(case)
            .map_or_else(|_| Vec::new(), |walk| walk.lows);
        let excess = case.iter().zip(lows).map(|(number, low)| number - low);
        excess.collect()
    }

    /// The case with these [excesses](Self::excesses). `None` if a number is beyond its upper limit.
    pub fn with_excesses(&self, excesses: &[u64]) -> Option<CaseNumbers> {
        let walk = self.walk(excesses, true).ok()?;
        (walk.case.len() == excesses.len()).then_some(walk.case)
    }

    /// What follows the beginning of a case: `None` if nothing does.
    ///
    /// # Errors
    /// It is not the beginning of a case.
    pub fn rest(&self, start: &[u64]) -> Result<Option<Rest>, Wrong> {
        match self.read(start) {
            Ok(_) => Ok(None),
            Err(Wrong::Lacks(rest)) => Ok(Some(rest)),
            Err(wrong) => Err(wrong),
        }
    }

    /// How many numbers of a case are those before all cases.
    pub fn fixed(&self, case: &[u64]) -> usize {
        let mut walk = self.start(case, false);
        let head = walk.items(self.layout.head());
        head.map_or(case.len(), |()| walk.case.len())
    }

    fn read<'n>(&'n self, numbers: &'n [u64]) -> Result<Walk<'n>, Wrong> {
        self.walk(numbers, false)
    }

    fn walk<'n>(&'n self, numbers: &'n [u64], are_excesses: bool) -> Result<Walk<'n>, Wrong> {
        let mut walk = self.start(numbers, are_excesses);
        let (head, case) = (self.layout.head(), self.layout.case());
        let read = walk.items(head);
        read.map_err(|wrong| walk.and_then(wrong, 1, case))?;
        walk.items(case)?;
        Ok(walk)
    }

    fn start<'n>(&'n self, numbers: &'n [u64], are_excesses: bool) -> Walk<'n> {
        Walk {
            limits: &self.limits,
            numbers,
            are_excesses,
            case: Vec::with_capacity(numbers.len()),
            lows: Vec::with_capacity(numbers.len()),
            values: vec![0; self.layout.names],
            places: vec![0; self.layout.names],
            floors: vec![0; self.layout.names],
            counted_lists: Vec::new(),
            cases: self.layout.cases().and_then(|(_, repeat)| repeat.times()),
            unread: 0,
        }
    }
}

/// Reads the numbers of a case.
struct Walk<'n> {
    limits: &'n [(u64, u64)],
    numbers: &'n [u64],
    are_excesses: bool,
    /// What has been read, and the lower limit of each.
    case: CaseNumbers,
    lows: Vec<u64>,
    /// The last value of each name, where that is, and the least that the next one may be.
    values: Vec<u64>,
    places: Vec<usize>,
    floors: Vec<u64>,
    counted_lists: Vec<CountedList>,
    /// The index of the number of cases, which is none of the numbers.
    cases: Option<usize>,
    /// The index of the name whose number is lacking.
    unread: usize,
}

impl Walk<'_> {
    fn items(&mut self, items: &[Item]) -> Result<(), Wrong> {
        for (i, item) in items.iter().enumerate() {
            let done = match item {
                Item::Number(number) => self.number(number),
                Item::LineEnd | Item::Answer => Ok(()),
                Item::Group(items, Repeat::Times(times)) => self.group(items, *times),
                Item::Group(..) => unreachable!("groups without a number hold whole cases"),
            };
            done.map_err(|wrong| self.and_then(wrong, 1, &items[i + 1..]))?;
        }
        Ok(())
    }

    /// What a case lacks that lacks this, and then `times` these items.
    fn and_then(&self, wrong: Wrong, times: u64, items: &[Item]) -> Wrong {
        match (wrong, first_name(items)) {
            (Wrong::Lacks(rest), Some(first)) if times > 0 => {
                let items = self.all(items, first.min(self.unread));
                Wrong::Lacks(rest.and_then((times, times), items))
            }
            _ => wrong,
        }
    }

    /// The numbers of items that have not been read; `first` is the index of the first name that has not.
    fn all(&self, items: &[Item], first: usize) -> Rest {
        // Names have their indices in order, so those before it have been read.
        let count = |times: usize| {
            if times < first {
                (self.values[times], self.values[times])
            } else {
                self.limits[times]
            }
        };
        let mut all = Rest::of((0, 0), (0, 0));
        for item in items {
            all = match item {
                Item::LineEnd | Item::Answer => all,
                Item::Number(number) if self.cases == Some(number.index) => all,
                Item::Number(number) => {
                    let count = number.times.map_or((1, 1), count);
                    all.and_then((1, 1), Rest::of(count, self.limits[number.index]))
                }
                Item::Group(items, Repeat::Times(times)) => {
                    all.and_then(count(*times), self.all(items, first))
                }
                Item::Group(..) => unreachable!("groups without a number hold whole cases"),
            };
        }
        all
    }

    fn number(&mut self, number: &NumberItem) -> Result<(), Wrong> {
        if self.cases == Some(number.index) {
            return Ok(());
        }
        let mut low = number.low.value(&self.values);
        let high = number.high.value(&self.values);
        if number.ascending && number.times.is_none() {
            low = low.max(self.floors[number.index]);
        }
        let times = number.times.map_or(1, |times| self.values[times]);
        let start = self.case.len();
        for done in 0..times {
            let Some(&value) = self.numbers.get(self.case.len()) else {
                let left = times - done;
                self.unread = number.index;
                return Err(Wrong::Lacks(Rest::of((left, left), (low, high))));
            };
            let value = if self.are_excesses {
                low.saturating_add(value)
            } else {
                value
            };
            if !(low..=high).contains(&value) {
                return Err(Wrong::Invalid);
            }
            self.places[number.index] = self.case.len();
            self.values[number.index] = value;
            self.case.push(value);
            self.lows.push(low);
            if number.ascending {
                low = value.saturating_add(1);
            }
        }
        self.floors[number.index] = low;
        if let Some(times) = number.times {
            self.counted_lists.push(CountedList {
                count: self.places[times],
                parts: (start..self.case.len()).map(|at| at..at + 1).collect(),
            });
        }
        Ok(())
    }

    fn group(&mut self, items: &[Item], times: usize) -> Result<(), Wrong> {
        for item in items {
            if let Item::Number(number) = item {
                self.floors[number.index] = 0;
            }
        }
        let (count, place) = (self.values[times], self.places[times]);
        let mut parts = Vec::new();
        for done in 0..count {
            let start = self.case.len();
            let left = count - done - 1;
            let item = self.items(items);
            item.map_err(|wrong| self.and_then(wrong, left, items))?;
            parts.push(start..self.case.len());
        }
        let count = place;
        self.counted_lists.push(CountedList { count, parts });
        Ok(())
    }
}

/// The index of the first name among `items`.
fn first_name(items: &[Item]) -> Option<usize> {
    items.iter().find_map(|item| match item {
        Item::LineEnd | Item::Answer => None,
        Item::Number(number) => Some(number.index),
        Item::Group(items, _) => first_name(items),
    })
}
