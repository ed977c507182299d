//! The cases of an input that is read again, one at a time: the bytes of a case, and one of its positions.

use std::ops::{ControlFlow, Range};

use super::pipe::{Checkpoint, End};
use super::resume;
use crate::decode::Slice;
use crate::error::{Error, InputError};
use crate::game::rule::Rules;
use crate::input::Input;
use crate::layout::case::CaseReader;
use crate::layout::sink::{Discard, Sink, break_if};
use crate::layout::{Position, Role};
use crate::problem::Problem;

/// The cases of an input, read again in ascending order.
pub(crate) struct CaseLookup<'p> {
    pub(crate) problem: &'p Problem,
    input: Input,
    /// The offset of the first case.
    head: u64,
    /// The start of the last case that was read.
    at: Checkpoint,
    /// The offset of what comes behind it.
    end: u64,
    case: Case,
    /// The rules of the position that was read last.
    rules: Rules,
}

impl<'p> CaseLookup<'p> {
    /// Before the first case.
    pub(crate) fn of(problem: &'p Problem, input: &Input) -> Result<Self, Error> {
        let start = Checkpoint::start(&problem.layout);
        let mut case = Case {
            reader: CaseReader::new(&problem.layout, Position::default()),
            positions_left: 1,
        };
        // The head may give a part of the rules.
        let (_, first) = resume(input, start.clone(), 0, &mut case)?;
        Ok(Self {
            problem,
            input: input.clone(),
            head: first.offset(),
            at: start,
            end: 0,
            case,
            rules: problem.rules.clone(),
        })
    }

    /// Reads case `number`, counted from 1, and keeps its position `index`, counted from 0. Returns whether there is
    /// one.
    pub(crate) fn read(&mut self, number: u64, index: usize) -> Result<bool, Error> {
        let (end, mut start) = resume(&self.input, self.at.clone(), number - 1, &mut Discard)?;
        if !matches!(end, End::Paused(_)) {
            return Ok(false);
        }
        self.at = start.clone();
        self.case.reader.end_position();
        self.case.positions_left = index + 1;
        // It ends before whatever comes next.
        start.framer().ignore_case_end();
        let (_, end) = resume(&self.input, start, number, &mut self.case)?;
        self.end = end.offset();
        for (role, values) in &self.case.reader.position.given {
            self.rules.set(*role, values);
        }
        // It was answered, so that its largest pile is not too large.
        let largest = self.piles().iter().max().copied().unwrap_or(0);
        let _ = self.rules.cover(largest);
        Ok(true)
    }

    /// Where position number `position`, counted from 1, is: the number of its case, and its index there.
    pub(crate) fn of_position(&mut self, position: u64) -> Result<(u64, usize), Error> {
        let mut positions = PositionSeeker {
            left: position,
            case: 1,
            index: 0,
        };
        resume(&self.input, self.at.clone(), u64::MAX, &mut positions)?;
        Ok((positions.case, positions.index))
    }

    /// Where what precedes the cases is in the input.
    pub(crate) fn head(&self) -> Range<u64> {
        0..self.head
    }

    /// Where the case is in the input.
    pub(crate) fn range(&self) -> Range<u64> {
        self.at.offset()..self.end
    }

    /// The input.
    pub(crate) fn input(&self) -> &Input {
        &self.input
    }

    /// A part of the input.
    pub(crate) fn text(&self, range: Range<u64>) -> Result<Vec<u8>, Error> {
        let mut bytes = vec![0; (range.end - range.start) as usize];
        let read = self.input.read_at(range.start, &mut bytes)?;
        bytes.truncate(read);
        Ok(bytes)
    }

    /// The rules of the position.
    pub(crate) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The piles of the position, or the cells of the persons.
    pub(crate) fn piles(&self) -> &[u64] {
        &self.case.reader.position.piles
    }

    /// What the input gives of the rules in this role.
    pub(crate) fn given(&self, role: Role) -> &[u64] {
        self.case.reader.position.given(role)
    }
}

/// The first `most` positions of an input that can be answered: those of its first case, if they have answers of their
/// own, or else one of each case. Each has its rules and its piles.
pub(crate) fn positions(problem: &Problem, input: &Input, most: u64) -> Result<Vec<(Rules, Vec<u64>)>, Error> {
    let mut positions = Vec::new();
    for number in 1..=most {
        let mut cases = CaseLookup::of(problem, input)?;
        let (case, index) = match problem.answer.positions {
            Some(_) => cases.of_position(number)?,
            None => (number, 0),
        };
        if problem.answer.positions.is_some() && case > 1 || !cases.read(case, index)? {
            break;
        }
        positions.push((cases.rules().clone(), cases.piles().to_vec()));
    }
    Ok(positions)
}

/// A case, and one of its positions.
struct Case {
    reader: CaseReader<Position>,
    /// How many positions end before the one that is kept, and with it.
    positions_left: usize,
}

/// Collects the numbers of a case.
impl Sink for Case {
    fn numbers(&mut self, role: Role, piece: Slice<'_>) -> Result<(), InputError> {
        if self.positions_left == 0 {
            return Ok(());
        }
        self.reader.numbers(role, piece)
    }

    fn place(&mut self, place: usize) {
        self.reader.place(place);
    }

    fn end_row(&mut self) -> Result<(), InputError> {
        if self.positions_left == 0 {
            return Ok(());
        }
        self.reader.end_row()
    }

    fn end_position(&mut self) {
        if self.positions_left > 1 {
            self.reader.end_position();
        }
        self.positions_left = self.positions_left.saturating_sub(1);
    }

    fn end_case(&mut self) {}
}

/// Looks for a position among those of all cases.
struct PositionSeeker {
    /// How many positions come up to the one that is looked for, with that.
    left: u64,
    /// The number of its case, counted from 1, and its index there, counted from 0; before that, of the next one.
    case: u64,
    index: usize,
}

impl Sink for PositionSeeker {
    fn numbers(&mut self, _role: Role, _piece: Slice<'_>) -> Result<(), InputError> {
        Ok(())
    }

    fn place(&mut self, _: usize) {}

    fn end_row(&mut self) -> Result<(), InputError> {
        Ok(())
    }

    fn end_position(&mut self) {
        self.left = self.left.saturating_sub(1);
        self.index += usize::from(self.left > 0);
    }

    fn end_case(&mut self) {
        if self.left > 0 {
            self.case += 1;
            self.index = 0;
        }
    }

    fn flush_if_full(&mut self) -> ControlFlow<()> {
        break_if(self.left == 0)
    }
}
