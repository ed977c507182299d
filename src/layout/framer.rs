//! Cuts integers into test cases.
//!
//! A [`Framer`] is the state machine that follows the operations of a layout. It pushes: it is given slices of
//! integers, however the input was cut, and passes their contents to a [`Sink`]. A case may arrive in any number of
//! pieces, so no case has to fit into memory.
//!
//! To add an operation: say in `compile` which items of a layout become it, in [`Framer::follow`] what it consumes
//! and which one comes next, and in [`Framer::finish`] what is missing if the input ends there.

use std::sync::Arc;

use super::sink::{Sink, WholeCases};
use super::{CountOf, Item, Layout, PileOf, PileOrder, Repeat, Role};
use crate::decode::{Number, Slice, Work};
use crate::error::{InputError, InputErrorKind, MAX_EMPTY};

/// Why a run ended: here with indices of numbers, and for the [pipe](crate::engine::pipe) with offsets of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End<At = u64> {
    /// The cases have ended, or the sink wants no more; the rest is not input.
    Done,
    /// A case starts at this number, which was not consumed: see [`Framer::pause_after`].
    Paused(At),
    /// At an error in the input.
    Bad(InputError<At>),
}

impl From<InputError> for End<usize> {
    fn from(error: InputError) -> Self {
        Self::Bad(error)
    }
}

/// An operation of a framer. Numbers that say how many of something there are have their index in the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    /// Reads the number with this index, and where the order of piles is not that of the input, the place of its name.
    Read(Role, usize, Option<usize>),
    /// Reads as many numbers as the number with this index says, or so many times as many.
    List(Role, usize, u64),
    /// Repeats the operations up to `EndRepetition` as often as the number with this index says.
    Repeat(usize),
    /// Goes back to the operation `start`, unless that was the last repetition.
    EndRepetition {
        start: usize,
        is_position: bool,
        is_row: bool,
    },
    /// The piles of the case are complete, in whatever order they came.
    EndRow,
    /// Each pile up to the number with this index is a position.
    PilesUpTo(usize),
    /// Ends the case.
    EndCase,
}

impl Layout {
    /// Finds what a framer does here: first what precedes the cases, then a case.
    pub(super) fn compile(&mut self) {
        let (mut ops, mut lines) = (Vec::new(), Vec::new());
        self.compile_items(&self.head, &mut ops, &mut lines);
        self.case_op = ops.len();
        self.compile_items(&self.case, &mut ops, &mut lines);
        let of_case = &ops[self.case_op..];
        let single = |op: &Op| {
            let Op::Read(role, _, None) = *op else {
                return None;
            };
            let has_more = role == Role::SecondCell || role == Role::PileOf(PileOf::UpTo);
            (!role.is_count() && !has_more).then_some(role)
        };
        self.row = of_case.iter().map(single).collect::<Option<_>>().unwrap_or_default();
        self.is_simple = matches!(
            *of_case,
            [Op::Read(Role::Count(CountOf::Piles), count, _), Op::List(Role::Pile, times, 1)] if count == times
        );
        ops.extend(self.up_to().map(|number| Op::PilesUpTo(number.index)));
        ops.extend(self.case_is_row().then_some(Op::EndRow));
        ops.push(Op::EndCase);
        (self.ops, self.lines) = (ops, lines);
    }

    /// Adds the operations for `items`, and those with which a line starts.
    fn compile_items(&self, items: &[Item], ops: &mut Vec<Op>, lines: &mut Vec<usize>) {
        for item in items {
            match item {
                Item::Line(line) => {
                    let start = ops.len();
                    for number in &self.numbers[line.clone()] {
                        let place = |order: &PileOrder| order.place(number.index);
                        let place = self.order.as_ref().and_then(place);
                        if let Some(times) = number.length.filter(|_| number.are_positions) {
                            let read = Op::Read(number.role, number.index, None);
                            let start = ops.len() + 1;
                            let end = Op::EndRepetition {
                                start,
                                is_position: true,
                                is_row: false,
                            };
                            ops.extend([Op::Repeat(times), read, end]);
                            continue;
                        }
                        ops.push(match number.length {
                            Some(times) => Op::List(number.role, times, number.factor),
                            None => Op::Read(number.role, number.index, place),
                        });
                    }
                    // A number is read, not how often. An empty line has none.
                    let first = ops[start..].iter().position(|op| !matches!(op, Op::Repeat(_)));
                    lines.extend(first.map(|first| start + first));
                }
                Item::Group(group) if group.is_list => self.compile_items(&group.items, ops, lines),
                Item::Group(group) => {
                    ops.push(Op::Repeat(group.times));
                    let start = ops.len();
                    self.compile_items(&group.items, ops, lines);
                    ops.push(Op::EndRepetition {
                        start,
                        is_position: group.is_position,
                        is_row: group.is_row,
                    });
                }
            }
        }
    }
}

/// The state machine that follows the operations of a layout.
#[derive(Clone, Debug, Default)]
pub(crate) struct Framer {
    layout: Arc<Layout>,
    /// The current operation.
    at: usize,
    /// Whether only the end of the input ends the cases, whatever the layout says.
    ignores_end: bool,
    /// The number of cases, as far as it is known.
    announced: u64,
    /// The number of complete cases.
    complete: u64,
    /// Whether a number of the current case has been read.
    is_inside: bool,
    /// Pauses where a case starts after this many complete ones.
    pause_after: u64,
    /// The last value of each number that says how many of something there are.
    counts: Vec<u64>,
    /// How many numbers of the current list remain.
    left: u64,
    /// How many repetitions of the current group remain, the current one included.
    repetitions: u64,
    /// Whether the cases have ended.
    done: bool,
}

impl Framer {
    /// A framer at the start of an input.
    pub(crate) fn new(layout: &Arc<Layout>) -> Self {
        let mut framer = Self {
            announced: if layout.cases.is_none() { 1 } else { u64::MAX },
            pause_after: u64::MAX,
            counts: vec![0; layout.numbers.len()],
            layout: Arc::clone(layout),
            ..Self::default()
        };
        framer.enter(0);
        framer
    }

    /// A framer at the start of some case in the same layout, unless the cases depend on a header or there is only one.
    pub(crate) fn at_some_case(&self) -> Option<Self> {
        let layout = &self.layout;
        let mut head = layout.numbers_of_head();
        if layout.cases.is_none() || head.any(|number| number.role != Role::Cases) {
            return None;
        }
        let mut framer = Self::new(layout);
        framer.enter(layout.case_op);
        Some(framer)
    }

    /// Continues after `part`, a framer that was at the start of some case, if this one is at the start of that case.
    /// Returns false, and does nothing, if it is not, or if the cases may end before `part` does.
    pub(crate) fn continue_after(&mut self, part: &Self) -> bool {
        let complete = self.complete.saturating_add(part.complete);
        let end = self.announced.min(self.pause_after);
        if self.done || !self.is_between_cases() || complete >= end {
            return false;
        }
        *self = Self {
            ignores_end: self.ignores_end,
            announced: self.announced,
            pause_after: self.pause_after,
            complete,
            ..part.clone()
        };
        true
    }

    /// Whether the cases have ended before the input.
    pub(crate) fn is_done(&self) -> bool {
        self.done
    }

    /// The number of complete cases.
    pub(crate) fn complete(&self) -> u64 {
        self.complete
    }

    /// Makes [`push`](Framer::push) pause at the first number of the case after `complete` complete ones, to find out
    /// where it is; 2^64 - 1 is never reached. That number is not consumed, so pushing can continue with it. Where a 0
    /// ends the cases, it may be this 0.
    ///
    /// `complete` must not be less than [`complete`](Framer::complete).
    pub(crate) fn pause_after(&mut self, complete: u64) {
        self.pause_after = complete;
    }

    /// Makes only the end of the input end the cases: whatever follows the last case is taken for another one, so that
    /// [`pause_after`](Framer::pause_after) finds where it is. Has no effect while the number of cases has not been
    /// read.
    pub(crate) fn ignore_case_end(&mut self) {
        if self.at >= self.layout.case_op {
            self.ignores_end = true;
            self.announced = u64::MAX;
        }
    }

    /// Consumes the next numbers of the input, and passes what they complete to `sink`. An error is why it accepts no
    /// more.
    #[inline(always)]
    pub(crate) fn push<N: Number, S: Sink>(&mut self, numbers: &[N], sink: &mut S) -> Result<(), End<usize>> {
        let mut at = 0;
        while !self.done {
            if self.at == self.layout.case_op {
                let whole = self.take_whole(&numbers[at..], sink);
                at += whole.map_err(|error| error.moved_by(at))?;
                self.done = self.complete == self.announced;
                if self.done {
                    break;
                }
                if self.complete == self.pause_after && !self.is_inside && at < numbers.len() {
                    return Err(End::Paused(at));
                }
            }
            match self.follow(N::plain(&numbers[at..]), at, sink)? {
                Some(taken) => at += taken,
                None => return Ok(()),
            }
        }
        Err(End::Done)
    }

    /// Passes the cases that have a fast path and lie entirely in `numbers` to `sink`, and returns how many numbers
    /// they have.
    #[inline(always)]
    fn take_whole<N: Number, S: Sink>(&mut self, numbers: &[N], sink: &mut S) -> Result<usize, InputError> {
        let layout = &self.layout;
        // Cases without numbers may go beyond where to pause.
        let end = self.announced.min(self.pause_after);
        let most = end.saturating_sub(self.complete);
        if layout.is_simple {
            let fewest = usize::from(self.ends_with_zero());
            let mut cases = WholeCases::new(numbers, fewest, most);
            let taken = sink.whole_cases(&mut cases);
            // An error is in the last one that was taken.
            self.complete += most - cases.left - u64::from(taken.is_err());
            taken.map(|()| cases.at)
        } else if layout.row.is_empty() {
            Ok(0)
        } else {
            let rows = self.rows(numbers, most);
            let taken = sink.rows(&layout.row, rows);
            let len = taken.map_or_else(|error| error.at, |()| rows.len());
            self.complete += (len / layout.row.len()) as u64;
            taken.map(|()| rows.len())
        }
    }

    /// Follows the current operation, where `numbers` come next and have the index `at`, and returns how many of them
    /// it takes. `None` if it needs more numbers.
    ///
    /// It exists once for all sinks and kernels: most cases are whole ones.
    fn follow(&mut self, numbers: Slice<'_>, at: usize, sink: &mut dyn Sink) -> Result<Option<usize>, InputError> {
        let moved = |error: InputError| error.moved_by(at);
        // What has no numbers is reported at the number with which that is known.
        let at_last = |error: InputError| error.moved_by(at.saturating_sub(1));
        match self.layout.ops[self.at] {
            Op::List(role, ..) if self.left == 0 => {
                // That a set is empty matters.
                if role == Role::Take {
                    sink.numbers(role, Slice::Wide(&[])).map_err(at_last)?;
                }
                self.enter(self.at + 1);
            }
            Op::List(role, ..) => {
                let len = self.left.min(numbers.len() as u64) as usize;
                if len == 0 {
                    return Ok(None);
                }
                sink.numbers(role, numbers.first(len)).map_err(moved)?;
                self.is_inside = self.at >= self.layout.case_op;
                self.left -= len as u64;
                return Ok(Some(len));
            }
            Op::Read(role, index, place) => {
                let Some(value) = numbers.iter().next() else {
                    return Ok(None);
                };
                if value == 0 && self.at == self.layout.case_op && self.ends_with_zero() {
                    self.done = true;
                    return Ok(Some(1));
                }
                if role.is_count() || role == Role::PileOf(PileOf::UpTo) {
                    self.counts[index] = value;
                } else if role == Role::Cases {
                    self.announced = value;
                }
                if let Some(place) = place {
                    sink.place(place);
                }
                sink.numbers(role, numbers.first(1)).map_err(moved)?;
                self.is_inside = self.at >= self.layout.case_op;
                self.enter(self.at + 1);
                return Ok(Some(1));
            }
            Op::Repeat(times) => {
                self.repetitions = self.counts[times];
                let rest = &self.layout.ops[self.at + 1..];
                let is_end = |op: &Op| matches!(op, Op::EndRepetition { .. });
                let len = rest.iter().position(is_end).unwrap_or_default();
                let is_empty = |op: &Op| matches!(*op, Op::List(_, times, _) if self.counts[times] == 0);
                if self.repetitions > MAX_EMPTY && rest[..len].iter().all(is_empty) {
                    return Err(at_last(InputErrorKind::Empty.at(0)));
                }
                let skipped = if self.repetitions > 0 { 0 } else { len + 1 };
                self.enter(self.at + 1 + skipped);
            }
            Op::EndRepetition {
                start,
                is_position,
                is_row,
            } => {
                if is_row {
                    sink.end_row().map_err(at_last)?;
                }
                if is_position {
                    sink.end_position();
                }
                self.repetitions -= 1;
                let is_last = self.repetitions == 0;
                self.enter(if is_last { self.at + 1 } else { start });
            }
            Op::EndRow => {
                sink.end_row().map_err(at_last)?;
                self.enter(self.at + 1);
            }
            Op::PilesUpTo(index) => {
                let (largest, done) = (self.counts[index], self.repetitions);
                if largest > MAX_EMPTY {
                    return Err(at_last(InputErrorKind::Empty.at(0)));
                }
                if done == largest {
                    self.repetitions = 0;
                    self.enter(self.at + 1);
                    return Ok(Some(0));
                }
                let taken = sink.numbers(Role::Pile, Slice::Wide(&[done + 1]));
                taken.map_err(at_last)?;
                sink.end_position();
                self.repetitions = done + 1;
                self.done = sink.flush_if_full().is_break();
            }
            Op::EndCase => {
                // As all others, then.
                if !self.is_inside && self.complete == 0 && self.announced > MAX_EMPTY {
                    return Err(at_last(InputErrorKind::Empty.at(0)));
                }
                sink.end_case();
                self.complete += 1;
                self.is_inside = false;
                self.enter(self.layout.case_op);
                // There may be many cases without numbers, and the caller cannot flush the sink meanwhile.
                if numbers.len() == 0 && sink.flush_if_full().is_break() {
                    self.done = true;
                }
            }
        }
        Ok(Some(0))
    }

    /// The prefix of `numbers` that consists of whole cases: at most `most`, and none that ends the cases.
    #[inline(always)]
    fn rows<'n, N: Number>(&self, numbers: &'n [N], most: u64) -> &'n [N] {
        let width = self.layout.row.len();
        let mut rows = most.min((numbers.len() / width) as u64) as usize;
        if self.ends_with_zero() {
            let firsts = numbers.iter().step_by(width).take(rows);
            rows = firsts.take_while(|&&first| first.into() != 0).count();
        }
        &numbers[..rows * width]
    }

    #[inline(always)]
    fn ends_with_zero(&self) -> bool {
        self.layout.cases == Some(Repeat::ToZero) && !self.ignores_end
    }

    /// Whether no number of the current case has been seen. The next one may be the 0 after the last case.
    pub(crate) fn is_between_cases(&self) -> bool {
        self.at >= self.layout.case_op && !self.is_inside
    }

    /// Whether the next number is the first of a line, as the layout is written.
    pub(crate) fn is_at_line(&self) -> bool {
        let is_whole = match self.layout.ops[self.at] {
            Op::List(_, times, factor) => self.left == self.counts[times].saturating_mul(factor),
            Op::Read(..) | Op::Repeat(_) | Op::EndRepetition { .. } | Op::EndRow | Op::PilesUpTo(_) | Op::EndCase => {
                true
            }
        };
        is_whole && self.layout.lines.contains(&self.at)
    }

    /// Goes to the operation `at`.
    #[inline(always)]
    fn enter(&mut self, at: usize) {
        self.at = at;
        match self.layout.ops[self.at] {
            Op::List(_, times, factor) => self.left = self.counts[times].saturating_mul(factor),
            Op::PilesUpTo(_) => self.repetitions = 0,
            Op::Read(..) | Op::Repeat(_) | Op::EndRepetition { .. } | Op::EndRow | Op::EndCase => {}
        }
    }

    /// Checks that the input may end here: not inside a case, nor before the last of the announced cases.
    pub(crate) fn finish(&self) -> Result<(), InputErrorKind> {
        let is_counted = matches!(self.layout.cases, Some(Repeat::Times(_))) && !self.ignores_end;
        Err(match self.layout.ops[self.at] {
            _ if self.done || self.is_between_cases() && !is_counted => return Ok(()),
            _ if self.is_between_cases() => InputErrorKind::EndsBetweenCases {
                read: self.complete,
                of: self.announced,
            },
            Op::List(role, times, factor) => InputErrorKind::EndsInsideCase {
                read: self.counts[times].saturating_mul(factor) - self.left,
                of: u128::from(self.counts[times]) * u128::from(factor),
                what: role.in_list().1,
            },
            Op::Read(role, ..) if self.at > 0 => InputErrorKind::EndsBefore { what: role.name() },
            // It is empty.
            Op::Read(..) | Op::Repeat(_) | Op::EndRepetition { .. } | Op::EndRow | Op::PilesUpTo(_) | Op::EndCase => {
                return Ok(());
            }
        })
    }
}

/// Pushes numbers of any width.
pub(crate) struct Push<'a, S> {
    pub framer: &'a mut Framer,
    pub sink: &'a mut S,
}

impl<S: Sink> Work for Push<'_, S> {
    type Result = Result<(), End<usize>>;

    #[inline(always)]
    fn on<N: Number>(self, numbers: &[N]) -> Self::Result {
        self.framer.push(numbers, self.sink)
    }
}
