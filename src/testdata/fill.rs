//! Fills a case with numbers: sizes of piles become what the layout has for them, all else is written down as it is.

use std::collections::VecDeque;

use super::case_numbers::{Next, Walked, own_limits, walk};
use super::limits::{Bounds, Limits, shift};
use super::random::Random;
use crate::layout::{Layout, NumberItem, PileOf, Position, Role};

/// The case with the numbers that `give` gives. Of two cells it gives how many others lie between, which is asked for
/// as the first one. `None` if the limits do not allow it.
pub(super) fn fill(
    layout: &Layout,
    random: &mut Random,
    mut give: impl FnMut(&Next<'_>) -> Option<u64>,
) -> Option<Walked> {
    let mut seconds = VecDeque::new();
    let walked = walk(layout, &mut |next| match next.number.role {
        Role::FirstCell => {
            let (first, second) = both_cells(layout, random, next, &mut give)?;
            seconds.push_back(second);
            Some(first)
        }
        Role::SecondCell => seconds.pop_front(),
        _ => give(next),
    });
    // Of pieces in two lists, the judge promises that one can be moved at the start: LightOJ 1186.
    let can_move = |position: &Position| position.piles.iter().any(|&pile| pile > 0);
    let is_list = |number: &NumberItem| number.role == Role::SecondCell && number.length.is_some();
    let is_promised = layout.numbers.iter().any(is_list) && Limits::of(layout).sizes.high > 0;
    let has_moves = || !is_promised || walked.positions.iter().all(can_move);
    (walked.stop.is_none() && has_moves()).then_some(walked)
}

/// The first cell, which is the next number, and the second one, if `give` gives how many others lie between.
fn both_cells(
    layout: &Layout,
    random: &mut Random,
    next: &Next<'_>,
    give: &mut impl FnMut(&Next<'_>) -> Option<u64>,
) -> Option<(u64, u64)> {
    let first = next.number.index;
    let is_other = |number: &&NumberItem| number.differs_from.is_some_and(|other| other.index == first);
    let second = layout.numbers.iter().find(is_other)?;
    // The limits of the other cell may depend on this one.
    let after = |cell| own_limits(second, next.progress, |index| (index == first).then_some(cell));
    let ends = [next.limits.low, next.limits.high].map(|first| (first, after(first)));
    let [(_, least), (_, most)] = ends;
    let other = Bounds::new(least.low.min(most.low), least.high.max(most.high));
    let distances = ends.map(|(first, Bounds { low, high })| {
        let [one, other] = [low, high].map(|second| second.abs_diff(first));
        let is_inside = low <= first && first <= high;
        Bounds::new(if is_inside { 1 } else { one.min(other) }, one.max(other))
    });
    let [near, far] = distances;
    let low = if least == most { 1 } else { near.low.min(far.low).max(1) };
    let high = near.high.max(far.high).checked_sub(1)?;
    let limits = Bounds::new(low - 1, high);
    let between = give(&Next { limits, ..*next })?;
    cells(next.limits, other, between, random, |(first, second)| {
        after(first).has(second)
    })
}

/// The case with these positions, and with what `others` gives for all numbers that are no piles.
pub(super) fn place(
    layout: &Layout,
    positions: &[Vec<u64>],
    random: &mut Random,
    others: &mut dyn FnMut(&Next<'_>) -> Option<u64>,
) -> Option<Walked> {
    let mut piles = positions.iter().flatten().copied();
    let mut counted = 0;
    let order = layout.order.as_ref();
    if order.is_some_and(|order| !order.is_row) {
        return None;
    }
    let walked = fill(layout, random, |next| {
        let mut next_pile = || {
            let place = order.and_then(|order| order.place(next.number.index));
            let (Some(order), Some(place)) = (order, place) else {
                return piles.next();
            };
            counted += 1;
            let row = next.row as usize;
            if layout.positions() {
                return positions.get(row)?.get(place).copied();
            }
            positions.first()?.get(row * order.names.len() + place).copied()
        };
        let of = match next.number.role {
            Role::Pile | Role::Person | Role::FirstCell => return next_pile(),
            Role::PileOf(of) => of,
            Role::SecondCell | Role::Cases | Role::Count(_) | Role::Take | Role::Parameter(_) | Role::Other => {
                return others(next);
            }
        };
        let (less, more) = shift(of);
        let number = |pile: u64| pile.checked_add(less)?.checked_sub(more);
        // Of these, the whole position matters, and which number it is.
        let position = || positions.get(next.row as usize).or(positions.first());
        let at = || len(next) - next.left;
        match of {
            PileOf::UpTo | PileOf::Less(_) | PileOf::More(_) => number(next_pile()?),
            // Where there are fewer piles than numbers, the last one comes again.
            PileOf::MoreOnce(_) => {
                let (position, at) = (position()?, at() as usize);
                counted += usize::from(at < position.len());
                number(*position.get(at).or(position.last())?)
            }
            PileOf::MorePlace => piles.next()?.checked_sub(next.position.len() as u64 + 1),
            PileOf::Cells => match next.other {
                Some(first) => first.checked_add(piles.next()?)?.checked_add(1),
                None => Some(next.limits.low),
            },
            PileOf::Count(from) => {
                let is_size = |pile: &&u64| **pile == at() + from;
                let count = position()?.iter().filter(is_size).count();
                counted += count;
                Some(count as u64)
            }
        }
    })?;
    (piles.count() == counted).then_some(walked)
}

/// How many numbers the list has in which the next number is.
fn len(next: &Next<'_>) -> u64 {
    let times = next.number.length;
    times.map_or(1, |times| next.progress.values[times]) * next.number.factor
}

/// Two cells with these limits and so many others between them, in either order, if it is allowed.
fn cells(
    first: Bounds,
    second: Bounds,
    between: u64,
    random: &mut Random,
    is_allowed: impl Fn((u64, u64)) -> bool,
) -> Option<(u64, u64)> {
    /// Of a pair that depend on each other, some may be beyond their limits.
    const TRIES: usize = 16;
    let distance = i128::from(between) + 1;
    let distance = if random.coin() { distance } else { -distance };
    let mut pair = |above| {
        let low = i128::from(first.low).max(i128::from(second.low) + above);
        let high = i128::from(first.high).min(i128::from(second.high) + above);
        let cell = (low <= high).then(|| random.between(low as u64, high as u64))?;
        Some((cell, (i128::from(cell) - above) as u64))
    };
    let mut both = [distance, -distance].into_iter();
    both.find_map(|above| {
        let mut pairs = (0..TRIES).map_while(|_| pair(above));
        pairs.find(|&both| is_allowed(both))
    })
}
