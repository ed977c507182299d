//! Writes positions down as a case: all other numbers that a layout asks for are made up.

use super::limits::{Bounds, Numbers, Role};
use super::walk::{Part, walk};

/// The numbers of a case: those before the first case, except for the number of cases, then its own.
pub type CaseNumbers = Vec<u64>;

/// What a case gives of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CaseRule {
    /// The most stones or piles of a move, or the king.
    pub parameter: Option<u64>,
    /// The subtraction set, in the order in which it is given.
    pub subtraction_set: Vec<u64>,
}

/// A case, as numbers.
#[derive(Clone, Debug)]
pub(super) struct Filled {
    /// Its numbers, with those before all cases.
    pub numbers: CaseNumbers,
    /// How many of them come before all cases.
    pub before: usize,
    /// How many takes it gives.
    pub takes: usize,
    /// The parameter, which may be smaller or larger than that of the rule, to be within its limits.
    pub parameter: Option<u64>,
    /// The first number that is not within the judge's limits, but within those that were asked for.
    pub exceeds: Option<usize>,
}

/// The case with these positions, which share their rule. `None` if the limits do not allow it. Numbers that do not
/// matter are what `free` makes of their index and limits, but for those of `head`, if that has numbers:
/// they are those before all cases.
pub(super) fn fill(
    numbers: &Numbers<'_>,
    rule: &CaseRule,
    positions: &[Vec<u64>],
    head: &[u64],
    free: &mut dyn FnMut(usize, Bounds) -> u64,
) -> Option<Filled> {
    let mut values = vec![0; numbers.items.len()];
    // The least that the next number may be if it ascends.
    let mut floors = values.clone();
    let mut filled: CaseNumbers = Vec::new();
    let (mut before, mut exceeds, mut parameter) = (0, None, None);
    // How many positions, piles of the present one, and takes were written.
    let (mut position, mut pile, mut take) = (0, 0, 0);
    let mut visit = |part: Part<'_>, values: &mut [u64]| {
        let (number, count) = match part {
            Part::Numbers(number, count) => (number, count),
            Part::Group(items) => {
                for number in items {
                    floors[number.index] = 0;
                }
                return Ok(());
            }
            Part::Repeated(times) if numbers.positions == Some(times) => {
                let is_whole = positions.get(position).is_some_and(|p| p.len() == pile);
                (position, pile) = (position + 1, 0);
                return is_whole.then_some(()).ok_or(());
            }
            Part::LineEnd | Part::Repeated(_) => return Ok(()),
        };
        let index = number.index;
        if number.times.is_some() {
            floors[index] = 0;
        }
        let start = filled.len();
        let len = usize::try_from(count).map_err(drop)?;
        let bounds = numbers.bounds(index, |index| Some(values[index]));
        let mut add_next = |list: &[u64], next: &mut usize| {
            let list = list.get(*next..).and_then(|list| list.get(..len));
            filled.extend_from_slice(list.ok_or(())?);
            *next += len;
            Ok(())
        };
        match numbers.roles[index] {
            Role::Cases => return Ok(()),
            Role::Pile => add_next(positions.get(position).ok_or(())?, &mut pile)?,
            Role::Take => add_next(&rule.subtraction_set, &mut take)?,
            // No piles are needed after the last position.
            Role::PileCount => {
                let piles = positions.get(position).ok_or(())?.len() as u64;
                let is_list = numbers.items[numbers.piles[0]].times.is_some();
                filled.push(if is_list {
                    piles
                } else {
                    piles / numbers.piles_each()
                });
            }
            Role::Positions => filled.push(positions.len() as u64),
            Role::TakeCount => filled.push(rule.subtraction_set.len() as u64),
            Role::Parameter => {
                let Bounds { low, high } = bounds;
                parameter = Some(rule.parameter.unwrap_or(low).min(high).max(low));
                filled.extend(parameter);
            }
            Role::Free => {
                let mut low = bounds
                    .low
                    .max(if number.ascending { floors[index] } else { 0 });
                for left in (1..=count).rev() {
                    let mut high = bounds.high;
                    if number.ascending {
                        // Twice the mean of what is left, if all others are next to each other.
                        let rest = high
                            .checked_sub(low)
                            .and_then(|rest| rest.checked_sub(left - 1));
                        let rest = rest.ok_or(())?;
                        high = low + rest.min((rest / left).saturating_mul(2).saturating_add(1));
                    }
                    let known = head.get(filled.len()).copied();
                    let value = match known {
                        Some(value) => value,
                        None if low <= high => free(index, Bounds { low, high }),
                        None => return Err(()),
                    };
                    filled.push(value);
                    if number.ascending {
                        low = value.saturating_add(1);
                    }
                }
            }
        }
        let published = numbers.published(index, |index| Some(values[index]));
        for &value in &filled[start..] {
            if !bounds.has(value) || number.ascending && value < floors[index] {
                return Err(());
            }
            if !published.has(value) {
                exceeds = exceeds.or(Some(index));
            }
            floors[index] = value.saturating_add(1);
        }
        if index < numbers.head {
            before = filled.len();
        }
        values[index] = filled
            .last()
            .copied()
            .filter(|_| filled.len() > start)
            .unwrap_or(0);
        Ok(())
    };
    walk(numbers.layout.head(), &mut values, &mut visit).ok()?;
    walk(numbers.layout.case(), &mut values, &mut visit).ok()?;
    let is_whole = filled.starts_with(head)
        && take == rule.subtraction_set.len()
        && match numbers.positions {
            Some(_) => position == positions.len(),
            None => pile == positions[0].len(),
        };
    is_whole.then_some(Filled {
        before,
        numbers: filled,
        takes: take,
        parameter,
        exceeds,
    })
}
