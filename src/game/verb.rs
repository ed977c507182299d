//! What a move is called: each game has its own words for it.

use super::Move;
use crate::words::{plural, t};

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Takes stones from one pile or several, or divides a pile.
    Take,
    /// Moves stones of a staircase to the next step below.
    StepDown {
        /// The step of the first pile.
        first: u64,
    },
    /// Takes neighbours from a ring, or from an arc that is left of it.
    FromRing,
    /// Knocks down pins of a row.
    KnockDown,
    /// Moves a piece of a row closer to the other one.
    Approach,
    /// Moves a coin to a cell further left.
    Slide,
    /// Moves a person up.
    Climb,
    /// Subtracts one number from the other.
    Subtract,
    /// Divides a number.
    Divide,
    /// Puts smaller piles in the place of one.
    Replace,
}

impl Verb {
    /// A move from `position`. Where the words do not say what all piles are after it, `after` does.
    pub(super) fn written(self, position: &[u64], turn: &[Move], after: &str) -> String {
        let [step] = turn else {
            let list = |number: fn(&Move) -> u64| {
                let all: Vec<_> = turn.iter().map(|step| number(step).to_string()).collect();
                all.join(t!(" "))
            };
            // A move of several piles takes something from each of them.
            return t!(
                "piles {changed}: take {takes} -> {after}",
                changed = list(|step| step.pile as u64 + 1),
                takes = list(|step| step.take),
                after
            );
        };
        let (number, take, from, to) = (step.pile + 1, step.take, position[step.pile], step.left);
        let (parts, is_only) = (parts(step), position.len() == 1);
        match self {
            Self::Take if take == 0 && is_only => {
                t!("divide pile {number} into {parts}", number, parts)
            }
            Self::Take if take == 0 => t!(
                "divide pile {number} into {parts} -> {after}",
                number,
                parts,
                after
            ),
            Self::Take => t!("pile {number}: take {take} -> {after}", number, take, after),
            Self::KnockDown => t!(
                "row {number}: knock down {take} -> {after}",
                number,
                take,
                after
            ),
            Self::Approach => t!(
                "row {number}: close the gap by {take} -> {after}",
                number,
                take,
                after
            ),
            Self::Slide => t!("move the coin on {from} to {to}", from, to),
            Self::Climb => t!("person {number} climbs to {to}", number, to),
            Self::Divide => t!("divide {from} to reach {to}", from, to),
            Self::Replace => t!(
                "replace pile {number} by {parts} -> {after}",
                number,
                parts,
                after
            ),
            Self::Subtract => t!("subtract {take} from {from}", take, from),
            Self::StepDown { first } => plural!(
                take,
                "move {take} stone from step {step} to step {below} -> {after}",
                "move {take} stones from step {step} to step {below} -> {after}",
                step = step.pile as u64 + first,
                below = (step.pile as u64 + first).saturating_sub(1),
                after
            ),
            Self::FromRing if is_only => plural!(
                take,
                "take {take} stone from the ring of {from} -> {after}",
                "take {take} neighbours from the ring of {from} -> {after}",
                from,
                after
            ),
            Self::FromRing => plural!(
                take,
                "take {take} stone from the arc of {from} -> {after}",
                "take {take} neighbours from the arc of {from} -> {after}",
                from,
                after
            ),
        }
    }

    /// The same as a part of a sentence: somebody wins by this.
    pub(super) fn in_sentence(self, position: &[u64], turn: &[Move], after: &str) -> String {
        let list = |numbers: &mut dyn Iterator<Item = u64>| {
            let numbers: Vec<_> = numbers.map(|number| number.to_string()).collect();
            numbers.join(t!(", "))
        };
        let leaving = |moving: String| t!("{moving}, which leaves {after}", moving, after);
        let [step] = turn else {
            let changed = list(&mut turn.iter().map(|step| step.pile as u64 + 1));
            let are_equal = turn.iter().all(|step| step.take == turn[0].take);
            if are_equal && let [Move { take, .. }, ..] = turn {
                return leaving(t!(
                    "taking {take} from each of piles {changed}",
                    take,
                    changed
                ));
            }
            let takes = list(&mut turn.iter().map(|step| step.take));
            return leaving(t!("taking {takes} from piles {changed}", takes, changed));
        };
        let (number, take, from, to) = (step.pile + 1, step.take, position[step.pile], step.left);
        let (parts, is_only) = (parts(step), position.len() == 1);
        match self {
            Self::Take if take == 0 && is_only => t!("dividing the pile into {parts}", parts),
            Self::Take if take == 0 => {
                leaving(t!("dividing pile {number} into {parts}", number, parts))
            }
            Self::Take if is_only => leaving(t!("taking {take}", take)),
            Self::Take => leaving(t!("taking {take} from pile {number}", take, number)),
            Self::KnockDown => leaving(t!("knocking down {take} of row {number}", take, number)),
            Self::Approach => t!("moving {take} closer in row {number}", take, number),
            Self::Slide => t!("moving the coin on {from} to {to}", from, to),
            Self::Climb => t!("moving person {number} to {to}", number, to),
            Self::Subtract => t!("subtracting {take} from {from}", take, from),
            Self::StepDown { first } => leaving(plural!(
                take,
                "moving {take} stone from step {step} to step {below}",
                "moving {take} stones from step {step} to step {below}",
                step = step.pile as u64 + first,
                below = (step.pile as u64 + first).saturating_sub(1)
            )),
            Self::FromRing if is_only => leaving(plural!(
                take,
                "taking {take} stone from the ring",
                "taking {take} neighbours from the ring"
            )),
            Self::FromRing => leaving(plural!(
                take,
                "taking {take} stone from the arc of {from}",
                "taking {take} neighbours from the arc of {from}",
                from
            )),
            Self::Divide => t!("reaching {to}", to),
            Self::Replace if is_only => t!("replacing the pile by {parts}", parts),
            Self::Replace => leaving(t!("replacing pile {number} by {parts}", number, parts)),
        }
    }
}

/// What a move leaves of a pile.
fn parts(step: &Move) -> String {
    let parts: Vec<_> = step.parts().map(|part| part.to_string()).collect();
    parts.join(t!(" and "))
}
