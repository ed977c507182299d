//! The answers to cases, as a `game.toml` describes them: `"YES/{pile} {take}|NO"`.
//!
//! One parse of that text gives what writes answers ([`facts`](super::facts)), what reads those of submissions
//! ([`claim`](super::claim)), the C++ that checks them ([`cpp`](crate::cpp)), and their description. A new value is a variant
//! of [`Value`] with its [`Description`], and what `facts` writes for it.

use crate::game::Move;
use crate::game::rule::Rules;
use crate::layout::{Layout, Mistake, mistake};
use crate::words::t;

/// What may stand around the parts of an answer. Other white space, such as a carriage return, is a control character.
const BLANKS: [char; 2] = [' ', '\n'];

/// What is printed for a case.
#[derive(Clone, Debug)]
pub struct Template {
    /// If the player to move wins.
    pub won: Text,
    /// If not.
    pub lost: Text,
    /// Any winning move is accepted, not only the first one.
    pub any: bool,
    /// If a case has several positions, and the texts answer one of them.
    pub positions: Option<Positions>,
    /// How to find where an answer ends and the next one starts.
    pub lines: AnswerLines,
}

/// How the positions of a case are answered.
#[derive(Clone, Debug)]
pub struct Positions {
    /// The name of the number that says how often the group comes which is a position.
    pub times: String,
    /// Each answer is a line. Else they are letters on one line.
    pub on_lines: bool,
}

/// One of the two texts of a template.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The parts, in order.
    pub pieces: Vec<Piece>,
    /// All winning moves, after the pieces.
    pub list: Option<MoveList>,
}

/// How all winning moves are printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveList {
    /// The parts of each.
    pub each: Vec<Piece>,
    /// What stands between two of them: a space or a newline.
    pub separator: char,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// These characters.
    Literal(String),
    /// This value.
    Value(Value),
}

/// A value that stands in braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The number of the case, counted from 1.
    Case,
    /// How many first moves win.
    Count,
    /// The Grundy value of the position.
    Grundy,
    /// A part of the winning move.
    Move(Part),
    /// All piles after it.
    After,
}

/// A part of a winning move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Its pile, counted from 1.
    Pile,
    /// How many stones it takes.
    Take,
    /// The size of the pile before it.
    Size,
    /// What it leaves there.
    Left,
}

impl Part {
    /// The number that it is of a move in a pile of `size`.
    #[inline(always)]
    pub(super) fn of(self, step: &Move, size: u64) -> u64 {
        match self {
            Self::Pile => step.pile as u64 + 1,
            Self::Take => step.take,
            Self::Size => size,
            Self::Left => step.left,
        }
    }
}

/// What there is to say of a value.
pub(crate) struct Description {
    /// The word in braces.
    pub name: &'static str,
    /// What a statement calls it: the first of these that no number of the input is called.
    pub letters: [&'static str; 3],
    /// What it means, in a statement.
    pub meaning: &'static str,
    /// Whether only a won position has it.
    pub is_of_move: bool,
    /// Whether it is a list, and not a number.
    pub is_list: bool,
    /// C++ for the number, or the i-th one of the list.
    pub cpp: &'static str,
}

impl Value {
    pub(crate) const ALL: [Self; 8] = [
        Self::Case,
        Self::Count,
        Self::Grundy,
        Self::Move(Part::Pile),
        Self::Move(Part::Take),
        Self::Move(Part::Size),
        Self::Move(Part::Left),
        Self::After,
    ];

    pub(crate) fn description(self) -> Description {
        let number = Description {
            name: "case",
            letters: ["k", "K", "k'"],
            meaning: t!("the number of the case, counted from $1$"),
            is_of_move: false,
            is_list: false,
            cpp: "cases",
        };
        let of_move = |name, letters, meaning, cpp| Description {
            name,
            letters,
            meaning,
            is_of_move: true,
            is_list: false,
            cpp,
        };
        match self {
            Self::Case => number,
            Self::Count => Description {
                name: "count",
                letters: ["c", "C", "c'"],
                meaning: t!("the number of first moves that win"),
                cpp: "count",
                ..number
            },
            Self::Grundy => Description {
                name: "grundy",
                letters: ["g", "G", "g'"],
                meaning: t!("the Grundy value of the position"),
                cpp: "position.nim_sum()",
                ..number
            },
            Self::Move(Part::Pile) => of_move(
                "pile",
                ["p", "P", "p'"],
                t!("the pile of the winning move, counted from $1$"),
                "move.pile",
            ),
            Self::Move(Part::Take) => of_move(
                "take",
                ["t", "U", "t'"],
                t!("the number of stones that the winning move takes"),
                "move.take",
            ),
            Self::Move(Part::Size) => of_move(
                "size",
                ["s", "S", "s'"],
                t!("the size of the pile from which the winning move takes"),
                "move.size",
            ),
            Self::Move(Part::Left) => of_move(
                "left",
                ["r", "R", "r'"],
                t!("the number of stones that it leaves in that pile"),
                "move.left",
            ),
            Self::After => Description {
                name: "after",
                letters: ["q", "Q", "q'"],
                meaning: t!(
                    "the list of the sizes of all piles after the winning move, separated by spaces"
                ),
                is_of_move: true,
                is_list: true,
                cpp: "i == move.pile ? move.left : position.piles[i - 1]",
            },
        }
    }

    /// The word in braces.
    pub(crate) fn name(self) -> &'static str {
        self.description().name
    }

    fn in_braces(self) -> String {
        format!("{{{}}}", self.name())
    }

    /// Whether it is a part of a winning move.
    pub(crate) fn is_of_move(self) -> bool {
        self.description().is_of_move
    }
}

/// The number of lines of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerLines {
    /// One line.
    One,
    /// A line that does not start with a digit, and the lines that follow it and do.
    WordAndNumbers,
    /// All lines: there is only one case.
    All,
}

impl Text {
    /// All its values, in order.
    pub(crate) fn values(&self) -> impl Iterator<Item = Value> {
        let pieces = self.pieces.iter().chain(self.each());
        pieces.filter_map(|piece| match piece {
            Piece::Value(value) => Some(*value),
            Piece::Literal(_) => None,
        })
    }

    /// Whether it has this value.
    pub(crate) fn has(&self, value: Value) -> bool {
        self.values().any(|other| other == value)
    }

    /// Whether a number stands right behind another one.
    fn has_numbers_side_by_side(&self) -> bool {
        let ends = |piece: &Piece| match piece {
            Piece::Value(_) => [true; 2],
            Piece::Literal(text) => {
                let is_digit = |c: char| c.is_ascii_digit();
                [text.starts_with(is_digit), text.ends_with(is_digit)]
            }
        };
        let mut pairs = self.pieces.windows(2);
        pairs.any(|pair| ends(&pair[0])[1] && ends(&pair[1])[0])
    }

    /// The text, if it has no values.
    pub(crate) fn literal(&self) -> Option<&str> {
        match (&self.pieces[..], &self.list) {
            ([Piece::Literal(text)], None) => Some(text),
            _ => None,
        }
    }

    /// What is repeated for each move of a list.
    fn each(&self) -> &[Piece] {
        self.list.as_ref().map_or(&[], |list| &list.each)
    }

    /// The text, with the values as words, for people.
    fn words(&self) -> String {
        let name = |value: Value| format!("<{}>", value.name());
        let mut words = with_values(&self.pieces, name) + &with_values(self.each(), name);
        if let Some(list) = &self.list {
            words.push(list.separator);
            words += "...";
        }
        words.replace('\n', " / ")
    }

    /// Whether the first line, and the lines after it, start with a number.
    fn numbers_at_starts(&self) -> Vec<bool> {
        let number = |_| "0".to_owned();
        let each = with_values(self.each(), number);
        let mut text = with_values(&self.pieces, number) + &each;
        if let Some(list) = &self.list {
            text.push(list.separator);
            text += &each;
        }
        let is_number = |line: &str| line.starts_with(|c: char| c.is_ascii_digit());
        // Empty lines say nothing, but at the end one is no number.
        let lines = text.split('\n').filter(|line| !line.is_empty());
        let end = text.ends_with('\n').then_some(false);
        lines.map(is_number).chain(end).collect()
    }
}

/// These pieces, with each value as `show` says.
pub(super) fn with_values(pieces: &[Piece], mut show: impl FnMut(Value) -> String) -> String {
    let texts = pieces.iter().map(|piece| match piece {
        Piece::Literal(text) => text.clone(),
        Piece::Value(value) => show(*value),
    });
    texts.collect()
}

impl Template {
    /// Parses a template for cases of `layout`, under `rules`.
    pub(crate) fn parse(text: &str, layout: &Layout, rules: &Rules) -> Result<Self, Mistake> {
        let start = text.len() - text.trim_start_matches(BLANKS).len();
        let trimmed = text.trim_matches(BLANKS);
        let parsed = Self::parse_trimmed(trimmed, layout, rules);
        parsed.map_err(|mistake| Mistake {
            offset: start + mistake.offset,
            ..mistake
        })
    }

    fn parse_trimmed(text: &str, layout: &Layout, rules: &Rules) -> Result<Self, Mistake> {
        if let Some((words, times)) = answers_of_positions(text) {
            return Self::of_positions(words, times, layout, rules);
        }
        let any = text.strip_prefix("any ");
        let at_won = any.map_or(0, |rest| text.len() - rest.trim_start_matches(BLANKS).len());
        let (won, at_lost) = match text[at_won..].split_once('|') {
            Some((won, _)) => (won, Some(at_won + won.len() + 1)),
            None => (&text[at_won..], None),
        };
        let won = parse_text(won, at_won, rules)?;
        let lost = match at_lost {
            Some(at) => parse_text(&text[at..], at, rules)?,
            None => won.clone(),
        };
        let at_lost = at_lost.unwrap_or(0);
        if let Some(value) = lost.values().find(|value| value.is_of_move()) {
            let message = t!(
                "a lost position has no winning move: '{value}' makes sense only before a '|'",
                value = value.in_braces()
            );
            return mistake(at_lost, message);
        }
        if at_lost == 0 && won.values().next().is_none() {
            let message = t!(
                "expected WON|LOST, WL*NAME, (WON|LOST)*NAME or a value in braces such as {value}, found '{text}'",
                value = Value::Count.in_braces(),
                text = text
            );
            return mistake(0, message);
        }
        if won == lost && at_lost > 0 {
            return mistake(
                at_lost,
                t!("the answers to won and to lost positions are the same"),
            );
        }
        let names_moves = won.values().any(Value::is_of_move);
        if any.is_some() && (!names_moves || won.list.is_some()) {
            return mistake(
                0,
                t!("'any' stands before an answer that names one winning move"),
            );
        }
        if any.is_some() && won.has_numbers_side_by_side() {
            return mistake(
                at_won,
                t!("nothing shows where one number ends and the next one starts"),
            );
        }
        let one_case = layout.cases().is_none();
        let mut template = Self {
            won,
            lost,
            any: any.is_some(),
            positions: None,
            lines: AnswerLines::One,
        };
        template.lines = template.lines(one_case, at_won)?;
        let lost = template.lost.literal().unwrap_or_default();
        if names_moves && template.won.reads(lost) {
            let message = t!(
                "'{lost}' can be read as the answer to a won position, too",
                lost = lost
            );
            return mistake(at_lost, message);
        }
        Ok(template)
    }

    /// Parses the answers to the positions of a case: letters, or `words` where each is a line.
    fn of_positions(
        words: Option<&str>,
        times: &str,
        layout: &Layout,
        rules: &Rules,
    ) -> Result<Self, Mistake> {
        let positions = Positions {
            times: times.to_owned(),
            on_lines: words.is_some(),
        };
        let of_one = Self::parse_trimmed(words.unwrap_or("W|L"), layout, rules);
        let of_one = of_one.map_err(|mistake| Mistake {
            offset: mistake.offset + usize::from(words.is_some()),
            ..mistake
        })?;
        if [&of_one.won, &of_one.lost]
            .map(Text::literal)
            .contains(&None)
            || of_one.lines != AnswerLines::One
        {
            return mistake(
                1,
                t!("the answers to the positions of a case are words, such as (1|2)*m"),
            );
        }
        Ok(Self {
            positions: Some(positions),
            ..of_one
        })
    }

    /// Whether the answers to the positions of a case are lines.
    pub(crate) fn has_lines_of_positions(&self) -> bool {
        self.positions
            .as_ref()
            .is_some_and(|positions| positions.on_lines)
    }

    fn lines(&self, one_case: bool, offset: usize) -> Result<AnswerLines, Mistake> {
        let starts = [&self.won, &self.lost].map(Text::numbers_at_starts);
        if starts.iter().all(|starts| starts.len() == 1) {
            return Ok(AnswerLines::One);
        }
        if one_case {
            return Ok(AnswerLines::All);
        }
        let fits = |starts: &Vec<bool>| {
            let others = &starts[1..];
            !starts[0] && others.iter().all(|is_number| *is_number)
        };
        if starts.iter().all(fits) {
            return Ok(AnswerLines::WordAndNumbers);
        }
        mistake(
            offset,
            t!(
                "where there are several cases, the first line of an answer starts with a word, and the others with numbers"
            ),
        )
    }

    /// Whether answers name moves.
    pub fn names_moves(&self) -> bool {
        self.won.values().any(Value::is_of_move)
    }

    /// Whether an answer is a list of all winning moves.
    pub fn lists_moves(&self) -> bool {
        self.won.list.is_some()
    }

    /// Whether one of the texts has this value.
    pub fn has(&self, value: Value) -> bool {
        self.won.has(value) || self.lost.has(value)
    }

    /// The order in which moves are asked for, or which of several moves is.
    pub(crate) fn order(&self) -> &'static str {
        if self.lists_moves() {
            "by pile, then by take"
        } else {
            "the first pile, then the smallest take"
        }
    }

    /// Describes the answer to a case.
    pub(crate) fn description(&self) -> String {
        let (won, lost) = (self.won.words(), self.lost.words());
        if let Some(Positions { on_lines, .. }) = self.positions {
            return if on_lines {
                t!(
                    "a line for each position: {won} if it is won, else {lost}",
                    won = won,
                    lost = lost
                )
            } else {
                t!(
                    "a letter for each position: {won} if it is won, else {lost}",
                    won = won,
                    lost = lost
                )
            };
        }
        if self.names_moves() {
            let which = match (self.any, self.lists_moves()) {
                (true, _) => t!("with any winning move"),
                (false, true) => t!("with all winning moves"),
                (false, false) => t!("with the first winning move"),
            };
            return t!(
                "{won} {which}, or {lost} if the first player loses",
                won = won,
                which = which,
                lost = lost
            );
        }
        if won == lost {
            return match won.as_str() {
                "<count>" => t!("how many first moves win").to_owned(),
                "<grundy>" => t!("the Grundy value of the position").to_owned(),
                _ => won,
            };
        }
        t!(
            "{won} if the first player wins, else {lost}",
            won = won,
            lost = lost
        )
    }
}

/// If `text` answers the positions of a case, `WL*m` or `(1|2)*m`: the answer to one of them, unless that is a letter,
/// and the name of the number that says how many there are.
pub(crate) fn answers_of_positions(text: &str) -> Option<(Option<&str>, &str)> {
    let text = text.trim_matches(BLANKS);
    if let Some(times) = text.strip_prefix("WL*") {
        return Some((None, times));
    }
    let (words, times) = text.strip_prefix('(')?.rsplit_once(")*")?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    // Else the parentheses are a part of a word.
    (words.contains('|') && times.chars().all(is_name)).then_some((Some(words), times))
}

/// Parses one of the two texts, which is at `offset`.
fn parse_text(text: &str, offset: usize, rules: &Rules) -> Result<Text, Mistake> {
    let end = text.trim_end_matches(BLANKS).len();
    let at = text.len() - text.trim_start_matches(BLANKS).len();
    if at >= end {
        return mistake(offset, t!("expected a word, found nothing"));
    }
    let mut parsed = Text::default();
    let mut rest = &text[at..end];
    let is_list = rest.ends_with("...");
    if is_list {
        rest = &rest[..rest.len() - 3];
    }
    let start_of = |rest: &str| offset + at + (end - at - usize::from(is_list) * 3 - rest.len());
    while let Some(first) = rest.chars().next() {
        if first == '{' {
            let at = start_of(rest);
            let Some((name, after)) = rest[1..].split_once('}') else {
                return mistake(
                    at,
                    t!("expected '{brace}' after the name of a value", brace = '}'),
                );
            };
            let value = value(name, at, rules)?;
            parsed.pieces.push(Piece::Value(value));
            rest = after;
            continue;
        }
        let shown = match first {
            '/' | '\n' => '\n',
            '_' => ' ',
            '}' => {
                return mistake(
                    start_of(rest),
                    t!(
                        "expected '{expected}' before, found '{found}'",
                        expected = '{',
                        found = '}'
                    ),
                );
            }
            control if control.is_control() => {
                let message = t!(
                    "an answer has no control characters, found {found}",
                    found = format!("U+{:04X}", u32::from(control))
                );
                return mistake(start_of(rest), message);
            }
            other => other,
        };
        match parsed.pieces.last_mut() {
            Some(Piece::Literal(text)) => text.push(shown),
            Some(Piece::Value(_)) | None => parsed.pieces.push(Piece::Literal(shown.into())),
        }
        rest = &rest[first.len_utf8()..];
    }
    let is_blank = |piece: &Piece| matches!(piece, Piece::Literal(text) if text.trim().is_empty());
    if parsed.pieces.iter().all(is_blank) {
        return mistake(offset + at, t!("expected a word, found only blanks"));
    }
    if is_list {
        let at = offset + end - 3;
        let list = split_list(&mut parsed.pieces);
        let is_list =
            |piece: &Piece| matches!(piece, Piece::Value(value) if value.description().is_list);
        let Some(list) = list.filter(|list| !list.each.iter().any(is_list)) else {
            return mistake(
                at,
                t!(
                    "'...' stands after a move and a space or a '/', as in '{example}'",
                    example = "{pile}:{take} ..."
                ),
            );
        };
        parsed.list = Some(list);
    }
    Ok(parsed)
}

/// Takes what is repeated from the end of `pieces`: from the start of the word that has the first part of a move, up to
/// the separator.
fn split_list(pieces: &mut Vec<Piece>) -> Option<MoveList> {
    let Some(Piece::Literal(last)) = pieces.last_mut() else {
        return None;
    };
    let separator = last.pop().filter(|c| [' ', '\n'].contains(c))?;
    if last.is_empty() {
        pieces.pop();
    }
    let is_of_move = |piece: &Piece| matches!(piece, Piece::Value(value) if value.is_of_move());
    let first = pieces.iter().position(is_of_move)?;
    let mut each = pieces.split_off(first);
    if let Some(Piece::Literal(before)) = pieces.last_mut() {
        let word = before.rfind([' ', '\n']).map_or(0, |end| end + 1);
        let start = before.split_off(word);
        if before.is_empty() {
            pieces.pop();
        }
        if !start.is_empty() {
            each.insert(0, Piece::Literal(start));
        }
    }
    Some(MoveList { each, separator })
}

/// The value with this name at `offset`, if positions have one under `rules`.
fn value(name: &str, offset: usize, rules: &Rules) -> Result<Value, Mistake> {
    let found = Value::ALL.into_iter().find(|other| other.name() == name);
    let Some(value) = found else {
        let message = t!(
            "expected one of {values}, found '{found}'",
            values = Value::ALL.map(Value::in_braces).join(" "),
            found = format!("{{{name}}}")
        );
        return mistake(offset, message);
    };
    let why_not = match value {
        Value::Case => None,
        Value::Count => (!rules.lists_all_winning()).then_some(t!(
            "winning moves of this game are not counted: ask who wins"
        )),
        Value::Grundy => rules.grundy(&[]).is_none().then_some(t!(
            "positions of this game have no Grundy value: ask who wins"
        )),
        Value::Move(_) | Value::After => (!rules.has_single_moves()).then_some(t!(
            "a move of this game is not a pile and a take: ask who wins"
        )),
    };
    match why_not {
        Some(message) => mistake(offset, message),
        None => Ok(value),
    }
}
