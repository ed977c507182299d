//! What an answer of a submission claims: the template, read backwards.

use super::facts::{Facts, write};
use super::template::{Piece, Template};
use super::value::Fact;
use crate::decode::{is_white_space, words};
use crate::game::Change;
use crate::game::rule::Rules;
use crate::output::answers::Answers;

/// A move as an answer writes it: of each value that the template has of it, the number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Claimed([Option<u64>; MOVE.len()]);

/// What is kept of a move.
const MOVE: &[Fact] = &[Fact::Pile, Fact::Take, Fact::Size, Fact::Left];

impl Claimed {
    /// That of which these values are known.
    fn of(values: impl Iterator<Item = (Fact, Option<u64>)>) -> Self {
        let mut claimed = Self::default();
        for (fact, number) in values {
            if let Some(at) = MOVE.iter().position(|own| *own == fact) {
                claimed.0[at] = number;
            }
        }
        claimed
    }

    /// What it says of the move.
    pub(crate) fn get(&self, fact: Fact) -> Option<u64> {
        let at = MOVE.iter().position(|own| *own == fact)?;
        self.0[at]
    }

    /// Whether there may be such a move: it takes from a pile, which are counted from 1, at least one stone.
    fn may_be(&self) -> bool {
        let facts = [Fact::Pile, Fact::Size, Fact::Take];
        !facts.map(|fact| self.get(fact)).contains(&Some(0))
    }

    /// Whether it says which move it is.
    pub(crate) fn is_whole(&self) -> bool {
        let has = |fact| self.get(fact).is_some();
        (has(Fact::Pile) || has(Fact::Size)) && (has(Fact::Take) || has(Fact::Left))
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

/// The moves that an answer of these pieces names, behind which moves are listed that are written like `each`. White
/// space may be any other.
fn find(pieces: &[Piece], each: &[Piece], answer: &str) -> Option<Vec<Claimed>> {
    let answer = single_spaced(answer.trim_matches(is_white)) + " ";
    let mut rest = &*answer;
    let claimed = read(pieces, &mut rest, &mut Vec::new())?;
    if each.is_empty() {
        return rest.trim_start().is_empty().then(|| vec![claimed]);
    }
    let mut moves = Vec::new();
    // A list without any move has the form of one.
    while !rest.trim_start().is_empty() {
        moves.push(read(each, &mut rest, &mut Vec::new())?);
        rest = rest.strip_prefix(' ')?;
    }
    Some(moves)
}

/// Reads `pieces` from the start of `rest`, and adds the numbers of lists to `list`. `None` if they are not there.
fn read(pieces: &[Piece], rest: &mut &str, list: &mut Vec<u64>) -> Option<Claimed> {
    let mut claimed = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Literal(text) => *rest = rest.strip_prefix(&*single_spaced(text))?,
            Piece::Value(value) if value.is_list() => {
                while let Some((found, after)) = number(rest.trim_start()) {
                    list.push(found);
                    *rest = after;
                }
            }
            Piece::Value(value) => {
                let (found, after) = number(rest)?;
                claimed.push((value.fact, Some(found)));
                *rest = after;
            }
        }
    }
    Some(Claimed::of(claimed.into_iter()))
}

/// The number at the start of `text`, without leading zeros, and what follows it.
fn number(text: &str) -> Option<(u64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit());
    let (digits, after) = text.split_at(end.unwrap_or(text.len()));
    let is_plain = digits == "0" || !digits.starts_with('0');
    Some((digits.parse().ok().filter(|_| is_plain)?, after))
}

impl Template {
    /// Whether an answer to case `number` names a winning move, any one, and the rest of it is right.
    pub(crate) fn is_winning_answer(&self, rules: &Rules, piles: &[u64], number: u64, theirs: &[u8]) -> bool {
        let mut facts = Facts::of_piles(self, piles, rules);
        (facts.case, facts.first_wins) = (number, true);
        let is_written = |facts: &Facts<'_>| {
            let mut answer = Answers::default();
            write(self, facts, &mut answer);
            words(answer.pending()).eq(words(theirs))
        };
        if self.shows_positions() && !self.shows_moves() {
            facts.after = self.claimed_position(&String::from_utf8_lossy(theirs));
            let after = facts.after.as_ref();
            return after.is_some_and(|after| rules.game().leads_to(piles, after)) && is_written(&facts);
        }
        rules.game().winning(piles).any(|turn| {
            facts.name(&turn, self, rules);
            is_written(&facts)
        })
    }

    /// The winning moves that `text` names; none, if it says that the position is lost. `None` if it is malformed, or
    /// answers name no moves.
    pub(crate) fn claim(&self, text: &str) -> Option<Vec<Claimed>> {
        if !self.names_moves() {
            return None;
        }
        if self.reads_as_lost(text) {
            return Some(Vec::new());
        }
        find(&self.won, &self.each, text)
    }

    /// The first word of `text` that is no number where an answer to a won position has one.
    pub(crate) fn not_a_number<'t>(&self, text: &'t str) -> Option<&'t str> {
        let mut rest = text.trim_matches(is_white);
        let mut pieces = self.won.iter().chain(self.each.iter().cycle());
        while let Some(piece) = pieces.next().filter(|_| !rest.is_empty()) {
            // Between two moves of a list there is white space.
            rest = rest.trim_start_matches(is_white);
            let word = rest.split(is_white).next().unwrap_or_default();
            match piece {
                Piece::Literal(literal) => {
                    let trimmed = literal.trim_start_matches(is_white);
                    let is_blank = trimmed.len() < literal.len();
                    rest = if is_blank {
                        rest.trim_start_matches(is_white)
                    } else {
                        rest
                    };
                    for part in trimmed.split(is_white) {
                        rest = rest.strip_prefix(part)?.trim_start_matches(is_white);
                    }
                }
                Piece::Value(value) if value.is_list() => {
                    let mut words = rest.split(is_white).filter(|word| !word.is_empty());
                    let is_number = |word: &&str| number(word).is_some_and(|(_, after)| after.is_empty());
                    return words.find(|word| !is_number(word));
                }
                Piece::Value(_) => match number(rest) {
                    Some((_, after)) if after.starts_with(|c: char| c == '.' || c.is_alphanumeric()) => {
                        return Some(word);
                    }
                    Some((_, after)) => rest = after,
                    None => return Some(word),
                },
            }
        }
        None
    }

    /// The numbers in `text`, if it has the form of the answer to a won position.
    pub(crate) fn claimed_numbers(&self, text: &str) -> Option<Vec<(Fact, u64)>> {
        let answer = single_spaced(text.trim_matches(is_white)) + " ";
        let (mut rest, mut numbers) = (&*answer, Vec::new());
        for piece in &self.won {
            match piece {
                Piece::Literal(text) => rest = rest.strip_prefix(&*single_spaced(text))?,
                Piece::Value(value) => {
                    let (found, after) = number(rest)?;
                    numbers.push((value.fact, found));
                    rest = after;
                }
            }
        }
        rest.trim_start().is_empty().then_some(numbers)
    }

    /// The piles after a winning move that `text` names, if it has the form of an answer that ends with them.
    pub(crate) fn claimed_position(&self, text: &str) -> Option<Vec<u64>> {
        let answer = single_spaced(text.trim_matches(is_white)) + " ";
        let mut piles = Vec::new();
        read(&self.won, &mut &*answer, &mut piles)?;
        Some(piles)
    }

    /// Whether `text` can be an answer to a lost position.
    pub(crate) fn reads_as_lost(&self, text: &str) -> bool {
        find(&self.lost, &[], text).is_some()
    }

    /// Whether `text` can be an answer to a won position.
    pub(super) fn reads_as_won(&self, text: &str) -> bool {
        let moves = find(&self.won, &self.each, text);
        moves.is_some_and(|moves| moves.iter().all(Claimed::may_be))
    }

    /// A move as answers write it, given the size of its pile.
    pub(crate) fn claimed(&self, step: &Change, size: u64) -> Claimed {
        let values = self.values();
        Claimed::of(values.map(|value| (value.fact, value.fact.of(step, size))))
    }

    /// Formats a move as in a list of all.
    pub(crate) fn show(&self, claimed: Claimed) -> String {
        let pieces = self.each.iter().map(|piece| match piece {
            Piece::Literal(text) => text.clone(),
            Piece::Value(value) => {
                let number = claimed.get(value.fact);
                number.map_or_else(String::new, |number| number.to_string())
            }
        });
        pieces.collect()
    }
}
