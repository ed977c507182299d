//! What an answer of a submission claims: the template, read backwards.

use super::template::{Piece, Template, Text};
use super::value::{Fact, Part};
use crate::decode::is_white_space;
use crate::game::Move;

/// A move as an answer writes it: those of its parts that the template has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Claimed([Option<u64>; 4]);

impl Claimed {
    /// What it says of this part of the move.
    pub(crate) fn get(&self, part: Part) -> Option<u64> {
        self.0[part as usize]
    }

    /// Whether there may be such a move: it takes from a pile, which are counted from 1, at least one stone.
    fn may_be(&self) -> bool {
        let parts = [Part::Pile, Part::Size, Part::Take];
        !parts.map(|part| self.get(part)).contains(&Some(0))
    }

    /// Whether it says which move it is.
    pub(crate) fn is_whole(&self) -> bool {
        let has = |part| self.get(part).is_some();
        (has(Part::Pile) || has(Part::Size)) && (has(Part::Take) || has(Part::Left))
    }
}

/// Whether `c` separates answers or parts of one.
fn is_white(c: char) -> bool {
    u8::try_from(c).is_ok_and(is_white_space)
}

/// `text` with a single space for all white space between two other characters.
fn single_spaced(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len());
    for c in text.chars() {
        if !is_white(c) {
            spaced.push(c);
        } else if !spaced.ends_with(' ') {
            spaced.push(' ');
        }
    }
    spaced
}

impl Text {
    /// Whether `answer` is one of these texts.
    pub(super) fn reads(&self, answer: &str) -> bool {
        let moves = self.find(answer);
        moves.is_some_and(|moves| moves.iter().all(Claimed::may_be))
    }

    /// The moves that an answer of this form names. White space may be any other.
    fn find(&self, answer: &str) -> Option<Vec<Claimed>> {
        let answer = single_spaced(answer.trim_matches(is_white)) + " ";
        let mut rest = &*answer;
        let claimed = read(&self.pieces, &mut rest)?;
        let Some(list) = &self.list else {
            return rest.trim_start().is_empty().then(|| vec![claimed]);
        };
        let mut moves = Vec::new();
        // A list without any move has the form of one.
        while !rest.trim_start().is_empty() {
            moves.push(read(&list.each, &mut rest)?);
            rest = rest.strip_prefix(' ')?;
        }
        Some(moves)
    }
}

/// Reads `pieces` from the start of `rest`. `None` if they are not there.
fn read(pieces: &[Piece], rest: &mut &str) -> Option<Claimed> {
    let mut claimed = Claimed::default();
    for piece in pieces {
        match piece {
            Piece::Literal(text) => *rest = rest.strip_prefix(&*single_spaced(text))?,
            Piece::Value(value) if value.is_list() => {
                while let Some((_, after)) = number(rest.trim_start()) {
                    *rest = after;
                }
            }
            Piece::Value(value) => {
                let (found, after) = number(rest)?;
                if let Fact::Part(part) = value.fact {
                    claimed.0[part as usize] = Some(found);
                }
                *rest = after;
            }
        }
    }
    Some(claimed)
}

/// The number at the start of `text`, without leading zeros, and what follows it.
fn number(text: &str) -> Option<(u64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit());
    let (digits, after) = text.split_at(end.unwrap_or(text.len()));
    let is_plain = digits == "0" || !digits.starts_with('0');
    Some((digits.parse().ok().filter(|_| is_plain)?, after))
}

impl Template {
    /// The winning moves that `text` names; none, if it says that the position is lost. `None` if it is malformed, or answers
    /// name no moves.
    pub(crate) fn claim(&self, text: &str) -> Option<Vec<Claimed>> {
        if !self.names_moves() {
            return None;
        }
        if self.lost.reads(text) {
            return Some(Vec::new());
        }
        self.won.find(text)
    }

    /// A move as answers write it, given the size of its pile.
    pub(crate) fn claimed(&self, step: &Move, size: u64) -> Claimed {
        Claimed(Part::ALL.map(|part| {
            let is_shown = self.has(Fact::Part(part));
            is_shown.then(|| part.of(step, size))
        }))
    }

    /// Formats a move as in answers.
    pub(crate) fn show(&self, claimed: Claimed) -> String {
        let pieces = match &self.won.list {
            Some(list) => &list.each,
            None => &self.won.pieces,
        };
        let pieces = pieces.iter().map(|piece| match piece {
            Piece::Literal(text) => text.clone(),
            Piece::Value(value) => {
                let Fact::Part(part) = value.fact else {
                    return String::new();
                };
                let number = claimed.get(part);
                number.map_or_else(String::new, |number| number.to_string())
            }
        });
        pieces.collect()
    }
}
