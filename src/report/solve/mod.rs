//! What `bouton solve` says, for people and for programs.

mod json;
mod play;
mod table;
mod text;

use super::json::{LayoutObject, NimSumObject, text as json_text};
use crate::game::rule::Rules;
use crate::game::{Move, Turn};
use crate::output::answers::Answers;
use play::{LineOfPlay, Player};
pub(crate) use table::Table;

/// The maximum number of winning moves listed; the others are counted.
const MAX_LISTED: usize = 10_000;

/// The approximate maximum of numbers in a list of moves, each with the piles after it. At least one
/// move is listed.
const MAX_NUMBERS_LISTED: usize = 1_000_000;

/// Writes an explanation, as text or as JSON.
pub(crate) fn explain(explained: &Explained<'_>, as_json: bool, answers: &mut Answers<'_>) {
    if as_json {
        writeln!(answers, "{}", json_text(&json::explain(explained)));
    } else {
        text::explain(explained, answers);
    }
}

/// Writes how to lay out stones, as text or as JSON.
pub(crate) fn layout(
    stones: u64,
    piles: Option<[u64; 2]>,
    as_json: bool,
    answers: &mut Answers<'_>,
) {
    if as_json {
        writeln!(answers, "{}", json_text(&LayoutObject { piles }));
    } else {
        text::layout(stones, piles, answers);
    }
}

/// Writes a nim-sum, as text or as JSON.
pub(crate) fn nim_sum(sum: u64, as_json: bool, answers: &mut Answers<'_>) {
    if as_json {
        writeln!(answers, "{}", json_text(&NimSumObject { xor: sum }));
    } else {
        answers.number(sum);
    }
}

/// A position to be explained.
#[derive(Clone, Copy)]
pub(crate) struct Explained<'a> {
    /// The rules, which cover the piles.
    pub rules: &'a Rules,
    /// The piles.
    pub piles: &'a [u64],
    /// Whether to include a line of best play.
    pub line: bool,
}

impl Explained<'_> {
    fn winner(&self) -> Player {
        Player::First.if_wins(self.rules.first_wins(self.piles))
    }

    /// The maximum number of moves listed.
    fn max_turns(&self) -> usize {
        (MAX_NUMBERS_LISTED / self.piles.len().max(1)).clamp(1, MAX_LISTED)
    }

    fn turns(&self) -> impl Iterator<Item = Turn> {
        self.rules.winning(self.piles).take(self.max_turns())
    }

    /// The piles after a move.
    fn after(&self, turn: &[Move]) -> Vec<u64> {
        let after = self.rules.after(self.piles, turn);
        self.rules.shown(&after).to_vec()
    }

    /// The number of winning moves after the first `listed`.
    fn more_turns(&self, listed: usize) -> u128 {
        if listed < self.max_turns() {
            return 0;
        }
        self.rules.count_winning(self.piles) - listed as u128
    }

    fn line_of_play(&self) -> LineOfPlay<'_> {
        LineOfPlay::new(self.rules, self.piles, self.max_turns())
    }
}
