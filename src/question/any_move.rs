//! A word if the position is lost, else any winning move: a pile and a take. Ours is that of the first pile
//! that has one, with the smallest take.

use super::first_move::Finder;
use super::given::Given;
use super::{Claim, Question, Solver, lines, other_form, pair};
use crate::frame::Framing;
use crate::game::rules::Rules;

/// `any:LOSE`.
#[derive(Clone, Debug)]
pub struct AnyMove {
    lose: String,
}

impl AnyMove {
    /// The word for a lost position.
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
        Solver::General(Given::new(rules, framing), Box::new(answering))
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
        "the first pile, and of it the smallest take"
    }
}
