//! What `solve --json --board` says besides: all that a picture of a position needs, and a game against the program.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::game::positions::Memory;
use crate::game::rule::Rules;
use crate::game::{Changes, Move, Play, Reason};

/// The maximum of numbers in the list of legal moves, each with the piles after it.
const MAX_NUMBERS: usize = 20_000;
/// The most moves that are looked at for the values that a pile reaches, and for a reply in a lost position.
const MAX_TRIED: usize = 2_000;
/// The piles whose values are explained.
const MAX_EXPLAINED: usize = 40;
/// The largest pile of the lost positions that are listed.
const MAX_LOST: u64 = 20;
/// The largest block whose remains are shown, and the largest pile and number of piles of small examples.
const MAX_BROKEN: u64 = 8;
const MAX_ENDING: u64 = 7;

/// The board of a position: its piles, and perhaps a number behind them, what the move before took.
pub(super) fn board(rules: &Rules, position: &[u64]) -> Value {
    let piles = rules.shown(position);
    let [alone, several] = rules.positions.forms;
    let form = if position.len() == 1 { alone } else { several };
    let reason = rules.game().why(position);
    let (legal, has_more) = legal(rules, position, &piles);
    let object = |turn: &Move| after(rules, position, turn);
    let rows = places(rules, &piles, reason.rows.len());
    let rows = rows.into_iter().zip(&reason.rows).map(
        |(place, (label, number))| json!({ "label": label, "number": number, "pile": place.pile, "end": place.end }),
    );
    let (values, lost) = (values(&rules.in_normal_play(), position), lost(rules));
    json!({
        "kind": rules.positions.pieces,
        "form": form,
        "first_step": rules.first_step(),
        "piles": piles,
        "last": position.get(piles.len()),
        "taken": rules.taken(position),
        "king": rules.king(),
        "divides": (rules.game().heaps().is_some() || rules.positions.becomes_rows)
            && rules.changes() != Changes::OnePile,
        "rule": rules.description(),
        "reason": if rules.game().first_wins(position) { &reason.sentence } else { &reason.lost },
        "rows": rows.collect::<Vec<_>>(),
        "sum": reason.name(),
        "columns": columns(&reason),
        "steps": steps(rules, position, &reason, &values, &lost),
        "values": values,
        "lost": lost,
        "legal": legal.iter().map(object).collect::<Vec<_>>(),
        "more_legal": has_more,
        "reply": reply(rules, position).as_ref().map(object),
    })
}

/// The first moves of a position that is shown as `piles`, and whether there are more.
fn legal(rules: &Rules, position: &[u64], piles: &[u64]) -> (Vec<Move>, bool) {
    let most = (MAX_NUMBERS / (piles.len() + 4)).max(1);
    let mut moves = rules.game().moves(position);
    let mut legal: Vec<_> = moves.by_ref().take(most).collect();
    if rules.positions.lists_equal_once
        && let [one, other] = *piles
        && one == other
    {
        // The game lists the moves of one of them.
        let of_other = |turn: &Move| turn.iter().map(|step| step.in_pile(1)).collect();
        legal.extend(legal.iter().map(of_other).collect::<Vec<_>>());
    }
    (legal, moves.next().is_some())
}

/// The first winning move, or else one that takes as little as possible.
fn reply(rules: &Rules, position: &[u64]) -> Option<Move> {
    let are_listed = rules.game().lists_moves(position);
    let mut winning = are_listed.then(|| rules.game().winning(position));
    winning.as_mut().and_then(Iterator::next).or_else(|| {
        let tried = rules.game().moves(position).take(MAX_TRIED);
        tried.min_by_key(|turn| turn.iter().map(|step| u128::from(step.take)).sum::<u128>())
    })
}

/// The steps that explain a position, in their order: the name of each, and what it needs besides the rest of the
/// board. A rule of which nothing else is known has the last one, which is true of all.
fn steps(rules: &Rules, position: &[u64], reason: &Reason, values: &[Value], lost: &[Vec<u64>]) -> Vec<Value> {
    let mut steps = Vec::new();
    let is_normal = rules.play == Play::Normal;
    let has_balance = reason.bottom.iter().all(|&left| left == 0);
    // Not at the end of misère play.
    let columns_decide = has_balance != rules.game().first_wins(position);
    if !is_normal {
        steps.push(end(rules, !columns_decide));
    }
    if rules.game().winning(position).next().is_some() {
        steps.push(json!({ "step": "try" }));
    }
    steps.extend(claim(rules, position));
    if !values.is_empty() && rules.nim().is_none() {
        steps.push(json!({ "step": "values" }));
    }
    steps.extend(what_is_lost(rules, position, lost));
    if !reason.bottom.is_empty() && !reason.rows.is_empty() {
        if values.is_empty() && reason.rows.len() != rules.shown(position).len() {
            steps.push(json!({ "step": "gaps" }));
        }
        let largest = reason.rows.iter().map(|(_, number)| *number).max();
        let from = largest.and_then(u64::checked_ilog2).map_or(0, |bit| 1 << bit);
        steps.push(json!({ "step": "blocks" }));
        if columns_decide && from > 1 {
            steps.push(broken_block(from));
        }
        if columns_decide {
            let modulus = reason.modulus.unwrap_or(2);
            steps.extend(["columns", "balance"].map(|step| json!({ "step": step, "modulus": modulus })));
        }
        if reason.is_nim_sum() {
            steps.push(json!({ "step": "binary" }));
        }
    }
    steps.push(json!({ "step": "moves" }));
    steps
}

/// The step on the positions that are lost.
fn what_is_lost(rules: &Rules, position: &[u64], lost: &[Vec<u64>]) -> Option<Value> {
    match lost {
        [] => None,
        _ if rules.positions.becomes_rows && position.len() > 1 => None,
        _ if is_mirrored(rules, position) => Some(json!({ "step": "ring" })),
        [pair, ..] if pair.len() == 2 => {
            let mut pairs = (0..).zip(lost);
            let are_apart = pairs.all(|(apart, pair)| pair[0] + apart == pair[1]);
            let is_ratio = rules.positions.has_ratio;
            Some(json!({ "step": "pairs", "apart": are_apart, "ratio": is_ratio }))
        }
        _ => {
            let are_sums = rules.positions.memory == Memory::LastTake;
            Some(json!({ "step": "numbers", "sums": are_sums }))
        }
    }
}

/// The step in which a move breaks the largest of the blocks from `largest`: what is left of one, as blocks again.
fn broken_block(largest: u64) -> Value {
    let from = largest.min(MAX_BROKEN);
    let blocks = |left: u64| {
        let blocks = (0..64).rev().map(|bit| left & 1 << bit);
        blocks.filter(|block| *block > 0).collect()
    };
    let lefts: Vec<Vec<u64>> = (0..from).rev().map(blocks).collect();
    json!({ "step": "break", "block": from, "lefts": lefts })
}

/// How misère play ends: of no, one, two and more of the smallest rows that count as 1, whether the player to move
/// wins; and whether no larger ones are left.
fn end(rules: &Rules, has_begun: bool) -> Value {
    let (mut rules, mut normal) = (rules.clone(), rules.in_normal_play());
    let mut is_covered = |&pile: &u64| rules.cover(pile).is_ok() && normal.cover(pile).is_ok();
    let covered = (1..=MAX_ENDING).take_while(&mut is_covered).last();
    let is_one = |&pile: &u64| normal.game().heaps().is_none() || normal.game().grundy(&[pile]) == Some(1);
    let pile = covered.and_then(|most| (1..=most).find(is_one));
    let first_wins = |pile| {
        let wins = (0..MAX_ENDING).map(|count| rules.game().first_wins(&vec![pile; count as usize]));
        wins.collect::<Vec<_>>()
    };
    json!({ "step": "end", "begun": has_begun, "pile": pile, "first_wins": pile.map(first_wins) })
}

/// The lost position from which somebody tries to win: this one, or what the first winning move leaves. `None` if no
/// move is left there.
fn claim(rules: &Rules, position: &[u64]) -> Option<Value> {
    let lost = if rules.game().first_wins(position) {
        rules.game().after(position, &rules.game().winning(position).next()?)
    } else {
        position.to_vec()
    };
    rules.game().moves(&lost).next()?;
    let piles = rules.shown(&lost);
    Some(json!({
        "step": "claim",
        "piles": piles,
        "last": lost.get(piles.len()),
        "taken": rules.taken(&lost),
    }))
}

/// Whether whatever is taken from a ring, as much or a little more or less can be taken from the middle of what is
/// left, so that two equal rows are.
fn is_mirrored(rules: &Rules, position: &[u64]) -> bool {
    let (true, [ring]) = (rules.positions.becomes_rows, position) else {
        return false;
    };
    let turns = rules.game().moves(position).take(MAX_TRIED);
    let takes: Vec<u64> = turns.map(|turn| turn[0].take).collect();
    let is_answered = |row: u64| takes.iter().any(|&take| take <= row && take % 2 == row % 2);
    !takes.is_empty() && takes.iter().all(|take| is_answered(ring - take))
}

/// Where a row of the table of a reason is on the board: a pile, counted from 1, or the free cells before the cell
/// `end`.
#[derive(Clone, Default)]
struct Place {
    pile: Option<usize>,
    end: Option<u64>,
}

fn places(rules: &Rules, piles: &[u64], count: usize) -> Vec<Place> {
    let of_pile = |pile| Place {
        pile: Some(pile),
        end: None,
    };
    let places: Vec<_> = if !rules.positions.has_piles() {
        let mut ends = piles.to_vec();
        ends.sort_unstable();
        let ends = ends.into_iter().rev().step_by(2).take(count);
        let places = ends.map(|end| Place {
            pile: None,
            end: Some(end),
        });
        places.rev().collect()
    } else if let Some(first) = rules.first_step() {
        let steps = (first..).zip(1..=piles.len());
        let odd = steps.filter(|(step, _)| step % 2 == 1);
        odd.map(|(_, pile)| of_pile(pile)).collect()
    } else {
        (1..=piles.len()).map(of_pile).collect()
    };
    if places.len() == count {
        places
    } else {
        vec![Place::default(); count]
    }
}

/// A legal move: the piles that it changes, counted from 1, what it takes from each, all piles after it, and whether it
/// wins.
fn after(rules: &Rules, position: &[u64], turn: &Move) -> Value {
    let after = rules.game().after(position, turn);
    let shown = rules.shown(&after);
    json!({
        "piles": turn.iter().map(|step| step.pile + 1).collect::<Vec<_>>(),
        "takes": turn.iter().map(|step| step.take).collect::<Vec<_>>(),
        "after": shown,
        "last": after.get(shown.len()),
        "wins": !rules.game().first_wins(&after),
    })
}

/// The columns of the table of a reason, from the largest block down: the rows that have such a block, counted from 1,
/// and how many of them have no partner. It is lost to have none in any column, but for the end of misère play.
fn columns(reason: &Reason) -> Vec<Value> {
    let bits = (0..reason.bottom.len()).rev();
    let column = |(bit, &left): (usize, &u64)| {
        let numbers = (1..).zip(&reason.rows);
        let rows: Vec<u64> = numbers
            .filter(|(_, (_, number))| number >> bit & 1 == 1)
            .map(|(row, _)| row)
            .collect();
        json!({ "block": 1_u64 << bit, "rows": rows, "left": left })
    };
    bits.zip(&reason.bottom).map(column).collect()
}

/// The Grundy values of the piles, if the game is a sum of them, and why: the values that the moves of each reach.
fn values(rules: &Rules, piles: &[u64]) -> Vec<Value> {
    let mut rules = rules.clone();
    let largest = rules.shown(piles).iter().max().copied().unwrap_or(0);
    if rules.game().heaps().is_none() || rules.cover(largest).is_err() {
        return Vec::new();
    }
    let rules = &rules;
    let grundy = |&pile: &u64| rules.game().grundy(&[pile]);
    let value = |&pile: &u64| {
        let own = grundy(&pile)?;
        let mut reaches = BTreeMap::new();
        for turn in rules.game().moves(&[pile]).take(MAX_TRIED) {
            let after = rules.game().after(&[pile], &turn);
            if let Some(grundy) = rules.game().grundy(&after) {
                reaches.entry(grundy).or_insert(after);
            }
        }
        let reaches = reaches.iter().map(|(own, after)| {
            let counts: Vec<_> = after.iter().map(grundy).collect();
            json!({
                "grundy": own,
                "after": rules.shown(after),
                "taken": rules.taken(after),
                "counts": counts,
            })
        });
        let reaches: Vec<_> = reaches.collect();
        Some(json!({
            "pile": rules.shown(&[pile])[0],
            "taken": rules.taken(&[pile]),
            "grundy": own,
            "reaches": reaches,
        }))
    };
    let piles = piles.iter().take(MAX_EXPLAINED);
    piles.filter_map(value).collect()
}

/// Small lost positions of a game whose numbers depend on each other, in ascending order.
fn lost(rules: &Rules) -> Vec<Vec<u64>> {
    let pairs = (0..=MAX_LOST).flat_map(|a| (a..=MAX_LOST).map(move |b| vec![a, b]));
    let positions: Vec<_> = match rules.positions.count {
        Some(1) => (1..=3 * MAX_LOST).map(|pile| vec![pile]).collect(),
        Some(2) => pairs.collect(),
        _ => Vec::new(),
    };
    let mut rules = rules.clone();
    if rules.cover(3 * MAX_LOST).is_err() {
        return Vec::new();
    }
    let is_lost = |position: &Vec<u64>| !rules.game().first_wins(position);
    positions.into_iter().filter(is_lost).collect()
}
