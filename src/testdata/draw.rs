//! Draws cases one at a time: first all numbers within their limits; then piles are changed, where possible, until each
//! position is won or lost as the shape asks.

use super::fill::{fill, place};
use super::generate::GenerateOptions;
use super::limits::{Bounds, Limits};
use super::random::Random;
use super::shape::Shape;
use super::walk::{CaseNumbers, Next, Walked};
use crate::error::Error;
use crate::game::Allows;
use crate::game::period::MANY;
use crate::game::rule::{self, Rules};
use crate::layout::{Layout, Parameter, Role};
use crate::problem::Problem;
use crate::words::t;

/// The maximum number of attempts to draw a case that the limits allow, and whose positions are won or lost as the shape
/// asks. That may be impossible: a single pile is never lost.
const ATTEMPTS: usize = 50;

/// The number of tries where it does not matter much who wins.
const FEW_ATTEMPTS: usize = 4;

/// How many times the piles of a position are changed.
const CHANGES: usize = 8;

/// The maximum number of piles of a small position, and its largest take.
const FEW: u64 = 4;

/// The largest of small takes.
const SMALL_TAKE: u64 = 20;

/// Lists that may be longer than this are mostly much shorter.
const LONG: u64 = 1000;

/// Lists are not longer than this, unless they have to be or that is asked for.
const HANDY: u64 = 1_000_000;

/// Draws one case after the other.
pub(crate) struct Draw<'l> {
    layout: &'l Layout,
    limits: Limits,
    options: GenerateOptions,
    rules: Rules,
    random: Random,
    /// What the case is to be like; of piles of one stone there may be as few as possible, and so many more.
    shape: Shape,
    ones: Option<u64>,
    /// The numbers before all cases, which the first case has drawn.
    head: CaseNumbers,
}

impl<'l> Draw<'l> {
    /// # Errors
    /// The options make no sense for the problem or with each other.
    pub(crate) fn new(problem: &'l Problem, options: GenerateOptions) -> Result<Self, Error> {
        let mut rules = problem.rules.clone();
        if rules.asks_of_input().next().is_some() {
            // What can be answered must not depend on the cases before, nor take long for many rules.
            rules.limit(MANY);
        }
        Ok(Self {
            layout: &problem.layout,
            limits: Limits::asked(problem, options)?,
            options,
            rules,
            random: Random::new(options.seed),
            shape: options.shape,
            ones: None,
            head: Vec::new(),
        })
    }

    /// The default number of cases of an input.
    pub(crate) fn usual_cases(&self) -> u64 {
        let may_be_long = self.limits.count.high > LONG && self.limits.positions.is_none();
        let usual = if may_be_long { 10 } else { 100 };
        let most = self.layout.most_cases().min(usual);
        self.layout.least_cases().max(most)
    }

    /// Draws a case.
    pub(crate) fn case(&mut self) -> Result<Walked, Error> {
        let shape = self.options.shape;
        let mut good = None;
        for attempt in 0..ATTEMPTS {
            let promises = matches!(shape, Shape::Losing | Shape::Winning);
            if attempt >= FEW_ATTEMPTS && good.is_some() && !promises {
                break;
            }
            (self.shape, self.ones) = match attempt.checked_sub(ATTEMPTS / 2) {
                Some(more) if shape == Shape::Losing => (Shape::Ones, Some(more as u64)),
                _ => (shape, None),
            };
            let Some((case, is_so)) = self.draw() else {
                continue;
            };
            good = Some(case);
            if is_so {
                break;
            }
        }
        let none_found = || Error::Usage(t!("no case was found within the limits").to_owned());
        let case = good.ok_or_else(none_found)?;
        if self.head.is_empty() {
            self.head = case.case[..case.before].to_vec();
        }
        Ok(case)
    }

    /// Draws a case whose positions are won or lost as they should be, as far as possible; whether they are. `None` if the
    /// limits leave no case, or it is not answered.
    fn draw(&mut self) -> Option<(Walked, bool)> {
        let (layout, mut random) = (self.layout, Random::new(self.random.bits()));
        let drawn = fill(layout, &mut random, |next| self.number(next))?;
        self.decided(drawn)
    }

    /// Draws a number, or the size of a pile.
    fn number(&mut self, next: &Next<'_>) -> Option<u64> {
        if let Some(&known) = self.head.get(next.at) {
            return Some(known);
        }
        let (role, shape) = (next.number.role, self.shape);
        let most = match (role, shape) {
            (Role::Pile | Role::Person | Role::FirstCell, _) => return self.size(next),
            (Role::Count(_), _) if self.limits.pile_count == Some(next.number.index) => {
                return self.pile_count(next.limits);
            }
            (Role::Count(_), Shape::Max) => HANDY,
            (Role::Count(_), Shape::Small) => FEW,
            (Role::Count(_), _) => LONG,
            (Role::Parameter(Parameter::King) | Role::Other, _) | (_, Shape::Max) => u64::MAX,
            // A part of the rules is mostly small: large numbers make games that are all alike.
            (_, Shape::Small) => FEW,
            _ if self.random.coin() => SMALL_TAKE,
            _ => u64::MAX,
        };
        let Bounds { low, .. } = next.limits;
        let high = next.limits.high_up_to(most);
        match (role, shape) {
            _ if next.number.is_ordered() => self.above(next, Bounds { low, high }),
            (Role::Take, Shape::Max) => {
                Some(self.random.between(low.max(high.saturating_sub(9)), high))
            }
            _ => Some(self.random.between(low, high)),
        }
    }

    /// Draws how many piles a position, or a row, has.
    fn pile_count(&mut self, limits: Bounds) -> Option<u64> {
        let (each, asked) = (self.limits.piles.len() as u64, self.limits.count);
        let low = limits.low.max(asked.low.div_ceil(each));
        let high = limits.high.min(asked.high / each);
        let is_asked = self.options.piles.is_some();
        let handy = match self.limits.groups {
            _ if is_asked => high,
            // There are several positions or rows of so many.
            Some(_) => Bounds { low, high }.high_up_to(LONG),
            None => Bounds { low, high }.high_up_to(HANDY),
        };
        if low > high {
            return None;
        }
        Some(match self.shape {
            Shape::Ones if let Some(more) = self.ones => high.min(low.saturating_add(more)),
            Shape::Max => high,
            Shape::Single => low,
            Shape::Small if !is_asked => self.random.between(low, handy.min(low.max(FEW))),
            // Short lists are as likely as long ones, so that most inputs are handy.
            _ if handy > LONG && !is_asked => self.random.of_any_length(low, handy),
            _ => self.random.between(low, handy),
        })
    }

    /// Draws the size of a pile, or the cell of a person.
    fn size(&mut self, next: &Next<'_>) -> Option<u64> {
        let Bounds { low, high } = next.limits;
        let high = high.min(self.limits.sizes.high);
        let limits = Bounds { low, high };
        if next.number.is_ordered() {
            return self.above(next, limits);
        }
        let (low, high) = match (self.shape, next.position.first()) {
            _ if low > high => return None,
            (Shape::Lengths, _) => return Some(self.random.of_any_length(low, high)),
            (Shape::Small, _) if self.options.largest.is_none() => (low, limits.high_up_to(7)),
            (Shape::Max, None) => (high, high),
            (Shape::Max, Some(_)) => (low.max(high.saturating_sub(9)), high),
            (Shape::Ones, _) => (1.clamp(low, high), 1.clamp(low, high)),
            (Shape::Equal, None) => (low.max(1).min(high), high),
            (Shape::Equal, Some(&first)) => (first.clamp(low, high), first.clamp(low, high)),
            (Shape::Zeros, _) if self.random.coin() => (low, low),
            _ => (low, high),
        };
        Some(self.random.between(low, high))
    }

    /// Draws a number above the one before, which leaves room for those that follow.
    fn above(&mut self, next: &Next<'_>, limits: Bounds) -> Option<u64> {
        let low = limits.low.max(next.floor);
        let others = next.left - 1;
        let high = match self.shape {
            Shape::Small => limits.high_up_to(12),
            _ => limits.high,
        };
        // So much is left if all others are next to each other.
        let high = high.max(low.saturating_add(others)).min(next.limits.high);
        let rest = high.checked_sub(low)?.checked_sub(others)?;
        let widest = rest.min((rest / next.left).saturating_mul(2).saturating_add(1));
        Some(
            low + match self.shape {
                Shape::Ones => 0,
                Shape::Max if others == 0 => rest,
                _ => self.random.between(0, widest),
            },
        )
    }

    /// The case, changed until its positions are won or lost as they should be.
    fn decided(&mut self, drawn: Walked) -> Option<(Walked, bool)> {
        let decoded = &drawn.decoded;
        for (role, value) in &decoded.parameters {
            self.rules.set(*role, &[*value]);
        }
        if self.limits.take_count.is_some() {
            self.rules.set(Role::Take, &decoded.takes);
        }
        let positions = &decoded.positions;
        if let rule::Shape::Ascending { king } = self.rules.shape()
            && positions.iter().any(|persons| king > persons.len() as u64)
        {
            return None;
        }
        let sizes = self.limits.sizes;
        let largest = positions.iter().flatten().max().copied().unwrap_or(0);
        let known = self.rules.largest_known(largest);
        let (mut changed, mut are_so) = (positions.clone(), true);
        // Larger piles are not answered.
        for size in changed.iter_mut().flatten().filter(|size| **size > known) {
            *size = self.random.between(sizes.low.min(known), known);
        }
        let ascend = self.layout.numbers[self.limits.piles[0]].is_ordered();
        let allows = |piles: &[u64], index: usize, size: u64| {
            let before = index.checked_sub(1);
            let is_ascending = before.is_none_or(|before| piles[before] < size)
                && piles.get(index + 1).is_none_or(|&next| size < next);
            sizes.has(size) && (!ascend || is_ascending)
        };
        for piles in &mut changed {
            let lost = self.options.shape.lost(&mut self.random);
            if let (Some(is_lost), Some(end)) = (lost, piles.len().checked_sub(1)) {
                let high = largest.min(known).max(sizes.low);
                let winning = (!is_lost).then_some((end, Bounds { high, ..sizes }));
                are_so &= decide(&self.rules, &mut self.random, piles, winning, &allows);
            }
            if self.rules.shape() == rule::Shape::Distinct && self.random.coin() {
                self.random.shuffle(piles);
            }
        }
        if changed == *positions {
            return Some((drawn, are_so));
        }
        let others = &mut |next: &Next<'_>| drawn.case.get(next.at).copied();
        match place(self.layout, &changed, &mut self.random, others) {
            Some(placed) => Some((placed, are_so)),
            None => (largest <= known).then_some((drawn, false)),
        }
    }
}

/// Changes piles so that the player to move loses, or wins with another size of the pile at this place; whether that was
/// found.
pub(super) fn decide(
    rules: &Rules,
    random: &mut Random,
    piles: &mut [u64],
    winning: Option<(usize, Bounds)>,
    allows: &Allows<'_>,
) -> bool {
    let before = piles.to_vec();
    for _ in 0..CHANGES {
        if rules.first_wins(piles) == winning.is_some() {
            return true;
        }
        piles.copy_from_slice(&before);
        match winning {
            None => {
                rules.balance(piles, allows, &mut |below| random.between(0, below - 1));
                if *piles == before[..] {
                    return false;
                }
            }
            Some((place, Bounds { low, high })) => {
                let size = random.between(low, high);
                if allows(piles, place, size) {
                    piles[place] = size;
                }
            }
        }
    }
    rules.first_wins(piles) == winning.is_some()
}
