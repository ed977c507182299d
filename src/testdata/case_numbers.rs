//! Walks through the numbers of a case. A closure supplies each of them (read, drawn, or taken from given positions),
//! which is checked against its limits, and its meaning noted.

use std::collections::HashSet;
use std::ops::Range;

use super::limits::Bounds;
use crate::decode::Slice;
use crate::layout::case::CaseReader;
use crate::layout::progress::Progress;
use crate::layout::{Layout, NumberItem, Once, PileOf, Position, Repeat, Role, Walker};

/// The numbers of a case: those before the first case, except for the number of cases, then its own.
pub type CaseNumbers = Vec<u64>;

/// The number of a case that is to be given next.
#[derive(Clone, Copy)]
pub(super) struct Next<'w> {
    pub number: &'w NumberItem,
    /// Its place in the case.
    pub at: usize,
    /// Its limits; numbers that ascend are above the one before.
    pub limits: Bounds,
    /// One more than the number before it, in the list or in the repetition before; 0 for the first.
    pub floor: u64,
    /// How many there are from this one on, in the list or in the repetitions of the group.
    pub left: u64,
    /// How many repetitions of the outermost group came before.
    pub row: u64,
    /// The cell at the other end of its pile, if that comes before.
    pub other: Option<u64>,
    /// The piles so far of the position that it belongs to.
    pub position: &'w [u64],
    /// The numbers so far.
    pub progress: &'w Progress,
}

/// Why a walk stops.
pub(super) enum Stop {
    /// A number is beyond its limits, or they leave none.
    Invalid,
    /// The closure supplied no number; it would have had these limits.
    Lacks(Bounds),
}

/// What gives the numbers of a case; `None` if there is none.
pub(super) type Give<'g> = dyn FnMut(&Next<'_>) -> Option<u64> + 'g;

/// The positions of the case with these numbers.
pub fn positions(layout: &Layout, case: &[u64]) -> Vec<Position> {
    let positions = read(layout, case).positions;
    if layout.up_to().is_none() {
        return positions;
    }
    let up_to = |position: Position| {
        let largest = position.piles[0];
        let of_size = move |size| Position {
            piles: vec![size],
            ..position.clone()
        };
        (1..=largest).map(of_size)
    };
    positions.into_iter().flat_map(up_to).collect()
}

/// Numbers of a list, or repetitions of a group, that may be left out if the number that counts them says so.
pub(crate) struct CountedList {
    /// The place of that number.
    pub count: usize,
    /// Where each of them is.
    pub parts: Vec<Range<usize>>,
}

impl CountedList {
    /// `case` with some of its parts.
    pub(crate) fn keep(&self, case: &[u64], is_kept: impl Fn(usize) -> bool) -> CaseNumbers {
        let (mut rest, mut at) = (Vec::new(), 0);
        let parts = self.parts.iter().enumerate();
        let dropped = parts.filter(|(index, _)| !is_kept(*index));
        for (_, part) in dropped.clone() {
            rest.extend(&case[at..part.start]);
            at = part.end;
        }
        rest.extend(&case[at..]);
        rest[self.count] -= dropped.count() as u64;
        rest
    }
}

/// A case, up to where the walk stopped.
#[derive(Default)]
pub(crate) struct Walked {
    pub case: CaseNumbers,
    /// Why the walk stopped, if the case is not complete.
    pub(super) stop: Option<Stop>,
    /// By how much each number is above its lower limit: of ascending numbers, above the one before.
    pub excesses: Vec<u64>,
    /// How many of its numbers come before all cases.
    pub before: usize,
    /// What the values of each number that is limited over all cases have together.
    pub together: Vec<u64>,
    /// What may be left out, each list after those inside of it.
    pub lists: Vec<CountedList>,
    /// Its positions.
    pub positions: Vec<Position>,
}

impl Walked {
    /// Its numbers that come before all cases.
    pub(super) fn head(&self) -> &[u64] {
        &self.case[..self.before]
    }

    /// The places of its numbers that are no lengths of lists.
    pub(crate) fn numbers(&self) -> Vec<usize> {
        let counts: HashSet<_> = self.lists.iter().map(|list| list.count).collect();
        (0..self.case.len()).filter(|at| !counts.contains(at)).collect()
    }

    /// The case, if it is complete and has so many numbers.
    pub(super) fn whole(self, len: usize) -> Option<CaseNumbers> {
        (self.stop.is_none() && self.case.len() == len).then_some(self.case)
    }
}

struct Walk<'w> {
    layout: &'w Layout,
    give: &'w mut Give<'w>,
    walked: Walked,
    /// The numbers so far, and where the last value of each is.
    progress: Progress,
    places: Vec<usize>,
    /// What reads the current position.
    reader: CaseReader<Position>,
    /// Of each group that it is in, the outermost first: which repetition this is, and of how many.
    turns: Vec<(u64, u64)>,
}

/// Walks through a case.
pub(super) fn walk<'w>(layout: &'w Layout, give: &'w mut Give<'w>) -> Walked {
    let names = layout.numbers.len();
    let mut walk = Walk {
        layout,
        give,
        walked: Walked::default(),
        progress: Progress::new(layout),
        places: vec![0; names],
        reader: CaseReader::new(layout, Position::default()),
        turns: Vec::new(),
    };
    if let Some(cases) = layout.case_count() {
        let (least, most) = (layout.least_cases(), layout.most_cases());
        walk.progress.expect_cases(cases.index, least, most);
    }
    let head = layout.walk_head(&mut walk);
    walk.walked.before = walk.walked.case.len();
    let end = head.and_then(|()| layout.walk_case(&mut walk));
    walk.walked.stop = end.err();
    walk.walked.together = walk.progress.together;
    walk.walked
}

/// Walks through the case with these numbers, up to one that is beyond its limits.
pub(super) fn read(layout: &Layout, case: &[u64]) -> Walked {
    walk(layout, &mut |next| case.get(next.at).copied())
}

/// What the cases of an input so far leave of the sums that are limited over all cases.
#[derive(Clone, Debug)]
pub(crate) struct Together {
    /// For each number; as much as there may be if that is not limited.
    left: Vec<u64>,
    is_limited: bool,
}

impl Together {
    pub(crate) fn new(layout: &Layout) -> Self {
        let numbers = layout.numbers.iter();
        let left = numbers.map(|number| number.most_together.unwrap_or(u64::MAX));
        Self {
            left: left.collect(),
            is_limited: layout.has_sums(),
        }
    }

    /// Adds a case, if it is not too much.
    pub(crate) fn add(&mut self, case: &Walked) -> bool {
        let pairs = || self.left.iter().zip(&case.together);
        if self.is_limited && pairs().any(|(left, more)| left < more) {
            return false;
        }
        self.left = pairs().map(|(left, more)| left - more).collect();
        true
    }

    /// The most that a number from `low` on may be where so many `cases` come, this one included: twice its share, or
    /// all that the others need not have.
    pub(super) fn share(&self, number: &NumberItem, low: u64, cases: u64, is_most: bool) -> u64 {
        let left = self.left[number.index];
        if number.most_together.is_none() {
            return left;
        }
        let rest = left.saturating_sub(low.saturating_mul(cases - 1));
        if is_most {
            return rest;
        }
        rest.min((left / cases).saturating_mul(2).max(low))
    }
}

/// The limits of the next value of a number, after what came so far, where the numbers that it names may be known to be
/// others.
pub(super) fn own_limits(number: &NumberItem, progress: &Progress, known: impl Fn(usize) -> Option<u64>) -> Bounds {
    let (low, high) = progress.limits_after(number, known);
    match (u64::try_from(low.max(0)), u64::try_from(high.min(u64::MAX.into()))) {
        (Ok(low), Ok(high)) => Bounds::new(low, high),
        // There is no such number.
        _ => Bounds::new(1, 0),
    }
}

impl Walker for Walk<'_> {
    type Stop = Stop;

    fn number(&mut self, number: &NumberItem) -> Result<(), Stop> {
        if number.role == Role::Cases {
            return Ok(());
        }
        let (index, start) = (number.index, self.walked.case.len());
        let row = self.turns.first().map_or(0, |&(turn, _)| turn);
        let count = number.times().map(|_| number.len(&self.progress.values));
        if count.is_some() {
            self.ascend_anew(number);
        }
        if count == Some(0) && self.reader.numbers(number.role, Slice::Wide(&[])).is_err() {
            return Err(Stop::Invalid);
        }
        let order = self.layout.order.as_ref();
        let place = order.and_then(|order| order.place(index)).unwrap_or(0);
        for left in (1..=count.unwrap_or(1)).rev() {
            let last = self.progress.last(number);
            let floor = last.map_or(0, |last| last.saturating_add(u64::from(!number.may_repeat)));
            let other = self.progress.other(number);
            let mut limits = own_limits(number, &self.progress, |_| None);
            if let Some(most) = number.most_together {
                limits.high = limits.high.min(most - self.progress.together[index]);
            }
            if number.ascending {
                limits.low = limits.low.max(floor);
            }
            limits.low += u64::from(other == Some(limits.low));
            if limits.low > limits.high {
                return Err(Stop::Invalid);
            }
            let first_of_row = self.reader.first_of_row();
            let next = Next {
                number,
                at: self.walked.case.len(),
                limits,
                floor,
                left: match self.turns.last() {
                    Some((turn, turns)) if count.is_none() => turns - turn,
                    _ => left,
                },
                row,
                other,
                position: match &self.reader.position.piles[..] {
                    [] => first_of_row.as_slice(),
                    piles => piles,
                },
                progress: &self.progress,
            };
            let value = (self.give)(&next).ok_or(Stop::Lacks(limits))?;
            if !limits.has(value) || self.progress.add(number, value).is_err() {
                return Err(Stop::Invalid);
            }
            let walked = &mut self.walked;
            self.places[index] = walked.case.len();
            walked.case.push(value);
            walked.excesses.push(value - limits.low);
            // The largest pile stands for all.
            let role = match number.role {
                Role::PileOf(PileOf::UpTo) => Role::Pile,
                role => role,
            };
            self.reader.place(place);
            let read = self.reader.numbers(role, Slice::Wide(&[value]));
            if read.is_err() {
                return Err(Stop::Invalid);
            }
            if number.are_positions {
                self.position_end()?;
            }
        }
        let (len, factor) = (self.walked.case.len(), number.factor as usize);
        let parts = (start..len).step_by(factor);
        self.walked.lists.extend(number.times().map(|times| CountedList {
            count: self.places[times],
            parts: parts.map(|at| at..at + factor).collect(),
        }));
        Ok(())
    }

    fn row_end(&mut self) -> Result<(), Stop> {
        self.reader.end_row().map_err(|_| Stop::Invalid)
    }

    fn position_end(&mut self) -> Result<(), Stop> {
        self.walked.positions.push(self.reader.position.clone());
        self.reader.end_position();
        Ok(())
    }

    fn case_end(&mut self) -> Result<(), Stop> {
        if self.layout.positions() {
            return Ok(());
        }
        self.position_end()
    }

    fn ascend_anew(&mut self, number: &NumberItem) {
        self.progress.begin(number);
    }

    fn repeat(&mut self, repeat: Repeat, once: Once<'_, Self>) -> Result<(), Stop> {
        let Some(times) = repeat.times() else {
            return once(self);
        };
        let count = self.places[times];
        let (mut parts, turns) = (Vec::new(), self.progress.values[times]);
        for turn in 0..turns {
            let start = self.walked.case.len();
            self.turns.push((turn, turns));
            once(self)?;
            self.turns.pop();
            parts.push(start..self.walked.case.len());
        }
        self.walked.lists.push(CountedList { count, parts });
        Ok(())
    }
}
