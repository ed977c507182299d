//! A word if the position is lost, else any winning move: a pile and a take. Ours is in the first pile
//! that has one, with the smallest take.

use std::sync::Arc;

use super::first_move::Finder;
use super::state::{CaseRules, PileList};
use super::{Answering, Claim, Question, Solver, lines, other_form, pair, trim};
use crate::decode::{Slice, is_white_space};
use crate::error::{InputError, InputErrorKind};
use crate::frame::Framing;
use crate::game::rules::Rules;
use crate::output::answers::Answers;

/// `any:LOSE`.
#[derive(Clone, Debug)]
pub struct AnyMove {
    lose: String,
}

impl AnyMove {
    /// The question with this word for a lost position.
    pub fn new(lose: String) -> Self {
        Self { lose }
    }
}

impl Question for AnyMove {
    fn solver(&self, rules: &Rules, framing: &Framing) -> Solver {
        let lose = self.lose.clone() + "\n";
        let answering = Finder::new(move |found, answers| match found {
            None => answers.text(lose.as_bytes()),
            Some((pile, take)) => answers.numbers(pile, b' ', take, b'\n'),
        });
        Solver::General(CaseRules::new(rules, framing), Box::new(answering))
    }

    fn description(&self) -> String {
        format!("{}, or a winning move: its pile, its take", self.lose)
    }

    fn wrong_form(&self, text: &str, _right: &str, is_cut: bool) -> Option<String> {
        other_form(self, text, is_cut)
    }

    fn claim(&self, text: &str, is_cut: bool) -> Claim {
        let mut lines = lines(text);
        let claim = match (lines.next(), lines.next()) {
            _ if is_cut => None,
            (Some(line), None) if line == self.lose => Some(Claim::Moves(Vec::new())),
            (Some(line), None) => pair(line, ' ').map(Claim::Move),
            _ => None,
        };
        claim.unwrap_or(Claim::Other)
    }

    fn order(&self) -> &'static str {
        "the first pile, then the smallest take"
    }

    fn accepts_any_winning_move(&self) -> bool {
        true
    }
}

/// Copies the answers of a submission line by line, but replaces winning moves that are not ours.
pub(super) struct OurMoves {
    piles: PileList,
    text: Arc<Vec<u8>>,
    at: usize,
}

impl OurMoves {
    pub fn new(text: Arc<Vec<u8>>) -> Self {
        Self {
            piles: PileList::default(),
            text,
            at: 0,
        }
    }
}

impl Answering for OurMoves {
    fn piles(&mut self, rules: &mut Rules, piles: Slice<'_>) -> Result<(), InputError> {
        self.piles.add(rules, piles)
    }

    fn late_rules(&mut self, rules: &mut Rules) -> Result<(), InputErrorKind> {
        self.piles.cover(rules)
    }

    fn finish(&mut self, rules: &Rules, _case: u64, answers: &mut Answers<'_>) {
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            let len = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
            let line = &rest[..len];
            self.at += len;
            if line.iter().all(|&byte| is_white_space(byte)) {
                answers.text(line);
                continue;
            }
            let claim = std::str::from_utf8(line).ok();
            let claim = claim.and_then(|line| pair(trim(line), ' '));
            let mut moves = rules.winning_single_moves(self.piles.piles());
            let mut moves = moves.by_ref().map(|step| (step.pile as u64 + 1, step.take));
            let ours = claim.and_then(|claim| {
                let ours = moves.next()?;
                (ours == claim || moves.any(|other| other == claim)).then_some(ours)
            });
            match ours {
                Some((pile, take)) => {
                    write!(answers, "{pile} {take}");
                    answers.text(if line.ends_with(b"\n") { b"\n" } else { b"" });
                }
                None => answers.text(line),
            }
            break;
        }
        self.piles.clear();
    }
}
