//! The layout language that `problems/README.md` describes.

use std::ops::Range;

use crate::words::t;

use super::{Group, Item, Layout, Limit, NumberItem, Repeat, Role};

/// A mistake in a text of the layout language, or in another value of a `game.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Where it is, in bytes from the start of the text.
    pub offset: usize,
    /// What was expected, and what is there.
    pub message: String,
}

/// A mistake at `offset`, as an error.
pub(crate) fn mistake<T>(offset: usize, message: impl Into<String>) -> Result<T, Mistake> {
    Err(Mistake {
        offset,
        message: message.into(),
    })
}

impl Layout {
    /// Reads a layout, in which no number has a role yet.
    pub(crate) fn parse(text: &str) -> Result<Self, Mistake> {
        let mut parser = Parser {
            words: words(text).peekable(),
            end: text.trim_end().len(),
            layout: Self {
                items: Vec::new(),
                numbers: Vec::new(),
                groups: Vec::new(),
                cases: None,
                positions: false,
                row: Vec::new(),
            },
        };
        if let Some((offset, brace)) = parser.items(None)? {
            return mistake(offset, format!("expected '{{' before, found '{brace}'"));
        }
        let layout = parser.layout;
        if !layout.ends_line(0) {
            return mistake(
                text.trim_end().len(),
                t!("expected '/' at the end of the last line"),
            );
        }
        layout.check(text)?;
        Ok(layout)
    }

    /// Whether what follows the last of the items from `start` on starts a line.
    fn ends_line(&self, start: usize) -> bool {
        let items = self.items[start..].iter();
        let last = items.rev().find(|item| **item != Item::Answer);
        !matches!(last, Some(Item::Number(_)))
    }

    /// Replaces limits by those of `text`: `NAME:LOW..HIGH` between spaces.
    pub(crate) fn set_limits(&mut self, text: &str) -> Result<(), Mistake> {
        for (offset, word) in words(text) {
            let Some((name, limits)) = word.split_once(':') else {
                return mistake(offset, format!("expected NAME:LOW..HIGH, found '{word}'"));
            };
            let Some(index) = self.numbers.iter().position(|other| other.name == name) else {
                return mistake(offset, t!("there is no '{name}' in the input", name = name));
            };
            let at = offset + name.len() + 1;
            let (low, high) = range(limits, at, &self.numbers[..index])?;
            (self.numbers[index].low, self.numbers[index].high) = (low, high);
        }
        self.check(text)
    }

    /// What the parser cannot see word by word.
    fn check(&self, text: &str) -> Result<(), Mistake> {
        let end = text.trim_end().len();
        let at_first = |word: &str| text.find(word).unwrap_or(0);
        let answers = self.items.iter().filter(|item| **item == Item::Answer);
        match answers.count() {
            0 => return mistake(end, t!("expected '!' where a case is complete")),
            1 => {}
            _ => return mistake(at_first("!"), t!("expected one '!', found several")),
        }
        for number in &self.numbers {
            if number.ascending && number.times.is_none() && number.group == self.cases {
                let offset = at_first(&format!("{}:", number.name));
                return mistake(
                    offset,
                    t!("'<' is for a list, or a number in a group of the case"),
                );
            }
        }
        let Some(repeat) = self.cases() else {
            if self.items.last() != Some(&Item::Answer) {
                return mistake(at_first("!"), t!("expected '!' at the end"));
            }
            return Ok(());
        };
        if !matches!(self.items.last(), Some(Item::GroupEnd(_))) {
            return mistake(end, t!("expected nothing after the group of the cases"));
        }
        let Range { start, end } = self.case();
        if self.items[end - 1] != Item::Answer {
            return mistake(at_first("!"), t!("expected '!' at the end of its group"));
        }
        if repeat == Repeat::ToZero {
            let first = match self.items[start] {
                Item::Number(index) => Some(&self.numbers[index]),
                Item::LineEnd | Item::Answer | Item::Group(_) | Item::GroupEnd(_) => None,
            };
            let is_positive = |first: &NumberItem| matches!(first.low, Limit::Number(1..));
            if !first.is_some_and(|first| first.times.is_none() && is_positive(first)) {
                return mistake(
                    at_first("{"),
                    t!("a group that ends with a 0 starts with a number of at least 1"),
                );
            }
        }
        Ok(())
    }
}

/// The words of `text`, each with its offset.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    // Words are parts of the text, so the distance of their starts is their offset.
    text.split_whitespace()
        .map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// The most groups around a number: more than a framer supports, and few enough to be parsed one within the
/// other.
const MOST_GROUPS: usize = 8;

/// The most names of a layout. What follows takes time that grows with their square: 19 seconds for 20,000.
const MOST_NAMES: usize = 1000;

/// Reads a layout, one word after the other.
struct Parser<'t, W: Iterator<Item = (usize, &'t str)>> {
    words: std::iter::Peekable<W>,
    /// Where the text ends.
    end: usize,
    /// What was read so far.
    layout: Layout,
}

/// A closing brace and its offset, if there is one.
type Brace<'t> = Option<(usize, &'t str)>;

impl<'t, W: Iterator<Item = (usize, &'t str)>> Parser<'t, W> {
    /// Adds the items up to the end, or up to a closing brace, which is returned. They are those of `group`.
    fn items(&mut self, group: Option<usize>) -> Result<Brace<'t>, Mistake> {
        let start = self.layout.items.len();
        while let Some((offset, word)) = self.words.next() {
            let item = match word {
                "/" => Item::LineEnd,
                "!" => Item::Answer,
                "{" => {
                    if !self.layout.ends_line(start) {
                        return mistake(
                            offset,
                            t!("expected '/' before a group, which starts a line"),
                        );
                    }
                    self.group(group, offset)?
                }
                end if end.starts_with('}') => return Ok(Some((offset, end))),
                number => self.number(number, offset, group)?,
            };
            self.layout.items.push(item);
        }
        Ok(None)
    }

    /// Adds the group at `offset`, which is one of the parts of `parent`, but for its end.
    fn group(&mut self, parent: Option<usize>, offset: usize) -> Result<Item, Mistake> {
        let parents = std::iter::successors(parent, |&group| self.layout.groups[group].parent);
        if parents.count() == MOST_GROUPS {
            let message = t!(
                "expected at most {most} groups around another",
                most = MOST_GROUPS
            );
            return mistake(offset, message);
        }
        let index = self.layout.groups.len();
        self.layout.items.push(Item::Group(index));
        let start = self.layout.items.len();
        self.layout.groups.push(Group {
            repeat: Repeat::ToEnd,
            items: start..start,
            parent,
            column: None,
        });
        let Some((at, brace)) = self.items(Some(index))? else {
            return mistake(
                self.end,
                t!("expected a closing brace: }+, }+/, }0 or }*NAME"),
            );
        };
        let repeat = match brace {
            "}+" => Repeat::ToEnd,
            "}+/" => Repeat::ToEndWithBlankLines,
            "}0" => Repeat::ToZero,
            _ => {
                let Some(name) = brace.strip_prefix("}*") else {
                    let message = t!(
                        "expected }}+, }}+/, }}0 or }}*NAME, found '{brace}'",
                        brace = brace
                    );
                    return mistake(at, message);
                };
                Repeat::Times(self.count(name, at + 2)?)
            }
        };
        let items = &self.layout.items[start..];
        let is_case = items.contains(&Item::Answer);
        if parent.is_some() && is_case {
            return mistake(
                at,
                t!("the group of the cases cannot be inside of another one"),
            );
        }
        if !is_case && !matches!(repeat, Repeat::Times(_)) {
            let message = t!(
                "'{brace}' ends the group of the cases, which needs a '!'",
                brace = brace
            );
            return mistake(at, message);
        }
        let mut parts = items.iter().filter(|item| **item != Item::LineEnd);
        let column = match (parts.next(), parts.next()) {
            (Some(&Item::Number(number)), None) => Some(number),
            _ => None,
        };
        if !items.iter().any(|item| matches!(item, Item::Number(_))) {
            return mistake(at, t!("expected a number in the group"));
        }
        if !self.layout.ends_line(start) {
            return mistake(at, t!("expected '/' at the end of the group"));
        }
        if is_case {
            self.layout.cases = Some(index);
        }
        let is_single = |number: &usize| self.layout.numbers[*number].times.is_none();
        let column = column.filter(is_single);
        let items = start..self.layout.items.len();
        self.layout.groups[index] = Group {
            repeat,
            items,
            parent,
            column,
        };
        Ok(Item::GroupEnd(index))
    }

    /// The number that `word` describes: `NAME:LOW..HIGH`, perhaps with `<`, and `*TIMES` after it.
    fn number(&mut self, word: &str, offset: usize, group: Option<usize>) -> Result<Item, Mistake> {
        let numbers = &self.layout.numbers;
        let (number, times) = match word.split_once('*') {
            Some((number, times)) => {
                let at = offset + number.len() + 1;
                (number, Some(self.count(times, at)?))
            }
            None => (word, None),
        };
        let Some((name, limits)) = number.split_once(':') else {
            let message = t!(
                "expected NAME:LOW..HIGH, '/', '!' or a brace, found '{word}'",
                word = word
            );
            return mistake(offset, message);
        };
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(is_name) {
            return mistake(offset, t!("expected a name, found '{name}'", name = name));
        }
        if numbers.iter().any(|other| other.name == name) {
            return mistake(
                offset,
                t!("there are two numbers with the name '{name}'", name = name),
            );
        }
        if numbers.len() == MOST_NAMES {
            return mistake(
                offset,
                t!("expected at most {most} names", most = MOST_NAMES),
            );
        }
        let at = offset + name.len() + 1;
        let (low, high) = range(limits.strip_suffix('<').unwrap_or(limits), at, numbers)?;
        let index = numbers.len();
        self.layout.numbers.push(NumberItem {
            name: name.to_owned(),
            index,
            low,
            high,
            ascending: limits.ends_with('<'),
            distinct: false,
            differs_from: None,
            times,
            role: Role::Other,
            group,
            slot: 0,
        });
        Ok(Item::Number(index))
    }

    /// The index of the earlier number `name`, which says how many of something there are.
    fn count(&self, name: &str, offset: usize) -> Result<usize, Mistake> {
        let numbers = &self.layout.numbers;
        match numbers.iter().position(|other| other.name == name) {
            Some(index) if numbers[index].times.is_some() => {
                mistake(offset, t!("'{name}' is a list, not a number", name = name))
            }
            Some(index) => Ok(index),
            None => mistake(
                offset,
                t!("expected an earlier name, found '{name}'", name = name),
            ),
        }
    }
}

/// The limits `LOW..HIGH` at `offset`; `before` are the numbers before.
fn range(text: &str, offset: usize, before: &[NumberItem]) -> Result<(Limit, Limit), Mistake> {
    let Some((low, high)) = text.split_once("..") else {
        return mistake(offset, format!("expected LOW..HIGH, found '{text}'"));
    };
    let at_high = offset + low.len() + 2;
    let limits = (limit(low, offset, before)?, limit(high, at_high, before)?);
    if let (Limit::Number(low), Limit::Number(high)) = limits
        && low > high
    {
        return mistake(
            offset,
            t!("{low} is larger than {high}", low = low, high = high),
        );
    }
    Ok(limits)
}

/// A number, `10^7`, or the name of one of the numbers `before`.
fn limit(text: &str, offset: usize, before: &[NumberItem]) -> Result<Limit, Mistake> {
    if let Some(index) = before.iter().position(|number| number.name == text) {
        return Ok(Limit::Value(index));
    }
    let number = |text: &str| text.parse::<u64>().ok();
    let value = match text.split_once('^') {
        Some((base, exponent)) => number(base).zip(exponent.parse().ok()),
        None => number(text).map(|number| (number, 1)),
    };
    let value = value.and_then(|(base, exponent)| base.checked_pow(exponent));
    match value {
        Some(value) => Ok(Limit::Number(value)),
        None => mistake(
            offset,
            t!(
                "expected a number up to 2^64 - 1 or an earlier name, found '{text}'",
                text = text
            ),
        ),
    }
}
