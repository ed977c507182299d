//! Who wins each position of a case: one letter each, W or L.

use super::cpp;
use super::state::{CaseRules, Piles};
use super::{Answering, Question, Solver};
use crate::decode::Slice;
use crate::error::InputError;
use crate::frame::Framing;
use crate::game::rules::Rules;
use crate::output::answers::Answers;

/// `WL*NAME`.
#[derive(Clone, Debug)]
pub struct Letters {
    positions: String,
}

impl Letters {
    /// The number with this name says how many positions a case has.
    pub fn new(positions: &str) -> Self {
        Self {
            positions: positions.to_owned(),
        }
    }
}

impl Question for Letters {
    fn solver(&self, rules: &Rules, framing: &Framing) -> Solver {
        let rules = CaseRules::new(rules, framing);
        let answering = LettersSolver(rules.fold());
        Solver::General(rules, Box::new(answering))
    }

    fn description(&self) -> String {
        "a letter for each position: W if it is won, else L".to_owned()
    }

    fn answer_check(&self) -> String {
        format!(
            "for (Number i = 0; i < {}; i++) answer.word(answer.peek() == 'W' ? \"W\" : \"L\");\n\
             answer.newline();\n",
            cpp::number(&self.positions)
        )
    }

    fn has_positions(&self) -> bool {
        true
    }

    fn wrong_form(&self, text: &str, _right: &str, _is_cut: bool) -> Option<String> {
        let all = text.bytes().all(|b| b == b'W' || b == b'L');
        (!all).then(|| "an answer is a word of the letters W and L".to_owned())
    }
}

struct LettersSolver(Piles);

impl Answering for LettersSolver {
    fn piles(&mut self, rules: &mut Rules, piles: Slice<'_>) -> Result<(), InputError> {
        self.0.add(rules, piles)
    }

    fn end_position(&mut self, rules: &Rules, answers: &mut Answers<'_>) {
        let wins = self.0.first_wins(rules);
        self.0.clear();
        answers.text(if wins { b"W" } else { b"L" });
    }

    fn finish(&mut self, _rules: &Rules, _case: u64, answers: &mut Answers<'_>) {
        answers.text(b"\n");
    }
}
