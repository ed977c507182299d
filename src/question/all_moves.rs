//! All winning moves on a line, each as `pile:take`, or `CONCEDE`.

use super::state::{CaseRules, PileList};
use super::{Answering, Claim, Question, Reported, Solver, is_white, lines, other_form, pair};
use crate::decode::Slice;
use crate::error::{InputError, InputErrorKind};
use crate::frame::Framing;
use crate::output::answers::Answers;

use crate::game::rules::Rules;

/// `@all_moves`.
#[derive(Clone, Copy, Debug)]
pub struct AllMoves;

impl Question for AllMoves {
    fn solver(&self, rules: &Rules, framing: &Framing) -> Solver {
        let answering = AllMovesSolver(PileList::default());
        Solver::General(CaseRules::new(rules, framing), Box::new(answering))
    }

    fn description(&self) -> String {
        "all winning moves as pile:take, or CONCEDE".to_owned()
    }

    fn wrong_form(&self, text: &str, _right: &str, is_cut: bool) -> Option<String> {
        other_form(self, text, is_cut)
    }

    fn claim(&self, text: &str, is_cut: bool) -> Claim {
        let mut lines = lines(text);
        let moves = match (lines.next(), lines.next()) {
            _ if is_cut => None,
            (Some("CONCEDE"), None) => Some(Vec::new()),
            (Some(line), None) => {
                let words = line.split(is_white).filter(|word| !word.is_empty());
                words.map(|word| pair(word, ':')).collect()
            }
            _ => None,
        };
        moves.map_or(Claim::Other, Claim::Moves)
    }

    fn write_reported(&self, (one, other): Reported) -> String {
        format!("{one}:{other}")
    }

    fn lists_moves(&self) -> bool {
        true
    }

    fn order(&self) -> &'static str {
        "by pile, then by take"
    }
}

struct AllMovesSolver(PileList);

impl Answering for AllMovesSolver {
    fn piles(&mut self, rules: &mut Rules, piles: Slice<'_>) -> Result<(), InputError> {
        self.0.add(rules, piles)
    }

    fn late_rules(&mut self, rules: &mut Rules) -> Result<(), InputErrorKind> {
        self.0.cover(rules)
    }

    fn finish(&mut self, rules: &Rules, _case: u64, answers: &mut Answers<'_>) {
        let mut any = false;
        self.0.each_winning(rules, |step, _| {
            if any {
                answers.text(b" ");
            }
            any = true;
            answers.digits(step.pile as u64 + 1);
            answers.text(b":");
            answers.digits(step.take);
        });
        answers.text(if any { b"\n" } else { b"CONCEDE\n" });
        self.0.clear();
    }
}
