//! Inputs as numbers: written as the judge lays them out, and enumerated from the smallest one on.

use std::ops::Range;

use crate::problem::layout::{Item, Layout, Limit, NumberItem, Repeat};
pub use crate::testdata::CaseNumbers;
use crate::testdata::text::input;

/// How an input is laid out, and within which limits.
pub struct Grammar {
    layout: Layout,
    /// No case has fewer numbers, or a smaller sum of them.
    least_len: usize,
    least_sum: u64,
    /// The largest of all lower limits, and of all upper limits.
    largest_low: u64,
    largest_high: u64,
}

/// The maximum number of sums that are tried to find a case of some length.
const MOST_SUMS: u64 = 1000;

/// Another case is looked for among those whose sum is by so much larger than the least.
const FEW_MORE: u64 = 3;

/// What a case lacks.
#[derive(Clone, Copy, Debug)]
struct Incomplete {
    /// The limits of the next number.
    low: u64,
    high: u64,
    /// The minimum number of numbers to come, including this one, and of their sum.
    numbers: u64,
    sum: u64,
    /// There will not be more: what says how many there are has been read.
    exactly: bool,
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
    /// How many numbers its parts have.
    pub fn len(&self) -> usize {
        self.parts.iter().map(Range::len).sum()
    }

    /// `case` without `parts` of its parts, starting with the part `first`.
    ///
    /// # Panics
    /// If there are fewer, or this is not a bunch of the case.
    pub fn without(&self, case: &CaseNumbers, first: usize, parts: usize) -> CaseNumbers {
        let mut rest = case.clone();
        rest.drain(self.parts[first].start..self.parts[first + parts - 1].end);
        rest[self.count] -= parts as u64;
        rest
    }
}

impl Grammar {
    /// The grammar of inputs that `layout` allows.
    pub fn new(layout: Layout) -> Self {
        let largest = |limit: fn(&NumberItem) -> Limit| {
            let limits = layout.numbers().into_iter().map(limit);
            limits.filter_map(Limit::number).max().unwrap_or(0)
        };
        let mut grammar = Self {
            least_len: 0,
            least_sum: 0,
            largest_low: largest(|number| number.low),
            largest_high: largest(|number| number.high),
            layout,
        };
        let mut least = Vec::new();
        while let Err(Wrong::Lacks(incomplete)) = grammar.walk(&least) {
            least.push(incomplete.low);
        }
        (grammar.least_len, grammar.least_sum) = (least.len(), least.iter().sum());
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

    /// Another small case that can be in the same input as `case`.
    pub fn another(&self, case: &CaseNumbers) -> Option<CaseNumbers> {
        let mut found = None;
        for sum in self.least_sum..=self.least_sum + FEW_MORE {
            for len in self.least_len..=case.len() {
                let go_on = self.each(1, len, sum, &mut |cases| {
                    let is_another = cases[0] != *case && self.go_together(&cases[0], case);
                    found = is_another.then(|| cases[0].clone());
                    !is_another
                });
                if !go_on {
                    return found;
                }
            }
        }
        None
    }

    /// Whether there are cases of `len` numbers; perhaps, if `len` is large.
    pub fn has_any(&self, len: usize) -> bool {
        // The smallest one has no large sum: a number that says how many follow is no larger than `len`, and
        // ascending numbers need not grow by more than that.
        let low = self.largest_low.saturating_add(len as u64);
        let most = low.saturating_mul(len as u64);
        let is_large = most > MOST_SUMS;
        is_large || (0..=most).any(|sum| !self.each(1, len, sum, &mut |_| false))
    }

    /// No case of `len` numbers has a larger sum.
    pub fn most_sum(&self, len: usize) -> u64 {
        self.largest_high.saturating_mul(len as u64)
    }

    /// Whether a 0 ends the cases.
    pub fn ends_with_zero(&self) -> bool {
        matches!(self.layout.cases(), Some((_, Repeat::ToZero)))
    }

    /// Whether the two cases can be in the same input.
    pub fn go_together(&self, one: &CaseNumbers, other: &CaseNumbers) -> bool {
        let (fixed, of_other) = (self.fixed(one), self.fixed(other));
        one[..fixed] == other[..of_other]
    }

    /// Whether all cases can be in the same input.
    pub fn all_go_together(&self, cases: &[CaseNumbers]) -> bool {
        cases.iter().all(|case| self.go_together(&cases[0], case))
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
        self.walk(case).is_ok_and(|walk| walk.at == case.len())
    }

    /// The parts that may be left out of a valid case, each bunch after those inside of it.
    pub fn counted_lists(&self, case: &[u64]) -> Vec<CountedList> {
        self.walk(case)
            .map_or_else(|_| Vec::new(), |walk| walk.counted_lists)
    }

    /// How many numbers of a case are those before all cases.
    fn fixed(&self, case: &[u64]) -> usize {
        let mut walk = self.start(case);
        let head = walk.items(self.layout.head());
        head.map_or(case.len(), |()| walk.at)
    }

    fn walk<'n>(&self, numbers: &'n [u64]) -> Result<Walk<'n>, Wrong> {
        let mut walk = self.start(numbers);
        let (head, case) = (self.layout.head(), self.layout.case());
        let read = walk.items(head);
        read.map_err(|wrong| walk.and_then(wrong, 1, case))?;
        walk.items(case)?;
        Ok(walk)
    }

    fn start<'n>(&self, numbers: &'n [u64]) -> Walk<'n> {
        Walk {
            numbers,
            at: 0,
            values: vec![0; self.layout.names],
            places: vec![None; self.layout.names],
            floors: vec![0; self.layout.names],
            counted_lists: Vec::new(),
            cases: self.layout.cases().and_then(|(_, repeat)| repeat.times()),
        }
    }

    /// Shows all inputs of `cases` cases with `len` numbers and this `sum` of them, until `visit` has
    /// seen enough; whether it has not.
    pub fn each(
        &self,
        cases: usize,
        len: usize,
        sum: u64,
        visit: &mut dyn FnMut(&[CaseNumbers]) -> bool,
    ) -> bool {
        self.each_after(&mut Vec::new(), cases, len, sum, visit)
    }

    fn each_after(
        &self,
        before: &mut Vec<CaseNumbers>,
        cases: usize,
        len: usize,
        sum: u64,
        visit: &mut dyn FnMut(&[CaseNumbers]) -> bool,
    ) -> bool {
        if cases == 0 {
            return len > 0 || sum > 0 || visit(before);
        }
        let others = cases - 1;
        let most_len = len.saturating_sub(others * self.least_len);
        let most_sum = sum.saturating_sub(others as u64 * self.least_sum);
        let least_len = if others == 0 { len } else { self.least_len };
        let least_sum = if others == 0 { sum } else { self.least_sum };
        for of_case in least_len..=most_len {
            for sum_of_case in least_sum..=most_sum {
                let mut go_on = |case: &[u64]| {
                    let case = case.to_vec();
                    if before
                        .first()
                        .is_some_and(|first| !self.go_together(first, &case))
                    {
                        return true;
                    }
                    before.push(case);
                    let rest = (len - of_case, sum - sum_of_case);
                    let go_on = self.each_after(before, others, rest.0, rest.1, visit);
                    before.pop();
                    go_on
                };
                let each = self.each_case(&mut Vec::new(), of_case, sum_of_case, &mut go_on);
                if each == Each::Enough {
                    return false;
                }
            }
        }
        true
    }

    fn each_case(
        &self,
        start: &mut CaseNumbers,
        len: usize,
        sum: u64,
        visit: &mut dyn FnMut(&[u64]) -> bool,
    ) -> Each {
        let incomplete = match self.walk(start) {
            Ok(_) if start.len() < len || sum > 0 || visit(start) => return Each::Seen,
            Ok(_) => return Each::Enough,
            Err(Wrong::Lacks(incomplete)) => incomplete,
            Err(Wrong::Invalid) => return Each::Seen,
        };
        let least_len = incomplete.numbers.saturating_add(start.len() as u64);
        if least_len > len as u64 {
            return Each::TooLong;
        }
        if incomplete.sum > sum || incomplete.exactly && least_len < len as u64 {
            return Each::Seen;
        }
        // The last number is what is left of the sum.
        let is_last = start.len() + 1 == len;
        let low = if is_last {
            incomplete.low.max(sum)
        } else {
            incomplete.low
        };
        for number in low..=incomplete.high.min(sum) {
            start.push(number);
            let each = self.each_case(start, len, sum - number, visit);
            start.pop();
            match each {
                Each::Seen => {}
                Each::Enough => return Each::Enough,
                // If it says how many numbers follow, more are not better; else they are as many.
                Each::TooLong => break,
            }
        }
        Each::Seen
    }
}

/// How far the enumeration of cases that start in some way has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Each {
    /// All were shown.
    Seen,
    /// There are none: all are longer.
    TooLong,
    /// Who looks at them has seen enough.
    Enough,
}

/// Why numbers are not a case.
#[derive(Clone, Copy, Debug)]
enum Wrong {
    /// They are the beginning of one.
    Lacks(Incomplete),
    /// One is beyond its limits.
    Invalid,
}

/// Whether the number with this index is among `items`.
fn counts(items: &[Item], index: usize) -> bool {
    items
        .iter()
        .any(|item| matches!(item, Item::Number(number) if number.index == index))
}

/// Whether the item is a list.
fn has_list(item: &Item) -> bool {
    matches!(
        item,
        Item::Number(NumberItem { times: Some(_), .. }) | Item::Group(..)
    )
}

/// Reads the numbers of a case.
struct Walk<'n> {
    numbers: &'n [u64],
    at: usize,
    /// The last value of each name, where that is, and the least that the next one may be.
    values: Vec<u64>,
    places: Vec<Option<usize>>,
    floors: Vec<u64>,
    counted_lists: Vec<CountedList>,
    /// The index of the number of cases, which is none of the numbers.
    cases: Option<usize>,
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
        let Wrong::Lacks(incomplete) = wrong else {
            return wrong;
        };
        let mut numbers = 0_u64;
        let mut exactly = true;
        for item in items {
            numbers = numbers.saturating_add(match item {
                Item::LineEnd | Item::Answer => 0,
                Item::Number(number) if self.cases == Some(number.index) => 0,
                Item::Number(NumberItem { times: None, .. }) => 1,
                Item::Number(NumberItem {
                    times: Some(times), ..
                })
                | Item::Group(_, Repeat::Times(times)) => {
                    // In a group, what is known is the number of the repetition before.
                    let is_known = self.places[*times].is_some() && !counts(items, *times);
                    let is_plain =
                        !matches!(item, Item::Group(items, _) if items.iter().any(has_list));
                    exactly &= is_known && is_plain;
                    if is_known { self.values[*times] } else { 0 }
                }
                Item::Group(..) => unreachable!("groups without a number hold whole cases"),
            });
        }
        Wrong::Lacks(Incomplete {
            numbers: incomplete
                .numbers
                .saturating_add(numbers.saturating_mul(times)),
            exactly: incomplete.exactly && (exactly || times == 0),
            ..incomplete
        })
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
        let start = self.at;
        // What was there in the repetition before does not count.
        self.places[number.index] = None;
        for done in 0..times {
            let Some(&value) = self.numbers.get(self.at) else {
                return Err(Wrong::Lacks(Incomplete {
                    low,
                    high,
                    numbers: times - done,
                    sum: low.saturating_mul(times - done),
                    exactly: true,
                }));
            };
            if !(low..=high).contains(&value) {
                return Err(Wrong::Invalid);
            }
            if number.ascending {
                low = value + 1;
            }
            self.values[number.index] = value;
            self.places[number.index] = Some(self.at);
            self.at += 1;
        }
        self.floors[number.index] = low;
        if let Some(times) = number.times {
            self.counted_lists.push(CountedList {
                count: self.places[times].unwrap_or(0),
                parts: (start..self.at).map(|at| at..at + 1).collect(),
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
            let start = self.at;
            let left = count - done - 1;
            let item = self.items(items);
            item.map_err(|wrong| self.and_then(wrong, left, items))?;
            parts.push(start..self.at);
        }
        self.counted_lists.push(CountedList {
            count: place.unwrap_or(0),
            parts,
        });
        Ok(())
    }
}
