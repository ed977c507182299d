//! A case of an input that is read again: its text, and one of its positions.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use serde::Serialize;

use crate::decode::{Kernel, Number, is_white_space};
use crate::engine::pipe::{Checkpoint, End, Pipe};
use crate::engine::window::Window;
use crate::error::{Error, InputError, Location};
use crate::game::rule::Rules;
use crate::input::LineCounter;
use crate::layout::sink::{Discard, Sink, break_if};
use crate::layout::{CountOf, Role, cells_between};
use crate::problem::Problem;

/// A position with more piles, or more takes, is not for a board.
const MAX_ON_BOARD: usize = 100;

/// What a report shows of a case.
#[derive(Clone, Debug)]
pub struct CaseExcerpt {
    /// The location of its first number.
    pub location: Location,
    /// The text as it is in the input.
    pub text: String,
    /// Whether the text is only the beginning of the case.
    pub is_cut: bool,
}

/// A position of a case, for a board.
#[derive(Clone, Debug, Serialize)]
pub struct CasePosition {
    /// The rule, with what the input gives of it.
    pub rule: String,
    /// The piles, or the cells of coins or persons.
    pub piles: Vec<u64>,
}

/// A case, and one of its positions.
pub(crate) struct Case {
    /// Where it starts in the input.
    pub start: Checkpoint,
    /// How many numbers it has.
    numbers: u64,
    /// The rules of the position.
    pub rules: Rules,
    /// The piles of the position, or the cells of the persons.
    pub piles: Vec<u64>,
    /// The subtraction set, if the input gives it.
    takes: Option<Vec<u64>>,
    /// The numbers of the rule that the input gives.
    parameters: Vec<(Role, u64)>,
    /// The cell at one end of the pile whose other end comes next.
    first_cell: u64,
    /// How many positions end before that one, and with it.
    positions_left: usize,
    is_complete: bool,
}

impl Case {
    /// Case `number` of an input, counted from 1, and its position `index`, counted from 0. `None` if there are fewer
    /// cases. It is looked for from the checkpoint `from` on.
    pub(crate) fn read(
        problem: &Problem,
        window: &mut Window<'_>,
        from: Checkpoint,
        number: u64,
        index: usize,
    ) -> Result<Option<Self>, Error> {
        let Some(start) = read(window, from, number - 1, &mut Discard)? else {
            return Ok(None);
        };
        let mut case = Self {
            start: start.clone(),
            numbers: 0,
            rules: problem.rules.clone(),
            piles: Vec::new(),
            takes: None,
            parameters: Vec::new(),
            first_cell: 0,
            positions_left: index + 1,
            is_complete: false,
        };
        if problem.layout.numbers_of_head().next().is_some() {
            // The header may give a part of the rules.
            read(window, Checkpoint::start(&problem.layout), 0, &mut case)?;
            case.numbers = 0;
        }
        read(window, start, number, &mut case)?;
        if let Some(takes) = &case.takes {
            case.rules.set_takes(takes);
        }
        // The piles of input that was answered have Grundy values.
        let largest = case.piles.iter().max().copied();
        let is_covered = case.rules.cover(largest.unwrap_or(0)).is_ok();
        Ok(Some(case).filter(|case| case.is_complete && is_covered))
    }

    /// Its position, unless that is too large for a board.
    pub(crate) fn position(&self) -> Option<CasePosition> {
        let rule = self.rules.text_with(|role| {
            if role != Role::Take {
                let mut known = self.parameters.iter().rev();
                let (_, value) = known.find(|(known, _)| *known == role)?;
                return Some(value.to_string());
            }
            let takes = self.takes.iter().flatten().filter(|&&take| take > 0);
            let takes: BTreeSet<_> = takes.collect();
            let takes: Vec<_> = takes.iter().map(ToString::to_string).collect();
            let fits = (1..=MAX_ON_BOARD).contains(&takes.len());
            fits.then(|| format!("{{{}}}", takes.join(",")))
        })?;
        (1..=MAX_ON_BOARD)
            .contains(&self.piles.len())
            .then(|| CasePosition {
                rule,
                piles: self.piles.clone(),
            })
    }

    /// What is shown of it.
    pub(crate) fn excerpt(&self, window: &mut Window<'_>) -> Result<CaseExcerpt, Error> {
        const LONGEST: usize = 64 * 1024;
        let start = self.start.offset();
        let mut text = Vec::new();
        while text.len() < LONGEST {
            let bytes = window.bytes(start + text.len() as u64, start + LONGEST as u64)?;
            if bytes.is_empty() {
                break;
            }
            text.extend_from_slice(bytes);
        }
        let mut ends = (1..=text.len()).filter(|&end| {
            let next = text.get(end).copied();
            let is_end = next.map_or(text.len() < LONGEST, is_white_space);
            is_end && !is_white_space(text[end - 1])
        });
        let end = ends.nth(self.numbers.saturating_sub(1) as usize);
        text.truncate(end.unwrap_or(text.len()));
        let input = window.input();
        Ok(CaseExcerpt {
            location: input.position(start, LineCounter::default(), &[])?,
            text: String::from_utf8_lossy(&text).into_owned(),
            is_cut: end.is_none(),
        })
    }
}

/// Collects the numbers of a case.
impl Sink for Case {
    fn numbers<N: Number>(&mut self, role: Role, piece: &[N]) -> Result<(), InputError> {
        if role == Role::Cases {
            return Ok(());
        }
        self.numbers += piece.len() as u64;
        if self.positions_left == 0 {
            return Ok(());
        }
        for &number in piece {
            let number = number.into();
            match role {
                Role::Take => self.takes.get_or_insert_default().push(number),
                Role::Count(CountOf::Takes) => self.takes = Some(Vec::new()),
                Role::Pile | Role::Person => self.piles.push(number),
                Role::FirstCell => self.first_cell = number,
                // Input that was answered has no cell twice.
                Role::SecondCell => {
                    self.piles
                        .push(cells_between(self.first_cell, number).unwrap_or(0));
                }
                Role::Parameter(_) => {
                    self.parameters.push((role, number));
                    self.rules.set(role, &[number]);
                }
                Role::Cases | Role::Count(_) | Role::Other => {}
            }
        }
        Ok(())
    }

    fn end_position(&mut self) {
        if self.positions_left > 1 {
            self.piles.clear();
        }
        self.positions_left = self.positions_left.saturating_sub(1);
    }

    fn end_case(&mut self) {
        self.is_complete = true;
    }

    fn flush_if_full(&mut self) -> ControlFlow<()> {
        break_if(self.is_complete)
    }
}

/// Counts the positions of all cases.
struct Positions {
    /// How many come up to the one that is looked for, with that.
    left: u64,
    /// The number of the current case, counted from 1, and that of its positions so far.
    case: u64,
    position: usize,
}

impl Sink for Positions {
    fn numbers<N: Number>(&mut self, _role: Role, _piece: &[N]) -> Result<(), InputError> {
        Ok(())
    }

    fn end_position(&mut self) {
        if self.left > 0 {
            self.left -= 1;
            self.position += 1;
        }
    }

    fn end_case(&mut self) {
        if self.left > 0 {
            self.case += 1;
            self.position = 0;
        }
    }

    fn flush_if_full(&mut self) -> ControlFlow<()> {
        break_if(self.left == 0)
    }
}

/// Where position number `position`, counted from 1, of an input is: the number of its case, and its index there.
pub(crate) fn of_position(
    problem: &Problem,
    window: &mut Window<'_>,
    position: u64,
) -> Result<(u64, usize), Error> {
    let mut positions = Positions {
        left: position,
        case: 1,
        position: 0,
    };
    let start = Checkpoint::start(&problem.layout);
    read(window, start, u64::MAX, &mut positions)?;
    Ok((positions.case, positions.position.saturating_sub(1)))
}

/// Reads from the checkpoint `from` to the first number after `complete` complete cases, or until `sink` stops. Returns
/// where that number is, if it is there.
fn read<S: Sink>(
    window: &mut Window<'_>,
    mut from: Checkpoint,
    complete: u64,
    sink: &mut S,
) -> Result<Option<Checkpoint>, Error> {
    from.framer().pause_after(complete);
    let mut pipe = Pipe::resume(Kernel::best(), from, sink);
    // A few bytes first: most cases end soon.
    let mut len = 4096;
    let end = loop {
        let to = pipe.checkpoint().offset() + len;
        match window.feed(&mut pipe, to)? {
            ControlFlow::Break(end) => break end,
            ControlFlow::Continue(()) if pipe.checkpoint().offset() < to => break pipe.finish(),
            ControlFlow::Continue(()) => len *= 2,
        }
    };
    Ok(match end {
        End::Paused(offset) => {
            let framer = pipe.checkpoint().framer().clone();
            Some(Checkpoint::at(offset, framer))
        }
        // Input that was answered has no error.
        End::Done | End::Bad(_) => None,
    })
}
