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

impl AnswerLines {
    /// Where answers of these texts end; `None` if that cannot be seen.
    fn of(texts: [&Text; 2], one_case: bool) -> Option<Self> {
        let starts = texts.map(Text::numbers_at_starts);
        let fits = |starts: &Vec<bool>| !starts[0] && starts[1..].iter().all(|&number| number);
        if starts.iter().all(|starts| starts.len() == 1) {
            Some(Self::One)
        } else if one_case {
            Some(Self::All)
        } else {
            let all_fit = starts.iter().all(fits);
            all_fit.then_some(Self::WordAndNumbers)
        }
    }
}

impl Piece {
    /// The value that it is, if it is one.
    fn value(&self) -> Option<&'static Value> {
        match self {
            Self::Value(value) => Some(value),
            Self::Literal(_) => None,
        }
    }

    /// How it may look.
    fn example(&self) -> &str {
        match self {
            Self::Value(_) => "0",
            Self::Literal(text) => text,
        }
    }
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

impl Text {
    /// All its values, in order.
    pub(crate) fn values(&self) -> impl Iterator<Item = &'static Value> {
        let each = self.list.iter().flat_map(|list| &list.each);
        self.pieces.iter().chain(each).filter_map(Piece::value)
    }

    /// The text, if it has no values.
    pub(crate) fn literal(&self) -> Option<&str> {
        match (&self.pieces[..], &self.list) {
            ([Piece::Literal(text)], None) => Some(text),
            _ => None,
        }
    }

    /// Whether a number stands right behind another one.
    fn has_numbers_side_by_side(&self) -> bool {
        let pairs = self.pieces.iter().map(Piece::example);
        let mut pairs = pairs.clone().zip(pairs.skip(1));
        pairs.any(|(one, next)| one.ends_with(is_digit) && next.starts_with(is_digit))
    }

    /// Whether the first line, and the lines after it, start with a number.
    fn numbers_at_starts(&self) -> Vec<bool> {
        let example = |pieces: &[Piece]| pieces.iter().map(Piece::example).collect::<String>();
        let mut text = example(&self.pieces);
        if let Some(list) = &self.list {
            text += &[example(&list.each), example(&list.each)].join(&list.separator.to_string());
        }
        // Empty lines say nothing, but at the end one is no number.
        let lines = text.split('\n').filter(|line| !line.is_empty());
        let end = text.ends_with('\n').then_some("");
        lines
            .chain(end)
            .map(|line| line.starts_with(is_digit))
            .collect()
    }

    /// Parses `given`, a part of `answer`.
    fn parse(answer: Quoted<'_>, given: &str, rules: &Rules) -> Result<Self, Mistake> {
        let text = given.trim_matches(BLANKS);
        let Some(listing) = text.strip_suffix("...") else {
            let pieces = parse_pieces(answer, text, rules)?;
            if pieces.iter().all(|piece| piece.example().trim().is_empty()) {
                return answer.mistake(given, t!("expected a word, found nothing"));
            }
            return Ok(Self { pieces, list: None });
        };
        // What is repeated starts with the word that has the first part of a move.
        let moves = VALUES.iter().filter(|value| value.is_of_move());
        let first = moves.filter_map(|value| listing.find(&value.in_braces()));
        let before = &listing[..first.min().unwrap_or(listing.len())];
        let start = before.rfind(SEPARATORS).map_or(0, |end| end + 1);
        let pieces = parse_pieces(answer, &listing[..start], rules)?;
        let each = listing[start..].strip_suffix(SEPARATORS).unwrap_or("");
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
            match Value::named(name, rules) {
                Ok(value) => pieces.push(Piece::Value(value)),
                Err(message) => return answer.mistake(rest, message),
            }
            rest = after;
            continue;
        }
        let (literal, after) = rest.split_at(rest.find('{').unwrap_or(rest.len()));
        let is_bad = |c: &char| *c == '}' || c.is_control() && *c != '\n';
        if let Some(bad) = literal.chars().find(is_bad) {
            let message = t!(
                "expected a word or a value in braces, found {found}",
                found = format!("{bad:?}")
            );
            let (_, at) = literal.split_at(literal.find(bad).unwrap_or(0));
            return answer.mistake(at, message);
        }
        let literal = literal.replace('/', "\n").replace('_', " ");
        pieces.push(Piece::Literal(literal));
        rest = after;
    }
    Ok(pieces)
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
        written: Quoted<'_>,
        layout: &Layout,
        rules: &Rules,
    ) -> Result<Self, Mistake> {
        let positions = answers_of_positions(written.text);
        let (answer, text) = match positions {
            None => (written, written.text),
            Some((Some(words), _)) => (written, words),
            Some((None, _)) => (Quoted::WON_OR_LOST, Quoted::WON_OR_LOST.text),
        };
        let text = text.trim_matches(BLANKS);
        let any = text.strip_prefix("any ");
        let texts = any.unwrap_or(text).trim_start_matches(BLANKS);
        let (at_won, at_lost) = match texts.split_once('|') {
            Some((won, lost)) => (won, Some(lost)),
            None => (texts, None),
        };
        let won = Text::parse(answer, at_won, rules)?;
        let lost = match at_lost {
            Some(lost) => Text::parse(answer, lost, rules)?,
            None => won.clone(),
        };
        let any = any.is_some();
        let names_moves = won.values().any(Value::is_of_move);
        let word = lost.literal().unwrap_or_default();
        let lines = AnswerLines::of([&won, &lost], layout.cases().is_none());
        let (at, message) = if let Some(value) = lost.values().find(|it| it.is_of_move()) {
            let message = t!(
                "a lost position has no winning move: '{value}' makes sense only before a '|'",
                value = value.in_braces()
            );
            (at_lost.unwrap_or(text), message)
        } else if at_lost.is_none() && won.values().next().is_none() {
            let message = t!(
                "expected WON|LOST, WL*NAME, (WON|LOST)*NAME or a value in braces such as {value}, found '{text}'",
                value = "{count}",
                text = text
            );
            (text, message)
        } else if let Some(at_lost) = at_lost.filter(|_| won == lost) {
            let message = t!("the answers to won and to lost positions are the same");
            (at_lost, message.to_owned())
        } else if any && (!names_moves || won.list.is_some()) {
            let message = t!("'any' stands before an answer that names one winning move");
            (text, message.to_owned())
        } else if any && won.has_numbers_side_by_side() {
            let message = t!("nothing shows where one number ends and the next one starts");
            (at_won, message.to_owned())
        } else if positions.is_some()
            && (lines != Some(AnswerLines::One) || [&won, &lost].map(Text::literal).contains(&None))
        {
            let message = t!("the answers to the positions of a case are words, such as (1|2)*m");
            (text, message.to_owned())
        } else if let Some(at_lost) = at_lost.filter(|_| names_moves && won.reads(word)) {
            let message = t!(
                "'{lost}' can be read as the answer to a won position, too",
                lost = word
            );
            (at_lost, message)
        } else if let Some(lines) = lines {
            let positions = positions.map(|(words, times)| Positions {
                times: times.to_owned(),
                on_lines: words.is_some(),
            });
            let written = written.text.to_owned();
            return Ok(Self {
                written,
                won,
                lost,
                any,
                positions,
                lines,
            });
        } else {
            let message = t!(
                "where there are several cases, the first line of an answer starts with a word, and the others with numbers"
            );
            (at_won, message.to_owned())
        };
        answer.mistake(at, message)
    }

    /// Whether the answers to the positions of a case are lines.
    pub(crate) fn has_lines_of_positions(&self) -> bool {
        let positions = self.positions.as_ref();
        positions.is_some_and(|positions| positions.on_lines)
    }

    /// Whether one of the texts has such a value.
    fn any_value(&self, is_so: impl Fn(&Value) -> bool) -> bool {
        self.won.values().chain(self.lost.values()).any(is_so)
    }

    /// Whether one of the texts shows this.
    pub fn has(&self, fact: Fact) -> bool {
        self.any_value(|value| value.fact == fact)
    }

    /// Whether one of the texts has a list of numbers, one for each pile.
    pub(super) fn has_piles(&self) -> bool {
        self.any_value(Value::is_list)
    }

    /// Whether answers name moves.
    pub fn names_moves(&self) -> bool {
        self.any_value(Value::is_of_move)
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
