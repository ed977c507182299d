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
    #[serde(skip)]
    turn: Turn,
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
        let object = self.object();
        if as_json {
            writeln!(answers, "{}", json_text(&object));
        } else {
            self.text(&object, answers);
        }
    }

    fn object(&self) -> PositionObject {
        let Self { rules, piles, .. } = *self;
        let most = (MAX_NUMBERS_LISTED / piles.len().max(1)).clamp(1, MAX_LISTED);
        let winning = rules.winning(piles).take(most);
        let moves = winning.map(|turn| self.move_object(None, &rules.after(piles, &turn), turn));
        let moves: Vec<_> = moves.collect();
        let all = if moves.len() < most {
            moves.len() as u128
        } else {
            rules.count_winning(piles)
        };
        PositionObject {
            winner: PLAYERS[usize::from(!rules.first_wins(piles))],
            grundy: rules.grundy(piles),
            more: Some(all - moves.len() as u128).filter(|&more| more > 0),
            moves,
            line: self
                .with_play
                .then(|| self.line_of_play(most.min(MAX_PLAYED))),
            board: self.with_board.then(|| board(rules, piles)),
        }
    }

    /// A line of best play of at most `most` moves, in which the losing player ends the game soon.
    fn line_of_play(&self, most: usize) -> LineObject {
        let mut position = self.piles.to_vec();
        let mut play = Vec::new();
        for player in PLAYERS.into_iter().cycle().take(most) {
            let Some(turn) = self.rules.best(&position) else {
                break;
            };
            position = self.rules.after(&position, &turn);
            play.push(self.move_object(Some(player), &position, turn));
        }
        let over = self.rules.best(&position).is_none();
        LineObject { play, over }
    }

    fn move_object(&self, player: Option<&'static str>, after: &[u64], turn: Turn) -> MoveObject {
        let pile = |step: &Move| step.pile as u64 + 1;
        // Where some moves change several piles, all are written in the same way.
        let is_single = self.rules.has_single_moves() || self.rules.shape().king().is_some();
        let changes = match &turn[..] {
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
            after: self.rules.shown(after).to_vec(),
            turn,
        }
    }

    fn text(&self, object: &PositionObject, answers: &mut Answers<'_>) {
        let reason = self.rules.why(self.piles);
        let first_wins = object.winner == PLAYERS[0];
        let wins = if first_wins {
            t!("first player wins")
        } else {
            t!("second player wins")
        };
        writeln!(answers, "{wins}\n{}", reason.sentence);
        if !reason.bottom.is_empty() {
            binary(&reason, answers);
        }
        let written = |step: &MoveObject| game::written(&step.turn, &step.after);
        for step in &object.moves {
            writeln!(answers, "{}", written(step));
        }
        if object.moves.is_empty() {
            let none = if first_wins {
                t!("no move is left, and the opponent made the last one")
            } else {
                t!("no winning move")
            };
            writeln!(answers, "{none}");
        }
        if let Some(more) = object.more {
            let more = plural!(
                more,
                "and {more} more winning move",
                "and {more} more winning moves"
            );
            writeln!(answers, "{more}");
        }
        let Some(LineObject { play, over }) = &object.line else {
            return;
        };
        writeln!(answers, "{}", t!("best play:"));
        for step in play {
            let line = if step.player == Some(PLAYERS[0]) {
                t!("first: {step}", step = written(step))
            } else {
                t!("second: {step}", step = written(step))
            };
            writeln!(answers, "{line}");
        }
        let end = match (over, first_wins) {
            (false, _) => t!("and so on"),
            (true, true) => t!("first player has won"),
            (true, false) => t!("second player has won"),
        };
        writeln!(answers, "{end}");
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
