//! The layout language that `problems/README.md` describes.

use std::iter::Peekable;
use std::str::SplitWhitespace;

use crate::words::t;

use super::{Bindings, Group, Item, Layout, Limit, NumberItem, Repeat, Role, is_in_name, limit};

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

/// The text between the quotes of a value, and where it starts in its file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quoted<'t> {
    pub text: &'t str,
    pub start: usize,
}

impl<'t> Quoted<'t> {
    /// A mistake at `part`, which is a part of the text.
    pub(crate) fn mistake<T>(self, part: &str, message: impl Into<String>) -> Result<T, Mistake> {
        let offset = part.as_ptr() as usize - self.text.as_ptr() as usize;
        mistake(self.start + offset, message)
    }

    /// Moves the offset of a mistake in the text to count from the start of the file.
    pub(crate) fn locate<T>(self, result: Result<T, Mistake>) -> Result<T, Mistake> {
        result.or_else(|error| mistake(self.start + error.offset, error.message))
    }

    /// What follows the last word.
    fn end(self) -> &'t str {
        &self.text[self.text.trim_end().len()..]
    }
}

impl Layout {
    /// Reads a layout, and gives its numbers the roles that follow from `bindings`. It is a mistake if these make no
    /// sense in it.
    pub(crate) fn parse(text: Quoted<'_>, bindings: &Bindings<'_>) -> Result<Self, Mistake> {
        let mut parser = Parser {
            text,
            words: text.text.split_whitespace().peekable(),
            layout: Layout::default(),
            names: Vec::new(),
            written: Vec::new(),
            line: 0,
            has_answer: false,
            bindings,
        };
        let (items, brace) = parser.items(0)?;
        if !brace.is_empty() {
            return text.mistake(brace, format!("expected '{{' before, found '{brace}'"));
        }
        if !parser.starts_line() {
            return text.mistake(text.end(), t!("expected '/' at the end of the last line"));
        }
        if !parser.has_answer {
            return text.mistake(text.end(), t!("expected '!' where a case is complete"));
        }
        let mut layout = parser.layout;
        match layout.cases {
            None => layout.case = items,
            Some(_) => layout.head = items,
        }
        let mut numbers = layout.numbers.iter();
        let comes_once = |number: &&NumberItem| {
            let is_single = number.length.is_none() && layout.times_of_group(number).is_none();
            number.ascending && is_single
        };
        if let Some(number) = numbers.find(comes_once) {
            let message = t!("'<' is for a list, or a number in a group of the case");
            return text.mistake(parser.names[number.index], message);
        }
        layout.check_first(text, parser.names[layout.head_len])?;
        layout.bind(text, bindings)?;
        for (index, word) in parser.written.into_iter().enumerate() {
            layout.set_names_of_limits(index, text, word)?;
        }
        Ok(layout)
    }

    /// The same layout with other limits: `NAME:LOW..HIGH` or `NAME<=SUM` between spaces.
    pub(crate) fn with_limits(&self, text: Quoted<'_>) -> Result<Self, Mistake> {
        let mut layout = self.clone();
        for word in text.text.split_whitespace() {
            if word.contains("<=") {
                layout.set_sum(text, word)?;
                continue;
            }
            let Some((name, limits)) = word.split_once(':') else {
                return text.mistake(word, t!("expected NAME:LOW..HIGH, found '{word}'", word));
            };
            let index = self.index(text, name)?;
            let limits = range(text, limits, &self.numbers[..index])?;
            let number = &mut layout.numbers[index];
            (number.low, number.high) = limits;
            number.low = number.low_that_makes_sense();
            layout.set_names_of_limits(index, text, word)?;
        }
        layout.check_first(text, text.text)?;
        Ok(layout)
    }

    /// Limits what numbers may have together in all cases: `NAME<=SUM` between spaces.
    pub(crate) fn set_sums(&mut self, text: Quoted<'_>) -> Result<(), Mistake> {
        let mut words = text.text.split_whitespace();
        words.try_for_each(|word| self.set_sum(text, word))
    }

    fn set_sum(&mut self, text: Quoted<'_>, word: &str) -> Result<(), Mistake> {
        let Some((name, most)) = word.split_once("<=") else {
            return text.mistake(word, t!("expected NAME<=SUM, found '{word}'", word));
        };
        let index = self.index(text, name)?;
        let most = limit::parse(text, most, &[])?.factor;
        let low = self.least(&self.numbers[index].low);
        let number = &mut self.numbers[index];
        let message = match low {
            _ if index < self.head_len || self.cases.is_none() => {
                t!("'{name}' comes once: a sum is over all cases", name)
            }
            _ if number.length.is_some() => t!("expected a number, '{name}' is a list", name),
            low if low > most => t!("{low} is larger than {high}", low, high = most),
            _ => {
                number.most_together = Some(most);
                return Ok(());
            }
        };
        text.mistake(word, message)
    }

    /// Checks that the first number of a case shows that it is not the line of zeros. A mistake is at `part`.
    fn check_first(&self, text: Quoted<'_>, part: &str) -> Result<(), Mistake> {
        let is_positive = |number: &NumberItem| number.length.is_none() && self.least(&number.low) > 0;
        let shows = match self.case.first() {
            Some(Item::Line(line)) => self.numbers[line.clone()].first().is_some_and(is_positive),
            Some(Item::Group(_)) | None => false,
        };
        if shows || self.cases != Some(Repeat::ToZero) {
            return Ok(());
        }
        let message = t!("a group that ends with a 0 starts with a number of at least 1");
        text.mistake(part, message)
    }
}

/// The most groups around a part: that of the cases, one of a case, and a list in it, one number a line.
const MAX_GROUPS: usize = 3;

/// Reads a layout, one word after the other.
struct Parser<'t> {
    text: Quoted<'t>,
    words: Peekable<SplitWhitespace<'t>>,
    /// What was read so far.
    layout: Layout,
    /// The names of the numbers where they stand in the text, for mistakes.
    names: Vec<&'t str>,
    /// What is written of each of them.
    written: Vec<&'t str>,
    /// The index of the first number of the line.
    line: usize,
    /// Whether the case is complete.
    has_answer: bool,
    bindings: &'t Bindings<'t>,
}

impl<'t> Parser<'t> {
    /// Whether what follows starts a line.
    fn starts_line(&self) -> bool {
        self.line == self.names.len()
    }

    /// The items up to a closing brace, within this many groups, and the brace; it is empty at the end of the text.
    fn items(&mut self, depth: usize) -> Result<(Vec<Item>, &'t str), Mistake> {
        let (text, mut items) = (self.text, Vec::new());
        while let Some(word) = self.words.next() {
            match word {
                _ if self.layout.cases.is_some() => {
                    return text.mistake(word, t!("expected nothing after the group of the cases"));
                }
                brace if brace.starts_with('}') => return Ok((items, brace)),
                "/" => {
                    items.push(Item::Line(self.line..self.names.len()));
                    self.line = self.names.len();
                }
                "!" => {
                    if self.words.peek().is_some_and(|next| !next.starts_with('}')) {
                        return text.mistake(word, t!("expected '!' at the end of its group"));
                    }
                    if self.names.is_empty() {
                        return text.mistake(word, t!("expected a number in the group"));
                    }
                    self.has_answer = true;
                }
                "{" if !self.starts_line() => {
                    let message = t!("expected '/' before a group, which starts a line");
                    return text.mistake(word, message);
                }
                "{" => items.extend(self.group(word, depth)?),
                word if word.starts_with('*') || word.ends_with('*') => {
                    return text.mistake(word, t!("expected no space beside '*'"));
                }
                word if word.contains(['{', '}', '/', '!']) => {
                    let message = t!("expected spaces around '{brace}', '/' and '!'", brace = '{');
                    return text.mistake(word, message);
                }
                number => self.number(number)?,
            }
        }
        Ok((items, text.end()))
    }

    /// The group that starts with the brace `open`; that of the cases becomes a part of the syntax itself.
    fn group(&mut self, open: &'t str, depth: usize) -> Result<Option<Item>, Mistake> {
        let text = self.text;
        let unsupported = t!("a group inside of a group of a case is not supported");
        if depth == MAX_GROUPS {
            return text.mistake(open, unsupported);
        }
        let start = self.layout.numbers.len();
        let (items, brace) = self.items(depth + 1)?;
        let repeat = self.repeat(brace)?;
        let numbers = start..self.layout.numbers.len();
        if numbers.is_empty() {
            return text.mistake(brace, t!("expected a number in the group"));
        }
        if !self.starts_line() {
            return text.mistake(brace, t!("expected '/' at the end of the group"));
        }
        if self.has_answer {
            (self.layout.case, self.layout.cases) = (items, Some(repeat));
            self.layout.head_len = start;
            return Ok(None);
        }
        let Repeat::Times(times) = repeat else {
            let message = t!("'{brace}' ends the group of the cases, which needs a '!'", brace);
            return text.mistake(brace, message);
        };
        if super::groups(&items).next().is_some() {
            return text.mistake(open, unsupported);
        }
        let mut is_list = false;
        if brace.strip_prefix("}*") != self.bindings.positions
            && let [Item::Line(_)] = items[..]
            && let [number @ NumberItem { length: None, .. }] = &mut self.layout.numbers[start..]
        {
            (number.length, number.on_lines) = (Some(times), true);
            is_list = true;
        }
        Ok(Some(Item::Group(Group {
            times,
            numbers,
            items,
            is_list,
            is_position: false,
            has_rules: false,
            is_row: false,
        })))
    }

    /// How often a group comes that ends with this `brace`.
    fn repeat(&self, brace: &'t str) -> Result<Repeat, Mistake> {
        match (brace, brace.strip_prefix("}*")) {
            ("}+", _) => Ok(Repeat::ToEnd),
            ("}+/", _) => Ok(Repeat::ToEndWithBlankLines),
            ("}0", _) => Ok(Repeat::ToZero),
            (_, Some(name)) => Ok(Repeat::Times(self.count(name)?)),
            (_, None) => {
                let message = t!("expected a closing brace: }+, }+/, }0 or }*NAME");
                self.text.mistake(brace, message)
            }
        }
    }

    /// Parts `word` into what it says of a number, and how many of them there are: the number that says so, and what
    /// it is multiplied with.
    fn length(&self, word: &'t str) -> Result<(&'t str, Option<usize>, u64), Mistake> {
        // The limits may be products: they end with a number, and a length with a name.
        let is_length =
            |times: &str| times.is_empty() || times.chars().all(is_in_name) && times.parse::<u64>().is_err();
        let times = word.rsplit_once('*');
        let Some((number, times)) = times.filter(|(_, times)| is_length(times)) else {
            return Ok((word, None, 1));
        };
        let name = times.trim_start_matches(|c: char| c.is_ascii_digit());
        let (factor, name) = match times.split_at(times.len() - name.len()) {
            ("", _) | (_, "") => ("1", times),
            both => both,
        };
        let Ok(factor @ 1..=1000) = factor.parse() else {
            let message = t!("expected a number from 1 to 1000 before a name");
            return self.text.mistake(times, message);
        };
        Ok((number, Some(self.count(name)?), factor))
    }

    /// Adds the number that `word` describes: `NAME:LOW..HIGH`, perhaps with `<`, and `*TIMES` after it.
    fn number(&mut self, word: &'t str) -> Result<(), Mistake> {
        let text = self.text;
        let (number, length, factor) = self.length(word)?;
        let Some((name, limits)) = number.split_once(':') else {
            let message = t!("expected NAME:LOW..HIGH, '/', '!' or a brace, found '{word}'", word);
            return text.mistake(word, message);
        };
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(is_in_name) {
            return text.mistake(word, t!("expected a name, found '{name}'", name));
        }
        if (self.bindings.is_taken)(name) {
            let message = t!("'{name}' is a word of the rule, and cannot be a name", name);
            return text.mistake(word, message);
        }
        if self.names.contains(&name) {
            let message = t!("there are two numbers with the name '{name}'", name);
            return text.mistake(word, message);
        }
        let (limits, may_repeat) = match limits.strip_suffix('=') {
            Some(limits) if limits.ends_with('<') => (limits, true),
            Some(_) | None => (limits, false),
        };
        let is_ascending = limits.ends_with('<');
        let limits = limits.strip_suffix('<').unwrap_or(limits);
        let (low, high) = range(text, limits, &self.layout.numbers)?;
        let index = self.names.len();
        self.names.push(name);
        self.written.push(word);
        self.layout.numbers.push(NumberItem {
            name: name.to_owned(),
            index,
            low,
            high,
            ascending: is_ascending,
            may_repeat,
            distinct: false,
            most_together: None,
            differs_from: None,
            length,
            factor,
            on_lines: false,
            are_positions: false,
            role: Role::Other,
        });
        Ok(())
    }

    /// The index of the earlier number `name`, which says how many of something there are.
    fn count(&self, name: &str) -> Result<usize, Mistake> {
        let message = match self.names.iter().position(|other| *other == name) {
            Some(index) if self.layout.numbers[index].length.is_none() => return Ok(index),
            Some(_) => t!("'{name}' is a list, not a number", name),
            None => t!("expected an earlier name, found '{name}'", name),
        };
        self.text.mistake(name, message)
    }
}

/// The limits `LOW..HIGH`, a part of `text`; `before` are the numbers before.
fn range(text: Quoted<'_>, limits: &str, before: &[NumberItem]) -> Result<(Limit, Limit), Mistake> {
    let Some((low, high)) = limits.split_once("..") else {
        return text.mistake(limits, t!("expected LOW..HIGH, found '{limits}'", limits));
    };
    let range = (limit::parse(text, low, before)?, limit::parse(text, high, before)?);
    if let (Some(low), Some(high)) = (range.0.number(), range.1.number())
        && low > high
    {
        let message = t!("{low} is larger than {high}", low, high);
        return text.mistake(limits, message);
    }
    Ok(range)
}
