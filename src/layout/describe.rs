//! Layouts in words, number by number.

use std::ops::Range;

use super::{CountOf, Item, Layout, NumberItem, Parameter, Role, Until};

/// How many piles stand alone, if there are several.
const MANY: [&str; 5] = ["two", "three", "four", "five", "six"];

impl Layout {
    /// Describes an input number by number.
    pub(crate) fn description(&self) -> String {
        let (header, case) = (self.describe(self.head()), self.describe(self.case()));
        match self.until() {
            Until::Eof if header.is_empty() => {
                format!("cases to the end of the input, each: {case}")
            }
            Until::Eof => format!("{header}, then cases to the end of the input, each: {case}"),
            Until::Zero if header.is_empty() => format!("cases up to a 0, each: {case}"),
            Until::Zero => format!("{header}, then cases up to a 0, each: {case}"),
            Until::One => format!("one case: {case}"),
            Until::Count => {
                let count = self.case_count().map_or("T", |number| &number.name);
                format!("{header}, then {count} cases, each: {case}")
            }
        }
    }

    /// Describes `items` in order, with those of a group in brackets.
    fn describe(&self, items: Range<usize>) -> String {
        let is_column = |group: usize| self.groups[group].column.is_some();
        let mut parts: Vec<String> = Vec::new();
        // The names of the piles in a row that stand alone.
        let mut piles: Vec<&str> = Vec::new();
        for item in &self.items[items] {
            let words = match *item {
                Item::Number(index) => {
                    let number = &self.numbers[index];
                    if number.role == Role::Pile && self.length(number).is_none() {
                        piles.push(&number.name);
                        if piles.len() > 1 {
                            parts.pop();
                        }
                        parts.push(match piles.len() {
                            1 => format!("the pile {}", number.name),
                            count => {
                                let many = MANY.get(count - 2).unwrap_or(&"several");
                                format!("{many} piles {}", piles.join(", "))
                            }
                        });
                        continue;
                    }
                    self.words(number)
                }
                Item::Group(group) if !is_column(group) => {
                    let what = if self.positions { "positions" } else { "rows" };
                    let times = self.groups[group].repeat.times();
                    let times = times.map_or("m", |times| &self.numbers[times].name);
                    format!("then {times} {what} (")
                }
                Item::GroupEnd(group) if !is_column(group) => ")".to_owned(),
                Item::LineEnd | Item::Answer | Item::Group(_) | Item::GroupEnd(_) => continue,
            };
            piles.clear();
            parts.push(words);
        }
        let mut text = String::new();
        for words in parts {
            if !(text.is_empty() || text.ends_with('(') || words == ")") {
                text += ", ";
            }
            text += &words;
        }
        text
    }

    /// What the input is said to have where it has this number, or a list of such numbers.
    fn words(&self, number: &NumberItem) -> String {
        let NumberItem { name, role, .. } = number;
        let Some(times) = self.length(number) else {
            return match role {
                Role::FirstCell => format!("a cell {name}"),
                Role::SecondCell => format!("another cell {name} with a pile between them"),
                Role::Parameter(Parameter::King) => format!("{name} (which person is the king)"),
                Role::Parameter(_) => format!("{name} ({})", role.missing()),
                Role::Cases
                | Role::Count(_)
                | Role::Pile
                | Role::Person
                | Role::Take
                | Role::Other => name.clone(),
            };
        };
        let times = &self.numbers[times].name;
        match role {
            Role::Person => format!("the cells {name} of {times} persons"),
            _ => format!("{times} {} {name}", role.noun()),
        }
    }
}

impl Role {
    /// What a list consists of, in messages.
    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Pile => "piles",
            Self::Take => "takes",
            Self::Person => "positions",
            Self::Cases
            | Self::Count(_)
            | Self::FirstCell
            | Self::SecondCell
            | Self::Parameter(_)
            | Self::Other => "numbers",
        }
    }

    /// What is missing if the input ends before such a number.
    pub(super) fn missing(self) -> &'static str {
        match self {
            Self::Cases => "the number of cases",
            Self::Count(CountOf::Groups) => "the number of positions",
            Self::Count(CountOf::Piles) => "the number of piles",
            Self::Count(CountOf::Persons) => "the number of persons",
            Self::Count(CountOf::Takes) => "the number of takes",
            Self::Count(CountOf::Numbers) => "the length of a list",
            Self::Pile | Self::Person | Self::Take => "the pile",
            Self::FirstCell | Self::SecondCell => "a cell",
            Self::Parameter(Parameter::King) => "the number of the king",
            Self::Parameter(Parameter::MinTaken) => "the least take",
            Self::Parameter(Parameter::MaxTaken) => "the largest take",
            Self::Parameter(Parameter::Base) => "the base of the powers",
            Self::Parameter(Parameter::Factor) => "the factor",
            Self::Parameter(Parameter::MaxPiles) => "the number of piles that a move may reduce",
            Self::Other => "a number",
        }
    }
}
