//! Writes positions down as a case: all other numbers that a layout asks for are made up.

use super::limits::{Bounds, Limits};
use super::random::Random;
use super::walk::{Next, Walked, own_limits, walk};
use crate::layout::{CountOf, Layout, Role};

/// What a case gives of the rules: a subtraction set, a number, or nothing.
pub(super) type CaseRule = Vec<u64>;

/// What a case says: of the rules, and its positions.
#[derive(Clone, Debug, Default)]
pub struct Decoded {
    /// Numbers that are a part of the rules.
    pub parameters: Vec<(Role, u64)>,
    /// The subtraction set, if it gives one.
    pub takes: Vec<u64>,
    /// The piles of each position, or the cells of persons.
    pub positions: Vec<Vec<u64>>,
}

impl Decoded {
    /// What no numbers mean: a position without piles.
    pub(super) fn new() -> Self {
        Self {
            positions: vec![Vec::new()],
            ..Self::default()
        }
    }

    /// What these numbers of a case mean.
    pub fn of(layout: &Layout, case: &[u64]) -> Self {
        let mut all = Self::new();
        let _ = walk(layout, &mut |next| {
            let value = *case.get(next.at)?;
            all.add(layout, next, value);
            Some(value)
        });
        all
    }

    /// Adds what the next number means.
    pub(super) fn add(&mut self, layout: &Layout, next: &Next<'_>, value: u64) {
        match next.number.role {
            Role::Take => self.takes.push(value),
            role @ Role::Parameter(_) => self.parameters.push((role, value)),
            Role::Pile | Role::Person | Role::SecondCell => {
                if layout.positions() && self.positions.len() as u64 <= next.turn {
                    self.positions.push(Vec::new());
                }
                let between = |first: u64| first.abs_diff(value).saturating_sub(1);
                let pile = next.other.map_or(value, between);
                self.positions.last_mut().expect("one at least").push(pile);
            }
            Role::Cases | Role::Count(_) | Role::FirstCell | Role::Other => {}
        }
    }
}

/// The case with these positions, which share their rule. `None` if the limits do not allow it.
pub(super) fn fill(
    layout: &Layout,
    limits: &Limits,
    rule: &[u64],
    positions: &[Vec<u64>],
    random: &mut Random,
) -> Option<Walked> {
    let mut takes = rule.iter();
    let walked = place(layout, positions, random, &mut |next| {
        let (index, Bounds { low, high }) = (Some(next.number.index), next.limits);
        Some(match next.number.role {
            Role::Take => *takes.next()?,
            Role::Count(CountOf::Takes) => rule.len() as u64,
            // A position is one row.
            Role::Count(_) if index == limits.groups => positions.len() as u64,
            Role::Count(_) if index == limits.pile_count => {
                let piles = positions.get(next.turn as usize).or(positions.last());
                piles?.len() as u64 / limits.piles.len() as u64
            }
            // That of a rule may be beyond what the numbers before allow.
            Role::Parameter(_) => rule.first().map_or(low, |&number| number.clamp(low, high)),
            // Of a number that is a limit of others, the largest leaves most room.
            Role::Other if !next.is_ordered() => high,
            Role::Other => low.max(next.floor),
            _ => low,
        })
    })?;
    (limits.take_count.is_none() || takes.next().is_none()).then_some(walked)
}

/// The case with these positions, and with what `others` gives for all numbers that are no piles.
pub(super) fn place(
    layout: &Layout,
    positions: &[Vec<u64>],
    random: &mut Random,
    others: &mut dyn FnMut(&Next<'_>) -> Option<u64>,
) -> Option<Walked> {
    let mut piles = positions.iter().flatten();
    let mut second = 0;
    let (walked, end) = walk(layout, &mut |next| match next.number.role {
        Role::Pile | Role::Person => piles.next().copied(),
        Role::FirstCell => {
            let mut numbers = layout.numbers.iter();
            let other = numbers.find(|number| number.differs_from == Some(next.number.index))?;
            let other = own_limits(layout, other, next.values);
            let both = cells(next.limits, other, *piles.next()?, random)?;
            second = both.1;
            Some(both.0)
        }
        Role::SecondCell => Some(second),
        _ => others(next),
    });
    (end.is_ok() && piles.next().is_none()).then_some(walked)
}

/// Two cells with these limits and so many others between them, in either order.
pub(super) fn cells(
    first: Bounds,
    second: Bounds,
    between: u64,
    random: &mut Random,
) -> Option<(u64, u64)> {
    let distance = between.checked_add(1)?;
    let below = Bounds {
        low: first.low.max(second.low.saturating_sub(distance)),
        high: first.high.min(second.high.saturating_sub(distance)),
    };
    let above = Bounds {
        low: first.low.max(second.low.saturating_add(distance)),
        high: first.high.min(second.high.saturating_add(distance)),
    };
    let is_below = below.low <= below.high && distance <= second.high;
    let is_above = above.low <= above.high && (!is_below || random.coin());
    let chosen = if is_above { above } else { below };
    (is_above || is_below).then(|| {
        let cell = random.between(chosen.low, chosen.high);
        let other = if is_above {
            cell - distance
        } else {
            cell + distance
        };
        (cell, other)
    })
}
