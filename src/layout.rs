//! How judges lay out an input, line by line, and the limits that they publish: the `layout.txt` of each
//! problem's folder, whose words `problems/README.md` describes.
//!
//! Answering needs none of this, since any white space will do there; to validate and to generate
//! does.

use crate::problems::Problem;

/// The layout of one problem's input.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The problem's id, or the alias whose limits these are.
    pub name: String,
    /// The parts, in order.
    pub items: Vec<Item>,
    /// The number of names of numbers; they are known by their index.
    pub names: usize,
}

/// A part of a layout.
#[derive(Clone, Debug)]
pub enum Item {
    /// A number, or a list of them on one line.
    Number(Number),
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
            Self::Group(items, repeat) if items.iter().any(|item| matches!(item, Self::Answer)) => {
                Some((items, *repeat))
            }
            _ => None,
        }
    }
}

/// A number with its limits, or a list of such numbers.
#[derive(Clone, Debug)]
pub struct Number {
    /// Its name in the grammar, which is the judge's.
    pub name: &'static str,
    /// The index of the name.
    pub index: usize,
    /// The least that it may be.
    pub low: Limit,
    /// The most that it may be.
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
    /// The same, with an empty line between two of them.
    ToEndWithBlankLines,
    /// Once or more, then a line with 0.
    ToZero,
    /// As often as the number with this index says.
    Times(usize),
}

impl Layout {
    /// The layout of `problem`, with the limits that are published for `name`, which is its id or one
    /// of its aliases.
    ///
    /// # Panics
    /// If the problem's `layout.txt` is not as `problems/README.md` says.
    pub fn of(problem: &Problem, name: &str) -> Self {
        let mut parser = Parser {
            words: problem.package.input().split_whitespace(),
            limits: problem.package.limits_of(name).unwrap_or_default(),
            names: Vec::new(),
        };
        let (items, end) = parser.items();
        assert!(end.is_none(), "a brace too many: {}", problem.id);
        Self {
            name: name.to_owned(),
            items,
            names: parser.names.len(),
        }
    }

    /// All numbers and lists, in order.
    pub fn numbers(&self) -> Vec<&Number> {
        let mut numbers = Vec::new();
        collect(&self.items, &mut numbers);
        numbers
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

    /// The numbers before the first case, but for how many cases there are.
    pub fn before_cases(&self) -> impl Iterator<Item = &Number> {
        self.head().iter().filter_map(|item| match item {
            Item::Number(number) if !self.counts_cases(number) => Some(number),
            _ => None,
        })
    }

    /// Whether this number says how many cases there are.
    pub fn counts_cases(&self, number: &Number) -> bool {
        let repeat = self.cases().map(|(_, repeat)| repeat);
        repeat == Some(Repeat::Times(number.index))
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
}

fn collect<'l>(items: &'l [Item], numbers: &mut Vec<&'l Number>) {
    for item in items {
        match item {
            Item::Number(number) => numbers.push(number),
            Item::Group(items, _) => collect(items, numbers),
            Item::LineEnd | Item::Answer => {}
        }
    }
}

/// Reads a grammar line, one word after the other.
struct Parser {
    words: std::str::SplitWhitespace<'static>,
    /// Other limits of an alias, as `NAME:LOW..HIGH` between spaces.
    limits: &'static str,
    names: Vec<&'static str>,
}

impl Parser {
    /// The items up to the end, or up to a closing brace, which is returned.
    fn items(&mut self) -> (Vec<Item>, Option<&'static str>) {
        let mut items = Vec::new();
        while let Some(word) = self.words.next() {
            items.push(match word {
                "/" => Item::LineEnd,
                "!" => Item::Answer,
                "{" => {
                    let (items, end) = self.items();
                    let repeat = match end.expect("a closing brace") {
                        "}+" => Repeat::ToEnd,
                        "}+/" => Repeat::ToEndWithBlankLines,
                        "}0" => Repeat::ToZero,
                        times => Repeat::Times(self.index(times.trim_start_matches("}*"))),
                    };
                    Item::Group(items, repeat)
                }
                end if end.starts_with('}') => return (items, Some(end)),
                number => Item::Number(self.number(number)),
            });
        }
        (items, None)
    }

    /// The number that `word` describes, as `NAME:LOW..HIGH`, with `<` or `*TIMES` behind it.
    fn number(&mut self, word: &'static str) -> Number {
        let (word, times) = match word.split_once('*') {
            Some((word, times)) => (word, Some(self.index(times))),
            None => (word, None),
        };
        let (name, limits) = word.split_once(':').expect("NAME:LIMITS");
        let ascending = limits.ends_with('<');
        let other = self.limits.split_whitespace().find_map(|limits| {
            let (other, limits) = limits.split_once(':')?;
            (other == name).then_some(limits)
        });
        let limits = other.unwrap_or(limits.trim_end_matches('<'));
        let (low, high) = limits.split_once("..").expect("LOW..HIGH");
        let (low, high) = (self.limit(low), self.limit(high));
        let index = self.names.len();
        self.names.push(name);
        Number {
            name,
            index,
            low,
            high,
            ascending,
            times,
        }
    }

    fn limit(&self, text: &str) -> Limit {
        let number = |text: &str| text.parse::<u64>();
        if let Some((base, exponent)) = text.split_once('^') {
            let exponent = exponent.parse().expect("an exponent");
            return Limit::Number(number(base).expect("a base").pow(exponent));
        }
        number(text).map_or_else(|_| Limit::Value(self.index(text)), Limit::Number)
    }

    /// The index of an earlier name.
    fn index(&self, name: &str) -> usize {
        let index = self.names.iter().rposition(|&earlier| earlier == name);
        index.expect("an earlier name")
    }
}
