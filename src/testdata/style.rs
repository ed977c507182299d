//! What the shape of an input means for each kind of number.

use super::generate::GenerateOptions;
use super::limits::FEW;
use super::random::Random;
use super::{Bounds, Shape};

/// There is no number between the limits that the numbers before leave.
pub(super) struct NoNumber;

/// Lists that may be longer than this are mostly much shorter.
const LONG: u64 = 1000;

/// What is asked for.
#[derive(Clone, Copy)]
pub(super) struct Style {
    pub shape: Shape,
    /// The limits of the number of piles that are asked for: no shape narrows them.
    pub piles: Option<Bounds>,
    /// The limit of their sizes that is asked for.
    pub largest: Option<u64>,
}

impl Style {
    pub fn of(options: GenerateOptions) -> Self {
        Self {
            shape: options.shape,
            piles: options.piles,
            largest: options.largest,
        }
    }

    /// Draws how many piles a position has.
    pub fn pile_count(self, random: &mut Random, limits: Bounds, lost: Option<bool>) -> u64 {
        let Bounds { low, high } = limits;
        match self.shape {
            Shape::Max => high,
            Shape::Single => low,
            Shape::Small if self.piles.is_none() => random.between(low, limits.high_up_to(FEW)),
            // Short lists are as likely as long ones, so that most inputs are handy.
            _ if high > LONG && self.piles.is_none() => random.of_any_length(low, high),
            // A single pile is a win.
            _ if lost == Some(true) => random.between(low.max(2).min(high), high),
            _ => random.between(low, high),
        }
    }

    /// Adds `count` piles to `numbers`: the first ones of their position, or more of it.
    pub fn piles(
        self,
        random: &mut Random,
        limits: Bounds,
        count: u64,
        is_first: bool,
        numbers: &mut Vec<u64>,
    ) {
        let Bounds { low, high } = limits;
        let start = numbers.len();
        match self.shape {
            Shape::Small if self.largest.is_none() => {
                random.fill(numbers, count, low, limits.high_up_to(7));
            }
            Shape::Random | Shape::Small | Shape::Single | Shape::Losing | Shape::Winning => {
                random.fill(numbers, count, low, high);
            }
            Shape::Max => {
                random.fill(numbers, count, low.max(high.saturating_sub(9)), high);
                if let Some(first) = numbers.get_mut(start).filter(|_| is_first) {
                    *first = high;
                }
            }
            Shape::Ones => numbers.extend((0..count).map(|_| 1.clamp(low, high))),
            Shape::Equal => {
                let size = random.between(low.max(1).min(high), high);
                numbers.extend((0..count).map(|_| size));
            }
            Shape::Zeros => numbers.extend((0..count).map(|_| {
                let size = random.between(low, high);
                if random.coin() { size } else { low }
            })),
            Shape::Lengths => {
                numbers.extend((0..count).map(|_| random.of_any_length(low, high)));
            }
        }
    }
}

/// Adds `count` ascending numbers, of which there will be `left` in all.
pub(super) fn ascend(
    random: &mut Random,
    shape: Shape,
    limits: Bounds,
    left: u64,
    count: usize,
    numbers: &mut Vec<u64>,
) -> Result<(), NoNumber> {
    let Bounds { mut low, high } = limits;
    for left in (1..=left).rev().take(count) {
        // So much is left if all others are next to each other.
        let rest = high
            .checked_sub(low)
            .and_then(|rest| rest.checked_sub(left - 1))
            .ok_or(NoNumber)?;
        let widest = rest.min((rest / left).saturating_mul(2).saturating_add(1));
        let gap = match shape {
            Shape::Ones => 0,
            Shape::Max if left == 1 => rest,
            Shape::Equal => rest / left,
            Shape::Lengths => random.of_any_length(0, widest),
            _ => random.between(0, widest),
        };
        numbers.push(low + gap);
        low += gap + 1;
    }
    Ok(())
}
