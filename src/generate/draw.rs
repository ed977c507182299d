//! Draws the numbers of cases, as the game and the shape want them.

use super::any::AnyLayout;
use super::limits::{CaseLimits, FEW};
use super::{Bounds, GenerateOptions, Shape};
use crate::error::Error;
use crate::frame::{Counted, Field, List, Param};
use crate::game::rules::Rules;
use crate::game::subtraction_set::SubtractionSet;
use crate::game::{PileRule, Play, hill};
use crate::generate::random::Random;
use crate::problem::Problem;
use crate::problem::layout::{Layout, Limit};

/// How cases are drawn.
///
/// The first four draw a whole position at once, as the seeds of the problems that were there first want
/// it forever; any other layout is drawn number by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DrawnGame {
    Nim(Play),
    SubtractionSet,
    UpTo,
    Hill,
    Any,
}

impl DrawnGame {
    pub fn of(problem: &Problem, layout: &Layout) -> Self {
        const PILE_COUNT: Counted = Counted::List(List::Piles);
        let framing = problem.framing;
        let header: Vec<_> = framing
            .header
            .iter()
            .filter(|field| **field != Field::Cases)
            .collect();
        let numbers = layout.numbers();
        let in_case: Vec<_> = numbers.iter().filter(|n| !layout.counts_cases(n)).collect();
        let range = |at: usize| (in_case[at].low.number(), in_case[at].high.number());
        let is_fixed = |at: usize| matches!(range(at), (Some(_), Some(_)));
        let any_order = |at: usize| is_fixed(at) && !in_case[at].ascending;
        match (&problem.rules, &header[..], &framing.fields[..]) {
            (
                Rules::Piles {
                    rule: PileRule::Any,
                    play,
                },
                [],
                [Field::Count(PILE_COUNT, _), Field::Numbers(List::Piles, _)],
            )
            | (
                Rules::Piles {
                    rule: PileRule::Any,
                    play,
                },
                [Field::Count(PILE_COUNT, _)],
                [Field::Numbers(List::Piles, _)],
            ) if is_fixed(0) && any_order(1) => Self::Nim(*play),
            (
                Rules::Piles {
                    rule: PileRule::Set(_),
                    ..
                },
                [],
                [
                    Field::Count(Counted::List(List::SubtractionSet), _),
                    Field::Numbers(List::SubtractionSet, _),
                    Field::Count(Counted::Group, _),
                    Field::Group(_),
                    Field::Count(PILE_COUNT, _),
                    Field::Numbers(List::Piles, _),
                    Field::Again(_),
                ],
            ) if (0..5).all(any_order) && takes_fit(range(0), range(1)) => Self::SubtractionSet,
            (
                Rules::Piles {
                    rule: PileRule::Set(_),
                    ..
                },
                [],
                [
                    Field::Count(PILE_COUNT, _),
                    Field::Numbers(List::Piles, _),
                    Field::Count(Counted::List(List::SubtractionSet), _),
                    Field::Numbers(List::SubtractionSet, _),
                ],
            ) if (0..3).all(any_order) && is_fixed(3) && takes_fit(range(2), range(3)) => {
                Self::SubtractionSet
            }
            (
                Rules::Piles {
                    rule: PileRule::Below(_),
                    play: Play::Normal,
                },
                [],
                [Field::Param(Param::Pile), Field::Param(Param::MostTaken)],
            ) if range(0) == range(1) && matches!(range(0), (Some(1), Some(2..))) => Self::UpTo,
            (
                Rules::Hill { .. },
                [],
                [
                    Field::Count(Counted::List(List::Persons), _),
                    Field::Param(Param::King),
                    Field::Numbers(List::Persons, _),
                ],
            ) if is_fixed(0)
                && (in_case[1].low, in_case[1].high)
                    == (Limit::Number(1), Limit::Value(in_case[0].index))
                && matches!(range(2), (Some(0 | 1), Some(_)))
                && matches!((range(0).1, range(2).1), (Some(most), Some(cells)) if most <= cells) =>
            {
                Self::Hill
            }
            _ => Self::Any,
        }
    }
}

/// Whether a few small takes are within these limits, of how many there are and of each.
fn takes_fit(
    count: (Option<u64>, Option<u64>),
    subtraction_set: (Option<u64>, Option<u64>),
) -> bool {
    matches!(
        (count, subtraction_set),
        ((Some(0 | 1), Some(4..)), (Some(1), Some(5..)))
    )
}

/// Draws the numbers of one case after the other.
pub(super) struct CaseSource<'l> {
    game: DrawnGame,
    style: Style,
    random: Random,
    limits: CaseLimits,
    /// The takes of a case ascend.
    takes_ascend: bool,
    /// The number of piles, if it stands before the first case.
    count: Option<u64>,
    /// The numbers of the last case.
    numbers: Vec<u64>,
    /// The Grundy values of the piles of the last case, where the takes are numbers of the case.
    subtraction_set: SubtractionSet,
    /// For [`DrawnGame::Any`].
    any: AnyLayout<'l>,
}

/// What is asked for.
#[derive(Clone, Copy)]
pub(super) struct Style {
    pub shape: Shape,
    /// The limits of the number of piles are asked for: no shape narrows them.
    pub piles_asked: bool,
    /// So is the limit of their sizes.
    pub largest_asked: bool,
}

impl Style {
    /// Draws how many piles a position has.
    pub fn pile_count(self, random: &mut Random, limits: Bounds, lost: Option<bool>) -> u64 {
        let Bounds { low, high } = limits;
        match self.shape {
            Shape::Max => high,
            Shape::Single => low,
            Shape::Small if !self.piles_asked => random.between(low, high.min(low.max(FEW))),
            // Short lists are as likely as long ones, so that most inputs are handy.
            _ if high > LONG && !self.piles_asked => random.of_any_length(low, high),
            // A single pile is a win.
            Shape::Losing => random.between(low.max(2).min(high), high),
            _ if lost == Some(true) => random.between(low.max(2).min(high), high),
            _ => random.between(low, high),
        }
    }

    /// Adds `count` piles to `numbers`.
    pub fn piles(self, random: &mut Random, limits: Bounds, count: u64, numbers: &mut Vec<u64>) {
        let Bounds { low, high } = limits;
        let start = numbers.len();
        match self.shape {
            Shape::Random | Shape::Single | Shape::Losing | Shape::Winning => {
                random.fill(numbers, count, low, high);
            }
            Shape::Small if self.largest_asked => random.fill(numbers, count, low, high),
            Shape::Small => random.fill(numbers, count, low, high.min(low.max(7))),
            Shape::Max => {
                random.fill(numbers, count, low.max(high.saturating_sub(9)), high);
                if let Some(first) = numbers.get_mut(start) {
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
                if random.coin() { size } else { 0 }
            })),
            Shape::Lengths => {
                numbers.extend((0..count).map(|_| random.of_any_length(low, high)));
            }
        }
    }
}

/// So often a position is drawn again until it is won or lost as it should be. Some cannot be: a
/// single pile is not lost.
pub(super) const ATTEMPTS: usize = 50;

/// Lists that may be longer than this are mostly much shorter.
const LONG: u64 = 1000;

impl<'l> CaseSource<'l> {
    pub fn new(
        problem: &Problem,
        layout: &'l Layout,
        options: GenerateOptions,
    ) -> Result<Self, Error> {
        let game = DrawnGame::of(problem, layout);
        let limits = CaseLimits::new(problem, layout, options)?;
        let style = Style {
            shape: options.shape,
            piles_asked: options.piles.is_some(),
            largest_asked: options.largest.is_some(),
        };
        let numbers = match game {
            DrawnGame::Nim(_) | DrawnGame::SubtractionSet | DrawnGame::UpTo | DrawnGame::Hill => {
                limits.room()?
            }
            DrawnGame::Any => Vec::new(),
        };
        Ok(Self {
            game,
            style,
            random: Random::new(options.seed),
            numbers,
            limits,
            takes_ascend: layout.numbers().iter().any(|number| number.ascending),
            count: None,
            subtraction_set: SubtractionSet::new(&[]),
            any: AnyLayout::new(problem, layout, options),
        })
    }

    /// How many cases there will be if `wanted` are asked for.
    pub fn cases(&self, layout: &Layout, wanted: Option<u64>) -> Result<u64, Error> {
        let (least, most) = (layout.least_cases(), layout.most_cases());
        match wanted {
            None => Ok(least.max(most.min(if self.longest() > LONG { 10 } else { 100 }))),
            Some(0) => Err(Error::Usage("an input has at least 1 case".to_owned())),
            Some(cases) if cases > most => Err(Error::Usage(format!(
                "the judge's limits allow {most} {} in one input",
                if most == 1 { "case" } else { "cases" }
            ))),
            Some(cases) if cases < least => Err(Error::Usage(format!(
                "the judge's limits ask for {least} cases in an input"
            ))),
            Some(cases) => Ok(cases),
        }
    }

    /// How many piles a case may have, as far as the number of cases depends on it: with takes it does
    /// not, however many are asked for, since the inputs of written-down seeds must stay as they are.
    fn longest(&self) -> u64 {
        match (self.game, self.limits.count) {
            (DrawnGame::Nim(_) | DrawnGame::Hill | DrawnGame::Any, Some(count)) => count.high,
            _ => 1,
        }
    }

    /// Draws the numbers before the first case, but for how many cases there are.
    ///
    /// # Errors
    /// None were found within the limits.
    pub fn before_cases(&mut self, layout: &Layout) -> Result<Vec<u64>, Error> {
        if self.game == DrawnGame::Any {
            return self.any.before_cases(&mut self.random);
        }
        // Such a number says how many piles all cases have.
        let before = layout.before_cases().map(|_| self.pile_count(None));
        let before: Vec<_> = before.collect();
        self.count = before.last().copied();
        Ok(before)
    }

    /// Draws a case: its numbers.
    ///
    /// # Errors
    /// None were found within the limits.
    pub fn case(&mut self) -> Result<&[u64], Error> {
        self.numbers.clear();
        match self.game {
            DrawnGame::Nim(play) => self.nim(play),
            DrawnGame::SubtractionSet => self.subtraction_set(),
            DrawnGame::UpTo => self.up_to(),
            DrawnGame::Hill => self.hill(),
            DrawnGame::Any => self.any.case(&mut self.random, &mut self.numbers)?,
        }
        Ok(&self.numbers)
    }

    fn pile_count(&mut self, lost: Option<bool>) -> u64 {
        match self.limits.count {
            Some(limits) => self.style.pile_count(&mut self.random, limits, lost),
            None => 1,
        }
    }

    fn piles(&mut self, count: u64) {
        self.style.piles(
            &mut self.random,
            self.limits.sizes,
            count,
            &mut self.numbers,
        );
    }

    fn nim(&mut self, play: Play) {
        let lost = self.style.shape.lost(&mut self.random);
        if let Some(count) = self.count {
            self.nim_piles(count, lost, play);
            return;
        }
        for _ in 0..ATTEMPTS {
            self.numbers.clear();
            let count = self.pile_count(lost);
            self.numbers.push(count);
            let is_so = self.nim_piles(count, lost, play);
            // An odd number of piles of one stone is never lost, or never won.
            let another_may_do = self
                .limits
                .count
                .is_some_and(|count| count.low < count.high);
            if is_so || !self.style.shape.promises() || !another_may_do {
                return;
            }
        }
    }

    /// Adds `count` piles, lost or won if that can be; whether they are.
    fn nim_piles(&mut self, count: u64, lost: Option<bool>, play: Play) -> bool {
        let (start, limits) = (self.numbers.len(), self.limits.sizes);
        for _ in 0..ATTEMPTS {
            self.numbers.truncate(start);
            self.piles(count);
            let Some(lost) = lost else { return true };
            let piles = &mut self.numbers[start..];
            if lost {
                balance(piles, limits);
            }
            if wins(piles, play) != lost {
                return true;
            }
            if lost && piles == [limits.low.max(1)] && play == Play::Normal {
                break; // It is the smallest one that cannot be lost.
            }
        }
        false
    }

    fn subtraction_set(&mut self) {
        let set = self.take_set();
        self.subtraction_set.reset(&set);
        // The takes stand before many positions, or behind the only one.
        if let Some(Bounds { low, high }) = self.limits.positions {
            self.numbers.push(set.len() as u64);
            self.numbers.extend(&set);
            let positions = match self.style.shape {
                Shape::Max => high,
                Shape::Small => self.random.between(low, high.min(low.max(8))),
                _ => self.random.between(low, high),
            };
            self.numbers.push(positions);
            for _ in 0..positions {
                self.position();
            }
        } else {
            self.position();
            self.numbers.push(set.len() as u64);
            self.numbers.extend(&set);
        }
    }

    /// Draws which takes there are.
    fn take_set(&mut self) -> Vec<u64> {
        let subtraction_set = self.limits.subtraction_set;
        let Bounds { low, high } = self.limits.take_count;
        let mut count = match self.style.shape {
            Shape::Max => high,
            Shape::Small => self.random.between(low, high.min(4)),
            Shape::Losing => self.random.between(low.max(2), high),
            // One pile is no reason for one take.
            _ => self.random.between(low, high),
        };
        let most = match self.style.shape {
            Shape::Small => subtraction_set.high.min(5),
            Shape::Max => subtraction_set.high,
            // Small takes make games that differ; large ones are hardly ever possible.
            _ if self.random.coin() => subtraction_set.high.min(20),
            _ => subtraction_set.high,
        };
        let mut set = Vec::new();
        if self.takes_ascend {
            // A subset of all, of this size: each is taken with the chance that keeps the size.
            count = count.min(most);
            for take in 1..=most {
                let rest = most - take + 1;
                if self.random.between(1, rest) <= count - set.len() as u64 {
                    set.push(take);
                }
            }
        } else {
            set.extend((0..count).map(|_| self.random.between(subtraction_set.low, most)));
        }
        set
    }

    /// Adds a number of piles and the piles, for the takes of this case.
    fn position(&mut self) {
        let sizes = self.limits.sizes;
        let lost = self.style.shape.lost(&mut self.random);
        let count = self.pile_count(lost);
        self.numbers.push(count);
        let start = self.numbers.len();
        for _ in 0..ATTEMPTS {
            self.numbers.truncate(start);
            self.piles(count);
            let Some(lost) = lost else { return };
            let piles = &mut self.numbers[start..];
            let largest = piles.iter().max().copied().unwrap_or(0);
            // Within the limits of the problems no pile is beyond the table.
            if self.subtraction_set.cover(largest).is_err() {
                return;
            }
            let grundy = |pile: u64| self.subtraction_set.grundy(pile);
            let sum = |piles: &[u64]| piles.iter().fold(0, |sum, &pile| sum ^ grundy(pile));
            if lost {
                // Another last pile may do.
                let Some((pile, rest)) = piles.split_last_mut() else {
                    return;
                };
                let rest = sum(rest);
                for _ in 0..ATTEMPTS {
                    if grundy(*pile) == rest {
                        break;
                    }
                    let size = self.random.between(sizes.low, largest.max(sizes.low));
                    *pile = size;
                }
            }
            if (sum(piles) == 0) == lost {
                return;
            }
        }
    }

    fn up_to(&mut self) {
        let lost = self.style.shape.lost(&mut self.random);
        let (piles, subtraction_set) = (self.limits.sizes, self.limits.most_taken);
        let high = match self.style.shape {
            Shape::Small if !self.style.largest_asked => 12,
            _ => subtraction_set.high.min(piles.high),
        };
        let random = &mut self.random;
        let mut pile = match self.style.shape {
            Shape::Ones => 1,
            Shape::Max => random.between(piles.low.max(piles.high.saturating_sub(9)), piles.high),
            Shape::Lengths => random.of_any_length(piles.low, high),
            _ => random.between(piles.low, high),
        };
        // A pile of a multiple of take + 1 stones is lost; most such takes are small.
        let most = if lost == Some(true) { high - 1 } else { high };
        let mut take = random.between(subtraction_set.low, most);
        if lost == Some(true) && self.style.shape == Shape::Max {
            (pile, take) = (piles.high, piles.high - 1);
        } else if lost == Some(true) {
            if random.coin() {
                take = random.between(subtraction_set.low, take);
            }
            pile = (take + 1) * random.between(1, high / (take + 1));
        } else if lost == Some(false) && pile % (take + 1) == 0 {
            // Not a multiple either way, since take + 1 is at least 2.
            pile = if pile < high { pile + 1 } else { pile - 1 };
        } else if self.style.shape == Shape::Ones {
            take = random.between(subtraction_set.low, subtraction_set.high);
        }
        self.numbers.extend([pile, take]);
    }

    fn hill(&mut self) {
        let lost = self.style.shape.lost(&mut self.random);
        let cells = self.limits.sizes.high;
        let count = self.pile_count(lost);
        let widest = match self.style.shape {
            Shape::Small if !self.style.largest_asked => 5.min(cells / count),
            Shape::Ones => 1,
            _ => cells / count,
        };
        // The king who is nearest to the top wins at once.
        let least = if lost == Some(true) { 2.min(count) } else { 1 };
        for _ in 0..ATTEMPTS {
            let king = self.random.between(least, count);
            self.numbers.clear();
            self.numbers.extend([count, king]);
            if self.style.shape == Shape::Equal {
                let gap = self.random.between(1, widest);
                self.numbers.extend((0..count).map(|_| gap));
            } else if self.style.shape == Shape::Lengths {
                let gaps = (0..count).map(|_| self.random.of_any_length(1, widest));
                self.numbers.extend(gaps);
            } else {
                self.random.fill(&mut self.numbers, count, 1, widest);
            }
            let positions = &mut self.numbers[2..];
            if lost == Some(true) {
                // Every other gap from the far end is a pile, of one stone less.
                let mut piles: Vec<_> = positions.iter().rev().step_by(2).map(|x| x - 1).collect();
                let sizes = Bounds {
                    low: 0,
                    high: widest - 1,
                };
                balance(&mut piles, sizes);
                for (gap, pile) in positions.iter_mut().rev().step_by(2).zip(piles) {
                    *gap = pile + 1;
                }
                // But from the nearest person to the top all cells count, if he is not before the king.
                if count % 2 == 1 && king != 2 && positions[0] > 1 {
                    positions[0] -= 1;
                }
            }
            let mut sum = 0;
            for gap in positions.iter_mut() {
                sum += *gap;
                *gap = sum;
            }
            if self.style.shape == Shape::Max {
                // The farthest person stands as far as can be.
                for x in positions.iter_mut() {
                    *x += cells - sum;
                }
            }
            let first_wins = hill::fold(king, positions).first_wins();
            if lost.is_none_or(|lost| lost != first_wins) {
                return;
            }
        }
    }
}

/// Changes one pile so that the nim-sum is 0, if the limits allow that: the last possible one.
fn balance(piles: &mut [u64], limits: Bounds) {
    let sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
    let fitting = |pile: &&mut u64| limits.has(**pile ^ sum);
    if let Some(pile) = piles.iter_mut().rev().find(fitting) {
        *pile ^= sum;
    }
}

/// Whether the player to move wins at Nim.
fn wins(piles: &[u64], play: Play) -> bool {
    let sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
    let ones = play == Play::Misere && piles.iter().all(|&pile| pile <= 1);
    (sum != 0) != ones
}
