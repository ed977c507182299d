//! All winning moves on a line, each as `pile:take`, or `CONCEDE`.

use super::state::{ListSolver, PileList};
use super::{Claim, Question, Reported, Solver, is_white, lines, pair};
use crate::frame::Framing;
use crate::output::answers::Answers;

use crate::game::rules::Rules;

/// `@all_moves`.
#[derive(Clone, Copy, Debug)]
pub struct AllMoves;

const ANSWER_CHECK: &str = r#"
if (answer.peek() == 'C') {
    answer.word("CONCEDE");
    answer.check(!position.has_winning_move(), "the moves that win");
} else {
    Number last_pile = 0, last_take = 0;
    do {
        Number pile = answer.number("pile", 1, LARGEST);
        answer.word(":");
        Number take = answer.number("take", 1, LARGEST);
        answer.check(pile > last_pile || (pile == last_pile && take > last_take), "moves to ascend");
        answer.check(position.wins(pile, take), "a move that wins");
        last_pile = pile;
        last_take = take;
    } while (answer.peek() == ' ');
}
answer.newline();
"#;

impl Question for AllMoves {
    fn solver(&self, rules: &Rules, framing: &Framing) -> Solver {
        let answering = ListSolver::new(write);
        Solver::general(rules, framing, answering)
    }

    fn description(&self) -> String {
        "all winning moves as pile:take, or CONCEDE".to_owned()
    }

    fn answer_check(&self) -> String {
        ANSWER_CHECK.to_owned()
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

fn write(piles: &PileList, rules: &Rules, answers: &mut Answers<'_>) {
    let mut any = false;
    piles.each_winning(rules, |step, _| {
        if any {
            answers.text(b" ");
        }
        any = true;
        answers.digits(step.pile as u64 + 1);
        answers.text(b":");
        answers.digits(step.take);
    });
    answers.text(if any { b"\n" } else { b"CONCEDE\n" });
}
