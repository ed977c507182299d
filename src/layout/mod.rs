//! How the input of a problem is laid out: one grammar, a tree in which each number knows its role.
//!
//! The fast reader, the [`framer`], follows a [`Layout`] from item to item, so that it can stop and go on anywhere;
//! everything else that goes through an input, or describes one, is a [`Walker`]. Answering needs none of the limits
//! and none of the line ends, since any white space will do there; validating and generating do.

pub mod checker;
mod describe;
pub(crate) mod framer;
mod parse;
mod role;
pub mod sink;
mod walk;

use std::ops::Range;

pub(crate) use parse::{Mistake, mistake, words};
pub(crate) use role::cells_between;
pub use role::{CountOf, Parameter, Role};
pub use walk::{Once, Walker};

/// The layout of one problem's input.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The tree, flat: the parts of a group stand between its start and its end.
    items: Vec<Item>,
    /// All numbers and lists, in order.
    pub numbers: Vec<NumberItem>,
    groups: Vec<Group>,
    /// The group that is a case. Without one, there is one case.
    cases: Option<usize>,
    /// Whether each repetition of the group with the piles is a position of its own.
    pub positions: bool,
    /// The roles of the numbers of a case, if these are all single.
    row: Vec<Role>,
}

/// A part of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    /// The number with this index, or a list of them on one line.
    Number(usize),
    /// The end of a line.
    LineEnd,
    /// A case is complete.
    Answer,
    /// The group with this index starts.
    Group(usize),
    /// It ends.
    GroupEnd(usize),
}

/// A number with its limits, or a list of such numbers.
#[derive(Clone, Debug)]
pub struct NumberItem {
    /// Its name, which is the judge's.
    pub name: String,
    /// Its index.
    pub index: usize,
    /// The lower limit.
    pub low: Limit,
    /// The upper limit.
    pub high: Limit,
    /// Each is larger than the one before: in the list, or in the repetitions of the group.
    pub ascending: bool,
    /// No two are equal: in the list, or in the repetitions of the group.
    pub distinct: bool,
    /// The index of the number before that it is not equal to.
    pub differs_from: Option<usize>,
    /// If this is a list: the index of the number that says how long it is.
    pub times: Option<usize>,
    /// What it means for the game.
    pub role: Role,
    /// The innermost group that has it.
    group: Option<usize>,
    /// Where the framer keeps its value, if this is the length of something.
    slot: usize,
}

impl Layout {
    /// The largest number that a limit allows.
    pub(crate) fn largest(&self, limit: Limit) -> u64 {
        match limit {
            Limit::Number(number) => number,
            Limit::Value(index) => self.largest(self.numbers[index].high),
        }
    }
}

/// Parts of a layout that repeat.
#[derive(Clone, Debug)]
pub struct Group {
    /// How often.
    pub repeat: Repeat,
    /// Its parts.
    items: Range<usize>,
    /// The group that has it.
    parent: Option<usize>,
    /// The number in it, if there is nothing else and this is no list: numbers on consecutive lines are a list
    /// like any other.
    column: Option<usize>,
}

/// A limit of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// This number.
    Number(u64),
    /// The last value of the number with this index.
    Value(usize),
}

impl Limit {
    /// The limit, where the numbers so far are `values`.
    pub(crate) fn value(self, values: &[u64]) -> u64 {
        match self {
            Self::Number(number) => number,
            Self::Value(index) => values[index],
        }
    }

    /// The index of the number that it is, if it is one.
    pub(crate) fn name(self) -> Option<usize> {
        match self {
            Self::Number(_) => None,
            Self::Value(index) => Some(index),
        }
    }

    /// The limit, if it is always the same.
    pub fn number(self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(number),
            Self::Value(_) => None,
        }
    }
}

/// How often a group comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// Once or more, up to the end of the file.
    ToEnd,
    /// As for [`Repeat::ToEnd`], with an empty line between two of them.
    ToEndWithBlankLines,
    /// Once or more, then its first line with 0 for every number and empty lists.
    ToZero,
    /// As often as the number with this index says.
    Times(usize),
}

impl Repeat {
    /// The index of the number that says how often, if there is one.
    pub fn times(self) -> Option<usize> {
        match self {
            Self::Times(index) => Some(index),
            Self::ToEnd | Self::ToEndWithBlankLines | Self::ToZero => None,
        }
    }
}

/// What ends the cases of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The end of the input.
    Eof,
    /// A case whose first number is 0. Real data sometimes lacks it, so the end of the input ends the
    /// cases too.
    Zero,
    /// The input starts with the number of cases.
    Count,
    /// There is one case.
    One,
}

impl Layout {
    /// How cases repeat, if there may be several.
    pub fn cases(&self) -> Option<Repeat> {
        self.cases.map(|cases| self.groups[cases].repeat)
    }

    /// What ends the cases.
    pub fn until(&self) -> Until {
        match self.cases() {
            None => Until::One,
            Some(Repeat::ToEnd | Repeat::ToEndWithBlankLines) => Until::Eof,
            Some(Repeat::ToZero) => Until::Zero,
            Some(Repeat::Times(_)) => Until::Count,
        }
    }

    /// The items before the first case.
    fn head(&self) -> Range<usize> {
        // The start of the group is an item, too.
        0..self
            .cases
            .map_or(0, |cases| self.groups[cases].items.start - 1)
    }

    /// The items of a case: all of them, if there is one case.
    fn case(&self) -> Range<usize> {
        let all = 0..self.items.len();
        self.cases
            .map_or(all, |cases| self.groups[cases].items.clone())
    }

    /// The numbers and lists in a range of items.
    fn numbers_in(&self, items: Range<usize>) -> impl Iterator<Item = &NumberItem> {
        self.items[items].iter().filter_map(|item| match *item {
            Item::Number(index) => Some(&self.numbers[index]),
            Item::LineEnd | Item::Answer | Item::Group(_) | Item::GroupEnd(_) => None,
        })
    }

    /// The numbers and lists before the first case.
    pub fn numbers_of_head(&self) -> impl Iterator<Item = &NumberItem> {
        self.numbers_in(self.head())
    }

    /// The numbers and lists of a case.
    pub(crate) fn numbers_of_case(&self) -> impl Iterator<Item = &NumberItem> {
        self.numbers_in(self.case())
    }

    /// Whether a line of a case may be empty: one of lists that may have no numbers.
    pub(crate) fn may_have_empty_lines(&self) -> bool {
        let may_be_empty = |item: &Item| match *item {
            Item::Number(index) => {
                let times = self.numbers[index].times.map(|times| &self.numbers[times]);
                times.is_some_and(|times| times.low == Limit::Number(0))
            }
            Item::LineEnd | Item::Answer | Item::Group(_) | Item::GroupEnd(_) => false,
        };
        let mut lines = self.items[self.case()].split(|item| !matches!(item, Item::Number(_)));
        lines.any(|line| !line.is_empty() && line.iter().all(may_be_empty))
    }

    /// Whether a case is one list, which may be empty.
    pub(crate) fn is_one_list(&self) -> bool {
        let mut numbers = self.numbers_of_case();
        let first = numbers.next().and_then(|number| self.length(number));
        first.is_some() && numbers.next().is_none()
    }

    /// The roles of the numbers of a case, if these are all single; else none.
    pub fn row(&self) -> &[Role] {
        &self.row
    }

    /// The index of the number that says how long this list is, or how many lines have this number alone.
    pub fn length(&self, number: &NumberItem) -> Option<usize> {
        let column = |group: usize| {
            let group = &self.groups[group];
            group.column.and(group.repeat.times())
        };
        number.times.or_else(|| column(number.group?))
    }

    /// The innermost group of a case that has this number, unless that has nothing else.
    fn group_in_case(&self, number: &NumberItem) -> Option<usize> {
        let mut group = number.group?;
        if self.groups[group].column.is_some() {
            group = self.groups[group].parent?;
        }
        Some(group).filter(|group| Some(*group) != self.cases)
    }

    /// The index of the number that says how often the group of a case comes which has this number, among others.
    pub fn times_of_group(&self, number: &NumberItem) -> Option<usize> {
        self.groups[self.group_in_case(number)?].repeat.times()
    }

    /// Whether the number `name` says how often a group of a case comes, which is no list.
    pub(crate) fn has_group(&self, name: &str) -> bool {
        self.groups.iter().any(|group| {
            let times = group.repeat.times().filter(|_| group.column.is_none());
            group.parent == self.cases
                && times.is_some_and(|times| self.numbers[times].name == name)
        })
    }

    /// Makes each repetition of the group that comes `times` times a position of its own. If it has a single number,
    /// it is no list.
    pub(crate) fn set_positions(&mut self, times: &str) {
        self.positions = true;
        let numbers = &self.numbers;
        let is_it = |group: &&mut Group| {
            let index = group.repeat.times();
            index.is_some_and(|index| numbers[index].name == times)
        };
        for group in self.groups.iter_mut().filter(is_it) {
            group.column = None;
        }
    }

    /// The number of cases, if the input gives it.
    pub fn case_count(&self) -> Option<&NumberItem> {
        self.cases()?.times().map(|index| &self.numbers[index])
    }

    /// Whether this number says how many cases there are.
    pub fn counts_cases(&self, number: &NumberItem) -> bool {
        self.cases() == Some(Repeat::Times(number.index))
    }

    /// How many cases an input may have.
    pub fn most_cases(&self) -> u64 {
        match (self.cases(), self.case_count()) {
            (None, _) => 1,
            (_, Some(count)) => count.high.number().unwrap_or(1),
            (Some(_), None) => u64::MAX,
        }
    }

    /// How many cases an input has at least.
    pub fn least_cases(&self) -> u64 {
        let least = self.case_count().and_then(|count| count.low.number());
        least.unwrap_or(1).max(1)
    }

    /// How many zeros the line has that ends the cases, if one does: one for each number of a case's first line
    /// that is not in a list.
    pub fn zeros(&self) -> usize {
        if self.cases() != Some(Repeat::ToZero) {
            return 0;
        }
        let Range { start, end } = self.case();
        let line = self.items[start..end]
            .iter()
            .position(|item| *item == Item::LineEnd);
        let line = start..line.map_or(end, |len| start + len);
        self.numbers_in(line)
            .filter(|number| number.times.is_none())
            .count()
    }
}
