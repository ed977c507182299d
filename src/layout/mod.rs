//! How the input of a problem is laid out: one grammar, a tree in which each number knows its role.
//!
//! ```text
//! "{ n:1..9 a:1..9*n / ! }+" ─parse, bind─▶ Layout ──▶ operations, which the framer follows
//!                    piles, rule, answer   └────▶ walk, for everything else
//! ```
//!
//! The fast reader, the [`framer`], goes from operation to operation, so that it can stop and go on anywhere; whatever
//! else goes through an input is a [`Walker`]. Answering needs none of the limits and none of the line ends, since any
//! white space will do there; validating and generating do.

mod bind;
pub(crate) mod case;
pub(crate) mod checker;
pub(crate) mod framer;
mod limit;
mod parse;
pub(crate) mod progress;
mod role;
pub(crate) mod sink;
mod walker;

use std::ops::Range;

pub(crate) use bind::Bindings;
pub use case::Position;
pub(crate) use limit::Limit;
pub(crate) use limit::Named;
pub(crate) use parse::{Mistake, Quoted, mistake};
pub(crate) use role::CountOf;
pub(crate) use role::cells_between;
pub use role::{Parameter, PileOf, Role};
pub(crate) use walker::{Once, Walker};

/// The layout of one problem's input.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// What precedes the cases; nothing if there is one case.
    pub(crate) head: Vec<Item>,
    /// A case.
    pub(crate) case: Vec<Item>,
    /// How cases repeat, if there may be several.
    cases: Option<Repeat>,
    /// All numbers and lists, in order.
    pub numbers: Vec<NumberItem>,
    /// How many of them precede the cases.
    head_len: usize,
    /// The role of the number or list with which the rules of a position are complete, if some of its piles come
    /// before.
    pub(crate) completing: Option<Role>,
    /// What a framer does: first what precedes the cases, then, from this operation on, a case.
    ops: Vec<framer::Op>,
    case_op: usize,
    /// The operations with which a line starts.
    lines: Vec<usize>,
    /// Whether a case is a number of piles and the piles, for which there is a fast path.
    is_simple: bool,
    /// The roles of the numbers of a case, if these are all single.
    row: Vec<Role>,
    /// Where `piles` names the piles in another order than that of the input.
    pub(crate) order: Option<PileOrder>,
}

/// The order of the piles of a position, where it is not that of the input: that of their names in `piles`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PileOrder {
    /// The indices of the numbers that are piles, in the order of their names.
    pub names: Vec<usize>,
    /// The places in `names` of numbers that stand alone, one each, and of those of a group, whose piles come one
    /// repetition after the other.
    pub runs: Vec<Range<usize>>,
    /// Whether all of them come once in a row: a repetition of the one group, or a case without one.
    pub is_row: bool,
}

impl PileOrder {
    /// The place of the number with this index in the names, if it is a pile.
    pub(crate) fn place(&self, index: usize) -> Option<usize> {
        self.names.iter().position(|&name| name == index)
    }
}

/// A part of a layout.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// A line with the numbers and lists that have these indices.
    Line(Range<usize>),
    /// Parts that repeat.
    Group(Group),
}

/// Parts of a case, or of what precedes the cases, that repeat.
// Each flag is a condition of its own.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// The index of the number that says how often.
    pub times: usize,
    /// The indices of its numbers.
    pub numbers: Range<usize>,
    pub items: Vec<Item>,
    /// Whether it is a list, one number on each line.
    pub is_list: bool,
    /// Whether each repetition is a position with an answer of its own, not a row of piles of one position, or
    /// something else.
    pub is_position: bool,
    /// Whether each repetition gives a part of the rules for its own piles.
    has_rules: bool,
    /// Whether the piles of a repetition are known at its end: they have such rules, or another order.
    is_row: bool,
}

impl Group {
    /// Whether it has this number.
    pub(crate) fn has(&self, number: &NumberItem) -> bool {
        self.numbers.contains(&number.index)
    }
}

/// A number with its limits, or a list of such numbers.
// Each flag is a condition of its own.
#[allow(clippy::struct_excessive_bools)]
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
    /// If they ascend, one may be equal to the one before.
    pub may_repeat: bool,
    /// No two are equal: in the list, or in the repetitions of the group.
    pub distinct: bool,
    /// The most that its values may have together in all cases.
    pub most_together: Option<u64>,
    /// The number before that it is not equal to.
    pub(crate) differs_from: Option<Named>,
    /// If this is a list: the index of the number that says how long it is.
    pub length: Option<usize>,
    /// How many times as long.
    pub factor: u64,
    /// Whether each number of a list ends a line.
    pub(crate) on_lines: bool,
    /// Whether each number of a list is a position with an answer of its own.
    pub(crate) are_positions: bool,
    /// What it means for the game.
    pub role: Role,
}

impl NumberItem {
    /// If this is a list on one line: the index of the number that says how long it is.
    pub fn times(&self) -> Option<usize> {
        self.length.filter(|_| !self.on_lines)
    }

    /// The lower limit, or what the rule asks for, if that is more.
    pub(crate) fn low_that_makes_sense(&self) -> Limit {
        match (self.low.number(), self.high.number()) {
            (Some(low), Some(high)) if low < high => Limit::of(self.role.least().clamp(low, high)),
            (Some(low), None) => Limit::of(self.role.least().max(low)),
            _ => self.low.clone(),
        }
    }

    /// How many numbers it has there, after these values.
    pub(crate) fn len(&self, values: &[u64]) -> u64 {
        self.times()
            .map_or(1, |times| values[times].saturating_mul(self.factor))
    }

    /// Whether each is larger than the one before, or could be: all differ.
    pub(crate) fn is_ordered(&self) -> bool {
        self.ascending || self.distinct
    }
}

/// How often a group comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// Once or more, up to the end of the file.
    ToEnd,
    /// As for [`Repeat::ToEnd`], with an empty line between two of them.
    ToEndWithBlankLines,
    /// Once or more, then its first line with 0 for every number and empty lists. Real data sometimes lacks that, so
    /// the end of the file ends them too.
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

/// The groups among these parts that are no lists.
fn groups<'l>(items: impl IntoIterator<Item = &'l Item>) -> impl Iterator<Item = &'l Group> {
    items.into_iter().filter_map(|item| match item {
        Item::Group(group) => (!group.is_list).then_some(group),
        Item::Line(_) => None,
    })
}

impl Layout {
    /// How cases repeat, if there may be several.
    pub fn cases(&self) -> Option<Repeat> {
        self.cases
    }

    /// The numbers and lists before the first case.
    pub(crate) fn numbers_of_head(&self) -> impl Iterator<Item = &NumberItem> {
        self.numbers[..self.head_len].iter()
    }

    /// Whether each repetition of the group with the piles is a position of its own.
    pub fn positions(&self) -> bool {
        let is_list = |number: &NumberItem| number.are_positions;
        groups(&self.case).any(|group| group.is_position) || self.numbers.iter().any(is_list)
    }

    /// The number up to which each size of a pile is a position.
    pub(crate) fn up_to(&self) -> Option<&NumberItem> {
        let mut numbers = self.numbers.iter();
        numbers.find(|number| number.role == Role::PileOf(PileOf::UpTo))
    }

    /// Whether a number is a part of the rules that holds for the piles beside it alone.
    pub(crate) fn is_beside(&self, number: &NumberItem) -> bool {
        let group = self.group_of_case(number.index);
        number.role.is_rule() && group.is_some_and(|group| group.has_rules)
    }

    /// Whether the piles of a case are known at its end, since they come in another order and not all in one group.
    pub(crate) fn case_is_row(&self) -> bool {
        let is_grouped = || groups(&self.case).any(|group| group.is_row);
        self.order.is_some() && !is_grouped()
    }

    /// The group of a case that has the number with this index, among others.
    fn group_of_case(&self, index: usize) -> Option<&Group> {
        groups(&self.case).find(|group| group.numbers.contains(&index))
    }

    /// The parts of the rules that stand beside the piles that they are for.
    pub fn beside(&self) -> Vec<Role> {
        let numbers = self.numbers.iter();
        let beside = numbers.filter(|number| self.is_beside(number));
        beside.map(|number| number.role).collect()
    }

    /// The roles of the numbers of a case, if these are all single; else none.
    pub fn row(&self) -> &[Role] {
        &self.row
    }

    /// The index of the number that says how often the group comes which has this number, among others.
    pub(crate) fn times_of_group(&self, number: &NumberItem) -> Option<usize> {
        let mut groups = groups(self.head.iter().chain(&self.case));
        let group = groups.find(|group| group.numbers.contains(&number.index))?;
        Some(group.times)
    }

    /// Whether the values of a number are limited over all cases.
    pub(crate) fn has_sums(&self) -> bool {
        self.numbers.iter().any(|number| number.most_together.is_some())
    }

    /// Whether limits depend on the number of cases, so that a part of a valid input may be invalid.
    pub(crate) fn limits_name_cases(&self) -> bool {
        let is_count = |named: &Named| self.numbers[named.index].role == Role::Cases;
        let depends = |number: &NumberItem| {
            let limits = [&number.low, &number.high];
            let mut names = limits.into_iter().flat_map(|limit| &limit.names);
            names.any(is_count)
        };
        self.least_cases() > 1 || self.numbers.iter().any(depends)
    }

    /// The number of cases, if the input gives it.
    pub fn case_count(&self) -> Option<&NumberItem> {
        self.numbers_of_head().find(|number| number.role == Role::Cases)
    }

    /// How many cases an input may have.
    pub fn most_cases(&self) -> u64 {
        match (self.cases, self.case_count()) {
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

    /// How many zeros the line has that ends the cases, if one does: one for each number of a case's first line that is
    /// not in a list.
    pub fn zeros(&self) -> usize {
        match (self.cases, self.case.first()) {
            (Some(Repeat::ToZero), Some(Item::Line(line))) => {
                let numbers = self.numbers[line.clone()].iter();
                numbers.filter(|number| number.length.is_none()).count()
            }
            _ => 0,
        }
    }
}

/// Whether the name of a number may have this in it.
pub(crate) fn is_in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
