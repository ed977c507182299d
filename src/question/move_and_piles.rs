//! `lose`, or the first winning move as its take and its pile, and a line with the piles after it.

use super::state::{ListSolver, PileList};
use super::{AnswerLines, Claim, Question, Solver, lines, pair};
use crate::frame::Framing;
use crate::output::answers::Answers;

use crate::game::rules::Rules;

/// `@move_and_piles`.
#[derive(Clone, Copy, Debug)]
pub struct MoveAndPiles;

const ANSWER_CHECK: &str = r#"
if (answer.peek() == 'l') {
    answer.word("lose");
    answer.check(!position.has_winning_move(), "a move that wins");
} else {
    Number take = answer.number("take", 1, LARGEST);
    Number pile = answer.number("pile", 1, LARGEST);
    answer.check(position.wins(pile, take), "a move that wins");
    answer.newline();
    position.piles[pile - 1] -= take;
    for (Number left : position.piles) answer.number("pile after the move", left, left);
}
answer.newline();
"#;

impl Question for MoveAndPiles {
    fn solver(&self, rules: &Rules, framing: &Framing) -> Solver {
        let answering = ListSolver::new(write);
        Solver::general(rules, framing, answering)
    }

    fn description(&self) -> String {
        "lose, or the first winning move (its take, its pile) and the piles after it".to_owned()
    }

    fn answer_check(&self) -> String {
        ANSWER_CHECK.to_owned()
    }

    fn lines(&self) -> AnswerLines {
        AnswerLines::All
    }

    fn claim(&self, text: &str, is_cut: bool) -> Claim {
        // Only the first line is a move.
        if is_cut && !text.contains('\n') {
            return Claim::Other;
        }
        let mut lines = lines(text);
        let claim = match lines.next() {
            Some("lose") => lines.next().is_none().then(|| Claim::Moves(Vec::new())),
            first => {
                pair(first.unwrap_or_default(), ' ').map(|(take, pile)| Claim::Move((pile, take)))
            }
        };
        claim.unwrap_or(Claim::Other)
    }

    fn order(&self) -> &'static str {
        "the first pile"
    }

    fn shows_piles_after(&self) -> bool {
        true
    }
}

fn write(piles: &PileList, rules: &Rules, answers: &mut Answers<'_>) {
    match piles.first_winning(rules) {
        None => answers.text(b"lose\n"),
        Some(step) => {
            answers.numbers(step.take, b' ', step.pile as u64 + 1, b'\n');
            let last = piles.piles().len() - 1;
            for (i, &pile) in piles.piles().iter().enumerate() {
                let after: &[u8] = if i < last { b" " } else { b"\n" };
                answers.digits(if i == step.pile { step.left } else { pile });
                answers.text(after);
                // The answer may be as long as the input, so it is not buffered as a whole.
                answers.flush_if_full();
            }
        }
    }
}
