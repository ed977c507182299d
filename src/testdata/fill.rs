//! Fills a case with numbers: sizes of piles become what the layout has for them, all else is written down as it is.

use super::limits::Bounds;
use super::random::Random;
use super::walk::{Next, Walked, own_limits, walk};
use crate::layout::{Layout, Role};

/// The case with the numbers that `give` gives. Of two cells it gives how many others lie between, which is asked for as
/// the first one. `None` if the limits do not allow it.
pub(super) fn fill(
    layout: &Layout,
    random: &mut Random,
    mut give: impl FnMut(&Next<'_>, &mut Random) -> Option<u64>,
) -> Option<Walked> {
    let mut second = 0;
    let (walked, end) = walk(layout, &mut |next| match next.number.role {
        Role::FirstCell => {
            let mut numbers = layout.numbers.iter();
            let other = numbers.find(|number| number.differs_from == Some(next.number.index))?;
            let other = own_limits(layout, other, next.values);
            let lowest = next.limits.low.min(other.low);
            let high = next.limits.high.max(other.high).checked_sub(lowest + 1)?;
            let limits = Bounds { low: 0, high };
            let between = give(&Next { limits, ..*next }, random)?;
            let both = cells(next.limits, other, between, random)?;
            second = both.1;
            Some(both.0)
        }
        Role::SecondCell => Some(second),
        _ => give(next, random),
    });
    end.is_ok().then_some(walked)
}

/// The case with these positions, and with what `others` gives for all numbers that are no piles.
pub(super) fn place(
    layout: &Layout,
    positions: &[Vec<u64>],
    random: &mut Random,
    others: &mut dyn FnMut(&Next<'_>) -> Option<u64>,
) -> Option<Walked> {
    let mut piles = positions.iter().flatten();
    let walked = fill(layout, random, |next, _| match next.number.role {
        Role::Pile | Role::Person | Role::FirstCell => piles.next().copied(),
        _ => others(next),
    })?;
    piles.next().is_none().then_some(walked)
}

/// Two cells with these limits and so many others between them, in either order.
fn cells(first: Bounds, second: Bounds, between: u64, random: &mut Random) -> Option<(u64, u64)> {
    let distance = between.checked_add(1)?;
    let is_above = random.coin();
    [is_above, !is_above].into_iter().find_map(|is_above| {
        let (low, high) = if is_above {
            let high = second.high.saturating_add(distance);
            (second.low.checked_add(distance)?, high)
        } else {
            let low = second.low.saturating_sub(distance);
            (low, second.high.checked_sub(distance)?)
        };
        let (low, high) = (low.max(first.low), high.min(first.high));
        let cell = (low <= high).then(|| random.between(low, high))?;
        Some(if is_above {
            (cell, cell - distance)
        } else {
            (cell, cell + distance)
        })
    })
}
