//! The answers to cases, as a `game.toml` describes them: `"YES/{pile} {take}|NO"`.
//!
//! One parse of that text gives what writes answers ([`facts`](super::facts)), what reads those of submissions
//! ([`claim`](super::claim)), the C++ that checks them ([`cpp`](crate::cpp)), and their description.

use super::value::{Fact, VALUES, Value};
use crate::game::rule::Rules;
use crate::layout::{Layout, Mistake, Quoted};
use crate::words::t;

/// What may stand around the parts of an answer. Other white space, such as a carriage return, is a control character.
const BLANKS: [char; 2] = [' ', '\n'];

/// What is written for a blank.
const SEPARATORS: [char; 4] = [' ', '\n', '_', '/'];

/// What is printed for a case.
#[derive(Clone, Debug)]
pub struct Template {
    /// How it is written.
    pub written: String,
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text {
    /// The parts, in order.
    pub pieces: Vec<Piece>,
    /// All winning moves, after the pieces.
    pub list: Option<MoveList>,
}

/// How all winning moves are printed.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveList {
    /// The parts of each.
    pub each: Vec<Piece>,
    /// What stands between two of them: a space or a newline.
    pub separator: char,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// These characters.
    Literal(String),
    /// This value.
    Value(&'static Value),
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

impl Piece {
    /// The value that it is, if it is one.
    pub(super) fn value(&self) -> Option<&'static Value> {
        match self {
            Self::Value(value) => Some(value),
            Self::Literal(_) => None,
        }
    }
}

impl Text {
    /// All its values, in order.
    pub(crate) fn values(&self) -> impl Iterator<Item = &'static Value> {
        let pieces = self.pieces.iter().chain(self.each());
        pieces.filter_map(Piece::value)
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

    /// Whether a number stands right behind another one.
    fn has_numbers_side_by_side(&self) -> bool {
        let is_digit = |c: char| c.is_ascii_digit();
        let mut pairs = self.pieces.windows(2);
        pairs.any(|pair| {
            let [one, next] = [&pair[..1], &pair[1..]].map(|piece| with_values(piece, any_number));
            one.ends_with(is_digit) && next.starts_with(is_digit)
        })
    }

    /// Whether the first line, and the lines after it, start with a number.
    fn numbers_at_starts(&self) -> Vec<bool> {
        let each = with_values(self.each(), any_number);
        let mut text = with_values(&self.pieces, any_number) + &each;
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

    /// Parses `given`, a part of `answer`.
    fn parse(answer: Quoted<'_>, given: &str, rules: &Rules) -> Result<Self, Mistake> {
        let text = given.trim_matches(BLANKS);
        if text.is_empty() {
            return answer.mistake(given, t!("expected a word, found nothing"));
        }
        let listing = text.strip_suffix("...");
        let pieces = parse_pieces(answer, listing.unwrap_or(text), rules)?;
        let is_blank =
            |piece: &Piece| matches!(piece, Piece::Literal(text) if text.trim().is_empty());
        if pieces.iter().all(is_blank) {
            return answer.mistake(text, t!("expected a word, found only blanks"));
        }
        let Some(listing) = listing else {
            return Ok(Self { pieces, list: None });
        };
        // What is repeated starts with the word that has the first part of a move.
        let moves = VALUES.iter().filter(|value| value.is_of_move());
        let first = moves.filter_map(|value| listing.find(&value.in_braces()));
        let before = &listing[..first.min().unwrap_or(listing.len())];
        let start = before.rfind(SEPARATORS).map_or(0, |end| end + 1);
        let each = listing[start..].strip_suffix(SEPARATORS).unwrap_or("");
        let pieces = parse_pieces(answer, &listing[..start], rules)?;
        let each = parse_pieces(answer, each, rules)?;
        let mut values = each.iter().filter_map(Piece::value);
        if values.clone().next().is_none() || values.any(Value::is_list) {
            let message = t!(
                "'...' stands after a move and a space or a '/', as in '{example}'",
                example = "{pile}:{take} ..."
            );
            return answer.mistake(&text[listing.len()..], message);
        }
        let separator = if listing.ends_with(['/', '\n']) {
            '\n'
        } else {
            ' '
        };
        let list = Some(MoveList { each, separator });
        Ok(Self { pieces, list })
    }
}

/// Parses `text`, a part of `answer` that has no list.
fn parse_pieces(answer: Quoted<'_>, text: &str, rules: &Rules) -> Result<Vec<Piece>, Mistake> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        if let Some(value) = rest.strip_prefix('{') {
            let Some((name, after)) = value.split_once('}') else {
                let message = t!("expected '{brace}' after the name of a value", brace = '}');
                return answer.mistake(rest, message);
            };
            let value = value_named(name, rules);
            let value = value.or_else(|message| answer.mistake(rest, message))?;
            pieces.push(Piece::Value(value));
            rest = after;
            continue;
        }
        let (literal, after) = rest.split_at(rest.find('{').unwrap_or(rest.len()));
        let is_bad = |c: char| c == '}' || c.is_control() && c != '\n';
        if let Some((at, bad)) = literal.char_indices().find(|&(_, c)| is_bad(c)) {
            let message = if bad == '}' {
                t!(
                    "expected '{expected}' before, found '{found}'",
                    expected = '{',
                    found = '}'
                )
            } else {
                t!(
                    "an answer has no control characters, found {found}",
                    found = format!("U+{:04X}", u32::from(bad))
                )
            };
            return answer.mistake(&literal[at..], message);
        }
        let literal = literal.replace('/', "\n").replace('_', " ");
        pieces.push(Piece::Literal(literal));
        rest = after;
    }
    Ok(pieces)
}

fn any_number(_: &Value) -> String {
    "0".to_owned()
}

/// These pieces, with each value as `show` says.
pub(super) fn with_values(pieces: &[Piece], show: impl Fn(&Value) -> String) -> String {
    let texts = pieces.iter().map(|piece| match piece {
        Piece::Literal(text) => text.clone(),
        Piece::Value(value) => show(value),
    });
    texts.collect()
}

/// The value with this name, if positions have one under `rules`.
///
/// # Errors
/// What is wrong with it.
fn value_named(name: &str, rules: &Rules) -> Result<&'static Value, String> {
    let Some(value) = VALUES.iter().find(|value| value.name == name) else {
        return Err(t!(
            "expected one of {values}, found '{found}'",
            values = VALUES.each_ref().map(Value::in_braces).join(" "),
            found = format!("{{{name}}}")
        ));
    };
    match value.why_not(rules) {
        Some(message) => Err(message.to_owned()),
        None => Ok(value),
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

impl Template {
    /// Parses a template for cases of `layout`, under `rules`.
    pub(crate) fn parse(
        answer: Quoted<'_>,
        layout: &Layout,
        rules: &Rules,
    ) -> Result<Self, Mistake> {
        let Some((words, times)) = answers_of_positions(answer.text) else {
            return Self::of_one(answer, answer.text, layout, rules);
        };
        let template = match words {
            Some(words) => Self::of_one(answer, words, layout, rules)?,
            None => Self::of_one(Quoted::WON_OR_LOST, Quoted::WON_OR_LOST.text, layout, rules)?,
        };
        if [&template.won, &template.lost]
            .map(Text::literal)
            .contains(&None)
            || template.lines != AnswerLines::One
        {
            let message = t!("the answers to the positions of a case are words, such as (1|2)*m");
            return answer.mistake(words.unwrap_or(answer.text), message);
        }
        Ok(Self {
            written: answer.text.to_owned(),
            positions: Some(Positions {
                times: times.to_owned(),
                on_lines: words.is_some(),
            }),
            ..template
        })
    }

    /// Parses `text`, a part of `answer`: that to a case, or to a position.
    fn of_one(
        answer: Quoted<'_>,
        text: &str,
        layout: &Layout,
        rules: &Rules,
    ) -> Result<Self, Mistake> {
        let text = text.trim_matches(BLANKS);
        let (texts, any) = match text.strip_prefix("any ") {
            Some(texts) => (texts.trim_start_matches(BLANKS), true),
            None => (text, false),
        };
        let (at_won, at_lost) = match texts.split_once('|') {
            Some((won, lost)) => (won, Some(lost)),
            None => (texts, None),
        };
        let won = Text::parse(answer, at_won, rules)?;
        let lost = at_lost.map(|lost| Text::parse(answer, lost, rules));
        let has_lost = lost.is_some();
        let mut template = Self {
            written: answer.text.to_owned(),
            lost: lost.transpose()?.unwrap_or_else(|| won.clone()),
            won,
            any,
            positions: None,
            lines: AnswerLines::One,
        };
        let at_lost = at_lost.unwrap_or(text);
        let (won, lost) = (&template.won, &template.lost);
        let names_moves = template.names_moves();
        let word = lost.literal().unwrap_or_default();
        let lines = template.lines_of(layout.cases().is_none());
        let (at, message) = if let Some(value) = lost.values().find(|it| it.is_of_move()) {
            let message = t!(
                "a lost position has no winning move: '{value}' makes sense only before a '|'",
                value = value.in_braces()
            );
            (at_lost, message)
        } else if !has_lost && won.values().next().is_none() {
            let message = t!(
                "expected WON|LOST, WL*NAME, (WON|LOST)*NAME or a value in braces such as {value}, found '{text}'",
                value = "{count}",
                text = text
            );
            (text, message)
        } else if won == lost && has_lost {
            let message = t!("the answers to won and to lost positions are the same");
            (at_lost, message.to_owned())
        } else if any && (!names_moves || won.list.is_some()) {
            let message = t!("'any' stands before an answer that names one winning move");
            (text, message.to_owned())
        } else if any && won.has_numbers_side_by_side() {
            let message = t!("nothing shows where one number ends and the next one starts");
            (at_won, message.to_owned())
        } else if lines.is_none() {
            let message = t!(
                "where there are several cases, the first line of an answer starts with a word, and the others with numbers"
            );
            (at_won, message.to_owned())
        } else if names_moves && won.reads(word) {
            let message = t!(
                "'{lost}' can be read as the answer to a won position, too",
                lost = word
            );
            (at_lost, message)
        } else {
            template.lines = lines.unwrap_or(template.lines);
            return Ok(template);
        };
        answer.mistake(at, message)
    }

    /// How to find where an answer ends; `None` if that cannot be seen.
    fn lines_of(&self, one_case: bool) -> Option<AnswerLines> {
        let starts = [&self.won, &self.lost].map(Text::numbers_at_starts);
        let fits = |starts: &Vec<bool>| !starts[0] && starts[1..].iter().all(|&number| number);
        if starts.iter().all(|starts| starts.len() == 1) {
            Some(AnswerLines::One)
        } else if one_case {
            Some(AnswerLines::All)
        } else {
            let all_fit = starts.iter().all(fits);
            all_fit.then_some(AnswerLines::WordAndNumbers)
        }
    }

    /// Whether the answers to the positions of a case are lines.
    pub(crate) fn has_lines_of_positions(&self) -> bool {
        let positions = self.positions.as_ref();
        positions.is_some_and(|positions| positions.on_lines)
    }

    /// All values of both texts.
    fn values(&self) -> impl Iterator<Item = &'static Value> {
        self.won.values().chain(self.lost.values())
    }

    /// Whether one of the texts shows this.
    pub fn has(&self, fact: Fact) -> bool {
        self.values().any(|value| value.fact == fact)
    }

    /// Whether one of the texts has a list of numbers, one for each pile.
    pub(crate) fn has_piles(&self) -> bool {
        self.values().any(Value::is_list)
    }

    /// Whether answers name moves.
    pub fn names_moves(&self) -> bool {
        self.values().any(Value::is_of_move)
    }

    /// Whether an answer is a list of all winning moves.
    pub fn lists_moves(&self) -> bool {
        self.won.list.is_some()
    }

    /// The order in which moves are asked for, or which of several moves is.
    pub(crate) fn order(&self) -> &'static str {
        if self.lists_moves() {
            t!("by pile, then by take")
        } else {
            t!("the first pile, then the smallest take")
        }
    }
}
