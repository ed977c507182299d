//! What `solve --json --board` says besides: all that a picture of a position needs, and a game against the program.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::game::rule::{Rules, Shape};
use crate::game::{Game, Reason, Turn};

/// The maximum of numbers in the list of legal moves, each with the piles after it.
const MAX_NUMBERS: usize = 20_000;
/// The most moves that are looked at for the values that a pile reaches, and for a reply in a lost position.
const MAX_TRIED: usize = 2_000;
/// The piles whose values are explained.
const MAX_EXPLAINED: usize = 40;
/// The largest pile of the lost positions that are listed.
const MAX_LOST: u64 = 20;

/// The board of a position: its piles, and perhaps a number behind them, what the move before took.
pub(super) fn board(rules: &Rules, position: &[u64]) -> Value {
    let piles = rules.shown(position);
    let (what, king) = match rules.shape() {
        Shape::Ascending { king } => ("hill", Some(king)),
        Shape::Distinct => ("coins", None),
        Shape::Pins => ("pins", None),
        Shape::Piles | Shape::PileAndTake | Shape::TwoPiles | Shape::Numbers => ("stones", None),
    };
    let reason = rules.why(position);
    let max_legal = (MAX_NUMBERS / (piles.len() + 4)).max(1);
    let mut moves = Game::moves(&**rules, position);
    let legal: Vec<_> = moves.by_ref().take(max_legal).collect();
    // The first winning move, or else one that takes as little as possible.
    let reply = rules.winning(position).next().or_else(|| {
        let tried = Game::moves(&**rules, position).take(MAX_TRIED);
        tried.min_by_key(|turn| turn.iter().map(|step| u128::from(step.take)).sum::<u128>())
    });
    let object = |turn: &Turn| after(rules, position, turn);
    let rows = reason.rows.iter();
    let rows = rows.map(|(label, number)| json!({ "label": label, "number": number }));
    json!({
        "kind": what,
        "piles": piles,
        "last": position.get(piles.len()),
        "king": king,
        "rule": rules.description(),
        "reason": reason.sentence,
        "rows": rows.collect::<Vec<_>>(),
        "sum": reason.name,
        "columns": columns(&reason),
        "values": values(rules, piles),
        "lost": lost(rules),
        "legal": legal.iter().map(object).collect::<Vec<_>>(),
        "more_legal": moves.next().is_some(),
        "reply": reply.as_ref().map(object),
    })
}

/// A legal move: the piles that it changes, counted from 1, what it takes from each, and all piles after it.
fn after(rules: &Rules, position: &[u64], turn: &Turn) -> Value {
    let after = rules.after(position, turn);
    let shown = rules.shown(&after);
    json!({
        "piles": turn.iter().map(|step| step.pile + 1).collect::<Vec<_>>(),
        "takes": turn.iter().map(|step| step.take).collect::<Vec<_>>(),
        "after": shown,
        "last": after.get(shown.len()),
    })
}

/// The columns of the table of a reason, from the largest block down: the rows that have such a block, counted from 1,
/// and how many of them have no partner. It is lost to have none in any column, but for the end of misère play.
fn columns(reason: &Reason) -> Vec<Value> {
    let bits = (0..reason.bottom.len()).rev();
    let column = |(bit, &left): (usize, &u64)| {
        let numbers = (1..).zip(&reason.rows);
        let rows = numbers.filter(|(_, (_, number))| number >> bit & 1 == 1);
        let rows: Vec<u64> = rows.map(|(row, _)| row).collect();
        json!({ "block": 1_u64 << bit, "rows": rows, "left": left })
    };
    bits.zip(&reason.bottom).map(column).collect()
}

/// The Grundy values of the piles, if the game is a sum of them, and why: the values that the moves of each reach.
fn values(rules: &Rules, piles: &[u64]) -> Vec<Value> {
    if rules.heaps().is_none() {
        return Vec::new();
    }
    let value = |&pile: &u64| {
        let own = rules.grundy(&[pile])?;
        let mut reaches = BTreeMap::new();
        for turn in Game::moves(&**rules, &[pile]).take(MAX_TRIED) {
            let after = rules.after(&[pile], &turn);
            if let Some(grundy) = rules.grundy(&after) {
                reaches.entry(grundy).or_insert(after);
            }
        }
        let reaches = reaches.iter();
        let reaches = reaches.map(|(grundy, after)| json!({ "grundy": grundy, "after": after }));
        let reaches: Vec<_> = reaches.collect();
        Some(json!({ "pile": pile, "grundy": own, "reaches": reaches }))
    };
    let piles = piles.iter().take(MAX_EXPLAINED);
    piles.filter_map(value).collect()
}

/// Small lost positions of a game whose numbers depend on each other, in ascending order.
fn lost(rules: &Rules) -> Vec<Vec<u64>> {
    let pairs = (0..=MAX_LOST).flat_map(|a| (a..=MAX_LOST).map(move |b| vec![a, b]));
    let positions: Vec<_> = match rules.shape().count() {
        Some(1) => (1..=3 * MAX_LOST).map(|pile| vec![pile]).collect(),
        Some(2) => pairs.collect(),
        _ => Vec::new(),
    };
    let mut rules = rules.clone();
    if rules.cover(3 * MAX_LOST).is_err() {
        return Vec::new();
    }
    let is_lost = |position: &Vec<u64>| !rules.first_wins(position);
    positions.into_iter().filter(is_lost).collect()
}
