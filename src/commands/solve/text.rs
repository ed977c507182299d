//! Explanations for people.

use super::{Explained, Player};
use crate::game::moves::Move;
use crate::game::rules::{self, Fold, Rules};
use crate::game::subtraction_set::Period;
use crate::game::{PileRule, Play, hill};
use crate::output::answers::Answers;

/// Writes how to lay out stones.
pub fn layout(stones: u64, piles: Option<[u64; 2]>, answers: &mut Answers<'_>) {
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
pub fn explain(explained: &Explained<'_>, answers: &mut Answers<'_>) {
    writeln!(answers, "{} player wins", explained.winner().name());
    reason(explained, answers);
    let mut listed = 0;
    for turn in explained.turns() {
        listed += 1;
        move_and_after(&turn, &rules::after(explained.piles, &turn), answers);
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
    let piles = explained.piles;
    match (explained.rules, explained.fold) {
        (Rules::Piles { rule, play }, Fold::Piles(tally)) => {
            write!(answers, "nim-sum {}", tally.nim_sum);
            origin(rule, answers);
            if *play == Play::Misere && tally.union <= 1 {
                answers.text(b" (in misere play 0 wins if no Grundy value is larger than 1)");
            }
            answers.text(b"\n");
            let rows = piles.iter().map(|&pile| label(rule, pile));
            sum_table(&rows.collect::<Vec<_>>(), tally.nim_sum, answers);
        }
        (Rules::Moore { most, play }, Fold::Moore(moore)) => {
            let rows: Vec<_> = piles.iter().map(|&pile| (pile.to_string(), pile)).collect();
            let bits = width(&rows) as u32;
            let remainders: Vec<_> = (0..bits)
                .rev()
                .map(|bit| moore.remainder(*most, bit))
                .collect();
            let modulus = format!("mod {}", u128::from(*most) + 1);
            write!(answers, "how many piles have each bit, {modulus}:");
            numbers(remainders.iter().copied(), answers);
            if *play == Play::Misere && piles.iter().all(|&pile| pile <= 1) {
                answers.text(b" (in misere play 1 loses if no pile is larger than 1)");
            }
            answers.text(b"\n");
            table(&rows, &modulus, &remainders, answers);
        }
        (Rules::Hill { king }, Fold::Hill(hill)) => match hill.nim_sum() {
            Some(sum) => {
                writeln!(answers, "nim-sum {sum} of the gaps");
                let rows = hill::gaps(*king, piles).map(|(upper, gap)| {
                    let lower = upper.map_or(hill::at_top(piles), |upper| upper + 1);
                    let label = match upper {
                        Some(upper) => format!("{} to {}", piles[upper], piles[lower]),
                        None if *king == lower as u64 + 2 => {
                            format!("1 to {}, as the king is next", piles[lower])
                        }
                        None => format!("top to {}", piles[lower]),
                    };
                    (label, gap)
                });
                sum_table(&rows.collect::<Vec<_>>(), sum, answers);
            }
            None if hill.is_over() => answers.text(b"the king is at the top\n"),
            None => answers.text(b"the king is nearest to the top\n"),
        },
        _ => unreachable!("the rules started this fold"),
    }
}

/// Writes where the Grundy values in a nim-sum come from.
fn origin(rule: &PileRule, answers: &mut Answers<'_>) {
    match rule {
        PileRule::Any => {}
        PileRule::Below(modulus) => write!(
            answers,
            " of the Grundy values, the remainders mod {modulus}"
        ),
        PileRule::Set(set) => {
            answers.text(b" of the Grundy values");
            if let Some(Period { start, len }) = set.period() {
                write!(answers, ", which have the period {len} from {start} on");
                if let Some(end) = set.end() {
                    write!(answers, " to {}", end - 1);
                }
            }
        }
        PileRule::Kayles => answers.text(b" of the Grundy values"),
    }
}

/// The label of a pile in the table, and its number there.
fn label(rule: &PileRule, pile: u64) -> (String, u64) {
    match (rule, rule.grundy(pile)) {
        (PileRule::Any, value) => (pile.to_string(), value),
        (_, value) => (format!("{pile} has the Grundy value {value}"), value),
    }
}

/// Writes the numbers of `rows` in binary below each other, and their nim-sum below them.
fn sum_table(rows: &[(String, u64)], sum: u64, answers: &mut Answers<'_>) {
    let bits = (0..width(rows)).rev().map(|bit| sum >> bit & 1);
    table(rows, "xor", &bits.collect::<Vec<_>>(), answers);
}

/// The number of bits of the largest number, at least one.
fn width(rows: &[(String, u64)]) -> usize {
    let union = rows.iter().fold(1, |union, (_, number)| union | number);
    (u64::BITS - union.leading_zeros()) as usize
}

/// Writes the numbers of `rows` in binary below each other, and `bottom` below them, bit by bit.
fn table(rows: &[(String, u64)], name: &str, bottom: &[u64], answers: &mut Answers<'_>) {
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
