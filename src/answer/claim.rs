//! What an answer of a submission claims: the template, read backwards.

use super::template::{MoveList, Part, Piece, Positions, Template, Text, Value, with_values};
use crate::decode::is_white_space;
use crate::game::Move;
use crate::words::t;

/// A move as an answer writes it: those of its parts that the template has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Claimed {
    /// The number of the pile, counted from 1.
    pub pile: Option<u64>,
    /// The size of the pile.
    pub size: Option<u64>,
    /// The number of stones taken.
    pub take: Option<u64>,
    /// The number of stones left.
    pub left: Option<u64>,
}

/// What an answer claims about the moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The number of winning moves.
    Count,
    /// This move wins.
    Move(Claimed),
    /// These are all winning moves.
    Moves(Vec<Claimed>),
    /// Nothing about moves, or the answer is malformed.
    Other,
}

/// What was found of a text in an answer.
#[derive(Default)]
struct Found {
    /// The moves, each with what was found of it.
    moves: Vec<Claimed>,
    /// Whether the answer ends before the text does.
    is_cut: bool,
}

impl Claimed {
    /// Whether there is such a move: it takes from a pile, which are counted from 1, at least one stone.
    fn may_be(&self) -> bool {
        ![self.pile, self.size, self.take].contains(&Some(0))
    }

    /// The part that this value is, if it is one.
    fn part(&mut self, value: Value) -> Option<(&mut Option<u64>, Part)> {
        let Value::Move(part) = value else {
            return None;
        };
        let number = match part {
            Part::Pile => &mut self.pile,
            Part::Size => &mut self.size,
            Part::Take => &mut self.take,
            Part::Left => &mut self.left,
        };
        Some((number, part))
    }

    fn set(&mut self, value: Value, number: u64) {
        if let Some((part, _)) = self.part(value) {
            *part = Some(number);
        }
    }
}

/// Whether `c` separates answers or parts of one.
fn is_white(c: char) -> bool {
    u8::try_from(c).is_ok_and(is_white_space)
}

impl Text {
    /// Whether `answer` is one of these texts.
    pub(super) fn reads(&self, answer: &str) -> bool {
        let found = self.find(answer).filter(|found| !found.is_cut);
        found.is_some_and(|found| found.moves.iter().all(Claimed::may_be))
    }

    /// Reads an answer that has the form of this text, or starts like it. White space may be any other.
    fn find(&self, answer: &str) -> Option<Found> {
        let mut found = Found::default();
        let mut rest = answer.trim_matches(is_white);
        let mut claimed = Claimed::default();
        if !read(&self.pieces, &mut rest, &mut claimed)? {
            found.is_cut = true;
        } else if let Some(MoveList { each, .. }) = &self.list {
            // A list without any move has the form of one.
            while !rest.is_empty() {
                let mut next = Claimed::default();
                if !read(each, &mut rest, &mut next)? {
                    found.is_cut = true;
                    break;
                }
                found.moves.push(next);
                let trimmed = rest.trim_start_matches(is_white);
                if trimmed.len() == rest.len() && !rest.is_empty() {
                    return None;
                }
                rest = trimmed;
            }
        } else if !rest.is_empty() {
            return None;
        }
        if self.list.is_none() && self.values().any(Value::is_of_move) {
            found.moves.push(claimed);
        }
        Some(found)
    }
}

/// Reads `pieces` from the start of `rest`. Returns false if that ends before they do, and `None` if they are not there.
fn read(pieces: &[Piece], rest: &mut &str, claimed: &mut Claimed) -> Option<bool> {
    for piece in pieces {
        match piece {
            Piece::Literal(text) => {
                let mut after_white = false;
                for c in text.chars() {
                    if is_white(c) {
                        let trimmed = rest.trim_start_matches(is_white);
                        let is_there = after_white || rest.is_empty() || trimmed.len() < rest.len();
                        *rest = is_there.then_some(trimmed)?;
                    } else if rest.is_empty() {
                        return Some(false);
                    } else {
                        *rest = rest.strip_prefix(c)?;
                    }
                    after_white = is_white(c);
                }
            }
            Piece::Value(value) if value.description().is_list => {
                while let Some((_, after)) = number(rest) {
                    *rest = after;
                    let trimmed = after.trim_start_matches(is_white);
                    if number(trimmed).is_some() && trimmed.len() < after.len() {
                        *rest = trimmed;
                    }
                }
            }
            Piece::Value(value) => {
                if rest.is_empty() {
                    return Some(false);
                }
                let (found, after) = number(rest)?;
                claimed.set(*value, found);
                *rest = after;
            }
        }
    }
    Some(true)
}

/// The number at the start of `text`, without leading zeros, and what follows it.
fn number(text: &str) -> Option<(u64, &str)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, after) = text.split_at(end);
    let is_plain = digits == "0" || !digits.starts_with('0');
    Some((digits.parse().ok().filter(|_| is_plain)?, after))
}

impl Template {
    /// Parses what `text` claims about the moves of a position.
    pub(crate) fn claim(&self, text: &str) -> Claim {
        if !self.names_moves() {
            return if self.has(Value::Count) {
                Claim::Count
            } else {
                Claim::Other
            };
        }
        if self.lost.reads(text) {
            return Claim::Moves(Vec::new());
        }
        match self.won.find(text) {
            Some(found) if self.lists_moves() && !found.is_cut => Claim::Moves(found.moves),
            Some(Found { moves, .. }) if !self.lists_moves() => match moves[..] {
                [claimed] if claimed.is_whole() => Claim::Move(claimed),
                _ => Claim::Other,
            },
            _ => Claim::Other,
        }
    }

    /// The move that `text` names, if it has the form of the answer to a won position.
    pub(crate) fn named(&self, text: &str) -> Option<Claimed> {
        let found = self.won.find(text).filter(|found| !found.is_cut)?;
        found.moves.first().copied()
    }

    /// Describes what an answer must look like, if `text`, which is not empty, does not.
    pub(crate) fn wrong_form(&self, text: &str) -> Option<String> {
        if let Some(Positions {
            on_lines: false, ..
        }) = self.positions
        {
            let is_letter = |c: char| c == 'W' || c == 'L';
            return (!text.chars().all(is_letter))
                .then(|| t!("an answer is a word of the letters W and L").to_owned());
        }
        let fits = |form: &Text| form.find(text).is_some_and(|found| !found.is_cut);
        let is_one = fits(&self.won) || fits(&self.lost);
        (!is_one).then(|| {
            t!(
                "an answer to this case is {answer}",
                answer = self.description()
            )
        })
    }

    /// A move as answers write it, given the size of its pile.
    pub(crate) fn claimed(&self, step: &Move, size: u64) -> Claimed {
        let mut claimed = Claimed::default();
        for value in self.won.values() {
            if let Some((number, part)) = claimed.part(value) {
                *number = Some(part.of(step, size));
            }
        }
        claimed
    }

    /// Formats a move as in answers.
    pub(crate) fn show(&self, mut claimed: Claimed) -> String {
        let pieces = match &self.won.list {
            Some(list) => &list.each,
            None => &self.won.pieces,
        };
        with_values(pieces, |value| {
            let number = claimed.part(value).and_then(|(number, _)| *number);
            number.map(|number| number.to_string()).unwrap_or_default()
        })
    }
}

impl Claimed {
    /// Whether it says which move it is.
    fn is_whole(&self) -> bool {
        (self.pile.is_some() || self.size.is_some()) && (self.take.is_some() || self.left.is_some())
    }
}
