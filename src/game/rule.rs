//! The table of rules: how each is written in a `game.toml`, what a move is, and which game it makes.
//!
//! The parser, the list of rules in messages and in the help, `solve --rule`, descriptions and statements are made from
//! [`ROWS`].

use std::fmt::Write as _;
use std::ops::{Deref, DerefMut};

use super::euclid::Euclid;
use super::heap::Sum;
use super::hill::Hill;
use super::kayles::Kayles;
use super::last_take::LastTake;
use super::moore::Moore;
use super::nim::{Lasker, Nim, UpTo};
use super::subtraction_set::SubtractionSet;
use super::takes::{self, Between, Divisors, Half, Powers};
use super::wythoff::Wythoff;
use super::{Game, Play};
use crate::layout::{Mistake, Role, mistake};

/// A rule.
#[derive(Debug)]
pub struct Row {
    /// How it is written. A [hole](HOLES) stands for a number or a set, or for the name of one in the input.
    pub written: &'static str,
    /// What the number or the set in each hole is.
    pub holes: &'static [Role],
    /// Whether who wins in misère play is known.
    pub misere: bool,
    /// What a move does, in English. Each `{}` is the text in a hole.
    pub english: &'static str,
    /// The same in Chinese.
    pub chinese: &'static str,
    /// The game, given what is in the holes.
    make: fn(&[Argument], Play) -> Box<dyn Game>,
}

/// The words of [`Row::written`] that stand for something else.
pub const HOLES: [&str; 7] = ["K", "P", "Q", "B", "k", "s", "{1,3,4}"];

/// All rules. Of two that fit a text, the first one counts.
pub static ROWS: &[Row] = &[
    Row {
        written: "nim",
        holes: &[],
        misere: true,
        english: "a move takes any number of stones from one pile",
        chinese: "每步从一堆中取任意多颗石子",
        make: |_, play| Box::new(Sum::new(Nim, play)),
    },
    Row {
        written: "nim or split",
        holes: &[],
        misere: false,
        english: "a move takes any number of stones from one pile, or divides a pile into two",
        chinese: "每步从一堆中取任意多颗石子，或者把一堆分成两堆",
        make: |_, play| Box::new(Sum::new(Lasker, play)),
    },
    Row {
        written: "take 1..half",
        holes: &[],
        misere: false,
        english: "a move takes from one pile at least one stone, and at most half of its stones",
        chinese: "每步从一堆中取石子，至少取一颗，至多取这一堆的一半",
        make: |_, play| Box::new(Sum::new(Half, play)),
    },
    Row {
        written: "take 1..K*last",
        holes: &[Role::Factor],
        misere: false,
        english: "there is one pile; the first move takes at least one stone and leaves at least one, and each later move \
                  takes from 1 to {} times as many stones as the move before",
        chinese: "只有一堆石子，第一步至少取一颗、至少留一颗，以后每步最少取一颗，最多取上一步所取颗数的 {} 倍",
        make: |arguments, _| Box::new(LastTake::new(arguments[0].number())),
    },
    Row {
        written: "take 1..K",
        holes: &[Role::MaxTaken],
        misere: true,
        english: "a move takes from 1 to {} stones from one pile",
        chinese: "每步从一堆中取 1 到 {} 颗石子",
        make: |arguments, play| Box::new(Sum::new(UpTo::new(arguments[0].number()), play)),
    },
    Row {
        written: "take P..Q",
        holes: &[Role::MinTaken, Role::MaxTaken],
        misere: false,
        english: "a move takes from {} to {} stones from one pile",
        chinese: "每步从一堆中取 {} 到 {} 颗石子",
        make: |arguments, play| {
            let [least, most] = [0, 1].map(|hole| arguments[hole].number());
            Box::new(Sum::new(Between { least, most }, play))
        },
    },
    Row {
        written: "take {1,3,4}",
        holes: &[Role::Other],
        misere: false,
        english: "a move takes exactly {} stones from one pile",
        chinese: "每步从一堆中恰好取 {} 颗石子",
        make: |arguments, play| Box::new(Sum::new(SubtractionSet::new(arguments[0].set()), play)),
    },
    Row {
        written: "take primes",
        holes: &[],
        misere: false,
        english: "a move takes a prime number of stones from one pile",
        chinese: "每步从一堆中取石子，所取的颗数是质数",
        make: |_, play| Box::new(Sum::new(SubtractionSet::new(&takes::primes()), play)),
    },
    Row {
        written: "take squares",
        holes: &[],
        misere: false,
        english: "a move takes a square number of stones from one pile: 1, 4, 9, and so on",
        chinese: "每步从一堆中取石子，所取的颗数是完全平方数（1、4、9 等）",
        make: |_, play| Box::new(Sum::new(SubtractionSet::new(&takes::squares()), play)),
    },
    Row {
        written: "take powers of B",
        holes: &[Role::Base],
        misere: false,
        english: "a move takes stones from one pile, and their number is 1 or a power of {}",
        chinese: "每步从一堆中取石子，所取的颗数是 1 或者 {} 的幂",
        make: |arguments, play| {
            let base = arguments[0].number();
            Box::new(Sum::new(Powers { base }, play))
        },
    },
    Row {
        written: "take divisors",
        holes: &[],
        misere: false,
        english: "a move takes stones from one pile, and their number divides that of the pile",
        chinese: "每步从一堆中取石子，所取的颗数是这一堆石子数的约数",
        make: |_, play| Box::new(Sum::new(Divisors { proper: false }, play)),
    },
    Row {
        written: "take proper divisors",
        holes: &[],
        misere: false,
        english: "a move takes stones from one pile, and their number divides that of the pile and is smaller",
        chinese: "每步从一堆中取石子，所取的颗数是这一堆石子数的真约数",
        make: |_, play| Box::new(Sum::new(Divisors { proper: true }, play)),
    },
    Row {
        written: "take s",
        holes: &[Role::Other],
        misere: false,
        english: "a move takes one of the numbers {} of stones from one pile",
        chinese: "每步从一堆中取石子，所取的颗数是 {} 中的一个数",
        make: |_, play| Box::new(Sum::new(SubtractionSet::new(&[]), play)),
    },
    Row {
        written: "moore K",
        holes: &[Role::MaxPiles],
        misere: true,
        english: "a move takes any number of stones from each of 1 to {} piles",
        chinese: "每步从 1 到 {} 堆的每一堆中取任意多颗石子",
        make: |arguments, play| Box::new(Moore::new(arguments[0].number(), play)),
    },
    Row {
        written: "kayles",
        holes: &[],
        misere: false,
        english: "a move takes one stone or two neighbours from a row, which may fall into two",
        chinese: "每步从一排中取一颗或相邻的两颗石子，这一排可能因此分成两排",
        make: |_, play| Box::new(Sum::new(Kayles, play)),
    },
    Row {
        written: "wythoff",
        holes: &[],
        misere: false,
        english: "a move takes any number of stones from one of two piles, or the same number from both",
        chinese: "每步从两堆中的一堆取任意多颗石子，或者从两堆中取同样多的石子",
        make: |_, _| Box::new(Wythoff::default()),
    },
    Row {
        written: "euclid",
        holes: &[],
        misere: false,
        english: "a move subtracts a positive multiple of the smaller of two numbers from the larger one, and leaves at \
                  least 0; whoever makes a number 0 wins",
        chinese: "每步从两个数中较大的数减去较小的数的正整数倍，结果不能小于 0，先得到 0 的人获胜",
        make: |_, _| Box::new(Euclid::default()),
    },
    Row {
        written: "hill k",
        holes: &[Role::King],
        misere: false,
        english: "a move takes a person nearer to cell 0, the top, but not to or beyond another one below the top; \
                  person {}, counted from the top, is the king, and whoever moves the king to the top wins",
        chinese: "每步把一个人移向山顶（第 0 格），不能到达或越过山顶以下的其他人；从山顶数起的第 {} 个人是国王，把国王移到山顶的人获胜",
        make: |arguments, _| Box::new(Hill::new(arguments[0].number())),
    },
];

/// What is in a hole of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A number.
    Number(Given<u64>),
    /// A set of numbers.
    Set(Given<Vec<u64>>),
}

/// What the rule says itself, or the input gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given<T> {
    /// It is this.
    Fixed(T),
    /// It is the number or list of the input with this name, which is at this offset in the rule.
    ByInput(String, usize),
}

impl Argument {
    /// The number; until the input gives it, the least one that makes sense.
    fn number(&self) -> u64 {
        match self {
            Self::Number(Given::Fixed(number)) => *number,
            Self::Number(Given::ByInput(..)) | Self::Set(_) => 1,
        }
    }

    /// The set; until the input gives it, the empty one.
    fn set(&self) -> &[u64] {
        match self {
            Self::Set(Given::Fixed(set)) => set,
            Self::Set(Given::ByInput(..)) | Self::Number(_) => &[],
        }
    }

    /// The name of what the input gives, and its offset in the rule.
    fn name(&self) -> Option<(&str, usize)> {
        match self {
            Self::Number(Given::ByInput(name, offset))
            | Self::Set(Given::ByInput(name, offset)) => Some((name, *offset)),
            Self::Number(Given::Fixed(_)) | Self::Set(Given::Fixed(_)) => None,
        }
    }

    /// As in a sentence, in which `or` is the word between the last two numbers of a set.
    fn words(&self, or: &str) -> String {
        match self {
            Self::Number(Given::Fixed(number)) => number.to_string(),
            Self::Number(Given::ByInput(name, _)) | Self::Set(Given::ByInput(name, _)) => {
                name.clone()
            }
            Self::Set(Given::Fixed(set)) => {
                let words: Vec<_> = set.iter().map(u64::to_string).collect();
                match words.split_last() {
                    Some((last, [])) => last.clone(),
                    Some((last, others)) => format!("{} {or} {last}", others.join(", ")),
                    None => String::new(),
                }
            }
        }
    }
}

/// The rules of a problem.
#[derive(Debug)]
pub struct Rules {
    row: &'static Row,
    play: Play,
    arguments: Vec<Argument>,
    game: Box<dyn Game>,
}

impl Clone for Rules {
    fn clone(&self) -> Self {
        Self {
            arguments: self.arguments.clone(),
            game: self.game.boxed(),
            ..*self
        }
    }
}

impl Deref for Rules {
    type Target = dyn Game;

    fn deref(&self) -> &Self::Target {
        &*self.game
    }
}

impl DerefMut for Rules {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.game
    }
}

/// A part of the rules that the input gives.
#[derive(Clone, Copy, Debug)]
pub struct FromInput<'r> {
    /// The name of the number or list in the input.
    pub name: &'r str,
    /// The offset of the name in the rule.
    pub offset: usize,
    /// What the number is; `None` if it is a list, which is the set of takes.
    pub number: Option<Role>,
}

impl Rules {
    /// Parses a rule.
    ///
    /// # Errors
    /// The first mistake in it.
    pub fn parse(text: &str) -> Result<Self, Mistake> {
        let text = text.trim_end();
        let start = text.len() - text.trim_start().len();
        let (play, start) = match text[start..].strip_prefix("misere") {
            Some(rest) if rest.starts_with(char::is_whitespace) || rest.is_empty() => {
                (Play::Misere, text.len() - rest.trim_start().len())
            }
            _ => (Play::Normal, start),
        };
        let (row, holes) = fitting(text, start)?;
        if play == Play::Misere && !row.misere {
            let message = format!(
                "misere play of {} follows no known rule: only normal play is supported",
                row.written
            );
            return mistake(0, message);
        }
        let arguments = holes
            .into_iter()
            .map(|(hole, offset, found)| argument(hole, offset, found))
            .collect::<Result<Vec<_>, _>>()?;
        let rules = Self::of(row, arguments, play);
        if let (Some(least), Some(most)) =
            (rules.number(Role::MinTaken), rules.number(Role::MaxTaken))
            && least > most
        {
            let message = format!("no number of stones is at least {least} and at most {most}");
            return mistake(start, message);
        }
        Ok(rules)
    }

    fn of(row: &'static Row, arguments: Vec<Argument>, play: Play) -> Self {
        Self {
            row,
            play,
            game: (row.make)(&arguments, play),
            arguments,
        }
    }

    /// How the rule is written, but for `misere`, and with holes.
    pub fn written(&self) -> &'static str {
        self.row.written
    }

    /// Who wins, if this is Nim.
    pub fn nim(&self) -> Option<Play> {
        (self.row.written == "nim").then_some(self.play)
    }

    /// Who wins.
    pub fn play(&self) -> Play {
        self.play
    }

    /// What the input gives of the rules.
    pub fn from_input(&self) -> impl Iterator<Item = FromInput<'_>> {
        let holes = self.arguments.iter().zip(self.row.holes);
        holes.filter_map(|(argument, &role)| {
            let (name, offset) = argument.name()?;
            let number = matches!(argument, Argument::Number(_)).then_some(role);
            Some(FromInput {
                name,
                offset,
                number,
            })
        })
    }

    /// Sets the number that the input gives, if it gives one.
    pub fn set_parameter(&mut self, value: u64) {
        let role = self.from_input().find_map(|part| part.number);
        if let Some(role) = role {
            self.game.set(role, &[value]);
        }
    }

    /// Sets the set of takes that the input gives.
    pub fn set_takes(&mut self, takes: &[u64]) {
        self.game.set(Role::Other, takes);
    }

    /// Whether a position consists of piles, not of persons.
    pub fn has_piles(&self) -> bool {
        self.king().is_none()
    }

    /// The rules of Nim.
    pub fn of_nim(play: Play) -> Self {
        Self::of(&ROWS[0], Vec::new(), play)
    }

    /// The number with this role, if the rule says it.
    pub fn number(&self, role: Role) -> Option<u64> {
        let mut holes = self.arguments.iter().zip(self.row.holes);
        holes.find_map(|(argument, other)| match argument {
            Argument::Number(Given::Fixed(number)) if *other == role => Some(*number),
            Argument::Number(_) | Argument::Set(_) => None,
        })
    }

    /// The set of takes, if the rule says it.
    pub fn takes(&self) -> Option<&[u64]> {
        self.arguments.iter().find_map(|argument| match argument {
            Argument::Set(Given::Fixed(set)) => Some(&set[..]),
            Argument::Set(_) | Argument::Number(_) => None,
        })
    }

    /// Whether the input gives the set of takes.
    pub fn awaits_takes(&self) -> bool {
        self.from_input().any(|part| part.number.is_none())
    }

    /// What a move does, in the words of `sentence`, which is one of those of the row; `hole` makes the text in a hole.
    pub fn fill(&self, sentence: &str, or: &str, hole: impl Fn(String) -> String) -> String {
        let mut parts = sentence.split("{}");
        let mut text = parts.next().unwrap_or_default().to_owned();
        for (part, argument) in parts.zip(&self.arguments) {
            text += &hole(argument.words(or));
            text += part;
        }
        text
    }

    /// What a move does, in English; `hole` makes the text in a hole.
    pub fn move_sentence(&self, hole: impl Fn(String) -> String) -> String {
        let is_one = self
            .arguments
            .iter()
            .any(|argument| argument.words("or") == "1");
        if !is_one {
            return self.fill(self.row.english, "or", hole);
        }
        let singular = [
            ("exactly {} stones", "exactly {} stone"),
            ("from 1 to {} stones", "{} stone"),
            ("from each of 1 to {} piles", "from {} pile"),
        ];
        let sentence = self.row.english.to_owned();
        let sentence = singular.iter().fold(sentence, |sentence, (many, one)| {
            sentence.replace(many, one)
        });
        self.fill(&sentence, "or", hole)
    }

    /// The row of the table.
    pub fn row(&self) -> &'static Row {
        self.row
    }

    /// Describes the rules in a sentence.
    pub fn description(&self) -> String {
        let moves = self.move_sentence(|hole| hole);
        match (self.nim(), self.play) {
            (Some(Play::Normal), _) => "normal Nim: whoever takes the last stone wins".to_owned(),
            (Some(Play::Misere), _) => "misère Nim: whoever takes the last stone loses".to_owned(),
            _ if self.row.holes.contains(&Role::King) => {
                "people climb to cell 0, the top; whoever moves the king there wins".to_owned()
            }
            (None, Play::Normal) => moves + "; the player who cannot move loses",
            (None, Play::Misere) => moves + "; whoever takes the last stone loses",
        }
    }
}

/// A hole of a rule, and the offset and the text of what is in it.
type Filled<'t> = (&'static str, usize, &'t str);

/// The row that fits the text from `start` on, and what is in its holes.
fn fitting(text: &str, start: usize) -> Result<(&'static Row, Vec<Filled<'_>>), Mistake> {
    let rows = ROWS.iter();
    if let Some(found) = rows
        .clone()
        .find_map(|row| Some((row, fit(row.written, text, start)?)))
    {
        return Ok(found);
    }
    let first = |text: &str| {
        text.split_whitespace()
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let word = first(&text[start..]);
    let near: Vec<_> = rows
        .clone()
        .filter(|row| first(row.written) == word)
        .collect();
    let is_known = !near.is_empty();
    let written = |rows: Vec<&Row>| {
        let words: Vec<_> = rows.iter().map(|row| row.written).collect();
        words.join(", ")
    };
    let mut message = if is_known {
        format!("expected {}", written(near))
    } else {
        let misere: Vec<_> = rows.clone().filter(|row| row.misere).collect();
        format!(
            "expected one of {}, or misere and one of {}",
            written(rows.collect()),
            written(misere)
        )
    };
    if !word.is_empty() {
        let found = if is_known { &text[start..] } else { &word };
        let _ = write!(message, "; found '{found}'");
    }
    mistake(if word.is_empty() { text.len() } else { start }, message)
}

/// What is in the holes of `written`, if it fits the text from `start` on.
fn fit<'t>(written: &'static str, text: &'t str, start: usize) -> Option<Vec<Filled<'t>>> {
    let (mut filled, mut at) = (Vec::new(), start);
    let mut words = written.split(' ');
    let mut pattern = words.next();
    while let Some(word) = pattern {
        pattern = words.next();
        let rest = &text[at..];
        // A set may contain spaces.
        let end = if word.starts_with('{') {
            rest.starts_with('{').then_some(rest.len())?
        } else {
            rest.find(char::is_whitespace).unwrap_or(rest.len())
        };
        fit_word(word, &rest[..end], at, &mut filled)?;
        at += end;
        at += text[at..].len() - text[at..].trim_start().len();
    }
    (at == text.len()).then_some(filled)
}

/// Adds what is in the holes of `pattern`, if that fits `word`: a hole, or something else, or two of these as in `1..K`,
/// or a hole and a factor as in `K*last`.
fn fit_word<'t>(
    pattern: &'static str,
    word: &'t str,
    offset: usize,
    filled: &mut Vec<Filled<'t>>,
) -> Option<()> {
    if let Some((pattern, last)) = pattern.split_once("..") {
        let (first, found) = word.split_once("..")?;
        fit_word(pattern, first, offset, filled)?;
        return fit_word(last, found, offset + first.len() + 2, filled);
    }
    if let Some((pattern, factor)) = pattern.split_once('*') {
        let found = word.strip_suffix(factor)?.strip_suffix('*')?;
        return fit_word(pattern, found, offset, filled);
    }
    let Some(hole) = HOLES.into_iter().find(|hole| *hole == pattern) else {
        return (pattern == word).then_some(());
    };
    let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic());
    if hole == "s" && (!is_name || word.contains("..")) {
        return None;
    }
    filled.push((hole, offset, word));
    Some(())
}

/// What `found` in a hole means.
fn argument(hole: &str, offset: usize, found: &str) -> Result<Argument, Mistake> {
    let by_input = || found.to_owned();
    Ok(match hole {
        "{1,3,4}" => Argument::Set(Given::Fixed(set(found, offset)?)),
        "s" => Argument::Set(Given::ByInput(by_input(), offset)),
        _ => Argument::Number(match found.parse::<u64>() {
            Ok(0) => return mistake(offset, "expected a number of at least 1, found 0"),
            Ok(number) => Given::Fixed(number),
            Err(_) if found.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                Given::ByInput(by_input(), offset)
            }
            Err(_) => {
                let message = format!(
                    "expected a number, or the name of a number in the input, found '{found}'"
                );
                return mistake(offset, message);
            }
        }),
    })
}

/// Parses a set such as `{1,3,4}`.
fn set(text: &str, offset: usize) -> Result<Vec<u64>, Mistake> {
    let Some(inside) = text
        .strip_prefix('{')
        .and_then(|text| text.strip_suffix('}'))
    else {
        return mistake(offset + text.len(), "expected '}' at the end of the set");
    };
    let mut set = Vec::new();
    let mut at = offset + 1;
    for number in inside.split(',') {
        if let Ok(take @ 1..) = number.trim().parse::<u64>() {
            set.push(take);
        } else {
            let found = number.trim();
            let message = format!("expected a number of at least 1, found '{found}'");
            return mistake(at, message);
        }
        at += number.len() + 1;
    }
    Ok(set)
}
