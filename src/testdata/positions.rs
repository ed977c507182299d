//! Positions on which programs with a mistake fail: families of them, made from the rules and the limits.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::hill;
use super::{Bounds, PositionLimits};
use crate::game::rules::Rules;
use crate::game::{PileRule, Play};
use crate::problem::Problem;
use crate::testdata::Random;

/// The maximum number of piles, even if the limits allow more.
const MOST_PILES: u64 = 500_000;

/// Where a position may have more piles than this, only some rules of those that a case may give are tried
/// with as many as that.
const MANY: u64 = 2000;

/// The maximum number of steps to compute the Grundy values of a subtraction set.
const MOST_STEPS: u64 = 5_000_000;

/// If they would take more, piles are not larger than this.
const LARGEST_SLOW: u64 = 20_000;

/// What a case gives of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseRule {
    /// The most stones or piles of a move, or the king.
    pub parameter: Option<u64>,
    /// The subtraction set, in the order in which it is given.
    pub subtraction_set: Vec<u64>,
}

/// A position, and what its case gives of the rules.
#[derive(Clone, Debug)]
pub struct TestPosition {
    /// What its case gives of the rules.
    pub rule: Arc<CaseRule>,
    /// The sizes of the piles, or the cells of the persons.
    pub piles: Vec<u64>,
}

/// Positions that are alike.
pub struct Family {
    /// What they are called.
    pub name: &'static str,
    /// Makes their piles.
    make: fn(&mut Maker) -> Vec<Vec<u64>>,
    /// If they would be more than a few inputs, some of them will do.
    pub is_sample: bool,
}

/// All families, those with small positions first.
pub const FAMILIES: [Family; 11] = [
    Family::new("small", Maker::small, true),
    Family::new("ones", Maker::ones, true),
    Family::new("sizes", Maker::sizes, true),
    Family::new("grundy", Maker::grundy, true),
    Family::new("bits", Maker::bits, false),
    Family::new("reset", Maker::reset, true),
    Family::new("counts", Maker::counts, true),
    Family::new("many-lost", |maker| maker.many(|_| None), true),
    Family::new("many-first", |maker| maker.many(|_| Some(0)), true),
    Family::new("many-middle", |maker| maker.many(|n| Some(n / 2)), true),
    Family::new("many-last", |maker| maker.many(|n| Some(n - 1)), true),
];

impl Family {
    const fn new(
        name: &'static str,
        make: fn(&mut Maker) -> Vec<Vec<u64>>,
        is_sample: bool,
    ) -> Self {
        Self {
            name,
            make,
            is_sample,
        }
    }

    /// Its positions, for each of the rules that a case may give in turn.
    pub fn positions(&self, makers: &mut [Maker]) -> Vec<TestPosition> {
        let mut all = Vec::new();
        for maker in makers {
            for piles in (self.make)(maker) {
                let rule = &maker.rule;
                all.extend(maker.in_input(piles).into_iter().map(|piles| TestPosition {
                    rule: Arc::clone(rule),
                    piles,
                }));
            }
        }
        all
    }
}

/// Makes positions of one of the rules that a case may give.
pub struct Maker {
    rule: Arc<CaseRule>,
    /// It is the first of these rules.
    is_first: bool,
    /// Every position is an input of its own.
    is_one_case: bool,
    /// How many piles there may be, and of which sizes. Persons on a hill stand for piles of Nim.
    count: Bounds,
    sizes: Bounds,
    rules: Rules,
    /// How many persons there may be, and on which cells.
    persons: Option<(Bounds, Bounds)>,
    random: Random,
}

/// Makers for the rules that a case of `problem` may give.
pub fn makers(problem: &Problem) -> Vec<Maker> {
    let bounds = PositionLimits::of(problem, &problem.layout);
    let rules = case_rules(&bounds).into_iter().zip(0..);
    rules
        .map(|(rule, index)| Maker::new(problem, bounds, rule, index))
        .collect()
}

impl Maker {
    fn new(problem: &Problem, bounds: PositionLimits, rule: CaseRule, index: u64) -> Self {
        let mut maker = Self {
            is_first: index == 0,
            is_one_case: problem.layout.cases().is_none(),
            count: Bounds {
                low: bounds.count.low.max(1),
                high: bounds.count.high.min(MOST_PILES),
            },
            sizes: bounds.sizes,
            rules: problem.rules.clone(),
            persons: None,
            random: Random::new(index),
            rule: Arc::new(rule),
        };
        if problem.rules.has_piles() {
            if let Some(parameter) = maker.rule.parameter {
                maker.rules.set_parameter(parameter);
            }
            if bounds.take_count.is_some() {
                maker.rules.set_subtraction_set(&maker.rule.subtraction_set);
            }
            let slow = |maker: &Self| maker.rules.is_slow(maker.sizes.high, MOST_STEPS);
            if slow(&maker) {
                // Perhaps it shows a period.
                let _ = maker.rules.cover(LARGEST_SLOW);
            }
            if slow(&maker) || maker.rules.cover(maker.sizes.high).is_err() {
                maker.sizes.high = maker.sizes.high_up_to(LARGEST_SLOW);
            }
        } else {
            maker.persons = Some((bounds.count, bounds.sizes));
            maker.count = Bounds {
                low: 1,
                high: maker.count.high.div_ceil(2),
            };
            maker.sizes = Bounds {
                low: 0,
                high: bounds.sizes.high.saturating_sub(2),
            };
            maker.rules = Rules::Piles {
                rule: PileRule::Any,
                play: Play::Normal,
            };
        }
        maker
    }

    /// The piles as an input has them, in one way or several, or in none if the limits do not allow it. Where
    /// there have to be more, some are added.
    fn in_input(&self, mut piles: Vec<u64>) -> Vec<Vec<u64>> {
        if let Some((count, cells)) = self.persons {
            let king = self.rule.parameter.unwrap_or(1);
            return hill::persons(king, &piles)
                .into_iter()
                .filter(|persons| {
                    count.has(persons.len() as u64) && persons.iter().all(|&cell| cells.has(cell))
                })
                .collect();
        }
        while (piles.len() as u64) < self.count.low {
            piles.push(1.clamp(self.sizes.low, self.sizes.high));
        }
        let is_valid =
            self.count.has(piles.len() as u64) && piles.iter().all(|&pile| self.sizes.has(pile));
        Vec::from_iter(is_valid.then_some(piles))
    }

    fn first_wins(&self, piles: &[u64]) -> bool {
        self.rules.first_wins(&self.rules.fold(piles))
    }

    /// Changes some of the piles so that the player to move loses, if possible.
    fn lost(&mut self, mut piles: Vec<u64>) -> Vec<u64> {
        const ATTEMPTS: usize = 8;
        if piles.iter().any(|&pile| !self.sizes.has(pile)) {
            return piles;
        }
        let allows = |_: &[u64], _: usize, size: u64| self.sizes.has(size);
        for _ in 0..ATTEMPTS {
            if !self.first_wins(&piles) {
                break;
            }
            let random = &mut |below| self.random.between(0, below - 1);
            self.rules.balance(&mut piles, &allows, random);
        }
        piles
    }

    /// Random piles, not larger than `largest`.
    fn piles(&mut self, count: u64, largest: u64) -> Vec<u64> {
        let mut piles = Vec::new();
        let high = self.sizes.high_up_to(largest);
        self.random.fill(&mut piles, count, self.sizes.low, high);
        piles
    }

    /// The largest size that all of `count` piles may have.
    fn largest(&self, count: u64) -> u64 {
        match self.persons {
            Some((_, cells)) => (cells.high / count).saturating_sub(2),
            None => self.sizes.high,
        }
    }

    /// All positions of a few small piles.
    fn small(&mut self) -> Vec<Vec<u64>> {
        const MOST_OF_A_COUNT: usize = 81;
        let mut all = Vec::new();
        for count in self.count.low..=self.count.high.min(self.count.low + 3) {
            let count = count as usize;
            let widest = |&sizes: &u64| {
                sizes.checked_pow(count as u32) <= Some(MOST_OF_A_COUNT as u64)
                    && sizes.checked_pow(count as u32).is_some()
            };
            let sizes = (1..=12_u64).rev().find(widest).unwrap_or(1);
            let high = self
                .sizes
                .high
                .min(self.sizes.low.saturating_add(sizes - 1));
            let mut piles = vec![self.sizes.low; count];
            loop {
                all.push(piles.clone());
                let Some(next) = piles.iter().rposition(|&pile| pile < high) else {
                    break;
                };
                piles[next] += 1;
                piles[next + 1..].fill(self.sizes.low);
            }
        }
        all
    }

    /// Piles of one stone, with another one or none: where misère play differs.
    fn ones(&mut self) -> Vec<Vec<u64>> {
        const FEW: u64 = 40;
        let high = self.count.high;
        let counts =
            (1..=high.min(FEW)).chain((high.saturating_sub(1)..=high).filter(|&n| n > FEW));
        let mut all = Vec::new();
        for count in counts {
            if count > MANY && !self.is_first {
                continue;
            }
            let ones = vec![1; count as usize];
            for other in [2, 3, self.sizes.high, 0] {
                let mut piles = ones.clone();
                // Now the first one, now the last one.
                let index = if other % 2 == 0 { 0 } else { piles.len() - 1 };
                piles[index] = other;
                all.push(piles);
            }
            if count <= FEW {
                all.push((0..count).map(|index| index % 3 % 2).collect());
                all.push(vec![0; count as usize]);
            }
            all.push(ones);
        }
        all
    }

    /// Piles whose sizes are at the limits, and next to powers of two and multiples.
    fn sizes(&mut self) -> Vec<Vec<u64>> {
        let mut sizes = edges(self.sizes);
        if let Rules::Piles {
            rule: PileRule::Below(modulus),
            ..
        } = self.rules
        {
            let most = self.sizes.high / modulus;
            for times in [1, 2, 3, most / 2, most.saturating_sub(1), most] {
                let multiple = times * modulus.get();
                sizes.extend(multiple.saturating_sub(1)..=multiple.saturating_add(1));
            }
        }
        sizes.retain(|&size| self.sizes.has(size));
        let sizes = Vec::from_iter(sizes);
        let mut all = Vec::new();
        for (index, &size) in sizes.iter().enumerate() {
            let next = sizes[(index + 1) % sizes.len()];
            let random = self.random.between(self.sizes.low, self.sizes.high);
            all.push(vec![size]);
            all.push(vec![size, size]);
            all.push(vec![next, size]);
            all.push(vec![size, next, size]);
            all.push(self.lost(vec![size, next, random]));
        }
        all
    }

    /// Where sizes and Grundy values differ: piles with small values, with large ones, and the largest piles.
    fn grundy(&mut self) -> Vec<Vec<u64>> {
        let (first, last) = if self.is_one_case { (20, 1) } else { (140, 20) };
        if let Rules::Moore { .. }
        | Rules::Hill { .. }
        | Rules::Piles {
            rule: PileRule::Any,
            ..
        } = self.rules
        {
            return Vec::new();
        }
        let Bounds { low, high } = self.sizes;
        let first = low..=high.min(low.saturating_add(first));
        let last = high.saturating_sub(last).max(*first.end())..=high;
        let mut all = Vec::new();
        if self.is_one_case && !self.is_first {
            return all;
        }
        for size in first.chain(last) {
            all.push(vec![size, size.saturating_add(1)]);
            if !self.is_one_case {
                all.push(vec![size]);
                let other = self.random.between(low, high);
                all.push(self.lost(vec![size, other]));
            }
        }
        all
    }

    /// For every bit, piles that differ in it alone.
    fn bits(&mut self) -> Vec<Vec<u64>> {
        let Bounds { low, high } = self.sizes;
        let mut all = Vec::new();
        if self.is_one_case && !self.is_first {
            return all;
        }
        for bit in (0..u64::BITS)
            .map(|bit| 1 << bit)
            .filter(|&bit| bit <= high)
        {
            let small = self.random.between(0, bit - 1).max(low);
            let any = self.random.between(low, high);
            let mut triple = self.lost(vec![any, small, small | bit]);
            all.push(vec![any, any ^ bit]);
            let lost = triple.clone();
            triple[1] ^= bit;
            all.push(triple);
            if !self.is_one_case {
                all.push(lost);
                all.push(vec![bit]);
                all.push(vec![small | bit]);
                all.push(vec![small | bit, small]);
                all.push(vec![small, small | bit, 1, 1]);
            }
        }
        all
    }

    /// Positions before which something else was left: large ones and small ones, won and lost, in turn.
    fn reset(&mut self) -> Vec<Vec<u64>> {
        const LARGE: u64 = 20;
        let count = self.count.high.min(LARGE);
        let Bounds { low, high } = self.sizes;
        let mut all = Vec::new();
        if self.is_one_case {
            return all;
        }
        for small in [
            vec![1],
            vec![1, 1],
            vec![2, 2],
            vec![2],
            vec![0],
            vec![high],
            vec![low],
        ] {
            let large = self.piles(count, self.largest(count));
            all.push(large);
            all.push(small.clone());
            let large = self.piles(count, self.largest(count));
            all.push(self.lost(large));
            all.push(small);
        }
        all
    }

    /// Numbers of piles at the limits, and next to powers of two.
    fn counts(&mut self) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        for count in edges(self.count).into_iter().filter(|&count| count <= MANY) {
            let largest = self.largest(count);
            let piles = self.piles(count, largest);
            all.push(piles);
            let piles = self.piles(count, largest);
            all.push(self.lost(piles));
        }
        all
    }

    /// As many piles as there may be: lost, or won if `decides` names the index of a pile, given their number,
    /// which then differs.
    fn many(&mut self, decides: fn(usize) -> Option<usize>) -> Vec<Vec<u64>> {
        const NUMBERS: u64 = 400;
        const ATTEMPTS: usize = 20;
        let most = self.count.high;
        let mut all = Vec::new();
        if (most > MANY || self.is_one_case) && !self.is_first {
            return all;
        }
        for index in 0..(NUMBERS / most).clamp(2, 10) {
            let count = (most - index % 2).max(self.count.low);
            let piles = self.piles(count, self.largest(count));
            let mut piles = self.lost(piles);
            if let Some(place) = decides(piles.len()) {
                for _ in 0..ATTEMPTS {
                    if self.first_wins(&piles) {
                        break;
                    }
                    let high = self.sizes.high_up_to(self.largest(count));
                    piles[place] = self.random.between(self.sizes.low, high);
                }
            }
            all.push(piles);
        }
        all
    }
}

/// The smallest and the largest numbers, and those next to powers of two.
fn edges(limits: Bounds) -> BTreeSet<u64> {
    let Bounds { low, high } = limits;
    let powers = (0..u64::BITS).map(|bit| 1_u64 << bit);
    let near = powers.flat_map(|power| [power - 1, power, power + 1]);
    let last = (0..3).map(|less| high.saturating_sub(less));
    let few = (0..4).map(|more| low.saturating_add(more));
    let all = near.chain(last).chain(few).chain([high / 2]);
    all.filter(|&number| limits.has(number)).collect()
}

/// What cases may give of the rules: nothing, if there is nothing to give.
fn case_rules(bounds: &PositionLimits) -> Vec<CaseRule> {
    let parameters = bounds.parameter.map(edges).unwrap_or_default();
    // The largest first: with it there are most kinds of positions.
    let parameters = parameters.into_iter().rev().map(|parameter| CaseRule {
        parameter: Some(parameter),
        ..CaseRule::default()
    });
    let sets = bounds.take_count.map(|count| sets(count, bounds));
    let sets = sets.into_iter().flatten().map(|subtraction_set| CaseRule {
        subtraction_set,
        ..CaseRule::default()
    });
    let mut rules: Vec<_> = parameters.chain(sets).collect();
    if rules.is_empty() {
        rules.push(CaseRule::default());
    }
    rules
}

/// Subtraction sets within the limits.
fn sets(count: Bounds, bounds: &PositionLimits) -> Vec<Vec<u64>> {
    let Bounds { low, high } = bounds.subtraction_set;
    let most = count.high.min(1000);
    let mut random = Random::new(0);
    let all_up_to = |largest: u64| (1..=largest).collect::<Vec<_>>();
    let mut sets = vec![
        // With those up to 64, Grundy values are as large.
        all_up_to(most),
        vec![1],
        vec![2],
        vec![high],
        vec![1, 2],
        vec![1, high],
        vec![2, 3],
        vec![2, 5],
        vec![1, 3, 4],
        vec![2, 4, 7],
        vec![3, 4, 5, 6],
        (1..).step_by(2).take(most as usize).collect(),
        (2..).step_by(2).take(most as usize).collect(),
        (1..=most).map(|root| root * root).collect(),
        (0..most.min(64)).map(|exponent| 1 << exponent).collect(),
    ];
    for largest in [3, 10, 31, 32, 33, 63, 64, 65] {
        sets.push(all_up_to(largest));
    }
    for largest in [10, 20, 100, high] {
        for length in [2, 3, 5, 10, most] {
            let high = high.min(largest).max(low);
            sets.push((0..length).map(|_| random.between(low, high)).collect());
        }
    }
    let mut seen = BTreeSet::new();
    for set in &mut sets {
        set.retain(|&take| bounds.subtraction_set.has(take));
        set.truncate(most as usize);
        if bounds.takes_ascend {
            set.sort_unstable();
            set.dedup();
        }
    }
    if !bounds.takes_ascend {
        let reversed = |set: &Vec<u64>| set.iter().rev().copied().collect();
        sets.extend(sets.iter().take(10).map(reversed).collect::<Vec<_>>());
    }
    sets.retain(|set| count.has(set.len() as u64) && seen.insert(set.clone()));
    sets
}
