//! A single case of an input: its position, and its numbers.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use crate::decode::{Kernel, Number, is_white_space};
use crate::engine::pipe::{Checkpoint, Checkpoints, Pipe};
use crate::engine::window::Window;
use crate::error::{Error, InputError, InputErrorKind, Location};
use crate::frame::{Counted, Discard, Halt, List, Param, Sink, break_if};
use crate::game::rules::Rules;
use crate::input::{Input, LineCounter};
use crate::problem::Problem;

/// Cases with more numbers are not kept: 32 MiB.
const MAX_KEPT: u64 = 1 << 22;

/// The beginning and the end of a list of numbers; all of it if it is short.
#[derive(Clone, Debug, Default)]
pub struct Excerpt {
    /// The number of numbers.
    pub count: u64,
    /// The first ones.
    pub first: Vec<u64>,
    /// The last ones.
    pub last: VecDeque<u64>,
}

impl Excerpt {
    /// How many numbers are kept from each end of a long list. Twice as many are kept whole.
    pub const KEPT: usize = 12;

    fn add(&mut self, number: u64) {
        self.count += 1;
        if self.first.len() < 2 * Self::KEPT {
            self.first.push(number);
        }
        if self.last.len() == Self::KEPT {
            self.last.pop_front();
        }
        self.last.push_back(number);
    }

    /// Whether it has all numbers.
    pub fn is_whole(&self) -> bool {
        self.count == self.first.len() as u64
    }
}

impl From<&[u64]> for Excerpt {
    fn from(numbers: &[u64]) -> Self {
        Self {
            count: numbers.len() as u64,
            first: numbers[..numbers.len().min(2 * Self::KEPT)].to_vec(),
            last: numbers[numbers.len().saturating_sub(Self::KEPT)..]
                .to_vec()
                .into(),
        }
    }
}

/// What a report shows of a case.
#[derive(Clone, Debug, Default)]
pub struct CaseExcerpt {
    /// The location of its first number.
    pub location: Location,
    /// The text as it is in the input. `None` if it is long.
    pub text: Option<String>,
    /// Its numbers.
    pub numbers: Excerpt,
}

/// A case.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// What is shown of it.
    pub excerpt: CaseExcerpt,
    /// The piles of each of its positions, or the cells of the persons.
    pub positions: Vec<Vec<u64>>,
    /// The part of the rules that the input gives: the subtraction set,
    subtraction_set: Option<Vec<u64>>,
    /// and the largest number of stones or piles in a move, or the index of the king, counted from 1.
    parameter: Option<u64>,
    /// Where a case changes its part of the rules: the index of the first position with the new ones, and
    /// these.
    rule_changes: Vec<(usize, Option<Vec<u64>>, Option<u64>)>,
    /// The number of complete positions.
    ended: usize,
    /// Whether the rules changed since the last position.
    rules_changed: bool,
    /// The largest pile, even if the piles are not kept.
    largest: u64,
    /// Whether there were too many numbers to keep.
    pub is_cut: bool,
    is_complete: bool,
}

impl Case {
    /// The rules of its position number `index`, counted from 0.
    pub fn rules(&self, problem: &Problem, index: usize) -> Result<Rules, InputErrorKind> {
        let change = self
            .rule_changes
            .iter()
            .rfind(|(position, ..)| *position <= index);
        let (subtraction_set, parameter) = match change {
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

    /// The piles of position `index`, counted from 0.
    pub fn piles(&self, index: usize) -> &[u64] {
        self.positions.get(index).map_or(&[], Vec::as_slice)
    }

    fn add(&mut self, number: u64) {
        self.excerpt.numbers.add(number);
        if self.excerpt.numbers.count > MAX_KEPT {
            self.is_cut = true;
            self.positions.clear();
        }
    }

    /// Adds a pile to the current position.
    fn add_pile(&mut self, pile: u64) {
        self.largest = self.largest.max(pile);
        if !self.is_cut {
            self.current().push(pile);
        }
    }

    /// The piles of the current position.
    fn current(&mut self) -> &mut Vec<u64> {
        if self.positions.is_empty() {
            self.positions.push(Vec::new());
        }
        self.positions.last_mut().expect("there is one")
    }
}

/// Collects the numbers of a case.
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
            Param::King | Param::MaxTaken | Param::MaxPiles => {
                self.case.parameter = Some(value);
                self.case.rules_changed = true;
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
            self.case.rules_changed = true;
        }
        Ok(())
    }

    fn end_position(&mut self) {
        if std::mem::take(&mut self.case.rules_changed) {
            let Case {
                subtraction_set,
                parameter,
                ended,
                ..
            } = &self.case;
            let change = (*ended, subtraction_set.clone(), *parameter);
            self.case.rule_changes.push(change);
        }
        self.case.ended += 1;
        if !self.case.is_cut {
            self.case.current();
            // The next one is still empty.
            self.case.positions.push(Vec::new());
        }
    }

    fn end_case(&mut self) {
        if self.problem.framing.positions {
            self.case.positions.pop();
        } else {
            self.case.current();
        }
        self.case.is_complete = true;
    }

    fn flush_if_full(&mut self) -> ControlFlow<()> {
        break_if(self.case.is_complete)
    }
}

/// Finds case `case`, counted from 1, of an input that can be read again. `None` if there are fewer.
/// `checkpoints` belong to this input.
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

/// Passes the case that starts at `checkpoint` to `sink`, until that stops.
fn read<S: Sink>(
    window: &mut Window<'_>,
    mut checkpoint: Checkpoint,
    sink: &mut S,
) -> Result<(), Error> {
    let complete = checkpoint.complete();
    checkpoint.framer().pause_after(complete + 1);
    let mut pipe = Pipe::resume(Kernel::best(), checkpoint, sink);
    // Input that was answered has no error.
    window.feed_all(&mut pipe).map(drop)
}

/// Case `case`, counted from 1, of an input that can be read again. `None` if there are fewer.
/// `checkpoints` belong to this input.
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
        // The header may give a part of the rules.
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
    let excerpt = &mut collector.case.excerpt;
    excerpt.text = text(&mut window, offset, excerpt.numbers.count)?;
    excerpt.location = input.position(offset, LineCounter::default(), &[])?;
    Ok(Some(collector.case).filter(|case| case.is_complete))
}

/// The text of the next `numbers` numbers at `offset`. `None` if it is long.
fn text(window: &mut Window<'_>, offset: u64, numbers: u64) -> Result<Option<String>, Error> {
    const LONGEST: u64 = 64 * 1024;
    let mut text = Vec::new();
    while (text.len() as u64) < LONGEST {
        let bytes = window.bytes(offset + text.len() as u64, offset + LONGEST)?;
        if bytes.is_empty() {
            break;
        }
        text.extend_from_slice(bytes);
    }
    let is_cut = text.len() as u64 == LONGEST;
    let ends = (1..=text.len()).filter(|&end| {
        let is_end = text.get(end).map_or(!is_cut, |&byte| is_white_space(byte));
        !is_white_space(text[end - 1]) && is_end
    });
    let end = ends.take(numbers as usize).enumerate().last();
    let end = end.filter(|(before, _)| *before as u64 + 1 == numbers);
    Ok(end.map(|(_, end)| String::from_utf8_lossy(&text[..end]).into_owned()))
}
