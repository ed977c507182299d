//! A case of an input that is read again: its text, and one of its positions.

use std::ops::ControlFlow;

use super::text::trimmed;
use crate::answer::reader::Reader;
use crate::decode::{Kernel, Number};
use crate::engine::pipe::{Checkpoint, End, Pipe};
use crate::engine::window::Window;
use crate::error::{Error, InputError};
use crate::game::rule::Rules;
use crate::input::{Input, LineCounter};
use crate::layout::sink::{Discard, Sink, break_if};
use crate::layout::{CountOf, Role};
use crate::problem::Problem;

/// A position with more piles, or more takes, is not for a board.
const MAX_ON_BOARD: usize = 100;

/// What a report shows of a case.
#[derive(Clone, Debug)]
pub struct CaseExcerpt {
    /// The line of its first number.
    pub line: u64,
    /// The text as it is in the input, or the beginning of a long one.
    pub text: String,
    /// The rule of the position that the answers are about, with what the input gives of it, and the piles, or the cells of
    /// coins or persons; `None` if they are too many for a board.
    pub position: Option<(String, Vec<u64>)>,
}

/// The cases of an input, read again in ascending order.
pub(super) struct Cases<'p> {
    pub problem: &'p Problem,
    window: Window<'p>,
    /// The start of the last case that was read.
    at: Checkpoint,
    /// The offset of what comes behind it.
    end: u64,
    case: Case,
}

impl<'p> Cases<'p> {
    pub(super) fn of(problem: &'p Problem, input: &'p Input) -> Result<Self, Error> {
        let mut cases = Self {
            problem,
            window: Window::of(input)?,
            at: Checkpoint::start(&problem.layout),
            end: 0,
            case: Case {
                reader: Reader::new(&problem.rules, &problem.layout),
                given: Vec::new(),
                positions_left: 1,
            },
        };
        // The head may give a part of the rules.
        read(&mut cases.window, cases.at.clone(), 0, &mut cases.case)?;
        Ok(cases)
    }

    /// Reads case `number`, counted from 1, and keeps its position `index`, counted from 0. Returns whether there is one.
    pub(super) fn read(&mut self, number: u64, index: usize) -> Result<bool, Error> {
        let window = &mut self.window;
        let (end, mut start) = read(window, self.at.clone(), number - 1, &mut Discard)?;
        if !matches!(end, End::Paused(_)) {
            return Ok(false);
        }
        self.at = start.clone();
        self.case.reader.end_case();
        self.case.positions_left = index + 1;
        // It ends before whatever comes next.
        start.framer().ignore_case_end();
        let (_, end) = read(window, start, number, &mut self.case)?;
        self.end = end.offset();
        Ok(true)
    }

    /// Where position number `position`, counted from 1, is: the number of its case, and its index there.
    pub(super) fn of_position(&mut self, position: u64) -> Result<(u64, usize), Error> {
        let mut positions = Positions {
            left: position,
            case: 1,
            before: 0,
        };
        read(&mut self.window, self.at.clone(), u64::MAX, &mut positions)?;
        Ok((positions.case, positions.before.saturating_sub(1)))
    }

    /// What is shown of the case.
    pub(super) fn excerpt(&mut self) -> Result<CaseExcerpt, Error> {
        const LONGEST: u64 = 64 * 1024;
        let start = self.at.offset();
        let to = self.end.min(start + LONGEST);
        let mut text = self.window.bytes(start, to)?.to_vec();
        // The rest of it may be in another chunk.
        text.extend_from_slice(self.window.bytes(start + text.len() as u64, to)?);
        let mut text = String::from_utf8_lossy(trimmed(&text)).into_owned();
        if to < self.end {
            // Its last number may be cut.
            text.truncate(text.rfind(char::is_whitespace).unwrap_or(0));
            text += " ...";
        }
        let input = self.window.input;
        Ok(CaseExcerpt {
            line: input.position(start, LineCounter::default(), &[])?.line,
            text,
            position: self.position(),
        })
    }

    /// The rules of the position.
    pub(super) fn rules(&self) -> &Rules {
        &self.case.reader.rules
    }

    /// The piles of the position, or the cells of the persons.
    pub(super) fn piles(&self) -> &[u64] {
        self.case.reader.kept.piles()
    }

    /// The rule and the piles, unless these are too many for a board.
    fn position(&self) -> Option<(String, Vec<u64>)> {
        let rule = self.rules().text_with(|role| {
            let given = self.case.given.iter().filter(|(given, _)| *given == role);
            let mut values: Vec<_> = given.map(|(_, value)| *value).collect();
            if role != Role::Take {
                return values.last().map(u64::to_string);
            }
            values.sort_unstable();
            values.dedup();
            let takes: Vec<_> = values.iter().map(u64::to_string).collect();
            let fits = (1..=MAX_ON_BOARD).contains(&takes.len());
            fits.then(|| format!("{{{}}}", takes.join(",")))
        })?;
        let piles = self.piles().to_vec();
        let fits = (1..=MAX_ON_BOARD).contains(&piles.len());
        fits.then_some((rule, piles))
    }
}

/// A case, and one of its positions.
struct Case {
    /// The rules of the position, and its piles.
    reader: Reader,
    /// What the input gives of the rules.
    given: Vec<(Role, u64)>,
    /// How many positions end before the one that is kept, and with it.
    positions_left: usize,
}

/// Collects the numbers of a case.
impl Sink for Case {
    fn numbers<N: Number>(&mut self, role: Role, piece: &[N]) -> Result<(), InputError> {
        if self.positions_left == 0 {
            return Ok(());
        }
        if role == Role::Count(CountOf::Takes) {
            self.given.retain(|(given, _)| *given != Role::Take);
        } else if matches!(role, Role::Take | Role::Parameter(_)) {
            self.given
                .extend(piece.iter().map(|&number| (role, number.into())));
        }
        self.reader.numbers(role, N::plain(piece))
    }

    fn end_position(&mut self) {
        if self.positions_left > 1 {
            self.reader.end_position();
        }
        self.positions_left = self.positions_left.saturating_sub(1);
    }

    fn end_case(&mut self) {}
}

/// Counts the positions of all cases.
struct Positions {
    /// How many come up to the one that is looked for, with that.
    left: u64,
    /// The number of the current case, counted from 1, and of its positions so far.
    case: u64,
    before: usize,
}

impl Sink for Positions {
    fn numbers<N: Number>(&mut self, _role: Role, _piece: &[N]) -> Result<(), InputError> {
        Ok(())
    }

    fn end_position(&mut self) {
        if self.left > 0 {
            self.left -= 1;
            self.before += 1;
        }
    }

    fn end_case(&mut self) {
        if self.left > 0 {
            self.case += 1;
            self.before = 0;
        }
    }

    fn flush_if_full(&mut self) -> ControlFlow<()> {
        break_if(self.left == 0)
    }
}

/// Reads from the checkpoint `from` to the first number after `complete` complete cases, or until `sink` stops. Returns why
/// it ended, and where.
fn read<S: Sink>(
    window: &mut Window<'_>,
    mut from: Checkpoint,
    complete: u64,
    sink: &mut S,
) -> Result<(End, Checkpoint), Error> {
    // Most cases end soon.
    const FEW_BYTES: u64 = 4096;
    from.framer().pause_after(complete);
    let mut pipe = Pipe::resume(Kernel::best(), from, sink);
    let end = loop {
        let to = pipe.checkpoint().offset() + FEW_BYTES;
        match window.feed(&mut pipe, to)? {
            ControlFlow::Break(end) => break end,
            ControlFlow::Continue(()) if pipe.checkpoint().offset() < to => break pipe.finish(),
            ControlFlow::Continue(()) => {}
        }
    };
    let offset = match end {
        End::Paused(offset) => offset,
        End::Bad(error) => error.at,
        End::Done => pipe.checkpoint().offset(),
    };
    let framer = pipe.checkpoint().framer().clone();
    Ok((end, Checkpoint::at(offset, framer)))
}
