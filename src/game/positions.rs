//! What positions consist of: a row for each kind has all that is said of such positions and of the moves in them.

use super::Change;
use crate::words::{english, fill, t, translated, word};

/// A kind of position. Texts are English, for [`word`].
// Each flag is a condition of its own.
#[allow(clippy::struct_excessive_bools)]
#[derive(Debug)]
pub struct PositionKind {
    /// What there is at the start: of one pile, and of several.
    pub(crate) scene: [&'static str; 2],
    /// The number of piles.
    pub(crate) count_of_piles: &'static str,
    /// The size of the only pile, that of one of several, and those of several.
    pub(crate) sizes: [&'static str; 3],
    /// How many numbers a position has at the start; `None` if it may have any number of them.
    pub count: Option<usize>,
    /// How the numbers are cells, if they are no sizes.
    pub(crate) cells: Option<Cells>,
    /// Whether the numbers count stones, or pins.
    pub(crate) has_stones: bool,
    /// What moves leave of the one pile is a row, or several: the game goes on with other moves.
    pub(crate) becomes_rows: bool,
    /// What is left on either side of a move matters, so that to leave 1 and 3 is another move than to leave 3 and 1.
    pub(crate) has_sides: bool,
    /// The numbers are shown in ascending order after a move, and may be given in any order.
    pub(crate) in_any_order: bool,
    /// What a move takes from a pile goes to another one.
    pub(crate) passes_on: bool,
    /// What a position knows of earlier moves.
    pub(crate) memory: Memory,
    /// What a move of Nim is, if it has a sentence of its own.
    pub(crate) nim: Option<&'static str>,
    /// A move as a line, and as a part of a sentence: somebody wins by this. In the only pile, and in one of several.
    line: [MoveWords; 2],
    by: [MoveWords; 2],
    /// What the values of a winning move mean.
    pub(crate) values: Values,
    /// In which order winning moves are, and which one is the first, if that is not the order of piles and takes.
    pub(crate) order: Option<[&'static str; 2]>,
    /// The board on the page: the pieces, and how one pile and several are laid out.
    pub(crate) pieces: &'static str,
    pub(crate) forms: [&'static str; 2],
    /// Of two equal numbers, moves are listed in the first one only.
    pub(crate) lists_equal_once: bool,
    /// What the page says of the list of lost positions: whether the ratio of their numbers matters.
    pub(crate) has_ratio: bool,
}

/// How cells are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cells {
    /// From 1 on, in any order, no two of them equal.
    Distinct,
    /// In ascending order, but for those at the top, cell 0.
    Ascending,
}

/// What a position knows of earlier moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Memory {
    /// Nothing.
    None,
    /// What the last move took: a number behind the piles.
    LastTake,
    /// What moves took of each pile: a part of its number.
    Takes,
}

/// What is said of a move that takes one stone, or something that is counted like stones, of one that takes more, and
/// of one that takes none. The second one is the key of the Chinese of the first.
#[derive(Clone, Copy, Debug)]
struct MoveWords {
    one: &'static str,
    more: &'static str,
    none: &'static str,
}

impl MoveWords {
    /// The same, however many it takes.
    const fn always(text: &'static str) -> Self {
        Self::of_stones(text, text)
    }

    const fn of_stones(one: &'static str, more: &'static str) -> Self {
        let none = more;
        Self { one, more, none }
    }

    const fn or_none(self, none: &'static str) -> Self {
        Self { none, ..self }
    }
}

/// What the values of a winning move mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Values {
    pub pile: &'static str,
    pub take: &'static str,
    pub size: &'static str,
    pub left: &'static str,
    pub after: &'static str,
    /// The last one, if any winning move may be named.
    pub any_after: Option<&'static str>,
}

/// Those of stones that are taken from piles.
pub(crate) const OF_STONES: Values = Values {
    pile: english!("the pile of the winning move, counted from $1$"),
    take: english!("the number of stones that the winning move takes"),
    size: english!("the size of the pile from which the winning move takes"),
    left: english!("the number of stones that it leaves in that pile"),
    after: english!("the list of the sizes of all piles after the winning move, separated by spaces"),
    any_after: None,
};

/// Any number of piles of stones, from which moves take: what rows say of themselves is what is different.
const STONES: PositionKind = PositionKind {
    scene: [
        english!("there is a pile of stones"),
        english!("there are several piles of stones"),
    ],
    count_of_piles: english!("the number of piles"),
    sizes: [
        english!("the size of the pile"),
        english!("the size of a pile"),
        english!("the sizes of the piles"),
    ],
    count: None,
    cells: None,
    has_stones: true,
    becomes_rows: false,
    has_sides: false,
    in_any_order: false,
    passes_on: false,
    memory: Memory::None,
    nim: None,
    line: [
        MoveWords::always(english!("pile {number}: take {take} -> {after}"))
            .or_none(english!("divide pile {number} into {parts}")),
        MoveWords::always(english!("pile {number}: take {take} -> {after}"))
            .or_none(english!("divide pile {number} into {parts} -> {after}")),
    ],
    by: [
        MoveWords::always(english!("taking {take}, which leaves {after}"))
            .or_none(english!("dividing the pile into {parts}")),
        MoveWords::always(english!("taking {take} from pile {number}, which leaves {after}"))
            .or_none(english!("dividing pile {number} into {parts}, which leaves {after}")),
    ],
    values: OF_STONES,
    order: None,
    pieces: "stones",
    forms: ["piles"; 2],
    lists_equal_once: false,
    has_ratio: false,
};

/// Any number of piles of stones.
pub static PILES: PositionKind = STONES;

/// The same, but moves put other piles in the place of one.
pub(crate) static REPLACED_PILES: PositionKind = PositionKind {
    line: [MoveWords::always(english!("replace pile {number} by {parts} -> {after}")); 2],
    by: [
        MoveWords::always(english!("replacing the pile by {parts}")),
        MoveWords::always(english!("replacing pile {number} by {parts}, which leaves {after}")),
    ],
    ..STONES
};

/// The same, but the stones are pins in a row.
pub(crate) static PINS: PositionKind = PositionKind {
    scene: [
        english!("there is a row of pins, side by side"),
        english!("there are several rows of pins, which stand side by side in each row"),
    ],
    count_of_piles: english!("the number of rows"),
    sizes: [
        english!("the number of pins in the row"),
        english!("the number of pins in a row"),
        english!("the numbers of pins in the rows"),
    ],
    has_sides: true,
    line: [MoveWords::always(english!("row {number}: knock down {take} -> {after}")); 2],
    by: [MoveWords::always(english!("knocking down {take} of row {number}, which leaves {after}")); 2],
    pieces: "pins",
    forms: ["rows"; 2],
    ..STONES
};

/// One pile, and behind it, after a move, what that took.
pub(crate) static PILE_AND_TAKE: PositionKind = PositionKind {
    scene: [STONES.scene[0]; 2],
    count: Some(1),
    memory: Memory::LastTake,
    ..STONES
};

/// Piles, each with what moves took of it.
pub(crate) static PILES_AND_TAKES: PositionKind = PositionKind {
    memory: Memory::Takes,
    ..STONES
};

/// Two piles of stones.
pub(crate) static TWO_PILES: PositionKind = PositionKind {
    scene: [english!("there are two piles of stones"); 2],
    sizes: [STONES.sizes[0], STONES.sizes[1], english!("the sizes of the two piles")],
    count: Some(2),
    in_any_order: true,
    values: Values {
        any_after: Some(english!(
            "the list of the sizes of both piles after the winning move, in any order, separated by a space, where \
            an emptied pile is $0$"
        )),
        ..OF_STONES
    },
    ..STONES
};

/// Two numbers.
pub(crate) static TWO_NUMBERS: PositionKind = PositionKind {
    scene: [english!("there are two numbers"); 2],
    sizes: [
        english!("one of the two numbers"),
        english!("one of the two numbers"),
        english!("the two numbers"),
    ],
    count: Some(2),
    has_stones: false,
    line: [MoveWords::always(english!("subtract {take} from {from}")); 2],
    by: [MoveWords::always(english!("subtracting {take} from {from}")); 2],
    values: Values {
        pile: english!("the place of the number from which the winning move subtracts, $1$ or $2$"),
        take: english!("what the winning move subtracts"),
        size: english!("the number from which the winning move subtracts"),
        left: english!("what it leaves of that number"),
        after: english!("both numbers after the winning move, separated by a space"),
        any_after: None,
    },
    order: Some([
        english!("the move that subtracts the least is first"),
        english!("if there are several winning moves, print the one that subtracts the least"),
    ]),
    forms: ["numbers"; 2],
    lists_equal_once: true,
    has_ratio: true,
    ..STONES
};

/// One number.
pub(crate) static NUMBER: PositionKind = PositionKind {
    scene: [english!("there is a number"); 2],
    sizes: [english!("the number"); 3],
    count: Some(1),
    has_stones: false,
    line: [MoveWords::always(english!("divide {from} to reach {to}")); 2],
    by: [MoveWords::always(english!("reaching {to}")); 2],
    values: Values {
        size: english!("the number before the winning move"),
        left: english!("the number that the winning move reaches"),
        after: english!("the number that the winning move reaches"),
        ..OF_STONES
    },
    forms: ["numbers"; 2],
    ..STONES
};

/// A ring of stones; after a move, at least two rows of them.
pub(crate) static RING: PositionKind = PositionKind {
    scene: [english!("there are some stones"); 2],
    sizes: [english!("the number of stones in the ring"); 3],
    count: Some(1),
    becomes_rows: true,
    line: [
        MoveWords::of_stones(
            "take {take} stone from the ring of {from} -> {after}",
            english!("take {take} neighbours from the ring of {from} -> {after}"),
        ),
        MoveWords::of_stones(
            "take {take} stone from the arc of {from} -> {after}",
            english!("take {take} neighbours from the arc of {from} -> {after}"),
        ),
    ],
    by: [
        MoveWords::of_stones(
            "taking {take} stone from the ring, which leaves {after}",
            english!("taking {take} neighbours from the ring, which leaves {after}"),
        ),
        MoveWords::of_stones(
            "taking {take} stone from the arc of {from}, which leaves {after}",
            english!("taking {take} neighbours from the arc of {from}, which leaves {after}"),
        ),
    ],
    values: Values {
        after: english!("the number of stones in the row that the winning move leaves"),
        ..OF_STONES
    },
    forms: ["ring", "rows"],
    ..STONES
};

/// Piles on the steps of a staircase.
pub(crate) static STAIRS: PositionKind = PositionKind {
    scene: [STONES.scene[1]; 2],
    passes_on: true,
    line: [MoveWords::of_stones(
        "move {take} stone from step {step} to step {below} -> {after}",
        english!("move {take} stones from step {step} to step {below} -> {after}"),
    ); 2],
    by: [MoveWords::of_stones(
        "moving {take} stone from step {step} to step {below}, which leaves {after}",
        english!("moving {take} stones from step {step} to step {below}, which leaves {after}"),
    ); 2],
    forms: ["stairs"; 2],
    ..STONES
};

/// Rows of cells with two pieces each: the cells between them are a pile.
pub(crate) static PIECES: PositionKind = PositionKind {
    scene: [english!("there are several rows of cells, with two pieces on different cells of each row"); 2],
    nim: Some(english!(
        "a move takes one of the two pieces of a row one or more cells closer to the other, but not onto its cell"
    )),
    line: [MoveWords::always(english!("row {number}: close the gap by {take} -> {after}")); 2],
    by: [MoveWords::always(english!("moving {take} closer in row {number}")); 2],
    ..STONES
};

/// Coins on cells from 1 on, no two on the same one.
pub(crate) static COINS: PositionKind = PositionKind {
    scene: [english!(
        "there is a strip of cells, which are numbered $1$, $2$, $3$ and so on from left to right, with coins on \
        some of them, no two on the same cell"
    ); 2],
    count_of_piles: english!("the number of coins"),
    sizes: [
        english!("the cell of a coin"),
        english!("the cell of a coin"),
        english!("the cells of the coins"),
    ],
    cells: Some(Cells::Distinct),
    has_stones: false,
    line: [MoveWords::always(english!("move the coin on {from} to {to}")); 2],
    by: [MoveWords::always(english!("moving the coin on {from} to {to}")); 2],
    values: Values {
        pile: english!("the coin that the winning move moves, counted from $1$ in the order of the input"),
        take: english!("the number of cells by which it moves that coin"),
        size: english!("the cell from which the winning move moves a coin"),
        left: english!("the cell to which it moves that coin"),
        after: english!("the list of the cells of all coins after the winning move, separated by spaces"),
        any_after: None,
    },
    order: Some([
        english!("the moves are in the order of the coins, and those of a coin from the shortest on"),
        english!(
            "if there are several winning moves, print one of the first coin in the input that has any, and of its \
            moves the shortest"
        ),
    ]),
    pieces: "coins",
    forms: ["strip"; 2],
    ..STONES
};

/// People on cells that ascend, but for those on cell 0.
pub(crate) static PEOPLE: PositionKind = PositionKind {
    scene: [english!(
        "there are people on a hill, each on a cell whose number is its distance from the top, which is cell $0$"
    ); 2],
    cells: Some(Cells::Ascending),
    has_stones: false,
    line: [MoveWords::always(english!("person {number} climbs to {to}")); 2],
    by: [MoveWords::always(english!("moving person {number} to {to}")); 2],
    pieces: "hill",
    forms: ["hill"; 2],
    ..STONES
};

impl PositionKind {
    /// Whether the numbers are sizes, and not cells.
    pub fn has_piles(&self) -> bool {
        self.cells.is_none()
    }

    /// What the size of a pile is called, or the sizes of several.
    pub(crate) fn size(&self, is_only: bool, are_several: bool) -> &'static str {
        let [only, one, several] = self.sizes;
        word(match (are_several, is_only) {
            (true, _) => several,
            (false, true) => only,
            (false, false) => one,
        })
    }

    /// A move from `position` as a line. Where that does not say what all piles are after it, `after` does. The first
    /// pile may stand on the step `first_step`.
    pub(super) fn line(&self, position: &[u64], turn: &[Change], after: &str, first_step: u64) -> String {
        let [step] = turn else {
            let list = |number: fn(&Change) -> u64| {
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
        worded(&self.line, position, step, after, first_step)
    }

    /// The same as a part of a sentence.
    pub(super) fn by(&self, position: &[u64], turn: &[Change], after: &str, first_step: u64) -> String {
        let list = |number: fn(&Change) -> u64| {
            let all: Vec<_> = turn.iter().map(|step| number(step).to_string()).collect();
            all.join(t!(", "))
        };
        let changed = || list(|step| step.pile as u64 + 1);
        match turn {
            [step] => worded(&self.by, position, step, after, first_step),
            [Change { take, .. }, others @ ..] if others.iter().all(|step| step.take == *take) => {
                t!(
                    "taking {take} from each of piles {changed}, which leaves {after}",
                    take,
                    changed = changed(),
                    after
                )
            }
            _ => t!(
                "taking {takes} from piles {changed}, which leaves {after}",
                takes = list(|step| step.take),
                changed = changed(),
                after
            ),
        }
    }
}

/// What is said of a change of one pile: in the only one, or in one of several.
fn worded([only, others]: &[MoveWords; 2], position: &[u64], change: &Change, after: &str, first_step: u64) -> String {
    let words = if position.len() == 1 { only } else { others };
    let text = match change.take {
        0 => word(words.none),
        1 => translated(words.more).unwrap_or(words.one),
        _ => word(words.more),
    };
    let parts: Vec<_> = change.parts().map(|part| part.to_string()).collect();
    let step = change.pile as u64 + first_step;
    fill(
        text,
        &[
            ("number", &(change.pile + 1)),
            ("take", &change.take),
            ("from", &position[change.pile]),
            ("to", &change.left),
            ("parts", &parts.join(t!(" and "))),
            ("after", &after),
            ("step", &step),
            ("below", &step.saturating_sub(1)),
        ],
    )
}
