//! `No`, or `Yes` and a line for each winning move in the order of the piles: the size of the pile, and
//! what remains of it.

use super::state::{ListSolver, PileList};
use super::{AnswerLines, Claim, Question, Reported, Solver, lines, pair};
use crate::frame::Framing;
use crate::game::moves::Move;
use crate::game::rules::Rules;
use crate::output::answers::Answers;

/// `@moves_and_rests`.
#[derive(Clone, Copy, Debug)]
pub struct Leaves;

const ANSWER_CHECK: &str = r#"
bool is_won = answer.one_of({"No", "Yes"}) == "Yes";
answer.check(is_won == position.has_winning_move(), "the other word");
answer.newline();
if (is_won) {
    List::size_type pile = 0;
    do {
        Number size = answer.number("size", 1, LARGEST);
        Number left = answer.number("what is left", 0, size - 1);
        while (pile < position.piles.size()
               && (position.piles[pile] != size || !position.wins(pile + 1, size - left)))
            pile++;
        answer.check(pile < position.piles.size(), "winning moves in the order of the piles");
        answer.newline();
    } while (answer.peek() >= '0' && answer.peek() <= '9');
}
"#;

impl Question for Leaves {
    fn solver(&self, rules: &Rules, framing: &Framing) -> Solver {
        let answering = ListSolver::new(write);
        Solver::general(rules, framing, answering)
    }

    fn description(&self) -> String {
        "No, or Yes and all winning moves: the pile's size, what is left of it".to_owned()
    }

    fn answer_check(&self) -> String {
        ANSWER_CHECK.to_owned()
    }

    fn lines(&self) -> AnswerLines {
        AnswerLines::WordAndNumbers
    }

    fn claim(&self, text: &str, is_cut: bool) -> Claim {
        let mut lines = lines(text);
        let moves = match lines.next() {
            _ if is_cut => None,
            Some("No") => lines.next().is_none().then(Vec::new),
            Some("Yes") => lines.map(|line| pair(line, ' ')).collect(),
            _ => None,
        };
        moves.map_or(Claim::Other, Claim::Moves)
    }

    fn to_reported(&self, step: &Move, size: u64) -> Reported {
        (size, step.left)
    }

    fn reports_sizes(&self) -> bool {
        true
    }

    fn lists_moves(&self) -> bool {
        true
    }

    fn order(&self) -> &'static str {
        "in the order of the piles in the input"
    }
}

fn write(piles: &PileList, rules: &Rules, answers: &mut Answers<'_>) {
    let mut any = false;
    piles.each_winning(rules, |step, pile| {
        if !any {
            answers.text(b"Yes\n");
            any = true;
        }
        answers.numbers(pile, b' ', step.left, b'\n');
        answers.flush_if_full();
    });
    if !any {
        answers.text(b"No\n");
    }
}
