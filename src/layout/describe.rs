//! Layouts in words, number by number.

use std::ops::Range;

use super::{Item, Layout, Role, Until};

/// So many piles that stand alone.
const MANY: [&str; 7] = [
    "",
    "the pile",
    "two piles",
    "three piles",
    "four piles",
    "five piles",
    "six piles",
];

impl Layout {
    /// Describes an input number by number.
    pub fn description(&self) -> String {
        let (header, case) = (self.describe(self.head()), self.describe(self.case()));
        match self.until() {
            Until::Eof if header.is_empty() => {
                format!("cases to the end of the input, each: {case}")
            }
            Until::Eof => format!("{header}, then cases to the end of the input, each: {case}"),
            Until::Zero if header.is_empty() => format!("cases up to a 0, each: {case}"),
            Until::Zero => format!("{header}, then cases up to a 0, each: {case}"),
            Until::One => format!("one case: {case}"),
            Until::Count => format!("{header}, then T cases, each: {case}"),
        }
    }

    /// Describes `items` in order, with those of a group in brackets.
    fn describe(&self, items: Range<usize>) -> String {
        let is_column = |group: usize| self.groups[group].column.is_some();
        let mut parts: Vec<&str> = Vec::new();
        // How many piles in a row stand alone.
        let mut piles = 0;
        for item in &self.items[items] {
            let words = match *item {
                Item::Number(index) => {
                    let number = &self.numbers[index];
                    let is_list = self.length(number).is_some();
                    if number.role == Role::Pile && !is_list {
                        piles += 1;
                        if piles > 1 {
                            parts.pop();
                        }
                        parts.push(MANY.get(piles).unwrap_or(&"several piles"));
                        continue;
                    }
                    number.role.words(is_list)
                }
                Item::Group(group) if !is_column(group) => {
                    let mut numbers = self.numbers_in(self.groups[group].items.clone());
                    let has_list = numbers
                        .any(|number| number.role.is_pile() && self.length(number).is_some());
                    if has_list && !self.positions {
                        "then m rows ("
                    } else {
                        "then m positions ("
                    }
                }
                Item::GroupEnd(group) if !is_column(group) => ")",
                Item::LineEnd | Item::Answer | Item::Group(_) | Item::GroupEnd(_) => continue,
            };
            piles = 0;
            parts.push(words);
        }
        let mut text = String::new();
        for words in parts {
            if !(text.is_empty() || text.ends_with('(') || words == ")") {
                text += ", ";
            }
            text += words;
        }
        text
    }
}

impl Role {
    /// What the input is said to have here, if it is a number, or a list of them.
    fn words(self, is_list: bool) -> &'static str {
        match self {
            Self::Cases => "T",
            Self::Groups => "m",
            Self::PileCount | Self::PersonCount | Self::Length => "n",
            Self::TakeCount => "k",
            Self::Pile => "n piles",
            Self::Person => "the cells of n persons",
            Self::Take => "k takes",
            Self::Other if is_list => "n numbers",
            Self::King => "which person is the king",
            Self::MinTaken
            | Self::MaxTaken
            | Self::Base
            | Self::Factor
            | Self::MaxPiles
            | Self::Other => self.missing(),
        }
    }

    /// What a list consists of, in messages.
    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Pile => "piles",
            Self::Take => "takes",
            Self::Person => "positions",
            Self::Cases
            | Self::Groups
            | Self::PileCount
            | Self::PersonCount
            | Self::TakeCount
            | Self::King
            | Self::MinTaken
            | Self::MaxTaken
            | Self::Base
            | Self::Factor
            | Self::MaxPiles
            | Self::Length
            | Self::Other => "numbers",
        }
    }

    /// What is missing if the input ends before such a number.
    pub(super) fn missing(self) -> &'static str {
        match self {
            Self::Cases => "the number of cases",
            Self::Groups => "the number of positions",
            Self::PileCount => "the number of piles",
            Self::PersonCount => "the number of persons",
            Self::TakeCount => "the number of takes",
            Self::Length => "the length of a list",
            Self::Pile | Self::Person | Self::Take => "the pile",
            Self::King => "the number of the king",
            Self::MinTaken => "the least take",
            Self::MaxTaken => "the largest take",
            Self::Base => "the base of the powers",
            Self::Factor => "the factor",
            Self::MaxPiles => "the number of piles that a move may reduce",
            Self::Other => "a number",
        }
    }
}
