//! Explanations for programs.

use super::Explained;
use crate::game::Move;
use crate::report::json::{ChangesObject, LineObject, MoveObject, PositionObject};

/// Everything. Lists are limited, so they fit into memory.
pub(crate) fn explain(explained: &Explained<'_>) -> PositionObject {
    let rules = explained.rules;
    // Where some moves change several piles, all are written in the same way.
    let single = rules.has_single_moves() || rules.king().is_some();
    let moves = explained.turns().map(|turn| MoveObject {
        player: None,
        changes: changes(single, &turn),
        after: explained.after(&turn),
    });
    let moves: Vec<_> = moves.collect();
    let more = explained.more_turns(moves.len());
    let line = explained.line.then(|| {
        let mut line = explained.line_of_play();
        let play = line.by_ref().map(|played| MoveObject {
            player: Some(played.player.name()),
            changes: changes(single, &played.turn),
            after: played.after,
        });
        LineObject {
            play: play.collect(),
            over: line.is_over(),
        }
    });
    PositionObject {
        winner: explained.winner().name(),
        grundy: rules.grundy(explained.piles),
        moves,
        more: Some(more).filter(|&more| more > 0),
        line,
    }
}

/// What a move changes; whether it is a `single` change of one pile.
fn changes(single: bool, turn: &[Move]) -> ChangesObject {
    let pile = |step: &Move| step.pile as u64 + 1;
    match (single, turn) {
        (true, [step]) => ChangesObject::One {
            pile: pile(step),
            take: step.take,
        },
        _ => ChangesObject::Several {
            piles: turn.iter().map(pile).collect(),
            takes: turn.iter().map(|step| step.take).collect(),
        },
    }
}
