//! The answers to cases, as a `game.toml` describes them: `"YES/{pile} {take}|NO"`.
//!
//! One parse of that text gives what writes answers ([`facts`](super::facts)), what reads those of submissions
//! ([`claim`](super::claim)), the programs that check them ([`solution`](crate::solution)), and their description.

use super::value::{Fact, VALUES, Value};
use crate::game::Changes;
use crate::game::rule::Rules;
use crate::layout::{Layout, Mistake, Quoted, is_in_name};
use crate::words::t;

/// What may stand around the parts of an answer. Other white space, such as a carriage return, is a control character.
const BLANKS: &[char] = &[' ', '\n'];

/// What is written for a blank.
const SEPARATORS: &[char] = &[' ', '\n', '_', '/'];

/// What is printed for a case.
#[derive(Clone, Debug)]
pub struct Template {
    /// How it is written.
    pub written: String,
    /// If the player to move wins.
    pub won: Vec<Piece>,
    /// How each of all winning moves is printed after that; nothing if they are not listed.
    pub each: Vec<Piece>,
    /// What stands between two of these moves: a space or a newline.
    pub separator: char,
    /// If the player to move loses.
    pub lost: Vec<Piece>,
    /// Any winning move is accepted, not only the first one.
    pub any: bool,
    /// If a case has several positions, and the texts answer one of them.
    pub positions: Option<PerPosition>,
    /// How to find where an answer ends and the next one starts.
    pub lines: AnswerLines,
    /// Whether what is left of a pile says what all are after a move.
    has_single_moves: bool,
}

/// How the positions of a case are answered.
#[derive(Clone, Debug)]
pub struct PerPosition {
    /// The name of the number that says how often the group comes which is a position.
    pub times: String,
    /// Each answer is a line. Else they are letters on one line.
    pub on_lines: bool,
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
    /// A line of one word, and the lines that follow it and have more.
    WordAndLists,
    /// All lines: there is only one case.
    All,
}

impl AnswerLines {
    /// Whether `text` is such an answer.
    fn fits(self, text: &str) -> bool {
        // Empty lines say nothing, but at the end one is no number.
        let end = text.ends_with('\n').then_some("");
        let lines = text.split('\n').filter(|line| !line.is_empty()).chain(end);
        let mut are_numbers = lines.map(|line| line.starts_with(is_digit));
        let mut words = text.split('\n').map(|line| line.split(' ').count());
        match self {
            Self::One => are_numbers.count() == 1,
            Self::WordAndNumbers => are_numbers.next() == Some(false) && are_numbers.all(|is| is),
            Self::WordAndLists => words.next() == Some(1) && words.all(|words| words > 1),
            Self::All => true,
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

/// Their values, in order.
pub(crate) fn values(pieces: &[Piece]) -> impl Iterator<Item = &'static Value> {
    pieces.iter().filter_map(Piece::value)
}

/// The text of these pieces, if it is nothing but that.
pub(crate) fn literal(pieces: &[Piece]) -> Option<&str> {
    match pieces {
        [Piece::Literal(text)] => Some(text),
        _ => None,
    }
}

/// Parses `given`, a part of `answer`: its pieces, how each of all winning moves is printed behind them, if they are
/// listed, and what stands between two of these.
fn parse_text(answer: Quoted<'_>, given: &str, rules: &Rules) -> Result<(Vec<Piece>, Vec<Piece>, char), Mistake> {
    let text = given.trim_matches(BLANKS);
    let Some(listing) = text.strip_suffix("...") else {
        let pieces = parse_pieces(answer, text, rules)?;
        if pieces.iter().all(|piece| piece.example().trim().is_empty()) {
            return answer.mistake(given, t!("expected a word, found nothing"));
        }
        return Ok((pieces, Vec::new(), ' '));
    };
    // What is repeated starts with the word that has the first part of a move.
    let moves = VALUES.iter().filter(|value| value.is_of_move());
    let first = moves.filter_map(|value| listing.find(&value.in_braces()));
    let before = &listing[..first.min().unwrap_or(listing.len())];
    let start = before.rfind(SEPARATORS).map_or(0, |end| end + 1);
    let pieces = parse_pieces(answer, &listing[..start], rules)?;
    let each = listing[start..].strip_suffix(SEPARATORS).unwrap_or("");
    let each = parse_pieces(answer, each, rules)?;
    if values(&each).next().is_none() {
        let message = t!(
            "'...' stands after a move and a space or a '/', as in '{example}'",
            example = "{pile}:{take} ..."
        );
        return answer.mistake(&text[listing.len()..], message);
    }
    let is_on_lines = listing.ends_with(['/', '\n']);
    Ok((pieces, each, if is_on_lines { '\n' } else { ' ' }))
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

/// If `text` answers the positions of a case, `WL*m` or `(1|2)*m`: the answers to one that is won and to one that is
/// lost, whether these are lines, and the name of the number that says how many positions there are.
pub(crate) fn answers_of_positions(text: &str) -> Option<([&str; 2], bool, &str)> {
    let text = text.trim_matches(BLANKS);
    let (words, times) = text.rsplit_once('*')?;
    if let [b'A'..=b'Z' | b'a'..=b'z', b'A'..=b'Z' | b'a'..=b'z'] = words.as_bytes() {
        let (won, lost) = words.split_at(1);
        return Some(([won, lost], false, times));
    }
    let words = words.strip_prefix('(')?.strip_suffix(')')?;
    let (won, lost) = words.split_once('|')?;
    // Else the parentheses are a part of a word.
    times.chars().all(is_in_name).then_some(([won, lost], true, times))
}

/// The texts of an answer for won and for lost positions: the same one where it does not matter who wins.
fn won_and_lost<'t>(answer: Quoted<'t>, texts: &'t str) -> Result<[&'t str; 2], Mistake> {
    let Some((won, lost)) = texts.split_once('|') else {
        return Ok([texts, texts]);
    };
    let Some((_, more)) = lost.split_once('|') else {
        return Ok([won, lost]);
    };
    let message = t!(
        "expected two answers, for won and for lost positions, found '{more}'",
        more
    );
    answer.mistake(more, message)
}

impl Template {
    /// Parses a template for cases of `layout`, under `rules`.
    pub(crate) fn parse(written: Quoted<'_>, layout: &Layout, rules: &Rules) -> Result<Self, Mistake> {
        let (answer, positions) = (written, answers_of_positions(written.text));
        let text = written.text.trim_matches(BLANKS);
        let any = text.strip_prefix("any ");
        let texts = any.unwrap_or(text);
        let is_single = positions.is_none() && !texts.contains('|');
        let [at_won, at_lost] = match positions {
            Some((words, ..)) => words,
            None => won_and_lost(answer, texts)?,
        };
        let won = parse_text(answer, at_won, rules)?;
        let lost = parse_text(answer, at_lost, rules)?;
        let is_same = won == lost;
        let (won, each, separator) = won;
        let mut template = Self {
            written: written.text.to_owned(),
            won,
            each,
            separator,
            lost: [lost.0, lost.1].concat(),
            any: any.is_some(),
            positions: positions.map(|(_, on_lines, times)| PerPosition {
                times: times.to_owned(),
                on_lines,
            }),
            lines: AnswerLines::All,
            has_single_moves: rules.has_single_moves(),
        };
        template.check_texts(answer, rules, [at_won, at_lost], is_single, is_same)?;
        if layout.cases().is_some() || template.has_lines_of_positions() {
            let Some(lines) = template.find_lines(rules.positions.count) else {
                let message = t!(
                    "where there are several cases, the first line of an answer starts with a word, and the others \
                    with numbers"
                );
                return answer.mistake(at_won, message);
            };
            template.lines = lines;
        }
        Ok(template)
    }

    /// Checks that the texts for won and for lost positions, which stand at these places, make sense together; if
    /// there is one text, that it says something of a position.
    fn check_texts(
        &self,
        answer: Quoted<'_>,
        rules: &Rules,
        [at_won, at_lost]: [&str; 2],
        is_single: bool,
        is_same: bool,
    ) -> Result<(), Mistake> {
        let text = answer.text.trim_matches(BLANKS);
        let of_move = |value: &&Value| value.is_of_move();
        if let Some(value) = values(&self.lost).find(of_move) {
            let message = t!(
                "a lost position has no winning move: '{value}' makes sense only before a '|'",
                value = value.in_braces()
            );
            return answer.mistake(at_lost, message);
        }
        if is_single && self.values().next().is_none() {
            let message = t!(
                "expected WON|LOST, WL*NAME, (WON|LOST)*NAME or a value in braces such as {value}, found '{text}'",
                value = "{count}",
                text
            );
            return answer.mistake(text, message);
        }
        if !is_single && is_same {
            let message = t!("the answers to won and to lost positions are the same");
            return answer.mistake(at_lost, message);
        }
        self.check_any(answer, rules, at_won)?;
        if self.positions.is_some() && self.words().is_none() {
            let message = t!("the answers to the positions of a case are words, such as (1|2)*m");
            return answer.mistake(at_won, message);
        }
        let word = literal(&self.lost).unwrap_or_default();
        if self.names_moves() && self.reads_as_won(word) {
            let message = t!("'{lost}' can be read as the answer to a won position, too", lost = word);
            return answer.mistake(at_lost, message);
        }
        Ok(())
    }

    /// Checks that each claim of a move can be read, where any winning move is accepted.
    fn check_any(&self, answer: Quoted<'_>, rules: &Rules, at_won: &str) -> Result<(), Mistake> {
        if self.any && (!self.names_moves() || self.lists_moves()) {
            let message = t!("'any' stands before an answer that names one winning move");
            return answer.mistake(answer.text.trim_matches(BLANKS), message);
        }
        if matches!(rules.changes(), Changes::Parts | Changes::TooManyPiles) && self.has(Fact::After) && !self.any {
            let message = t!("by this rule no winning move is the first: write 'any' before the answer");
            return answer.mistake(at_won, message);
        }
        let meet = |pair: &[Piece]| pair[0].example().ends_with(is_digit) && pair[1].example().starts_with(is_digit);
        if self.any && self.won.windows(2).any(meet) {
            let message = t!("nothing shows where one number ends and the next one starts");
            return answer.mistake(at_won, message);
        }
        let is_list = |piece: &Piece| piece.value().is_some_and(Value::is_list);
        if self.any && self.shows_positions() && self.won.iter().rev().skip(1).any(is_list) {
            let message = t!("since a move may change how many piles there are, these end the answer");
            return answer.mistake(at_won, message);
        }
        Ok(())
    }

    /// Where answers end that are not all of the text, if positions have so many piles; `None` if that cannot be seen.
    fn find_lines(&self, piles: Option<usize>) -> Option<AnswerLines> {
        let example = |pieces: &[Piece]| -> String {
            let examples = pieces.iter().map(|piece| match piece.value() {
                Some(value) if value.is_list() && piles == Some(2) => "0 0",
                _ => piece.example(),
            });
            examples.collect()
        };
        let mut won = example(&self.won);
        if self.lists_moves() {
            let each = example(&self.each);
            won += &[&*each, &each].join(&self.separator.to_string());
        }
        let texts = [won, example(&self.lost)];
        let fit = |lines: &AnswerLines| texts.iter().all(|text| lines.fits(text));
        [AnswerLines::One, AnswerLines::WordAndNumbers, AnswerLines::WordAndLists]
            .into_iter()
            .find(fit)
    }

    /// The text for a position that is won, or that is lost.
    pub(super) fn pieces(&self, is_won: bool) -> &[Piece] {
        if is_won { &self.won } else { &self.lost }
    }

    /// Both texts, if each is nothing but words on a line.
    pub(crate) fn words(&self) -> Option<[&str; 2]> {
        let is_line = |text: &&str| !text.contains('\n') && !self.lists_moves();
        let word = |pieces| literal(pieces).filter(is_line);
        Some([word(&self.won)?, word(&self.lost)?])
    }

    /// Whether the answers to the positions of a case are lines.
    pub(crate) fn has_lines_of_positions(&self) -> bool {
        let positions = self.positions.as_ref();
        positions.is_some_and(|positions| positions.on_lines)
    }

    /// All values of the texts.
    pub(crate) fn values(&self) -> impl Iterator<Item = &'static Value> {
        [&self.won, &self.each, &self.lost]
            .into_iter()
            .flat_map(|pieces| values(pieces))
    }

    /// Whether one of the texts shows this.
    pub(crate) fn has(&self, fact: Fact) -> bool {
        self.values().any(|value| value.fact == fact)
    }

    /// Whether answers name moves.
    pub fn names_moves(&self) -> bool {
        self.values().any(Value::is_of_move)
    }

    /// Whether answers name moves, or say how many win.
    pub(crate) fn asks_for_moves(&self) -> bool {
        self.names_moves() || self.has(Fact::Count)
    }

    /// Whether an answer is a list of all winning moves.
    pub fn lists_moves(&self) -> bool {
        !self.each.is_empty()
    }

    /// Whether it shows positions after moves that may change more than one pile.
    pub(crate) fn shows_positions(&self) -> bool {
        !self.has_single_moves && self.has(Fact::After)
    }

    /// Whether it says what a move is, besides where that leads.
    pub(crate) fn shows_moves(&self) -> bool {
        let mut values = self.values();
        values.any(|value| value.is_of_move() && !value.is_list())
    }

    /// The same, but piles are counted from 0, if answers name any.
    pub(crate) fn with_piles_from_zero(&self) -> Option<Self> {
        let from_zero = |pieces: &[Piece]| -> Vec<_> {
            let pieces = pieces.iter().map(|piece| match piece {
                Piece::Literal(text) => Piece::Literal(text.clone()),
                Piece::Value(value) => Piece::Value(value.counted_from_zero()),
            });
            pieces.collect()
        };
        self.has(Fact::Pile).then(|| Self {
            won: from_zero(&self.won),
            each: from_zero(&self.each),
            ..self.clone()
        })
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
