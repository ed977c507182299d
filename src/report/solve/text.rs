//! Explanations for people.

use super::{Explained, Player};
use crate::game::{Move, Reason};
use crate::output::answers::Answers;

/// Writes how to lay out stones.
pub(crate) fn layout(stones: u64, piles: Option<[u64; 2]>, answers: &mut Answers<'_>) {
    if let Some([one, other]) = piles {
        writeln!(answers, "second player wins");
        writeln!(
            answers,
            "lay out {one} {other}: what the first player takes from one pile, take from the other"
        );
    } else {
        writeln!(answers, "first player wins");
        writeln!(
            answers,
            "no layout of {stones} works: an odd number of piles would be odd, and so would the nim-sum"
        );
    }
}

/// Writes everything.
pub(crate) fn explain(explained: &Explained<'_>, answers: &mut Answers<'_>) {
    writeln!(answers, "{} player wins", explained.winner().name());
    reason(explained, answers);
    let mut listed = 0;
    for turn in explained.turns() {
        listed += 1;
        move_and_after(&turn, &explained.after(&turn), answers);
        answers.flush_if_full();
        if answers.failed() {
            return;
        }
    }
    match explained.winner() {
        _ if listed > 0 => {}
        Player::First => answers.text(b"no move is left, and the opponent made the last one\n"),
        Player::Second => answers.text(b"no winning move\n"),
    }
    let more = explained.more_turns(listed);
    if more > 0 {
        writeln!(answers, "and {more} more winning moves");
    }
    if explained.line {
        answers.text(b"best play:\n");
        let mut line = explained.line_of_play();
        for played in line.by_ref() {
            write!(answers, "{}: ", played.player.name());
            move_and_after(&played.turn, &played.after, answers);
            answers.flush_if_full();
            if answers.failed() {
                return;
            }
        }
        if line.is_over() {
            writeln!(answers, "{} player has won", explained.winner().name());
        } else {
            answers.text(b"and so on\n");
        }
    }
}

fn move_and_after(turn: &[Move], after: &[u64], answers: &mut Answers<'_>) {
    answers.text(if turn.len() > 1 { b"piles" } else { b"pile" });
    numbers(turn.iter().map(|step| step.pile as u64 + 1), answers);
    answers.text(b": take");
    numbers(turn.iter().map(|step| step.take), answers);
    answers.text(b" ->");
    numbers(after.iter().copied(), answers);
    answers.text(b"\n");
}

fn numbers(numbers: impl Iterator<Item = u64>, answers: &mut Answers<'_>) {
    for number in numbers {
        answers.text(b" ");
        answers.digits(number);
    }
}

/// Writes the reason: what decides, and the numbers it comes from in binary.
fn reason(explained: &Explained<'_>, answers: &mut Answers<'_>) {
    let reason = explained.rules.reason(explained.piles);
    writeln!(answers, "{}", reason.sentence);
    if !reason.bottom.is_empty() {
        table(&reason, answers);
    }
}

/// Writes the numbers of the rows in binary below each other, and what the bottom has for each bit below them.
fn table(reason: &Reason, answers: &mut Answers<'_>) {
    let Reason {
        rows, name, bottom, ..
    } = reason;
    let labels = rows.iter().map(|(label, _)| label.len());
    let label_width = labels.chain([name.len()]).max().unwrap_or(0);
    let digits = bottom.iter().map(|count| count.to_string().len());
    // Counts of several digits need space between the columns.
    let cell = match digits.max() {
        Some(digits) if digits > 1 => digits + 1,
        _ => 1,
    };
    for (label, number) in rows {
        write!(answers, "  {label:>label_width$}  ");
        for bit in (0..bottom.len()).rev() {
            write!(answers, "{:>cell$}", number >> bit & 1);
        }
        answers.text(b"\n");
    }
    write!(answers, "  {name:>label_width$}  ");
    for count in bottom {
        write!(answers, "{count:>cell$}");
    }
    answers.text(b"\n");
}
