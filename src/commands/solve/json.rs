//! Explanations for programs: one object on one line.

use super::Explained;
use crate::game::Move;
use crate::output::answers::Answers;
use crate::report::json::{Value, object};

/// Writes how to lay out stones.
pub(crate) fn layout(piles: Option<[u64; 2]>, answers: &mut Answers<'_>) {
    let piles = piles
        .as_ref()
        .map_or(Value::Null, |piles| Value::Numbers(piles));
    writeln!(answers, "{}", object(&[("piles", piles)]));
}

/// Writes only the nim-sum.
pub(crate) fn nim_sum(sum: u64, answers: &mut Answers<'_>) {
    writeln!(answers, "{}", object(&[("xor", sum.into())]));
}

/// Writes everything.
pub(crate) fn explain(explained: &Explained<'_>, answers: &mut Answers<'_>) {
    let rules = explained.rules;
    // Where some moves change several piles, all are written in the same way.
    let single = rules.has_single_moves() || rules.king().is_some();
    write!(answers, "{{\"winner\":\"{}\"", explained.winner().name());
    write!(
        answers,
        ",\"grundy\":{}",
        Value::from(rules.grundy(explained.piles))
    );
    answers.text(b",\"moves\":[");
    let mut listed = 0;
    for turn in explained.turns() {
        answers.text(if listed > 0 { b",{" } else { b"{" });
        move_and_after(single, &turn, &explained.after(&turn), answers);
        answers.flush_if_full();
        if answers.failed() {
            return;
        }
        listed += 1;
    }
    answers.text(b"]");
    let more = explained.more_turns(listed);
    if more > 0 {
        write!(answers, ",\"more\":{more}");
    }
    if explained.line {
        answers.text(b",\"play\":[");
        let mut line = explained.line_of_play();
        for (i, played) in line.by_ref().enumerate() {
            answers.text(if i > 0 { b",{" } else { b"{" });
            write!(answers, "\"player\":\"{}\",", played.player.name());
            move_and_after(single, &played.turn, &played.after, answers);
            answers.flush_if_full();
            if answers.failed() {
                return;
            }
        }
        write!(answers, "],\"over\":{}", line.is_over());
    }
    answers.text(b"}\n");
}

/// Writes a move and the piles after it, without the opening brace; whether it is a `single` change of one pile.
fn move_and_after(single: bool, turn: &[Move], after: &[u64], answers: &mut Answers<'_>) {
    let pile = |step: &Move| step.pile as u64 + 1;
    if let (true, [step]) = (single, turn) {
        write!(answers, "\"pile\":{},\"take\":{}", pile(step), step.take);
    } else {
        let piles: Vec<_> = turn.iter().map(pile).collect();
        let takes: Vec<_> = turn.iter().map(|step| step.take).collect();
        let [piles, takes] = [&piles, &takes].map(|numbers| Value::Numbers(numbers));
        write!(answers, "\"piles\":{piles},\"takes\":{takes}");
    }
    write!(answers, ",\"after\":{}}}", Value::Numbers(after));
}
