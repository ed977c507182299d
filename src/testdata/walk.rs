//! Walks through the numbers of a case. A closure supplies each of them (read, drawn, or taken from given positions),
//! which is checked against its limits.

use std::collections::HashSet;

use super::limits::Bounds;
use crate::layout::{Layout, Limit, NumberItem, Once, Repeat, Role, Walker};

/// The numbers of a case: those before the first case, except for the number of cases, then its own.
pub type CaseNumbers = Vec<u64>;

/// The number of a case that is to be given next.
pub(super) struct Next<'w> {
    pub number: &'w NumberItem,
    /// Its place in the case.
    pub at: usize,
    /// Its limits; numbers that ascend are above the one before.
    pub limits: Bounds,
    /// The value that it must not have.
    pub other: Option<u64>,
    /// One more than the number before it, in the list or in the repetition before; 0 for the first.
    pub floor: u64,
    /// How many there are from this one on, in the list or in the repetitions of the group.
    pub left: u64,
    /// How many repetitions of the group came before.
    pub turn: u64,
    /// The last value of each number.
    pub values: &'w [u64],
}

impl Next<'_> {
    /// Whether each number is larger than the one before, or could be: all differ.
    pub(super) fn is_ordered(&self) -> bool {
        self.number.ascending || self.number.distinct
    }
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

/// A list, or a group that repeats.
pub(crate) struct List {
    /// The place of the number that says how long it is.
    pub count: usize,
    /// Where each repetition starts, and where the last one ends; of a list of numbers, only the two ends.
    pub starts: Vec<usize>,
    pub is_group: bool,
}

/// A case, up to where the walk stopped.
#[derive(Default)]
pub(crate) struct Walked {
    pub case: CaseNumbers,
    /// How many of its numbers come before all cases.
    pub before: usize,
    /// The last value of each number.
    pub values: Vec<u64>,
    /// Each list after those inside of it.
    pub lists: Vec<List>,
}

struct Walk<'w> {
    layout: &'w Layout,
    give: &'w mut Give<'w>,
    walked: Walked,
    /// Where the last value of each number is, and one more than it is.
    places: Vec<usize>,
    floors: Vec<u64>,
    /// The values so far of numbers of which no two are equal.
    seen: HashSet<u64>,
    turn: u64,
    turns: u64,
}

impl<'w> Walk<'w> {
    fn new(layout: &'w Layout, give: &'w mut Give<'w>) -> Self {
        let names = layout.numbers.len();
        Self {
            layout,
            give,
            walked: Walked {
                values: vec![0; names],
                ..Walked::default()
            },
            places: vec![0; names],
            floors: vec![0; names],
            seen: HashSet::new(),
            turn: 0,
            turns: 1,
        }
    }
}

/// Walks through a case.
pub(super) fn walk<'w>(layout: &'w Layout, give: &'w mut Give<'w>) -> (Walked, Result<(), Stop>) {
    let mut walk = Walk::new(layout, give);
    let mut end = layout.walk_head(&mut walk);
    walk.walked.before = walk.walked.case.len();
    if end.is_ok() {
        end = layout.walk_case(&mut walk);
    }
    (walk.walked, end)
}

/// How many numbers of a case are those before all cases.
pub(super) fn before(layout: &Layout, case: &[u64]) -> usize {
    let mut give = |next: &Next<'_>| case.get(next.at).copied();
    let mut walk = Walk::new(layout, &mut give);
    // If it stops early, the numbers so far are all that there are.
    let _ = layout.walk_head(&mut walk);
    walk.walked.case.len()
}

/// The limits of a number, after these values.
pub(super) fn own_limits(layout: &Layout, number: &NumberItem, values: &[u64]) -> Bounds {
    // The number of cases is not known before all are there.
    let value = |limit: Limit, cases: u64| match limit {
        Limit::Value(index) if layout.numbers[index].role == Role::Cases => cases,
        _ => limit.value(values),
    };
    Bounds {
        low: value(number.low, layout.most_cases()),
        high: value(number.high, layout.least_cases()),
    }
}

impl Walker for Walk<'_> {
    type Stop = Stop;

    fn number(&mut self, number: &NumberItem) -> Result<(), Stop> {
        if number.role == Role::Cases {
            return Ok(());
        }
        let (index, start) = (number.index, self.walked.case.len());
        let own = own_limits(self.layout, number, &self.walked.values);
        let other = number.differs_from.map(|first| self.walked.values[first]);
        let count = number.times.map(|times| self.walked.values[times]);
        if count.is_some() {
            self.floors[index] = 0;
            self.seen.clear();
        }
        for left in (1..=count.unwrap_or(1)).rev() {
            let floor = self.floors[index];
            let mut limits = own;
            if number.ascending {
                limits.low = limits.low.max(floor);
            }
            limits.low += u64::from(other == Some(limits.low));
            if limits.low > limits.high {
                return Err(Stop::Invalid);
            }
            let next = Next {
                number,
                at: self.walked.case.len(),
                limits,
                other,
                floor,
                left: count.map_or(self.turns - self.turn, |_| left),
                turn: self.turn,
                values: &self.walked.values,
            };
            let value = (self.give)(&next).ok_or(Stop::Lacks(limits))?;
            let is_free = other != Some(value) && (!number.distinct || self.seen.insert(value));
            if !limits.has(value) || !is_free {
                return Err(Stop::Invalid);
            }
            self.walked.values[index] = value;
            self.places[index] = self.walked.case.len();
            self.floors[index] = value.saturating_add(1);
            self.walked.case.push(value);
        }
        self.walked.lists.extend(number.times.map(|times| List {
            count: self.places[times],
            starts: vec![start, self.walked.case.len()],
            is_group: false,
        }));
        Ok(())
    }

    fn ascend_anew(&mut self, number: &NumberItem) {
        self.floors[number.index] = 0;
    }

    fn repeat(&mut self, repeat: Repeat, once: Once<'_, Self>) -> Result<(), Stop> {
        self.seen.clear();
        let Some(times) = repeat.times() else {
            return once(self);
        };
        let count = self.places[times];
        let mut starts = vec![self.walked.case.len()];
        self.turns = self.walked.values[times];
        for turn in 0..self.turns {
            self.turn = turn;
            once(self)?;
            starts.push(self.walked.case.len());
        }
        (self.turn, self.turns) = (0, 1);
        self.walked.lists.push(List {
            count,
            starts,
            is_group: true,
        });
        Ok(())
    }
}
