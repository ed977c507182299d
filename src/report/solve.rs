//! What `bouton solve` says, for people and for programs.

use serde::Serialize;
use serde_json::{Value, json};

use super::board::board;
use super::json::text as json_text;
use crate::game::rule::Rules;
use crate::game::{self, Move, Reason, Turn};
use crate::output::answers::Answers;
use crate::text::columns;
use crate::words::{plural, t, word};

/// The maximum number of winning moves listed; the others are counted.
const MAX_LISTED: usize = 10_000;

/// The approximate maximum of numbers in a list of moves, each with the piles after it. At least one
/// move is listed.
const MAX_NUMBERS_LISTED: usize = 1_000_000;

/// The maximum number of moves in a line of play.
const MAX_PLAYED: usize = 1000;

/// The player to move, and the opponent.
const PLAYERS: [&str; 2] = ["first", "second"];

/// A position to be explained.
#[derive(Clone, Copy)]
pub(crate) struct Explained<'a> {
    /// The rules, which cover the piles.
    pub rules: &'a Rules,
    /// The piles.
    pub piles: &'a [u64],
    /// Whether to include a line of best play.
    pub with_play: bool,
    /// Whether JSON includes what a picture needs.
    pub with_board: bool,
}

/// What `solve` says of a position.
#[derive(Serialize)]
struct PositionObject {
    winner: &'static str,
    grundy: Option<u64>,
    moves: Vec<MoveObject>,
    /// How many winning moves are not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<u128>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    line: Option<LineObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<Value>,
}

/// A line of best play, and whether it is the whole game.
#[derive(Serialize)]
struct LineObject {
    play: Vec<MoveObject>,
    over: bool,
}

/// A move: what it changes, and all piles after it.
#[derive(Serialize)]
struct MoveObject {
    /// In a line of play.
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<&'static str>,
    #[serde(flatten)]
    changes: ChangesObject,
    after: Vec<u64>,
}

/// What a move changes: piles counted from 1, and how many stones it takes from them.
#[derive(Serialize)]
#[serde(untagged)]
enum ChangesObject {
    One { pile: u64, take: u64 },
    Several { piles: Vec<u64>, takes: Vec<u64> },
}

impl Explained<'_> {
    /// Writes the explanation, as text or as JSON.
    pub(crate) fn write(&self, as_json: bool, answers: &mut Answers<'_>) {
        if as_json {
            writeln!(answers, "{}", json_text(&self.object()));
        } else {
            self.text(answers);
        }
    }

    fn winner(&self) -> &'static str {
        PLAYERS[usize::from(!self.rules.first_wins(self.piles))]
    }

    /// The maximum number of moves in a list.
    fn max_turns(&self) -> usize {
        (MAX_NUMBERS_LISTED / self.piles.len().max(1)).clamp(1, MAX_LISTED)
    }

    /// The winning moves that are listed.
    fn turns(&self) -> Vec<Turn> {
        let winning = self.rules.winning(self.piles);
        winning.take(self.max_turns()).collect()
    }

    /// The number of winning moves after the first `listed`.
    fn more_turns(&self, listed: usize) -> u128 {
        if listed < self.max_turns() {
            return 0;
        }
        self.rules.count_winning(self.piles) - listed as u128
    }

    /// A line of best play, in which the losing player ends the game soon: its moves, each with the position before it,
    /// and whether the game is over after it.
    fn line_of_play(&self) -> (Vec<(Vec<u64>, Turn)>, bool) {
        let mut position = self.piles.to_vec();
        let mut line = Vec::new();
        for _ in 0..self.max_turns().min(MAX_PLAYED) {
            let Some(turn) = self.rules.best(&position) else {
                return (line, true);
            };
            let after = self.rules.after(&position, &turn);
            line.push((position, turn));
            position = after;
        }
        let is_over = self.rules.best(&position).is_none();
        (line, is_over)
    }

    fn object(&self) -> PositionObject {
        let turns = self.turns();
        let moves = turns
            .iter()
            .map(|turn| self.move_object(None, self.piles, turn));
        let moves: Vec<_> = moves.collect();
        let line = self.with_play.then(|| {
            let (line, over) = self.line_of_play();
            let play = PLAYERS.into_iter().cycle().zip(&line);
            let play =
                play.map(|(player, (before, turn))| self.move_object(Some(player), before, turn));
            LineObject {
                play: play.collect(),
                over,
            }
        });
        PositionObject {
            winner: self.winner(),
            grundy: self.rules.grundy(self.piles),
            more: Some(self.more_turns(moves.len())).filter(|&more| more > 0),
            moves,
            line,
            board: (self.with_board).then(|| board(self.rules, self.piles)),
        }
    }

    fn move_object(
        &self,
        player: Option<&'static str>,
        before: &[u64],
        turn: &[Move],
    ) -> MoveObject {
        let pile = |step: &Move| step.pile as u64 + 1;
        // Where some moves change several piles, all are written in the same way.
        let is_single = self.rules.has_single_moves() || self.rules.shape().king().is_some();
        let changes = match turn {
            [step] if is_single => ChangesObject::One {
                pile: pile(step),
                take: step.take,
            },
            _ => ChangesObject::Several {
                piles: turn.iter().map(pile).collect(),
                takes: turn.iter().map(|step| step.take).collect(),
            },
        };
        MoveObject {
            player,
            changes,
            after: self.after(before, turn),
        }
    }

    /// The piles after a move.
    fn after(&self, before: &[u64], turn: &[Move]) -> Vec<u64> {
        let after = self.rules.after(before, turn);
        self.rules.shown(&after).to_vec()
    }

    fn step(&self, before: &[u64], turn: &[Move]) -> String {
        game::written(turn, &self.after(before, turn))
    }

    fn text(&self, answers: &mut Answers<'_>) {
        let winner = self.winner();
        let reason = self.rules.why(self.piles);
        let wins = if winner == PLAYERS[0] {
            t!("first player wins")
        } else {
            t!("second player wins")
        };
        writeln!(answers, "{wins}\n{}", reason.sentence);
        if !reason.bottom.is_empty() {
            binary(&reason, answers);
        }
        let turns = self.turns();
        for turn in &turns {
            writeln!(answers, "{}", self.step(self.piles, turn));
        }
        if turns.is_empty() && winner == PLAYERS[0] {
            writeln!(
                answers,
                "{}",
                t!("no move is left, and the opponent made the last one")
            );
        } else if turns.is_empty() {
            writeln!(answers, "{}", t!("no winning move"));
        }
        let more = self.more_turns(turns.len());
        if more > 0 {
            let more = plural!(
                more,
                "and {more} more winning move",
                "and {more} more winning moves"
            );
            writeln!(answers, "{more}");
        }
        if !self.with_play {
            return;
        }
        writeln!(answers, "{}", t!("best play:"));
        let (line, is_over) = self.line_of_play();
        for (player, (before, turn)) in PLAYERS.into_iter().cycle().zip(line) {
            let step = self.step(&before, &turn);
            let line = if player == PLAYERS[0] {
                t!("first: {step}", step = step)
            } else {
                t!("second: {step}", step = step)
            };
            writeln!(answers, "{line}");
        }
        if is_over && winner == PLAYERS[0] {
            writeln!(answers, "{}", t!("first player has won"));
        } else if is_over {
            writeln!(answers, "{}", t!("second player has won"));
        } else {
            writeln!(answers, "{}", t!("and so on"));
        }
    }
}

/// Writes the numbers of the rows in binary below each other, and what the bottom has for each bit below them.
fn binary(reason: &Reason, answers: &mut Answers<'_>) {
    let Reason {
        rows, name, bottom, ..
    } = reason;
    let labels = rows.iter().map(|(label, _)| columns(label));
    let width = labels.chain([columns(name)]).max().unwrap_or(0);
    // Counts of several digits need space between the columns.
    let cell = match bottom.iter().map(|count| count.to_string().len()).max() {
        Some(digits @ 2..) => digits + 1,
        _ => 1,
    };
    let mut row = |label: &str, cells: &mut dyn Iterator<Item = u64>| {
        let pad = " ".repeat(width - columns(label));
        write!(answers, "  {pad}{label}  ");
        cells.for_each(|number| write!(answers, "{number:>cell$}"));
        writeln!(answers);
    };
    for (label, number) in rows {
        row(
            label,
            &mut (0..bottom.len()).rev().map(|bit| number >> bit & 1),
        );
    }
    row(name, &mut bottom.iter().copied());
}

/// Writes how to lay out stones, as text or as JSON.
pub(crate) fn layout(
    stones: u64,
    piles: Option<[u64; 2]>,
    as_json: bool,
    answers: &mut Answers<'_>,
) {
    match piles {
        _ if as_json => writeln!(answers, "{}", json!({ "piles": piles })),
        Some([one, other]) => writeln!(
            answers,
            "{}\n{}",
            t!("second player wins"),
            t!(
                "lay out {one} {other}: what the first player takes from one pile, take from the other",
                one = one,
                other = other
            )
        ),
        None => writeln!(
            answers,
            "{}\n{}",
            t!("first player wins"),
            t!(
                "no layout of {stones} works: an odd number of piles would be odd, and so would the nim-sum",
                stones = stones
            )
        ),
    }
}

/// Writes a nim-sum, as text or as JSON.
pub(crate) fn nim_sum(sum: u64, as_json: bool, answers: &mut Answers<'_>) {
    if as_json {
        writeln!(answers, "{}", json!({ "xor": sum }));
    } else {
        answers.number(sum);
    }
}

/// The Grundy values of piles of `from` stones and more, at least one.
#[derive(Serialize)]
pub(crate) struct Table<'a> {
    pub from: u64,
    pub grundy: &'a [u64],
    pub period: Option<u64>,
    pub period_from: Option<u64>,
    /// What proves the period.
    pub theorem: Option<&'static str>,
}

impl Table<'_> {
    /// Writes the table, as text or as JSON.
    pub(crate) fn write(&self, as_json: bool, answers: &mut Answers<'_>) {
        if as_json {
            writeln!(answers, "{}", json_text(self));
            return;
        }
        let width = |number: u64| number.to_string().len();
        let size = width(self.from + (self.grundy.len() as u64 - 1));
        let cell = self.grundy.iter().map(|&value| width(value)).max();
        let cell = cell.unwrap_or(1);
        for (first, line) in (self.from..).step_by(10).zip(self.grundy.chunks(10)) {
            write!(answers, "{first:>size$} ");
            for value in line {
                write!(answers, " {value:>cell$}");
            }
            writeln!(answers);
        }
        if let (Some(len), Some(start), Some(theorem)) =
            (self.period, self.period_from, self.theorem)
        {
            let period = t!(
                "period {len} from {start} on ({theorem})",
                len = len,
                start = start,
                theorem = word(theorem)
            );
            writeln!(answers, "{period}");
        }
    }
}
