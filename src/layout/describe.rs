//! Layouts in words, number by number.

use std::ops::Range;

use crate::words::t;

use super::{CountOf, Item, Layout, NumberItem, Parameter, Role, Until};

impl Layout {
    /// Describes an input number by number.
    pub(crate) fn description(&self) -> String {
        let (header, case) = (self.describe(self.head()), self.describe(self.case()));
        match self.until() {
            Until::Eof if header.is_empty() => {
                t!("cases to the end of the input, each: {case}", case = case)
            }
            Until::Eof => t!(
                "{header}, then cases to the end of the input, each: {case}",
                header = header,
                case = case
            ),
            Until::Zero if header.is_empty() => t!("cases up to a 0, each: {case}", case = case),
            Until::Zero => t!(
                "{header}, then cases up to a 0, each: {case}",
                header = header,
                case = case
            ),
            Until::One => t!("one case: {case}", case = case),
            Until::Count => {
                let count = self.case_count().map_or("T", |number| &number.name);
                t!(
                    "{header}, then {count} cases, each: {case}",
                    header = header,
                    count = count,
                    case = case
                )
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
                            1 => t!("the pile {name}", name = number.name),
                            count => {
                                let many =
                                    [t!("two"), t!("three"), t!("four"), t!("five"), t!("six")];
                                t!(
                                    "{many} piles {names}",
                                    many = many.get(count - 2).copied().unwrap_or(t!("several")),
                                    names = piles.join(", ")
                                )
                            }
                        });
                        continue;
                    }
                    self.words(number)
                }
                Item::Group(group) if !is_column(group) => {
                    let times = self.groups[group].repeat.times();
                    let times = times.map_or("m", |times| &self.numbers[times].name);
                    if self.positions {
                        t!("then {times} positions", times = times) + t!(" (")
                    } else {
                        t!("then {times} rows", times = times) + t!(" (")
                    }
                }
                Item::GroupEnd(group) if !is_column(group) => t!(")").to_owned(),
                Item::LineEnd | Item::Answer | Item::Group(_) | Item::GroupEnd(_) => continue,
            };
            piles.clear();
            parts.push(words);
        }
        let mut text = String::new();
        for words in parts {
            text = if text.is_empty() || text.ends_with(t!(" (")) || words == t!(")") {
                text + &words
            } else {
                t!("{before}, {words}", before = text, words = words)
            };
        }
        text
    }

    /// What the input is said to have where it has this number, or a list of such numbers.
    fn words(&self, number: &NumberItem) -> String {
        let NumberItem { name, role, .. } = number;
        let Some(times) = self.length(number) else {
            return match role {
                Role::FirstCell => t!("a cell {name}", name = name),
                Role::SecondCell => t!("another cell {name} with a pile between them", name = name),
                Role::Parameter(Parameter::King) => {
                    t!("{name} (which person is the king)", name = name)
                }
                Role::Parameter(_) => t!("{name} ({limits})", name = name, limits = role.missing()),
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
            Role::Person => t!(
                "the cells {name} of {times} persons",
                name = name,
                times = times
            ),
            _ => t!(
                "{times} {things} {name}",
                times = times,
                things = role.noun(),
                name = name
            ),
        }
    }
}

impl Role {
    /// What a list consists of, in messages.
    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Pile => t!("piles"),
            Self::Take => t!("takes"),
            Self::Person => t!("positions"),
            Self::Cases
            | Self::Count(_)
            | Self::FirstCell
            | Self::SecondCell
            | Self::Parameter(_)
            | Self::Other => t!("numbers"),
        }
    }

    /// What is missing if the input ends before such a number.
    pub(super) fn missing(self) -> &'static str {
        match self {
            Self::Cases => t!("the number of cases"),
            Self::Count(CountOf::Groups) => t!("the number of positions"),
            Self::Count(CountOf::Piles) => t!("the number of piles"),
            Self::Count(CountOf::Persons) => t!("the number of persons"),
            Self::Count(CountOf::Takes) => t!("the number of takes"),
            Self::Count(CountOf::Numbers) => t!("the length of a list"),
            Self::Pile | Self::Person | Self::Take => t!("the pile"),
            Self::FirstCell | Self::SecondCell => t!("a cell"),
            Self::Parameter(Parameter::King) => t!("the number of the king"),
            Self::Parameter(Parameter::MinTaken) => t!("the least take"),
            Self::Parameter(Parameter::MaxTaken) => t!("the largest take"),
            Self::Parameter(Parameter::Base) => t!("the base of the powers"),
            Self::Parameter(Parameter::Factor) => t!("the factor"),
            Self::Parameter(Parameter::MaxPiles) => {
                t!("the number of piles that a move may reduce")
            }
            Self::Other => t!("a number"),
        }
    }
}
