//! Draws cases one at a time: first all numbers within their limits; then piles are changed, where possible, until each
//! position is won or lost as the shape asks.

use super::fill::{Decoded, cells, place};
use super::generate::GenerateOptions;
use super::limits::{Bounds, Limits};
use super::random::Random;
use super::shape::Shape;
use super::walk::{CaseNumbers, Next, Walked, own_limits, walk};
use crate::error::Error;
use crate::game::Allows;
use crate::game::period::Share;
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

/// The maximum number of piles of a small position.
const FEW: u64 = 4;

/// The largest of small takes, and of those that are not very large.
const SMALL_TAKE: u64 = 4;
const HANDY_TAKE: u64 = 20;

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
    /// Whether the part of the rules that the case gives is small.
    small_takes: bool,
    /// Larger piles are not answered.
    most_size: u64,
    /// The numbers before all cases, which the first case has drawn.
    head: CaseNumbers,
}

impl<'l> Draw<'l> {
    /// # Errors
    /// The options make no sense for the problem or with each other.
    pub(crate) fn new(
        problem: &Problem,
        layout: &'l Layout,
        options: GenerateOptions,
    ) -> Result<Self, Error> {
        let mut rules = problem.rules.clone();
        if rules.asks_of_input().next().is_some() {
            // What can be answered must not depend on the cases before, nor take long for many rules.
            rules.limit(Share::Least);
        }
        Ok(Self {
            layout,
            limits: Limits::asked(problem, layout, options)?,
            options,
            rules,
            random: Random::new(options.seed),
            small_takes: false,
            most_size: u64::MAX,
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
            if attempt >= FEW_ATTEMPTS && good.is_some() && !shape.promises() {
                break;
            }
            let drawn = match attempt.checked_sub(ATTEMPTS / 2) {
                Some(more) if shape == Shape::Losing => self.draw_ones(more as u64),
                _ => self.draw(shape),
            };
            let decided = drawn.and_then(|drawn| self.decided(drawn));
            let Some((case, is_so)) = decided else {
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

    /// Draws as few piles as there may be, and so many more, of one stone: if nothing else is lost, they may be.
    fn draw_ones(&mut self, more: u64) -> Option<(Walked, Decoded)> {
        let count = self.limits.count;
        let few = count.high_up_to(count.low + more);
        self.limits.count = Bounds {
            low: few,
            high: few,
        };
        let drawn = self.draw(Shape::Ones);
        self.limits.count = count;
        drawn
    }

    /// Draws the numbers of a case, if the limits leave any, and says what they mean.
    fn draw(&mut self, shape: Shape) -> Option<(Walked, Decoded)> {
        let layout = self.layout;
        self.small_takes = self.random.coin();
        // The first pile of the present position, and the other cell if that pile lies between two.
        let (mut position, mut first, mut second) = (0, None, 0);
        let mut draw = |next: &Next<'_>| {
            if layout.positions() && position != next.turn {
                (position, first) = (next.turn, None);
            }
            if let Some(&known) = self.head.get(next.at) {
                return Some(known);
            }
            let size = match next.number.role {
                Role::SecondCell => return Some(second),
                Role::Pile | Role::Person => self.size(shape, next, next.limits, first)?,
                Role::FirstCell => {
                    let other = &layout.numbers[self.limits.piles[0]];
                    let other = own_limits(layout, other, next.values);
                    let lowest = next.limits.low.min(other.low);
                    let high = next.limits.high.max(other.high).checked_sub(lowest + 1)?;
                    let size = self.size(shape, next, Bounds { low: 0, high }, first)?;
                    let both = cells(next.limits, other, size, &mut self.random)?;
                    first = first.or(Some(size));
                    second = both.1;
                    return Some(both.0);
                }
                _ => return self.number(shape, next),
            };
            first = first.or(Some(size));
            Some(size)
        };
        let mut decoded = Decoded::new();
        let (walked, end) = walk(layout, &mut |next| {
            let value = draw(next)?;
            decoded.add(layout, next, value);
            Some(value)
        });
        end.is_ok().then_some((walked, decoded))
    }

    /// Draws a number that is no pile.
    fn number(&mut self, shape: Shape, next: &Next<'_>) -> Option<u64> {
        let role = next.number.role;
        let most = match (role, shape) {
            (Role::Count(_), _) if self.limits.pile_count == Some(next.number.index) => {
                return self.pile_count(shape, next.limits);
            }
            (Role::Count(_), Shape::Max) => HANDY,
            (Role::Count(_), Shape::Small) => FEW,
            (Role::Count(_), _) => LONG,
            (Role::Parameter(Parameter::King) | Role::Other, _) | (_, Shape::Max) => u64::MAX,
            // A part of the rules is mostly small: large numbers make games that are all alike.
            (_, Shape::Small) => SMALL_TAKE,
            (Role::Parameter(Parameter::MaxPiles), _) if self.small_takes => SMALL_TAKE,
            _ if self.small_takes => HANDY_TAKE,
            _ => u64::MAX,
        };
        let Bounds { low, .. } = next.limits;
        let high = next.limits.high_up_to(most);
        match (role, shape) {
            _ if next.is_ordered() => self.above(shape, next, Bounds { low, high }),
            (Role::Take, Shape::Max) => {
                Some(self.random.between(low.max(high.saturating_sub(9)), high))
            }
            _ => Some(self.random.between(low, high)),
        }
    }

    /// Draws how many piles a position, or a row, has.
    fn pile_count(&mut self, shape: Shape, limits: Bounds) -> Option<u64> {
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
        Some(match shape {
            Shape::Max => high,
            Shape::Single => low,
            Shape::Small if !is_asked => self.random.between(low, handy.min(low.max(FEW))),
            // Short lists are as likely as long ones, so that most inputs are handy.
            _ if handy > LONG && !is_asked => self.random.of_any_length(low, handy),
            // A single pile is a win.
            Shape::Losing => self.random.between(low.max(2).min(handy), handy),
            _ => self.random.between(low, handy),
        })
    }

    /// Draws the size of a pile, or the cell of a person.
    fn size(
        &mut self,
        shape: Shape,
        next: &Next<'_>,
        own: Bounds,
        first: Option<u64>,
    ) -> Option<u64> {
        let Bounds { low, high } = own;
        let high = high.min(self.limits.sizes.high).min(self.most_size);
        let limits = Bounds { low, high };
        if next.is_ordered() {
            return self.above(shape, next, limits);
        }
        let random = &mut self.random;
        (low <= high).then(|| match shape {
            Shape::Small if self.options.largest.is_none() => {
                random.between(low, limits.high_up_to(7))
            }
            Shape::Random | Shape::Small | Shape::Single | Shape::Losing | Shape::Winning => {
                random.between(low, high)
            }
            Shape::Max if first.is_none() => high,
            Shape::Max => random.between(low.max(high.saturating_sub(9)), high),
            Shape::Ones => 1.clamp(low, high),
            Shape::Equal => match first {
                Some(first) => first.clamp(low, high),
                None => random.between(low.max(1).min(high), high),
            },
            Shape::Zeros if random.coin() => low,
            Shape::Zeros => random.between(low, high),
            Shape::Lengths => random.of_any_length(low, high),
        })
    }

    /// Draws a number above the one before, which leaves room for those that follow.
    fn above(&mut self, shape: Shape, next: &Next<'_>, limits: Bounds) -> Option<u64> {
        let low = limits.low.max(next.floor);
        let others = next.left - 1;
        let high = match shape {
            Shape::Small => limits.high_up_to(12),
            _ => limits.high,
        };
        // So much is left if all others are next to each other.
        let high = high.max(low.saturating_add(others)).min(next.limits.high);
        let rest = high.checked_sub(low)?.checked_sub(others)?;
        let widest = rest.min((rest / next.left).saturating_mul(2).saturating_add(1));
        Some(
            low + match shape {
                Shape::Ones => 0,
                Shape::Max if others == 0 => rest,
                Shape::Equal => rest / next.left,
                Shape::Lengths => self.random.of_any_length(0, widest),
                _ => self.random.between(0, widest),
            },
        )
    }

    /// The case with positions that are won or lost as they should be, as far as possible; whether they are. `None`
    /// if it is not answered.
    fn decided(&mut self, (drawn, decoded): (Walked, Decoded)) -> Option<(Walked, bool)> {
        let Decoded {
            parameters,
            takes,
            positions,
        } = decoded;
        for (role, value) in parameters {
            self.rules.set(role, &[value]);
        }
        if self.limits.take_count.is_some() {
            self.rules.set_takes(&takes);
        }
        let largest = positions.iter().flatten().max().copied().unwrap_or(0);
        let known = self.rules.largest_known(largest);
        if known < largest {
            self.most_size = known;
            return None;
        }
        if let rule::Shape::Ascending { king } = self.rules.shape()
            && positions.iter().any(|persons| king > persons.len() as u64)
        {
            return None;
        }
        let numbers = self
            .limits
            .piles
            .iter()
            .map(|&pile| &self.layout.numbers[pile]);
        let of_piles: Vec<_> = numbers
            .map(|number| {
                let Bounds { low, high } = match number.differs_from {
                    Some(_) => self.limits.sizes,
                    None => own_limits(self.layout, number, &drawn.values),
                };
                let high = high.min(self.limits.sizes.high);
                (Bounds { low, high }, number.ascending || number.distinct)
            })
            .collect();
        let allows = |piles: &[u64], index: usize, size: u64| {
            let (limits, ascends) = of_piles[index % of_piles.len()];
            let next = index + of_piles.len();
            let before = index.checked_sub(of_piles.len());
            let is_ascending = before.is_none_or(|at| piles[at] < size)
                && piles.get(next).is_none_or(|&next| size < next);
            limits.has(size) && (!ascends || is_ascending)
        };
        let (mut changed, mut are_so) = (positions.clone(), true);
        for piles in &mut changed {
            let lost = self.options.shape.lost(&mut self.random);
            if let (Some(is_lost), Some(end)) = (lost, piles.len().checked_sub(1)) {
                let Bounds { low, .. } = of_piles[end % of_piles.len()].0;
                let high = largest.max(low);
                let winning = (!is_lost).then_some((end, Bounds { low, high }));
                are_so &= decide(&self.rules, &mut self.random, piles, winning, &allows);
            }
            if self.rules.shape() == rule::Shape::Distinct && self.random.coin() {
                self.random.shuffle(piles);
            }
        }
        if changed == positions {
            return Some((drawn, are_so));
        }
        let others = &mut |next: &Next<'_>| drawn.case.get(next.at).copied();
        let placed = place(self.layout, &changed, &mut self.random, others);
        let is_placed = placed.is_some();
        Some((placed.unwrap_or(drawn), are_so && is_placed))
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
