//! Draws one case after the other: what it gives of the rules, then its positions, which are changed until they
//! are won or lost as they should be, if that can be.

use super::fill::{CaseNumbers, CaseRule, Filled, fill};
use super::generate::GenerateOptions;
use super::limits::{FEW, HANDY, Numbers};
use super::random::Random;
use super::{Bounds, Shape};
use crate::error::Error;
use crate::game::period::Share;
use crate::game::rule::{self, Rules};
use crate::layout::{CountOf, Layout, Role};
use crate::problem::Problem;
use crate::words::t;

/// A case is drawn again so often where the limits do not allow it, or the shape says who wins and it
/// cannot be so: a single pile is not lost.
const ATTEMPTS: usize = 50;

/// The number of tries where it does not matter much who wins.
const FEW_ATTEMPTS: usize = 4;

/// So often the piles of a position are changed.
const CHANGES: usize = 8;

/// Lists that may be longer than this are mostly much shorter.
const LONG: u64 = 1000;

/// Draws the numbers of one case after the other.
pub(crate) struct Draw<'l> {
    numbers: Numbers<'l>,
    options: GenerateOptions,
    /// Some limit is the size of a pile, so that none may be changed.
    piles_are_limits: bool,
    rules: Rules,
    random: Random,
    /// The values of single numbers, as far as they are drawn.
    values: Vec<Option<u64>>,
    rule: CaseRule,
    /// Whether the part of the rules that this case gives is small.
    small_takes: bool,
    /// Whether the input gives a part of the rules.
    asks_rules: bool,
    /// Larger piles are not answered.
    most_size: u64,
    /// The numbers before all cases, which the first case has drawn.
    head: Option<Vec<u64>>,
}

/// The limits leave no number.
struct NoNumber;

impl<'l> Draw<'l> {
    /// # Errors
    /// The options make no sense for the problem or with each other.
    pub(crate) fn new(
        problem: &Problem,
        layout: &'l Layout,
        options: GenerateOptions,
    ) -> Result<Self, Error> {
        let numbers = Numbers::asked(problem, layout, options)?;
        Ok(Self {
            piles_are_limits: numbers.piles.iter().any(|&pile| numbers.is_limit[pile]),
            options,
            rules: problem.rules.clone(),
            random: Random::new(options.seed),
            values: vec![None; numbers.layout.numbers.len()],
            rule: CaseRule::default(),
            small_takes: false,
            asks_rules: problem.rules.asks_of_input().next().is_some(),
            most_size: u64::MAX,
            head: None,
            numbers,
        })
    }

    /// The default number of cases of an input.
    pub(crate) fn usual_cases(&self) -> u64 {
        let longest = self.numbers.limits().count.high;
        let may_be_long = longest > LONG && self.numbers.position_count().is_none();
        let usual = if may_be_long { 10 } else { 100 };
        let layout = self.numbers.layout;
        layout.least_cases().max(layout.most_cases().min(usual))
    }

    /// The numbers of the next case: first those before all cases, then its own.
    pub(crate) fn next_case(&mut self) -> Result<CaseNumbers, Error> {
        Ok(self.case()?.numbers)
    }

    /// Draws a case.
    pub(super) fn case(&mut self) -> Result<Filled, Error> {
        let shape = self.options.shape;
        let lost = shape.lost(&mut self.random);
        if self.asks_rules {
            // What can be answered must not depend on the cases before, nor take long for many rules.
            self.rules.limit(Share::Least);
        }
        let attempts = if shape.promises() {
            ATTEMPTS
        } else {
            FEW_ATTEMPTS
        };
        let mut good = None;
        for attempt in 0..ATTEMPTS {
            if attempt >= attempts && good.is_some() {
                break;
            }
            let Ok((positions, is_so)) = self.positions(lost) else {
                continue;
            };
            let Some(filled) = self.fill(&positions) else {
                continue;
            };
            good = Some(filled);
            if is_so {
                break;
            }
            if attempt + 1 == ATTEMPTS && lost == Some(true) && shape.promises() {
                good = self.simple_lost().or(good);
            }
        }
        let none_found = || Error::Usage(t!("no case was found within the limits").to_owned());
        let filled = good.ok_or_else(none_found)?;
        if self.head.is_none() {
            self.head = Some(filled.numbers[..filled.before].to_vec());
        }
        Ok(filled)
    }

    /// The case with these positions.
    fn fill(&mut self, positions: &[Vec<u64>]) -> Option<Filled> {
        let (values, random, shape) = (&self.values, &mut self.random, self.options.shape);
        let is_count = |index| {
            let numbers = &self.numbers.layout.numbers;
            numbers.iter().any(|item| item.times == Some(index))
        };
        let mut free = |index: usize, limits: Bounds| match values[index] {
            Some(value) if limits.has(value) => value,
            _ if is_count(index) => count(random, shape, limits),
            _ => random.between(limits.low, limits.high),
        };
        let head = self.head.as_deref().unwrap_or_default();
        fill(&self.numbers, &self.rule, positions, head, &mut free)
    }

    /// The simplest lost position with what the last case gives of the rules: in misère play, some piles of one
    /// stone.
    fn simple_lost(&mut self) -> Option<Filled> {
        let limits = self.numbers.limits();
        let counts = limits.count.low..=limits.count.high_up_to(limits.count.low + LONG);
        counts.into_iter().find_map(|count| {
            let least = 1.max(limits.sizes.low);
            let mut piles = vec![least; count as usize];
            if self.rules.shape() == rule::Shape::Distinct {
                piles = (least..).take(count as usize).collect();
            }
            let is_lost =
                self.rules.cover(limits.sizes.low.max(1)).is_ok() && !self.rules.first_wins(&piles);
            let rows = is_lost.then(|| self.numbers.in_rows(piles));
            rows.and_then(|rows| self.fill(&rows))
        })
    }

    /// Draws what a case gives of the rules, and its positions; whether they are lost, or won.
    fn positions(&mut self, lost: Option<bool>) -> Result<(Vec<Vec<u64>>, bool), NoNumber> {
        let kept = if self.head.is_some() {
            self.numbers.head
        } else {
            0
        };
        self.values[kept..].fill(None);
        self.small_takes = self.random.coin();
        let (shape, are_rows) = (self.options.shape, self.numbers.are_rows);
        let (in_groups, counts_differ) = (
            self.numbers.positions.is_some(),
            self.numbers.counts_differ(),
        );
        let (mut all, mut are_so) = (Vec::new(), true);
        for index in kept..self.values.len() {
            let role = self.numbers.layout.numbers[index].role;
            match role {
                Role::Cases | Role::FirstCell => {}
                Role::Pile | Role::SecondCell | Role::Person => {
                    if index != self.numbers.piles[0] {
                        continue;
                    }
                    if !in_groups {
                        all.push(self.piles()?);
                        continue;
                    }
                    let count = self.numbers.positions.and_then(|at| self.values[at]);
                    for _ in 0..count.unwrap_or(1) {
                        // Rows are won or lost together.
                        let lost = if are_rows {
                            None
                        } else {
                            shape.lost(&mut self.random)
                        };
                        if let Some(at) = self.numbers.pile_count.filter(|_| counts_differ) {
                            let limits = self.limits(at)?;
                            self.values[at] = Some(self.pile_count(limits, lost));
                        }
                        let mut piles = self.piles()?;
                        are_so &= self.settle(lost, &mut piles)?;
                        all.push(piles);
                    }
                }
                Role::Take => self.takes(index)?,
                Role::Parameter(_) => {
                    let limits = self.limits(index)?;
                    let is_moore = self.rules.written() == "moore K";
                    let few = if is_moore { 3 } else { 20 };
                    let high = if self.rules.shape().has_piles() {
                        self.most_of(limits, 3, few)
                    } else {
                        limits.high
                    };
                    let parameter = self.random.between(limits.low, high);
                    self.values[index] = Some(parameter);
                    self.rule.parameter = Some(parameter);
                    self.rules.set(role, &[parameter]);
                }
                Role::Count(of) => {
                    let (is_count, limits) = (Some(index), self.limits(index)?);
                    if of == CountOf::Takes || is_count == self.numbers.positions {
                        self.values[index] = Some(count(&mut self.random, shape, limits));
                    } else if is_count == self.numbers.pile_count && !counts_differ {
                        self.values[index] = Some(self.pile_count(limits, lost));
                    } else if self.numbers.is_limit[index] && is_count != self.numbers.pile_count {
                        self.values[index] = Some(self.random.between(limits.low, limits.high));
                    }
                }
                Role::Other => {
                    let limits = self.limits(index)?;
                    if self.numbers.is_limit[index] {
                        self.values[index] = Some(self.random.between(limits.low, limits.high));
                    }
                }
            }
        }
        // The rules may come after the piles.
        if are_rows {
            let mut piles = all.concat();
            are_so = self.settle(lost, &mut piles)?;
            let piles = all.iter_mut().flatten().zip(piles);
            piles.for_each(|(pile, settled)| *pile = settled);
        } else if !in_groups {
            are_so = self.settle(lost, &mut all[0])?;
        }
        if self.rules.shape() == rule::Shape::Distinct && self.random.coin() {
            for coins in &mut all {
                self.random.shuffle(coins);
            }
        }
        Ok((all, are_so))
    }

    /// The limits of a number.
    fn limits(&self, index: usize) -> Result<Bounds, NoNumber> {
        let mut limits = self.numbers.bounds(index, &|index| self.values[index]);
        if self.numbers.layout.numbers[index].role.is_pile() {
            limits.high = limits.high.min(self.most_size);
        }
        if limits.low > limits.high {
            return Err(NoNumber);
        }
        Ok(limits)
    }

    fn takes(&mut self, index: usize) -> Result<(), NoNumber> {
        let (layout, limits) = (self.numbers.layout, self.limits(index)?);
        let times = layout.numbers[index].length();
        let count = times.and_then(|times| self.values[times]).unwrap_or(1);
        let high = self.most_of(limits, 5, 20);
        let mut set = Vec::new();
        if self.numbers.ascends(index) {
            let high = high
                .max(limits.low.saturating_add(count - 1))
                .min(limits.high);
            let limits = Bounds { high, ..limits };
            let shape = self.options.shape;
            ascend(&mut self.random, shape, limits, count, count, &mut set)?;
        } else {
            self.random.fill(&mut set, count, limits.low, high);
        }
        self.rules.set_takes(&set);
        self.rule.subtraction_set = set;
        Ok(())
    }

    /// Draws how many piles a position has.
    fn pile_count(&mut self, limits: Bounds, lost: Option<bool>) -> u64 {
        let (shape, is_asked) = (self.options.shape, self.options.piles.is_some());
        let random = &mut self.random;
        let Bounds { low, high } = limits;
        let handy = match (is_asked, self.numbers.are_rows) {
            (true, _) => high,
            (false, true) => limits.high_up_to(LONG),
            (false, false) => limits.high_up_to(HANDY),
        };
        match shape {
            Shape::Max => high,
            Shape::Single => low,
            Shape::Small if !is_asked => random.between(low, limits.high_up_to(FEW)),
            // Short lists are as likely as long ones, so that most inputs are handy.
            _ if handy > LONG && !is_asked => random.of_any_length(low, handy),
            // A single pile is a win.
            _ if lost == Some(true) => random.between(low.max(2).min(handy), handy),
            _ => random.between(low, handy),
        }
    }

    /// Draws the piles of a position.
    fn piles(&mut self) -> Result<Vec<u64>, NoNumber> {
        let (shape, mut piles) = (self.options.shape, Vec::new());
        let count = self.numbers.pile_count.and_then(|at| self.values[at]);
        let is_list = self.numbers.pile_count.is_some() && self.numbers.piles.len() == 1;
        // Those of a list, or of a column, come all at once; of others one of each comes in turn.
        let (turns, at_once) = match count {
            Some(count) if is_list => (1, count),
            count => (count.unwrap_or(1), 1),
        };
        let mut floors = vec![0; self.numbers.layout.numbers.len()];
        for turn in 0..turns {
            for place in 0..self.numbers.piles.len() {
                let index = self.numbers.piles[place];
                // There may be none.
                let mut limits = match self.limits(index) {
                    Err(_) if at_once == 0 => continue,
                    limits => limits?,
                };
                if self.numbers.ascends(index) {
                    limits.low = limits.low.max(floors[index]);
                    let left = at_once.max(turns - turn);
                    let least = limits.low.saturating_add(left.saturating_sub(1));
                    let high = match shape {
                        Shape::Small => limits.high_up_to(12),
                        _ => limits.high,
                    };
                    limits.high = high.max(least).min(limits.high);
                    ascend(&mut self.random, shape, limits, left, at_once, &mut piles)?;
                } else if let (Shape::Equal, Some(&size)) = (shape, piles.first()) {
                    piles.push(size.clamp(limits.low, limits.high));
                } else {
                    self.sizes(limits, at_once, &mut piles);
                }
                let last = piles.last().copied();
                self.values[index] = last;
                floors[index] = last.map_or(0, |last| last.saturating_add(1));
            }
        }
        Ok(piles)
    }

    /// Adds `count` sizes to `piles`.
    fn sizes(&mut self, limits: Bounds, count: u64, piles: &mut Vec<u64>) {
        let (Bounds { low, high }, start) = (limits, piles.len());
        let random = &mut self.random;
        let len = start + count as usize;
        match self.options.shape {
            Shape::Small if self.options.largest.is_none() => {
                random.fill(piles, count, low, limits.high_up_to(7));
            }
            Shape::Random | Shape::Small | Shape::Single | Shape::Losing | Shape::Winning => {
                random.fill(piles, count, low, high);
            }
            Shape::Max => {
                random.fill(piles, count, low.max(high.saturating_sub(9)), high);
                if let (0, Some(first)) = (start, piles.first_mut()) {
                    *first = high;
                }
            }
            Shape::Ones => piles.resize(len, 1.clamp(low, high)),
            Shape::Equal => piles.resize(len, random.between(low.max(1).min(high), high)),
            Shape::Zeros => piles.extend((0..count).map(|_| {
                let size = random.between(low, high);
                if random.coin() { size } else { low }
            })),
            Shape::Lengths => piles.extend((0..count).map(|_| random.of_any_length(low, high))),
        }
    }

    /// The upper limit for a part of the rules: mostly small where large numbers make games that are all alike.
    fn most_of(&self, limits: Bounds, small: u64, few: u64) -> u64 {
        match self.options.shape {
            Shape::Max => limits.high,
            Shape::Small => limits.high_up_to(small),
            _ if self.small_takes => limits.high_up_to(few),
            _ => limits.high,
        }
    }

    /// Changes piles until they are lost, or won; whether they are.
    ///
    /// # Errors
    /// One of them is too large to be answered.
    fn settle(&mut self, lost: Option<bool>, piles: &mut [u64]) -> Result<bool, NoNumber> {
        let largest = |piles: &[u64]| piles.iter().max().copied().unwrap_or(0);
        let known = self.rules.largest_known(largest(piles));
        if known < largest(piles) {
            self.most_size = known;
            return Err(NoNumber);
        }
        let Some(lost) = lost else { return Ok(true) };
        let is_so = |rules: &Rules, piles: &[u64]| rules.first_wins(piles) != lost;
        if is_so(&self.rules, piles) {
            return Ok(true);
        }
        if self.piles_are_limits {
            return Ok(false);
        }
        let of_piles = self.numbers.piles.iter().map(|&pile| {
            let limits = self.numbers.bounds(pile, &|index| self.values[index]);
            (limits, self.numbers.ascends(pile))
        });
        let of_piles: Vec<_> = of_piles.collect();
        let allows = |piles: &[u64], index: usize, size: u64| {
            let (limits, ascends) = of_piles[index % of_piles.len()];
            let next = index + of_piles.len();
            let before = index.checked_sub(of_piles.len());
            let is_ascending = before.is_none_or(|at| piles[at] < size)
                && piles.get(next).is_none_or(|&next| size < next);
            limits.has(size) && (!ascends || is_ascending)
        };
        let (rules, random) = (&self.rules, &mut self.random);
        let before = piles.to_vec();
        for _ in 0..CHANGES {
            if lost {
                rules.balance(piles, &allows, &mut |below| random.between(0, below - 1));
            } else if let Some(last) = piles.len().checked_sub(1) {
                let (Bounds { low, high }, _) = of_piles[last % of_piles.len()];
                let size = random.between(low, high.min(largest(piles)).max(low));
                if allows(piles, last, size) {
                    piles[last] = size;
                }
            }
            if is_so(rules, piles) {
                return Ok(true);
            }
            piles.copy_from_slice(&before);
        }
        Ok(false)
    }
}

/// Draws how many of something other than piles there are.
fn count(random: &mut Random, shape: Shape, limits: Bounds) -> u64 {
    let most = match shape {
        Shape::Max => return limits.high_up_to(HANDY),
        Shape::Small => FEW,
        _ => LONG,
    };
    random.between(limits.low, limits.high_up_to(most))
}

/// Adds `count` ascending numbers, of which there will be `left` in all.
fn ascend(
    random: &mut Random,
    shape: Shape,
    limits: Bounds,
    left: u64,
    count: u64,
    numbers: &mut Vec<u64>,
) -> Result<(), NoNumber> {
    let Bounds { mut low, high } = limits;
    for left in (1..=left).rev().take(count as usize) {
        // So much is left if all others are next to each other.
        let rest = high
            .checked_sub(low)
            .and_then(|rest| rest.checked_sub(left - 1));
        let rest = rest.ok_or(NoNumber)?;
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
