//! What `bouton solve` says, for people and for programs.

use std::io::IsTerminal;

use serde_json::{Value, json};

use super::board::board;
use super::json::with;
use crate::error::Error;
use crate::game::period::Period;
use crate::game::rule::Rules;
use crate::game::{Changes, Move, Reason};
use crate::text::columns;
use crate::words::{plural, t, word};

/// The maximum number of winning moves listed; the others are counted.
const MAX_LISTED: usize = 10_000;

/// The approximate maximum of numbers in a list of moves, each with the piles after it. At least one move is listed.
const MAX_NUMBERS_LISTED: usize = 1_000_000;

/// The maximum number of moves that are tried, where there is no other way to count those that win.
const MAX_TRIED: usize = 100_000;

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

/// A number of winning moves; `None` if it takes too long to find out.
type Unlisted = Option<u128>;

/// A move, and all piles after it.
struct Step {
    turn: Move,
    after: Vec<u64>,
}

impl Explained<'_> {
    /// The most moves that are listed.
    fn most(&self) -> usize {
        (MAX_NUMBERS_LISTED / self.piles.len().max(1)).clamp(1, MAX_LISTED)
    }

    /// The winning moves that are listed, each with the piles after it, and how many more there are.
    fn winning(&self) -> (Vec<Step>, Option<Unlisted>) {
        let Self { rules, piles, .. } = *self;
        let most = self.most();
        let are_listed = rules.game().lists_moves(piles);
        let winning = are_listed.then(|| rules.game().winning(piles).take(most));
        let moves: Vec<_> = winning
            .into_iter()
            .flatten()
            .map(|turn| Step {
                after: rules.game().after(piles, &turn),
                turn,
            })
            .collect();
        let all = if moves.len() < most {
            moves.len() as u128
        } else {
            rules.game().count_winning(piles)
        };
        let more = match rules.changes() {
            _ if !are_listed => None,
            Changes::TooManyPiles if !moves.is_empty() => few_winning(rules, piles),
            Changes::TooManyPiles | Changes::Parts | Changes::Piles | Changes::OnePile => Some(all),
        };
        let more = more.map(|all| all - moves.len() as u128);
        (moves, (more != Some(0)).then_some(more))
    }

    /// The piles after each of the winning moves that are listed.
    pub(crate) fn after_winning(&self) -> Vec<Vec<u64>> {
        let (moves, _) = self.winning();
        let shown = |step: Step| self.rules.shown(&step.after).into_owned();
        moves.into_iter().map(shown).collect()
    }

    /// The explanation, as text or as JSON.
    pub(crate) fn written(&self, as_json: bool) -> String {
        let Self { rules, piles, .. } = *self;
        let (moves, more) = self.winning();
        let play = self.with_play.then(|| self.line_of_play(self.most().min(MAX_PLAYED)));
        if !as_json {
            return self.text(&moves, more, play);
        }
        let mut besides = json!({});
        if let Some((play, over)) = play {
            let steps = play.iter().zip(PLAYERS.into_iter().cycle());
            let object = |(step, player)| with(json!({ "player": player }), self.step(step));
            besides["play"] = steps.map(object).collect();
            besides["over"] = over.into();
        }
        if self.with_board {
            besides["board"] = board(rules, piles);
        }
        let object = json!({
            "winner": PLAYERS[usize::from(!rules.game().first_wins(piles))],
            "grundy": rules.game().grundy(piles),
            "moves": moves.iter().map(|step| self.step(step)).collect::<Value>(),
        });
        // There may be more moves than a `Value` has room for.
        let more = more.map(|more| more.map_or("null".to_owned(), |all| all.to_string()));
        let more = more.map_or_else(String::new, |all| format!(",\"more\":{all}"));
        let (object, besides) = (object.to_string(), besides.to_string());
        let comma = if besides == "{}" { "" } else { "," };
        format!("{}{more}{comma}{}\n", &object[..object.len() - 1], &besides[1..])
    }

    /// A line of best play of at most `most` moves, in which the losing player ends the game soon, and whether it is
    /// the whole game.
    fn line_of_play(&self, most: usize) -> (Vec<Step>, bool) {
        let mut play: Vec<Step> = Vec::new();
        loop {
            let position = play.last().map_or(self.piles, |step| &step.after[..]);
            if play.len() == most || !self.rules.game().lists_moves(position) {
                return (play, false);
            }
            let Some(turn) = self.rules.game().best(position) else {
                return (play, true);
            };
            let after = self.rules.game().after(position, &turn);
            play.push(Step { turn, after });
        }
    }

    /// A move as an object. Where some moves change several piles, all are written in the same way.
    fn step(&self, Step { turn, after }: &Step) -> Value {
        let after = self.rules.shown(after);
        let is_single = self.rules.has_single_moves() || self.rules.king().is_some();
        match &turn[..] {
            [step] if is_single => {
                json!({ "pile": step.pile + 1, "take": step.take, "after": after })
            }
            steps => json!({
                "piles": steps.iter().map(|step| step.pile + 1).collect::<Value>(),
                "takes": steps.iter().map(|step| step.take).collect::<Value>(),
                "after": after,
            }),
        }
    }

    fn text(&self, moves: &[Step], more: Option<Unlisted>, play: Option<(Vec<Step>, bool)>) -> String {
        let reason = self.rules.game().why(self.piles);
        let first_wins = self.rules.game().first_wins(self.piles);
        let wins = if first_wins {
            t!("first player wins")
        } else {
            t!("second player wins")
        };
        let mut text = format!("{wins}\n{}\n", reason.sentence);
        if !reason.bottom.is_empty() {
            text += &binary(&reason);
        }
        for step in moves {
            text.extend([&self.in_words(self.piles, step), "\n"]);
        }
        if !self.rules.game().lists_moves(self.piles) {
            let most = self.rules.game().largest_listed();
            text += &t!("moves are listed for piles of up to {most} stones", most);
            text += "\n";
        } else if moves.is_empty() {
            let none = if first_wins {
                t!("no move is left, and the opponent made the last one")
            } else {
                t!("no winning move")
            };
            text.extend([none, "\n"]);
        }
        let more = more
            .map(|more| match more {
                Some(more) => plural!(more, "and {more} more winning move", "and {more} more winning moves"),
                None => t!("and perhaps more").to_owned(),
            })
            .filter(|_| !moves.is_empty());
        text.extend(more.map(|more| more + "\n"));
        text.extend(play.map(|(play, over)| self.play(&play, over)));
        // Somebody who reads may want to know more; a program would stumble over a line more.
        let page = self.page(&reason).filter(|_| std::io::stdout().is_terminal());
        text.extend(page.map(|page| page.to_owned() + "\n"));
        text
    }

    /// The page of the help that says more.
    fn page(&self, reason: &Reason) -> Option<&'static str> {
        if reason.is_nim_sum() && self.rules.nim().is_some() {
            Some(t!("nim-sum: see 'bouton help nim-sum'"))
        } else if self.rules.game().heaps().is_some() {
            Some(t!("Grundy values: see 'bouton help grundy'"))
        } else {
            None
        }
    }

    /// A move from `position`, in words.
    fn in_words(&self, position: &[u64], step: &Step) -> String {
        self.rules.describe(position, &step.turn, usize::MAX)
    }

    /// A line of play, which is the whole game or not.
    fn play(&self, play: &[Step], over: bool) -> String {
        let mut text = t!("best play:").to_owned() + "\n";
        let mut position = self.piles;
        for (number, step) in play.iter().enumerate() {
            let line = match (number % 2, self.in_words(position, step)) {
                (0, step) => t!("first: {step}", step),
                (_, step) => t!("second: {step}", step),
            };
            position = &step.after;
            text.extend([&line, "\n"]);
        }
        let end = match (over, self.rules.game().first_wins(self.piles)) {
            (false, _) => t!("and so on"),
            (true, true) => t!("first player has won"),
            (true, false) => t!("second player has won"),
        };
        text.extend([end, "\n"]);
        text
    }
}

/// The number of winning moves, if not too many moves have to be tried.
fn few_winning(rules: &Rules, piles: &[u64]) -> Option<u128> {
    let mut moves = rules.game().moves(piles);
    let tried: Vec<_> = moves.by_ref().take(MAX_TRIED).collect();
    let wins = |turn: &&Move| !rules.game().first_wins(&rules.game().after(piles, turn));
    (moves.next().is_none()).then(|| tried.iter().filter(wins).count() as u128)
}

/// The numbers of the rows in binary below each other, and what the bottom has for each bit below them.
fn binary(reason: &Reason) -> String {
    let (Reason { rows, bottom, .. }, name) = (reason, reason.name());
    let labels = rows.iter().map(|(label, _)| columns(label));
    let width = labels.chain([columns(&name)]).max().unwrap_or(0);
    // Counts of several digits need space between the columns.
    let cell = match bottom.iter().map(|count| count.to_string().len()).max() {
        Some(digits @ 2..) => digits + 1,
        _ => 1,
    };
    let bits = |number: &u64| (0..bottom.len()).rev().map(|bit| number >> bit & 1).collect();
    let rows = rows
        .iter()
        .map(|(label, number)| (label, bits(number)))
        .chain([(&name, bottom.clone())]);
    let lines = rows.map(|(label, cells)| {
        let pad = " ".repeat(width - columns(label));
        let cells = cells.iter().map(|number| format!("{number:>cell$}"));
        format!("  {pad}{label}  {}\n", cells.collect::<String>())
    });
    lines.collect()
}

/// Writes how to lay out stones, as text or as JSON.
pub(crate) fn layout(stones: u64, piles: Option<[u64; 2]>, as_json: bool) -> Result<(), Error> {
    let text = || {
        let (winner, why) = match piles {
            Some([one, other]) => (
                t!("second player wins"),
                t!(
                    "lay out {one} {other}: what the first player takes from one pile, take from the other",
                    one,
                    other
                ),
            ),
            None => (
                t!("first player wins"),
                t!(
                    "no layout of {stones} works: an odd number of piles would be odd, and so would the nim-sum",
                    stones
                ),
            ),
        };
        format!("{winner}\n{why}\n")
    };
    super::write(as_json, || json!({ "piles": piles }), text)
}

/// Writes the Grundy values of piles of `from` stones and more, at least one, and the period if one is proven, as text
/// or as JSON.
pub(crate) fn table(rules: &Rules, from: u64, grundy: &[u64], as_json: bool) -> Result<(), Error> {
    let (period, theorem) = rules.proven_period().unzip();
    let object = || {
        json!({
            "from": from,
            "grundy": grundy,
            "period": period.map(|period| period.len),
            "period_from": period.map(|period| period.start),
            "theorem": theorem,
        })
    };
    let text = || {
        let width = |number: u64| number.to_string().len();
        let size = width(from + (grundy.len() as u64 - 1));
        let cell = grundy.iter().map(|&value| width(value)).max().unwrap_or(1);
        let lines = (from..).step_by(10).zip(grundy.chunks(10)).map(|(first, line)| {
            let values = line.iter().map(|value| format!(" {value:>cell$}"));
            format!("{first:>size$} {}\n", values.collect::<String>())
        });
        let mut text: String = lines.collect();
        if let (Some(Period { start, len }), Some(theorem)) = (period, theorem) {
            let theorem = word(theorem);
            text += &t!("period {len} from {start} on ({theorem})", len, start, theorem);
            text.push('\n');
        }
        text
    };
    super::write(as_json, object, text)
}
