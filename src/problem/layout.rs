//! How judges lay out an input, line by line, and the limits that they publish: the layout language
//! that `problems/README.md` describes.
//!
//! Answering needs none of the limits and none of the line ends, since any white space will do there;
//! validating and generating do.

/// The layout of one problem's input.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The parts, in order.
    pub items: Vec<Item>,
    /// The number of names; numbers are known by the index of their name.
    pub names: usize,
}

/// A part of a layout.
#[derive(Clone, Debug)]
pub enum Item {
    /// A number, or a list of them on one line.
    Number(NumberItem),
    /// The end of a line.
    LineEnd,
    /// A case is complete.
    Answer,
    /// Parts that repeat.
    Group(Vec<Item>, Repeat),
}

impl Item {
    /// If this is the group that is a case: its parts.
    fn cases(&self) -> Option<(&[Item], Repeat)> {
        match self {
            Self::Group(items, repeat) if has_answer(items) => Some((items, *repeat)),
            _ => None,
        }
    }
}

/// Whether a case is complete among `items` themselves.
pub(super) fn has_answer(items: &[Item]) -> bool {
    items.iter().any(|item| matches!(item, Item::Answer))
}

/// Whether what follows `items` starts a line.
fn ends_line(items: &[Item]) -> bool {
    let last = items.iter().rfind(|item| !matches!(item, Item::Answer));
    !matches!(last, Some(Item::Number(_)))
}

/// A number with its limits, or a list of such numbers.
#[derive(Clone, Debug)]
pub struct NumberItem {
    /// Its name, which is the judge's.
    pub name: String,
    /// The index of the name.
    pub index: usize,
    /// The lower limit.
    pub low: Limit,
    /// The upper limit.
    pub high: Limit,
    /// Each is larger than the one before: in the list, or in the repetitions of the group.
    pub ascending: bool,
    /// If this is a list: the index of the number that says how long it is.
    pub times: Option<usize>,
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
    pub fn value(self, values: &[u64]) -> u64 {
        match self {
            Self::Number(number) => number,
            Self::Value(index) => values[index],
        }
    }

    /// The index of the number that it is, if it is one.
    pub fn name(self) -> Option<usize> {
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

/// What goes through an input in the order of its [`Layout`]. One that reads an input repeats a group as
/// often as it is there; one that writes a program shows it once, inside of a loop.
pub trait Walker: Sized {
    /// Why it stops early.
    type Stop;

    /// A number, or a list. Numbers of one line are separated by a space.
    ///
    /// # Errors
    /// It stops here, as in what follows.
    fn number(&mut self, number: &NumberItem) -> Result<(), Self::Stop>;

    /// The end of a line.
    ///
    /// # Errors
    /// As above.
    fn line_end(&mut self) -> Result<(), Self::Stop>;

    /// A case is complete.
    ///
    /// # Errors
    /// As above.
    fn case_end(&mut self) -> Result<(), Self::Stop>;

    /// The number of a group that follows is to ascend from one repetition to the next.
    fn ascend_anew(&mut self, number: &NumberItem);

    /// A group; `once` goes through it once. Where there are empty lines between the repetitions, they
    /// are a part of this.
    ///
    /// # Errors
    /// As above.
    fn repeat(&mut self, repeat: Repeat, once: Once<'_, Self>) -> Result<(), Self::Stop>;

    /// This many zeros after the last case.
    ///
    /// # Errors
    /// As above.
    fn zeros(&mut self, count: usize) -> Result<(), Self::Stop>;
}

/// Leads a [`Walker`] through a group once.
pub type Once<'o, W> = &'o mut dyn FnMut(&mut W) -> Result<(), <W as Walker>::Stop>;

/// A mistake in a text of the layout language, or in another value of a `game.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Where it is, in bytes from the start of the text.
    pub offset: usize,
    /// What was expected, and what is there.
    pub message: String,
}

/// A mistake at `offset`, as an error.
///
/// # Errors
/// Always.
pub fn mistake<T>(offset: usize, message: impl Into<String>) -> Result<T, Mistake> {
    Err(Mistake {
        offset,
        message: message.into(),
    })
}

impl Layout {
    /// Reads a layout.
    ///
    /// # Errors
    /// The first mistake in it.
    pub fn parse(text: &str) -> Result<Self, Mistake> {
        let mut parser = Parser {
            words: words(text).peekable(),
            end: text.trim_end().len(),
            numbers: Vec::new(),
        };
        let (items, brace) = parser.items(0)?;
        if let Some((offset, brace)) = brace {
            return mistake(offset, format!("expected '{{' before, found '{brace}'"));
        }
        let layout = Self {
            items,
            names: parser.numbers.len(),
        };
        if !ends_line(&layout.items) {
            return mistake(
                text.trim_end().len(),
                "expected '/' at the end of the last line",
            );
        }
        layout.check(text)?;
        Ok(layout)
    }

    /// Replaces limits by those of `text`: `NAME:LOW..HIGH` between spaces.
    ///
    /// # Errors
    /// The first mistake in it.
    pub fn set_limits(&mut self, text: &str) -> Result<(), Mistake> {
        for (offset, word) in words(text) {
            let Some((name, limits)) = word.split_once(':') else {
                return mistake(offset, format!("expected NAME:LOW..HIGH, found '{word}'"));
            };
            let names: Vec<_> = self.numbers().iter().map(|n| n.name.clone()).collect();
            let Some(index) = names.iter().position(|other| other == name) else {
                return mistake(offset, format!("there is no '{name}' in the input"));
            };
            let at = offset + name.len() + 1;
            let (low, high) = range(limits, at, &names[..index])?;
            for_each(&mut self.items, &mut |number| {
                if number.index == index {
                    (number.low, number.high) = (low, high);
                }
            });
        }
        self.check(text)
    }

    /// What the parser cannot see word by word.
    fn check(&self, text: &str) -> Result<(), Mistake> {
        let end = text.trim_end().len();
        let at_first = |word: &str| text.find(word).unwrap_or(0);
        match self.items.iter().filter_map(Item::cases).count()
            + usize::from(has_answer(&self.items))
        {
            0 => return mistake(end, "expected '!' where a case is complete"),
            1 => {}
            _ => return mistake(at_first("!"), "expected one '!', found several"),
        }
        for item in [self.head(), self.case()].concat() {
            if let Item::Number(number) = item
                && number.ascending
                && number.times.is_none()
            {
                let offset = at_first(&format!("{}:", number.name));
                return mistake(
                    offset,
                    "'<' is for a list, or a number in a group of the case",
                );
            }
        }
        if let Some((case, repeat)) = self.cases() {
            if !matches!(self.items.last(), Some(Item::Group(..))) {
                return mistake(end, "expected nothing after the group of the cases");
            }
            if !matches!(case.last(), Some(Item::Answer)) {
                return mistake(at_first("!"), "expected '!' at the end of its group");
            }
            if repeat == Repeat::ToZero {
                match case.first() {
                    Some(Item::Number(NumberItem {
                        low: Limit::Number(1..),
                        times: None,
                        ..
                    })) => {}
                    _ => {
                        return mistake(
                            at_first("{"),
                            "a group that ends with a 0 starts with a number of at least 1",
                        );
                    }
                }
            }
        } else if !matches!(self.items.last(), Some(Item::Answer)) {
            return mistake(at_first("!"), "expected '!' at the end");
        }
        Ok(())
    }

    /// Shows `walker` all parts of an input, in order.
    ///
    /// # Errors
    /// Whatever makes the walker stop.
    pub fn walk<W: Walker>(&self, walker: &mut W) -> Result<(), W::Stop> {
        self.walk_items(&self.items, walker)
    }

    fn walk_items<W: Walker>(&self, items: &[Item], walker: &mut W) -> Result<(), W::Stop> {
        for item in items {
            match item {
                Item::Number(number) => walker.number(number)?,
                Item::LineEnd => walker.line_end()?,
                Item::Answer => walker.case_end()?,
                Item::Group(items, repeat) => {
                    for item in items {
                        if let Item::Number(number) = item
                            && number.ascending
                        {
                            walker.ascend_anew(number);
                        }
                    }
                    walker.repeat(*repeat, &mut |walker| self.walk_items(items, walker))?;
                    if *repeat == Repeat::ToZero {
                        walker.zeros(self.zeros())?;
                        walker.line_end()?;
                    }
                }
            }
        }
        Ok(())
    }

    /// All numbers and lists, in order: the index of each is its place here.
    pub fn numbers(&self) -> Vec<&NumberItem> {
        numbers_of(&self.items)
    }

    /// The number that says how often the group comes that repeats this number alone, if one does.
    pub fn column_times(&self, index: usize) -> Option<usize> {
        column_times(&self.items, index)
    }

    /// Whether the number `name` says how often a group of a case comes, which is no list.
    pub fn has_group(&self, name: &str) -> bool {
        let numbers = self.numbers();
        self.case().iter().any(|item| match item {
            Item::Group(items, Repeat::Times(times)) => {
                only_number(items).is_none() && numbers[*times].name == name
            }
            _ => false,
        })
    }

    /// The group that is a case.
    pub fn cases(&self) -> Option<(&[Item], Repeat)> {
        self.items.iter().find_map(Item::cases)
    }

    /// The parts of a case: all of them, if there is one case.
    pub fn case(&self) -> &[Item] {
        self.cases().map_or(&self.items, |(items, _)| items)
    }

    /// The parts before the first case.
    pub fn head(&self) -> &[Item] {
        let cases = self.items.iter().position(|item| item.cases().is_some());
        &self.items[..cases.unwrap_or(0)]
    }

    /// Whether this number says how many cases there are.
    pub fn counts_cases(&self, number: &NumberItem) -> bool {
        let repeat = self.cases().map(|(_, repeat)| repeat);
        repeat == Some(Repeat::Times(number.index))
    }

    /// Whether the input says how many cases there are.
    pub fn has_case_count(&self) -> bool {
        matches!(self.cases(), Some((_, Repeat::Times(_))))
    }

    /// How many cases an input may have.
    pub fn most_cases(&self) -> u64 {
        match self.cases() {
            None => 1,
            Some((_, Repeat::Times(_))) => {
                let numbers = self.numbers();
                let count = numbers.iter().find(|number| self.counts_cases(number));
                count.and_then(|count| count.high.number()).unwrap_or(1)
            }
            Some(_) => u64::MAX,
        }
    }

    /// How many cases an input has at least.
    pub fn least_cases(&self) -> u64 {
        let numbers = self.numbers();
        let count = numbers.iter().find(|number| self.counts_cases(number));
        count
            .and_then(|count| count.low.number())
            .unwrap_or(1)
            .max(1)
    }

    /// How many zeros the line has that ends the cases: one for each number of a case's first line
    /// that is not in a list.
    pub fn zeros(&self) -> usize {
        let line = self
            .case()
            .iter()
            .take_while(|item| !matches!(item, Item::LineEnd));
        line.filter(|item| matches!(item, Item::Number(NumberItem { times: None, .. })))
            .count()
    }
}

fn column_times(items: &[Item], index: usize) -> Option<usize> {
    items.iter().find_map(|item| match item {
        Item::Group(items, Repeat::Times(times))
            if only_number(items).is_some_and(|number| number.index == index) =>
        {
            Some(*times)
        }
        Item::Group(items, _) => column_times(items, index),
        Item::Number(_) | Item::LineEnd | Item::Answer => None,
    })
}

/// The number that a group repeats, if there is nothing else in it and it is no list.
pub fn only_number(items: &[Item]) -> Option<&NumberItem> {
    let mut items = items.iter().filter(|item| !matches!(item, Item::LineEnd));
    match (items.next(), items.next()) {
        (Some(Item::Number(number)), None) if number.times.is_none() => Some(number),
        _ => None,
    }
}

/// All numbers and lists among `items`, in order.
pub(super) fn numbers_of(items: &[Item]) -> Vec<&NumberItem> {
    let mut numbers = Vec::new();
    collect(items, &mut numbers);
    numbers
}

fn collect<'l>(items: &'l [Item], numbers: &mut Vec<&'l NumberItem>) {
    for item in items {
        match item {
            Item::Number(number) => numbers.push(number),
            Item::Group(items, _) => collect(items, numbers),
            Item::LineEnd | Item::Answer => {}
        }
    }
}

fn for_each(items: &mut [Item], visit: &mut dyn FnMut(&mut NumberItem)) {
    for item in items {
        match item {
            Item::Number(number) => visit(number),
            Item::Group(items, _) => for_each(items, visit),
            Item::LineEnd | Item::Answer => {}
        }
    }
}

/// The words of `text`, each with its offset.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
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
    /// The name of each number so far, and whether it is a list.
    numbers: Vec<(String, bool)>,
}

/// A closing brace and its offset, if there is one.
type Brace<'t> = Option<(usize, &'t str)>;

impl<'t, W: Iterator<Item = (usize, &'t str)>> Parser<'t, W> {
    /// The items up to the end, or up to a closing brace, which is returned. `depth` is the number of groups
    /// around them.
    fn items(&mut self, depth: usize) -> Result<(Vec<Item>, Brace<'t>), Mistake> {
        let mut items = Vec::new();
        while let Some((offset, word)) = self.words.next() {
            items.push(match word {
                "/" => Item::LineEnd,
                "!" => Item::Answer,
                "{" => {
                    if !ends_line(&items) {
                        return mistake(offset, "expected '/' before a group, which starts a line");
                    }
                    if depth == MOST_GROUPS {
                        let message =
                            format!("expected at most {MOST_GROUPS} groups around another");
                        return mistake(offset, message);
                    }
                    let (items, brace) = self.items(depth + 1)?;
                    let Some((at, brace)) = brace else {
                        return mistake(
                            self.end,
                            "expected a closing brace: }+, }+/, }0 or }*NAME",
                        );
                    };
                    let repeat = match brace {
                        "}+" => Repeat::ToEnd,
                        "}+/" => Repeat::ToEndWithBlankLines,
                        "}0" => Repeat::ToZero,
                        _ => {
                            if let Some(name) = brace.strip_prefix("}*") {
                                Repeat::Times(self.count(name, at + 2)?)
                            } else {
                                let message =
                                    format!("expected }}+, }}+/, }}0 or }}*NAME, found '{brace}'");
                                return mistake(at, message);
                            }
                        }
                    };
                    if depth > 0 && has_answer(&items) {
                        return mistake(
                            at,
                            "the group of the cases cannot be inside of another one",
                        );
                    }
                    if !has_answer(&items) && !matches!(repeat, Repeat::Times(_)) {
                        let message =
                            format!("'{brace}' ends the group of the cases, which needs a '!'");
                        return mistake(at, message);
                    }
                    if items
                        .iter()
                        .all(|item| matches!(item, Item::LineEnd | Item::Answer))
                    {
                        return mistake(at, "expected a number in the group");
                    }
                    if !ends_line(&items) {
                        return mistake(at, "expected '/' at the end of the group");
                    }
                    Item::Group(items, repeat)
                }
                end if end.starts_with('}') => return Ok((items, Some((offset, end)))),
                number => Item::Number(self.number(number, offset)?),
            });
        }
        Ok((items, None))
    }

    /// The number that `word` describes: `NAME:LOW..HIGH`, perhaps with `<`, and `*TIMES` after it.
    fn number(&mut self, word: &str, offset: usize) -> Result<NumberItem, Mistake> {
        let (number, times) = match word.split_once('*') {
            Some((number, times)) => {
                let at = offset + number.len() + 1;
                (number, Some(self.count(times, at)?))
            }
            None => (word, None),
        };
        let Some((name, limits)) = number.split_once(':') else {
            let message = format!("expected NAME:LOW..HIGH, '/', '!' or a brace, found '{word}'");
            return mistake(offset, message);
        };
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(is_name) {
            return mistake(offset, format!("expected a name, found '{name}'"));
        }
        if self.numbers.iter().any(|(other, _)| other == name) {
            return mistake(
                offset,
                format!("there are two numbers with the name '{name}'"),
            );
        }
        if self.numbers.len() == MOST_NAMES {
            return mistake(offset, format!("expected at most {MOST_NAMES} names"));
        }
        let names: Vec<_> = self.numbers.iter().map(|(name, _)| name.clone()).collect();
        let at = offset + name.len() + 1;
        let (low, high) = range(limits.strip_suffix('<').unwrap_or(limits), at, &names)?;
        self.numbers.push((name.to_owned(), times.is_some()));
        Ok(NumberItem {
            name: name.to_owned(),
            index: names.len(),
            low,
            high,
            ascending: limits.ends_with('<'),
            times,
        })
    }

    /// The index of the earlier number `name`, which says how many of something there are.
    fn count(&self, name: &str, offset: usize) -> Result<usize, Mistake> {
        match self.numbers.iter().position(|(other, _)| other == name) {
            Some(index) if self.numbers[index].1 => {
                mistake(offset, format!("'{name}' is a list, not a number"))
            }
            Some(index) => Ok(index),
            None => mistake(offset, format!("expected an earlier name, found '{name}'")),
        }
    }
}

/// The limits `LOW..HIGH` at `offset`; `names` are those of the numbers before.
fn range(text: &str, offset: usize, names: &[String]) -> Result<(Limit, Limit), Mistake> {
    let Some((low, high)) = text.split_once("..") else {
        return mistake(offset, format!("expected LOW..HIGH, found '{text}'"));
    };
    let at_high = offset + low.len() + 2;
    let limits = (limit(low, offset, names)?, limit(high, at_high, names)?);
    if let (Limit::Number(low), Limit::Number(high)) = limits
        && low > high
    {
        return mistake(offset, format!("{low} is larger than {high}"));
    }
    Ok(limits)
}

/// A number, `10^7`, or one of `names`.
fn limit(text: &str, offset: usize, names: &[String]) -> Result<Limit, Mistake> {
    if let Some(index) = names.iter().position(|name| name == text) {
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
            format!("expected a number up to 2^64 - 1 or an earlier name, found '{text}'"),
        ),
    }
}
