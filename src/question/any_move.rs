//! A word if the position is lost, else any winning move: a pile and a take. Ours is in the first pile
//! that has one, with the smallest take.

use std::sync::Arc;

use super::cpp;
use super::first_move::Finder;
use super::state::{ListSolver, PileList};
use super::{Answering, Claim, MakeSolver, Question, Reported, Solver, lines, pair, trim};
use crate::decode::is_white_space;
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

const ANSWER_CHECK: &str = r#"
if (!position.has_winning_move()) {
    answer.word(LOSE);
} else {
    Number pile = answer.number("pile", 1, LARGEST);
    answer.check(position.wins(pile, answer.number("take", 1, LARGEST)), "a move that wins");
}
answer.newline();
"#;

const OUTPUT_CHECK: &str = r#"
if (!position.has_winning_move()) {
    for (const char *word : {LOSE})
        if (output.word() != word) refuse("case " + std::to_string(cases) + " has no winning move");
} else {
    Number pile = output.number(), take = output.number();
    if (!position.wins(pile, take))
        refuse("case " + std::to_string(cases) + " is won, but not by this move");
}
"#;

impl Question for AnyMove {
    fn solver(&self, rules: &Rules, framing: &Framing) -> Solver {
        let lose = self.lose.clone() + "\n";
        let answering = Finder::new(move |found, answers| match found {
            None => answers.text(lose.as_bytes()),
            Some((pile, take)) => answers.numbers(pile, b' ', take, b'\n'),
        });
        Solver::general(rules, framing, answering)
    }

    fn description(&self) -> String {
        format!("{}, or a winning move: its pile, its take", self.lose)
    }

    fn answer_check(&self) -> String {
        let lose = cpp::text(&self.lose);
        ANSWER_CHECK.replace("LOSE", &lose)
    }

    fn output_check(&self) -> Option<String> {
        let words = self.lose.split_whitespace().map(cpp::text);
        let words: Vec<_> = words.collect();
        Some(OUTPUT_CHECK.replace("LOSE", &words.join(", ")))
    }

    fn other_answers(&self) -> Vec<(&'static str, bool, MakeSolver)> {
        let choices: [(_, _, Choose); 4] = [
            ("last_winning_move", true, |winning, _| {
                winning.last().copied()
            }),
            ("first_losing_move", false, |winning, piles| {
                moves(piles)
                    .find(|step| !winning.contains(step))
                    .filter(|_| !winning.is_empty())
            }),
            ("never_a_move", false, |_, _| None),
            ("always_a_move", false, |winning, piles| {
                winning.first().copied().or_else(|| moves(piles).next())
            }),
        ];
        let other = |(name, is_right, choose)| {
            let lose = self.lose.clone() + "\n";
            let solver: MakeSolver = Box::new(move |rules, framing| {
                let answering = chosen(choose, lose.clone());
                Solver::general(rules, framing, answering)
            });
            (name, is_right, solver)
        };
        choices.map(other).into()
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

/// All that take stones from one pile, whether the rules allow them or not.
fn moves(piles: &[u64]) -> impl Iterator<Item = Reported> {
    let of_pile = |(pile, &size): (u64, &u64)| (1..=size).map(move |take| (pile, take));
    (1..).zip(piles).flat_map(of_pile)
}

/// Which move to answer with, if any, given all that win and the piles.
type Choose = fn(&[Reported], &[u64]) -> Option<Reported>;

/// Answers with the move that `choose` returns.
fn chosen(choose: Choose, lose: String) -> impl Answering {
    ListSolver::new(
        move |piles: &PileList, rules: &Rules, answers: &mut Answers<'_>| {
            let winning = rules.winning_single_moves(piles.piles());
            let winning: Vec<_> = winning
                .map(|step| (step.pile as u64 + 1, step.take))
                .collect();
            match choose(&winning, piles.piles()) {
                None => answers.text(lose.as_bytes()),
                Some((pile, take)) => answers.numbers(pile, b' ', take, b'\n'),
            }
        },
    )
}

/// Copies the answers of a submission line by line, but replaces winning moves that are not ours.
pub(super) fn our_moves(text: Arc<Vec<u8>>) -> impl Answering {
    let mut at = 0;
    ListSolver::new(
        move |piles: &PileList, rules: &Rules, answers: &mut Answers<'_>| {
            while at < text.len() {
                let rest = &text[at..];
                let len = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
                let line = &rest[..len];
                at += len;
                if line.iter().all(|&byte| is_white_space(byte)) {
                    answers.text(line);
                    continue;
                }
                let claim = std::str::from_utf8(line).ok();
                let claim = claim.and_then(|line| pair(trim(line), ' '));
                let mut moves = rules.winning_single_moves(piles.piles());
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
        },
    )
}
