//! What `solve --json --board` says besides: all that a picture of a position needs, and a game against the program.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::game::rule::{Rules, Shape, Things};
use crate::game::{Game, Reason, Turn};

/// The maximum of numbers in the list of legal moves, each with the piles after it.
const MAX_NUMBERS: usize = 20_000;
/// The most moves that are looked at for the values that a pile reaches, and for a reply in a lost position.
const MAX_TRIED: usize = 2_000;
/// The piles whose values are explained.
const MAX_EXPLAINED: usize = 40;
/// The largest pile of the lost positions that are listed.
const MAX_LOST: u64 = 20;

/// A position, drawn.
#[derive(Serialize)]
pub(super) struct BoardObject {
    /// What the numbers are.
    kind: Kind,
    piles: Vec<u64>,
    /// What the move before took, where later moves depend on that.
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    king: Option<u64>,
    /// The rule, and what decides who wins, in the language of the reader.
    rule: String,
    reason: String,
    rows: Vec<RowObject>,
    /// What the last row of the table is.
    sum: String,
    columns: Vec<ColumnObject>,
    values: Vec<ValueObject>,
    /// Lost positions without larger piles than [`MAX_LOST`], of two numbers, or three times as large
    /// ones of a single pile, for games that are no sum.
    lost: Vec<Vec<u64>>,
    legal: Vec<LegalObject>,
    /// Whether there are more legal moves.
    more_legal: bool,
    /// What the program would do: the first winning move, or else one that takes as little as possible.
    reply: Option<LegalObject>,
}

/// What the numbers of a position are.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// Piles of stones.
    Stones,
    /// Rows of pins, which stand side by side.
    Pins,
    /// Cells of coins on a strip.
    Coins,
    /// Cells of people on a hill.
    Hill,
}

/// A number that decides, and what it belongs to.
#[derive(Serialize)]
struct RowObject {
    label: String,
    number: u64,
}

/// The blocks of one size, a power of two.
#[derive(Serialize)]
struct ColumnObject {
    block: u64,
    /// The rows that have such a block, counted from 1.
    rows: Vec<usize>,
    /// How many of them have no partner: it is lost to have none in any column, but for the end of misère play.
    left: u64,
}

/// The Grundy value of a pile, and why: the values that its moves reach, each by one of them.
#[derive(Serialize)]
struct ValueObject {
    pile: u64,
    grundy: u64,
    reaches: Vec<ReachObject>,
}

#[derive(Serialize)]
struct ReachObject {
    grundy: u64,
    after: Vec<u64>,
}

/// A legal move: the piles that it changes, counted from 1, what it takes from each, and all piles after it.
#[derive(Serialize)]
struct LegalObject {
    piles: Vec<usize>,
    takes: Vec<u64>,
    after: Vec<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<u64>,
}

impl BoardObject {
    /// The board of a position: its piles, and perhaps a number behind them that is not shown.
    pub(super) fn of(rules: &Rules, position: &[u64]) -> Self {
        let piles = rules.shown(position);
        let king = match rules.shape() {
            Shape::Ascending { king } => Some(king),
            Shape::Piles | Shape::Exactly(_) | Shape::Distinct => None,
        };
        let reason = rules.why(position);
        let max_legal = (MAX_NUMBERS / (piles.len() + 4)).max(1);
        let mut moves = Game::moves(&**rules, position);
        let legal: Vec<_> = moves.by_ref().take(max_legal).collect();
        let more_legal = moves.next().is_some();
        let winning = rules.winning(position).next();
        let reply = winning.or_else(|| {
            let tried = Game::moves(&**rules, position).take(MAX_TRIED);
            tried.min_by_key(|turn| turn.iter().map(|step| u128::from(step.take)).sum::<u128>())
        });
        let object = |turn: &Turn| LegalObject::of(rules, position, turn);
        Self {
            kind: kind(rules),
            last: position.get(piles.len()).copied(),
            king,
            rule: rules.description(),
            columns: columns(&reason),
            reason: reason.sentence,
            rows: reason
                .rows
                .into_iter()
                .map(|(label, number)| RowObject { label, number })
                .collect(),
            sum: reason.name,
            values: values(rules, piles),
            lost: lost(rules),
            legal: legal.iter().map(object).collect(),
            more_legal,
            reply: reply.as_ref().map(object),
            piles: piles.to_vec(),
        }
    }
}

impl LegalObject {
    fn of(rules: &Rules, position: &[u64], turn: &Turn) -> Self {
        let after = rules.after(position, turn);
        let shown = rules.shown(&after);
        Self {
            piles: turn.iter().map(|step| step.pile + 1).collect(),
            takes: turn.iter().map(|step| step.take).collect(),
            after: shown.to_vec(),
            last: after.get(shown.len()).copied(),
        }
    }
}

fn kind(rules: &Rules) -> Kind {
    match rules.shape() {
        Shape::Ascending { .. } => Kind::Hill,
        Shape::Distinct => Kind::Coins,
        Shape::Piles if rules.row().things == Things::Pins => Kind::Pins,
        Shape::Piles | Shape::Exactly(_) => Kind::Stones,
    }
}

/// The columns of the table of a reason, from the largest block down.
fn columns(reason: &Reason) -> Vec<ColumnObject> {
    let bits = (0..reason.bottom.len()).rev();
    let column = |(bit, &left): (usize, &u64)| {
        let has_block = |&(_, number): &(usize, u64)| number >> bit & 1 == 1;
        let numbers = reason.rows.iter().map(|(_, number)| *number);
        ColumnObject {
            block: 1 << bit,
            rows: (1..)
                .zip(numbers)
                .filter(has_block)
                .map(|(row, _)| row)
                .collect(),
            left,
        }
    };
    bits.zip(&reason.bottom).map(column).collect()
}

/// The Grundy values of the piles, if the game is a sum of them.
fn values(rules: &Rules, piles: &[u64]) -> Vec<ValueObject> {
    if rules.heaps().is_none() {
        return Vec::new();
    }
    let value = |&pile: &u64| {
        let mut reaches = BTreeMap::new();
        for turn in Game::moves(&**rules, &[pile]).take(MAX_TRIED) {
            let after = rules.after(&[pile], &turn);
            if let Some(grundy) = rules.grundy(&after) {
                reaches.entry(grundy).or_insert(after);
            }
        }
        let reaches = reaches.into_iter();
        Some(ValueObject {
            pile,
            grundy: rules.grundy(&[pile])?,
            reaches: reaches
                .map(|(grundy, after)| ReachObject { grundy, after })
                .collect(),
        })
    };
    piles.iter().take(MAX_EXPLAINED).filter_map(value).collect()
}

/// Small lost positions of a game whose numbers depend on each other, in ascending order.
fn lost(rules: &Rules) -> Vec<Vec<u64>> {
    let pairs = (0..=MAX_LOST).flat_map(|a| (a..=MAX_LOST).map(move |b| vec![a, b]));
    let positions: Vec<_> = match rules.shape() {
        Shape::Exactly(1) => (1..=3 * MAX_LOST).map(|pile| vec![pile]).collect(),
        Shape::Exactly(2) => pairs.collect(),
        _ => Vec::new(),
    };
    let mut rules = rules.clone();
    if rules.cover(3 * MAX_LOST).is_err() {
        return Vec::new();
    }
    let is_lost = |position: &Vec<u64>| !rules.first_wins(position);
    positions.into_iter().filter(is_lost).collect()
}
