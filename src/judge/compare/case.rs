//! One case of an input: where it starts, and its numbers.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use crate::decode::{Kernel, Number};
use crate::engine::pipe::{Checkpoint, Checkpoints, Pipe};
use crate::engine::window::Window;
use crate::error::{Error, InputError, InputErrorKind, Location};
use crate::frame::{Counted, Discard, Halt, List, Param, Sink, break_if};
use crate::game::rules::Rules;
use crate::input::Input;
use crate::problem::Problem;
use crate::report::words::counted;

/// A case with more numbers is not kept: 32 MiB.
const MOST_KEPT: usize = 1 << 22;

/// Of a case with many numbers, so many at its beginning and at its end are shown.
const SHOWN: usize = 12;

/// A case.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// Where its first number starts.
    pub position: Option<Location>,
    /// The piles of each of its positions; or the cells of the persons.
    pub positions: Vec<Vec<u64>>,
    /// What the input gives of the rules: the subtraction set,
    subtraction_set: Option<Vec<u64>>,
    /// and the most stones or piles of a move, or which person is the king, counted from 1.
    parameter: Option<u64>,
    /// The same for the positions from one on, counted from 0, wherever a case gives it anew for some.
    given: Vec<(usize, Option<Vec<u64>>, Option<u64>)>,
    /// How many positions are complete.
    ended: usize,
    /// It was given since the last position.
    is_new: bool,
    /// All numbers, as many as there are.
    pub numbers: u64,
    /// The first and the last of them.
    first: Vec<u64>,
    last: VecDeque<u64>,
    /// The largest pile, even if there are too many to keep them.
    largest: u64,
    /// Whether there were too many numbers to keep them.
    pub is_cut: bool,
    is_complete: bool,
}

impl Case {
    /// The rules of the game that is played in its position number `index`, counted from 0.
    ///
    /// # Errors
    /// A pile whose worth is not known.
    pub fn rules(&self, problem: &Problem, index: usize) -> Result<Rules, InputErrorKind> {
        let given = self.given.iter().rfind(|(position, ..)| *position <= index);
        let (subtraction_set, parameter) = match given {
            Some((_, subtraction_set, parameter)) => (subtraction_set, parameter),
            None => (&self.subtraction_set, &self.parameter),
        };
        let mut rules = problem.rules.clone();
        if let Some(subtraction_set) = subtraction_set {
            rules.set_subtraction_set(subtraction_set);
        }
        if let Some(parameter) = *parameter {
            rules.set_parameter(parameter);
        }
        rules.cover(self.largest)?;
        Ok(rules)
    }

    /// The piles of its position number `index`, counted from 0.
    pub fn piles(&self, index: usize) -> &[u64] {
        self.positions.get(index).map_or(&[], Vec::as_slice)
    }

    /// Its numbers on a line; if there are many, without those in the middle.
    pub fn text(&self) -> String {
        abridged(&self.first, self.last.iter().copied(), self.numbers)
    }

    fn add(&mut self, number: u64) {
        self.numbers += 1;
        if self.first.len() < 2 * SHOWN {
            self.first.push(number);
        }
        if self.last.len() == SHOWN {
            self.last.pop_front();
        }
        self.last.push_back(number);
        if self.numbers > MOST_KEPT as u64 {
            self.is_cut = true;
            self.positions.clear();
        }
    }

    /// Adds a pile of the present position.
    fn add_pile(&mut self, pile: u64) {
        self.largest = self.largest.max(pile);
        if !self.is_cut {
            self.present().push(pile);
        }
    }

    /// The piles of the present position.
    fn present(&mut self) -> &mut Vec<u64> {
        if self.positions.is_empty() {
            self.positions.push(Vec::new());
        }
        self.positions.last_mut().expect("there is one")
    }
}

/// Numbers on a line: all, if there are no more than `first` has, or the first ones, how many are left
/// out, and the last ones.
fn abridged(first: &[u64], last: impl Iterator<Item = u64>, count: u64) -> String {
    let text = |numbers: &mut dyn Iterator<Item = u64>| {
        let words: Vec<_> = numbers.map(|number| number.to_string()).collect();
        words.join(" ")
    };
    if count <= first.len() as u64 {
        return text(&mut first.iter().copied());
    }
    format!(
        "{} ... ({} left out) ... {}",
        text(&mut first[..SHOWN].iter().copied()),
        counted(count - 2 * SHOWN as u64, "number", "numbers"),
        text(&mut { last })
    )
}

/// Numbers on a line; if there are many, without those in the middle.
pub fn numbers(numbers: &[u64]) -> String {
    let first = &numbers[..numbers.len().min(2 * SHOWN)];
    let last = &numbers[numbers.len().saturating_sub(SHOWN)..];
    abridged(first, last.iter().copied(), numbers.len() as u64)
}

/// Keeps the numbers of a case.
struct Collector<'p> {
    case: Case,
    problem: &'p Problem,
}

impl Sink for Collector<'_> {
    fn numbers<N: Number>(&mut self, list: List, piece: &[N]) -> Result<(), InputError> {
        for &number in piece {
            let number = number.into();
            self.case.add(number);
            match list {
                List::SubtractionSet => self
                    .case
                    .subtraction_set
                    .get_or_insert_default()
                    .push(number),
                List::Piles | List::Persons => self.case.add_pile(number),
                List::Other => {}
            }
        }
        Ok(())
    }

    fn param(&mut self, param: Param, value: u64) -> Result<(), InputErrorKind> {
        self.case.add(value);
        match param {
            Param::King | Param::MostTaken | Param::MostPiles => {
                self.case.parameter = Some(value);
                self.case.is_new = true;
            }
            Param::Pile => self.case.add_pile(value),
            Param::Other => {}
        }
        Ok(())
    }

    fn count(&mut self, counted: Counted, count: u64) -> Result<(), InputErrorKind> {
        self.case.add(count);
        if counted == Counted::List(List::SubtractionSet) {
            self.case.subtraction_set = Some(Vec::new());
            self.case.is_new = true;
        }
        Ok(())
    }

    fn end_position(&mut self) {
        if std::mem::take(&mut self.case.is_new) {
            let Case {
                subtraction_set,
                parameter,
                ended,
                ..
            } = &self.case;
            let given = (*ended, subtraction_set.clone(), *parameter);
            self.case.given.push(given);
        }
        self.case.ended += 1;
        if !self.case.is_cut {
            self.case.present();
            // The next one has no piles yet.
            self.case.positions.push(Vec::new());
        }
    }

    fn end_case(&mut self) {
        if self.problem.framing.positions {
            self.case.positions.pop();
        } else {
            self.case.present();
        }
        self.case.is_complete = true;
    }

    fn flush_if_full(&mut self) -> ControlFlow<()> {
        break_if(self.case.is_complete)
    }
}

/// Finds the case number `case`, counted from 1, of an input that can be read again; none if there are
/// fewer. `places` are some of this input.
fn find(
    problem: &Problem,
    window: &mut Window<'_>,
    checkpoints: &Checkpoints,
    case: u64,
) -> Result<Option<Checkpoint>, Error> {
    let checkpoint = checkpoints.before(case).cloned();
    let checkpoint = checkpoint.unwrap_or_else(|| Checkpoint::start(problem.framing));
    let mut discard = Discard;
    let mut pipe = Pipe::resume(Kernel::best(), checkpoint, &mut discard);
    pipe.checkpoint().framer().pause_after(case - 1);
    let end = window.feed_all(&mut pipe)?;
    let framer = pipe.checkpoint().framer().clone();
    Ok(match end {
        Ok(Halt::Paused(at)) => Some(Checkpoint::at(at.offset(), framer)),
        Ok(Halt::Done) | Err(_) => None,
    })
}

/// Hands the case that starts at `place` to `sink`, until that wants no more.
fn read<S: Sink>(
    window: &mut Window<'_>,
    mut checkpoint: Checkpoint,
    sink: &mut S,
) -> Result<(), Error> {
    let complete = checkpoint.complete();
    checkpoint.framer().pause_after(complete + 1);
    let mut pipe = Pipe::resume(Kernel::best(), checkpoint, sink);
    // What has been answered has no error.
    window.feed_all(&mut pipe).map(drop)
}

/// The case number `case`, counted from 1, of an input that can be read again; none if there are fewer.
/// `places` are some of this input.
///
/// # Errors
/// The input cannot be read.
pub fn get(
    problem: &Problem,
    input: &mut Input,
    checkpoints: &Checkpoints,
    case: u64,
) -> Result<Option<Case>, Error> {
    let mut window = Window::of(input)?;
    let Some(start) = find(problem, &mut window, checkpoints, case)? else {
        return Ok(None);
    };
    let offset = start.offset();
    let mut collector = Collector {
        case: Case::default(),
        problem,
    };
    if !problem.framing.header.is_empty() {
        // It may give a part of the rules.
        let mut checkpoint = Checkpoint::start(problem.framing);
        checkpoint.framer().pause_after(0);
        let mut pipe = Pipe::resume(Kernel::best(), checkpoint, &mut collector);
        window.feed_all(&mut pipe).map(drop)?;
        collector.case = Case {
            subtraction_set: collector.case.subtraction_set,
            parameter: collector.case.parameter,
            ..Case::default()
        };
    }
    read(&mut window, start, &mut collector)?;
    collector.case.position = Some(input.position(offset, &[])?);
    Ok(Some(collector.case).filter(|case| case.is_complete))
}
