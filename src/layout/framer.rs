//! Cuts integers into test cases.
//!
//! A [`Framer`] is the state machine that follows a [`Layout`] from item to item. It pushes: it is given slices of
//! integers, however the input was cut, and passes their contents to a [`Sink`]. A case may arrive in any number of
//! pieces, so no case has to fit into memory.

use std::ops::{ControlFlow, Range};
use std::slice;
use std::sync::Arc;

use super::sink::{Sink, WholeCases};
use super::{CountOf, Group, Item, Layout, Role, Until};
use crate::decode::Number;
use crate::error::{InputError, InputErrorKind};

/// How often cases or groups without numbers may come: nothing in the input says that there are so many, but a
/// count, and their answers would have no end.
pub(crate) const MOST_EMPTY: u64 = 100_000_000;

/// How many numbers of a layout may say how many of something there are.
pub(super) const SLOTS: usize = 8;

/// Why a framer stops accepting numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// The cases have ended; the rest is not input.
    Done,
    /// A case starts at this number, which was not consumed: see [`Framer::pause_after`].
    Paused(usize),
}

/// Whether a framer accepts more numbers.
pub(crate) type Flow = ControlFlow<Halt>;

impl Layout {
    /// Whether these items, but for line ends, are a number of piles and the piles, for which there is a fast path.
    fn is_simple(&self, items: Range<usize>) -> bool {
        let mut numbers = self.numbers_in(items.clone());
        let (Some(count), Some(piles), None) = (numbers.next(), numbers.next(), numbers.next())
        else {
            return false;
        };
        count.role == Role::Count(CountOf::Piles)
            && piles.role == Role::Pile
            && self.length(piles) == Some(count.index)
            && self.group_in_case(count) == self.group_in_case(piles)
    }

    /// The first of the items from `at` on that is no line end.
    #[inline(always)]
    fn after_line_ends(&self, mut at: usize) -> usize {
        while self.items[at] == Item::LineEnd {
            at += 1;
        }
        at
    }
}

/// The state machine that follows a [`Layout`].
#[derive(Clone, Debug)]
pub struct Framer {
    layout: Arc<Layout>,
    /// What ends the cases.
    until: Until,
    /// The current item, which is no line end.
    at: usize,
    /// The first item of a case.
    first: usize,
    /// The number of cases, as far as it is known.
    announced: u64,
    /// The number of complete cases.
    complete: u64,
    /// Pauses where a case starts after this many complete ones.
    pause_after: u64,
    /// The last count in each slot.
    counts: [u64; SLOTS],
    /// How many numbers of the current list remain.
    left: u64,
    /// How many repetitions of the current group remain, the current one included.
    repetitions: u64,
    /// Whether the cases have ended.
    done: bool,
    /// Whether cases have a fast path: see [`Layout::is_simple`].
    is_simple: bool,
    /// Where positions start that have it, and the item after their group.
    simple_positions: Option<(usize, usize)>,
}

impl Framer {
    /// A framer at the start of an input.
    pub(crate) fn new(layout: &Arc<Layout>) -> Self {
        let (case, until) = (layout.case(), layout.until());
        let positions = layout.groups.iter().filter(|group| {
            let is_part = case.contains(&group.items.start) && layout.positions;
            is_part && layout.is_simple(group.items.clone())
        });
        let mut positions = positions.map(|group| {
            let Range { start, end } = group.items;
            (layout.after_line_ends(start), end + 1)
        });
        let mut framer = Self {
            until,
            at: 0,
            first: layout.after_line_ends(case.start),
            announced: if until == Until::One { 1 } else { u64::MAX },
            complete: 0,
            pause_after: u64::MAX,
            counts: [0; SLOTS],
            left: 0,
            repetitions: 0,
            done: false,
            is_simple: layout.is_simple(case.clone()),
            simple_positions: positions.next(),
            layout: Arc::clone(layout),
        };
        framer.enter(0);
        if layout.numbers_of_head().next().is_none() {
            framer.enter(framer.first);
        }
        framer
    }

    /// A framer at the start of some case, unless the cases depend on a header or there is only one.
    pub(crate) fn at_some_case(layout: &Arc<Layout>) -> Option<Self> {
        let mut framer = Self::new(layout);
        let mut head = layout.numbers_of_head();
        if framer.until == Until::One || head.any(|number| number.role != Role::Cases) {
            return None;
        }
        framer.enter(framer.first);
        Some(framer)
    }

    /// Continues after `part`, a framer that was at the start of some case, if this one is at the start of
    /// that case. Returns false, and does nothing, if it is not, or if the cases may end before `part` does.
    pub(crate) fn continue_after(&mut self, part: &Self) -> bool {
        let complete = self.complete.saturating_add(part.complete);
        let end = self.announced.min(self.pause_after);
        if self.done || !self.is_between_cases() || complete >= end {
            return false;
        }
        *self = Self {
            until: self.until,
            announced: self.announced,
            pause_after: self.pause_after,
            complete,
            ..part.clone()
        };
        true
    }

    /// The number of the current case, counted from 1.
    pub(crate) fn case(&self) -> u64 {
        self.complete + 1
    }

    /// The number of complete cases.
    pub(crate) fn complete(&self) -> u64 {
        self.complete
    }

    /// Makes [`push`](Framer::push) pause at the first number of the case after `complete` complete
    /// ones, to find out where it is; 2^64 - 1 is never reached. That number is not consumed, so pushing
    /// can continue with it. Where a 0 ends the cases, it may be this 0.
    ///
    /// `complete` must not be less than [`complete`](Framer::complete).
    pub fn pause_after(&mut self, complete: u64) {
        self.pause_after = complete;
    }

    /// Makes only the end of the input end the cases: whatever follows the last case is taken for
    /// another one, so that [`pause_after`](Framer::pause_after) finds where it is. Has no effect while
    /// the number of cases has not been read.
    pub(crate) fn ignore_case_end(&mut self) {
        if self.in_cases() {
            self.until = Until::Eof;
            self.announced = u64::MAX;
        }
    }

    /// Consumes the next numbers of the input, and passes what they complete to `sink`.
    #[inline(always)]
    pub(crate) fn push<N: Number, S: Sink>(
        &mut self,
        all: &[N],
        sink: &mut S,
    ) -> Result<Flow, InputError> {
        let mut numbers = all;
        while !self.done {
            let index = all.len() - numbers.len();
            let in_all = |error: InputError| error.moved_by(index as u64);
            if self.at == self.first {
                // Cases without numbers may go beyond where to pause.
                let most = self
                    .announced
                    .min(self.pause_after)
                    .saturating_sub(self.complete);
                let width = self.layout.row.len();
                if self.is_simple {
                    let mut cases = WholeCases {
                        numbers,
                        at: 0,
                        fewest: usize::from(self.until == Until::Zero),
                        left: most,
                    };
                    let taken = sink.whole_cases(&mut cases);
                    // An error is in the last one that was taken.
                    self.complete += most - cases.left - u64::from(taken.is_err());
                    taken.map_err(in_all)?;
                    numbers = &numbers[cases.at..];
                } else if width > 0 {
                    let rows = self.rows(numbers, most);
                    sink.rows(&self.layout.row, rows).map_err(|error| {
                        self.complete += (error.at / width) as u64;
                        in_all(error)
                    })?;
                    numbers = &numbers[rows.len()..];
                    self.complete += rows.len().checked_div(width).unwrap_or(0) as u64;
                }
                self.end_after_last_case();
                if self.done {
                    break;
                }
                if self.complete == self.pause_after
                    && self.is_between_cases()
                    && !numbers.is_empty()
                {
                    let index = all.len() - numbers.len();
                    return Ok(Flow::Break(Halt::Paused(index)));
                }
            }
            if let Some((start, after)) = self.simple_positions
                && self.at == start
            {
                let mut cases = WholeCases {
                    numbers,
                    at: 0,
                    fewest: 0,
                    left: self.repetitions,
                };
                sink.whole_positions(&mut cases).map_err(in_all)?;
                numbers = &numbers[cases.at..];
                self.repetitions = cases.left;
                if self.repetitions == 0 {
                    self.enter(after);
                    continue;
                }
            }
            let index = all.len() - numbers.len();
            let in_all = |error: InputError| error.moved_by(index as u64);
            if let Some((list, _, after)) = self.list() {
                if self.left == 0 {
                    self.enter(after);
                    continue;
                }
                if numbers.is_empty() {
                    break;
                }
                let (piece, rest) = numbers.split_at(at_most(self.left, numbers.len()));
                sink.numbers(list, piece).map_err(in_all)?;
                self.left -= piece.len() as u64;
                numbers = rest;
                continue;
            }
            match self.layout.items[self.at] {
                Item::Answer => {
                    sink.end_case();
                    self.complete += 1;
                    self.end_after_last_case();
                    self.enter(self.first);
                    // There may be many cases without numbers, and the caller cannot flush the sink
                    // meanwhile.
                    if numbers.is_empty() && sink.flush_if_full().is_break() {
                        self.done = true;
                    }
                }
                Item::Group(group) if Some(group) == self.layout.cases => {
                    self.enter(self.first);
                    self.check_empty(self.layout.case(), self.announced, index)?;
                    self.end_after_last_case();
                }
                Item::Group(group) => {
                    let group = &self.layout.groups[group];
                    let (items, times) = (group.items.clone(), group.repeat.times());
                    self.repetitions = times.map_or(0, |times| self.count(times));
                    self.check_empty(items.clone(), self.repetitions, index)?;
                    self.enter(if self.repetitions > 0 {
                        items.start
                    } else {
                        items.end + 1
                    });
                }
                Item::GroupEnd(group) => {
                    if self.layout.positions {
                        sink.end_position();
                    }
                    self.repetitions -= 1;
                    self.enter(if self.repetitions > 0 {
                        self.layout.groups[group].items.start
                    } else {
                        self.at + 1
                    });
                }
                Item::LineEnd => self.enter(self.at + 1),
                Item::Number(number) => {
                    let Some((first, rest)) = numbers.split_first() else {
                        break;
                    };
                    let value = (*first).into();
                    numbers = rest;
                    if value == 0 && self.at == self.first && self.until == Until::Zero {
                        self.done = true;
                        break;
                    }
                    let number = &self.layout.numbers[number];
                    if number.role.is_count() {
                        self.counts[number.slot] = value;
                    } else if number.role == Role::Cases {
                        self.announced = value;
                    }
                    let taken = sink.numbers(number.role, slice::from_ref(first));
                    taken.map_err(in_all)?;
                    self.enter(self.at + 1);
                }
            }
        }
        Ok(if self.done {
            Flow::Break(Halt::Done)
        } else {
            Flow::Continue(())
        })
    }

    /// The prefix of `numbers` that consists of whole cases: at most `most`, and none that ends the
    /// cases.
    #[inline(always)]
    fn rows<'n, N: Number>(&self, numbers: &'n [N], most: u64) -> &'n [N] {
        let width = self.layout.row.len();
        let mut rows = at_most(most, numbers.len() / width);
        if self.until == Until::Zero {
            let firsts = numbers.iter().step_by(width).take(rows);
            rows = firsts.take_while(|&&first| first.into() != 0).count();
        }
        &numbers[..rows * width]
    }

    /// Whether the header is complete.
    #[inline(always)]
    fn in_cases(&self) -> bool {
        self.at >= self.first
    }

    /// Whether no number of the current case has been seen. The next one may be the 0 after the last
    /// case.
    pub(crate) fn is_between_cases(&self) -> bool {
        // A case may begin with lists and groups whose length is the same in every case, and may be 0.
        let first = self.first_with_numbers(self.layout.case());
        // Of the group that has it, it must be the first repetition.
        let is_in_first = |group: &Group| {
            let times = group.repeat.times().map(|times| self.count(times));
            let is_around = group.parent == self.layout.cases && group.items.contains(&self.at);
            !is_around || times.is_none_or(|times| times == self.repetitions)
        };
        self.in_cases()
            && self.at <= first
            && self.layout.groups.iter().all(is_in_first)
            && self.list().is_none_or(|(_, len, _)| self.left == len)
    }

    /// The first of these items that has numbers, or their end: lists and groups that come no time have none.
    fn first_with_numbers(&self, items: Range<usize>) -> usize {
        let mut at = items.start;
        while at < items.end {
            match self.layout.items[at] {
                Item::Number(number) => {
                    let times = self.layout.numbers[number].times;
                    if times.is_none_or(|times| self.count(times) > 0) {
                        return at;
                    }
                }
                Item::Group(group) => {
                    let group = &self.layout.groups[group];
                    let times = group.repeat.times();
                    if times.is_some_and(|times| self.count(times) == 0) {
                        at = group.items.end;
                    } else if group.column.is_some() {
                        return at;
                    }
                }
                Item::LineEnd | Item::Answer | Item::GroupEnd(_) => {}
            }
            at += 1;
        }
        items.end
    }

    /// If the current item is a list: its role, its length, and the item after it.
    #[inline(always)]
    fn list(&self) -> Option<(Role, u64, usize)> {
        match self.layout.items[self.at] {
            Item::Number(number) => {
                let number = &self.layout.numbers[number];
                Some((number.role, self.count(number.times?), self.at + 1))
            }
            Item::Group(group) => {
                let group = &self.layout.groups[group];
                let number = &self.layout.numbers[group.column?];
                let times = group.repeat.times()?;
                Some((number.role, self.count(times), group.items.end + 1))
            }
            Item::LineEnd | Item::Answer | Item::GroupEnd(_) => None,
        }
    }

    /// The last value of the count with this index.
    #[inline(always)]
    fn count(&self, index: usize) -> u64 {
        self.counts[self.layout.numbers[index].slot]
    }

    /// Checks that `items`, which come `times` times, do so not too often if they have no numbers. `index` is
    /// that of the next number.
    fn check_empty(&self, items: Range<usize>, times: u64, index: usize) -> Result<(), InputError> {
        if times <= MOST_EMPTY {
            return Ok(());
        }
        if self.first_with_numbers(items.clone()) < items.end {
            return Ok(());
        }
        let kind = InputErrorKind::Empty {
            times: Some(times).filter(|_| self.until != Until::Eof || self.at != self.first),
        };
        // After the number with which it is known how often.
        Err(InputError::at_number(index.saturating_sub(1), kind))
    }

    /// Goes to the item `at`, or to the next one that is no line end.
    #[inline(always)]
    fn enter(&mut self, at: usize) {
        self.at = self.layout.after_line_ends(at);
        if let Some((_, len, _)) = self.list() {
            self.left = len;
        }
    }

    #[inline(always)]
    fn end_after_last_case(&mut self) {
        if self.announced == self.complete {
            self.done = true;
        }
    }

    /// Checks whether the input may end here.
    ///
    /// # Errors
    /// If it ends inside a case, or before the last of the announced cases.
    pub(crate) fn finish(&self) -> Result<(), InputErrorKind> {
        if self.done {
            return Ok(());
        }
        if self.is_between_cases() {
            return if self.until == Until::Count {
                Err(InputErrorKind::EndsBetweenCases {
                    read: self.complete,
                    of: self.announced,
                })
            } else {
                Ok(())
            };
        }
        if let Some((role, of, _)) = self.list() {
            return Err(InputErrorKind::EndsInsideCase {
                read: of - self.left,
                of,
                what: role.noun(),
            });
        }
        match self.layout.items[self.at] {
            Item::Number(number) if self.at > self.layout.after_line_ends(0) => {
                let what = self.layout.numbers[number].role.missing();
                Err(InputErrorKind::EndsBefore { what })
            }
            // It is empty.
            _ => Ok(()),
        }
    }
}

/// The smaller of `left` and `len`.
fn at_most(left: u64, len: usize) -> usize {
    usize::try_from(left).map_or(len, |left| left.min(len))
}
