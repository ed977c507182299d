//! What rules and moves are called in sentences.

use std::ptr;

use super::written::{Argument, holes, set};
use super::{RuleDef, Rules, Winner};
use crate::game::positions::PILES;
use crate::game::{Change, Play, numbers};
use crate::layout::Role;
use crate::words::{agree, t, word};

impl RuleDef {
    /// What a move does, with the names of the holes in it.
    pub(crate) fn with_holes(&self) -> String {
        let holes = holes(self.written).map(|hole| match hole {
            "SET" => "take SET".to_owned(),
            "s" => numbers_of(hole),
            hole => hole.to_owned(),
        });
        in_holes(word(self.sentence), t!("one pile"), holes)
    }
}

/// A sentence with its holes filled, and the pile named.
fn in_holes(sentence: &str, pile: &str, holes: impl Iterator<Item = String>) -> String {
    let sentence = sentence.replace("{pile}", pile);
    let filled = holes.fold(sentence, |text, hole| text.replacen("{}", &hole, 1));
    agree(filled)
}

/// A list of the input, in a sentence.
fn numbers_of(list: &str) -> String {
    t!("the numbers {list}", list)
}

/// Words one of which is chosen: `1, 3 or 4`.
fn one_of(words: &[&str]) -> String {
    match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => {
            t!("{others} or {last}", others = others.join(t!(", ")), last)
        }
        None => String::new(),
    }
}

impl Argument {
    /// As in a sentence.
    fn words(&self) -> String {
        match set(&self.text) {
            Some(set) => one_of(&set.split(',').map(str::trim).collect::<Vec<_>>()),
            None => self.text.clone(),
        }
    }
}

impl Rules {
    /// A move in the words of the game, with the piles after it if they are at most `few`, or else with what it leaves
    /// of those it changes.
    pub(crate) fn describe(&self, position: &[u64], turn: &[Change], few: usize) -> String {
        let piles = self.shown(position);
        if piles.len() <= few {
            let after = self.shown_after(position, turn);
            return self.line(&piles, turn, &after);
        }
        let (steps, others) = turn.split_at(turn.len().min(few));
        let left: Vec<_> = steps.iter().flat_map(Change::parts).collect();
        let before: Vec<_> = steps.iter().map(|step| piles[step.pile]).collect();
        let (left, before) = (numbers(&left), numbers(&before));
        let changed = t!("{left} instead of {before}", left, before);
        let text = self.line(&piles, steps, &changed);
        match others.len() {
            0 => text,
            more => text + &t!(" and {more} more", more),
        }
    }

    /// A move as a part of a sentence, as of [`describe`](Self::describe).
    pub(crate) fn in_sentence(&self, position: &[u64], turn: &[Change]) -> String {
        let after = self.shown_after(position, turn);
        let first_step = self.first_step().unwrap_or(0);
        self.positions.by(&self.shown(position), turn, &after, first_step)
    }

    fn line(&self, piles: &[u64], turn: &[Change], after: &str) -> String {
        let first_step = self.first_step().unwrap_or(0);
        self.positions.line(piles, turn, after, first_step)
    }

    /// The position after a move, as answers show it: of a ring, no rows without stones.
    fn shown_after(&self, position: &[u64], turn: &[Change]) -> String {
        let after = self.game().after(position, turn);
        let mut after = self.shown(&after).into_owned();
        if self.positions.becomes_rows && after.iter().any(|&row| row > 0) {
            after.retain(|&row| row > 0);
        } else if self.positions.becomes_rows {
            after.truncate(1);
        }
        numbers(&after)
    }

    /// What a move does; `hole` makes the text in a hole, and there is only one pile or more of them.
    pub(crate) fn move_sentence(&self, is_only: bool, hole: impl Fn(String) -> String) -> String {
        if let Some(digits) = self.said(Role::Other) {
            return octal_sentence(digits, hole);
        }
        if let (Some(sentence), Some(_)) = (self.positions.nim, self.nim()) {
            return word(sentence).to_owned();
        }
        let divides = self.has_other_takes();
        let mut sentence = word(self.takes.sentence).to_owned();
        if divides {
            sentence = word(self.def.sentence).replace("{}", &sentence);
        }
        let pile = if self.positions.becomes_rows {
            t!("it")
        } else if is_only && !divides {
            t!("the pile")
        } else {
            t!("one pile")
        };
        let arguments = self.arguments.iter().map(Argument::words);
        in_holes(&sentence, pile, arguments.map(hole))
    }

    /// Whether the sentence on a move says who wins.
    pub(crate) fn says_who_wins(&self) -> bool {
        self.def.winner == Winner::InSentence
    }

    /// Describes the rules in a sentence.
    pub(crate) fn description(&self) -> String {
        self.described(str::to_owned)
    }

    /// Describes the rules in a sentence, in which `named` says the numbers that a move depends on.
    pub(crate) fn described(&self, named: impl Fn(&str) -> String) -> String {
        match self.nim().filter(|_| ptr::eq(self.positions, &raw const PILES)) {
            Some(Play::Normal) => {
                return t!("normal Nim: whoever takes the last stone wins").to_owned();
            }
            Some(Play::Misere) => {
                return t!("misère Nim: whoever takes the last stone loses").to_owned();
            }
            None => {}
        }
        let is_list = |name: &str| {
            let mut given = self.asks_of_input();
            given.any(|part| part.role == Role::Take && part.text == name)
        };
        let moves = self.move_sentence(false, |hole| {
            let numbers = named(&hole);
            if is_list(&hole) { numbers_of(&numbers) } else { numbers }
        });
        match self.play {
            _ if self.says_who_wins() => moves,
            Play::Normal => t!("{moves}; whoever cannot move loses", moves),
            Play::Misere => t!("{moves}; whoever makes the last move loses", moves),
        }
    }
}

/// What the moves of an octal game are, by its digits; `hole` makes the text of numbers.
fn octal_sentence(digits: &[u64], hole: impl Fn(String) -> String) -> String {
    // What some digits say of a take. The others say what two of these do.
    let all: [(&[u64], &str); 6] = [
        (&[1, 5], t!("takes a whole pile of {}")),
        (&[2], t!("takes {} from a pile that has more")),
        (&[3], t!("takes {} from one pile")),
        (
            &[4, 5],
            t!("takes {} from one pile and divides what is left of it into two non-empty piles"),
        ),
        (
            &[6],
            t!("takes {} from a pile that has more, and may divide what is left of it into two non-empty piles"),
        ),
        (
            &[7],
            t!("takes {} from one pile, and may divide what is left of it into two non-empty piles"),
        ),
    ];
    let moves = all.into_iter().filter_map(|(allowed, text)| {
        let takes: Vec<_> = (1..)
            .zip(&digits[1..])
            .filter(|(_, digit)| allowed.contains(digit))
            .map(|(take, _): (u64, _)| take.to_string())
            .collect();
        let stones = match &takes.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            [] => return None,
            takes => agree(format!(" {}", t!("{count} stones", count = hole(one_of(takes)))))
                .trim()
                .to_owned(),
        };
        Some(text.replace("{}", &stones))
    });
    let divides = t!("divides one pile into two non-empty piles").to_owned();
    let divides = (digits[0] == 4).then_some(divides);
    match &divides.into_iter().chain(moves).collect::<Vec<_>>()[..] {
        [] => t!("there is no move").to_owned(),
        moves => t!("a move {moves}", moves = moves.join(t!("; or it "))),
    }
}
