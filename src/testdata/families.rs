//! Positions on which programs with a mistake fail: families of them, made from the rules and the limits.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::fill::CaseRule;
use super::{Bounds, PositionLimits, Random};
use crate::game::Play;
use crate::game::period::Share;
use crate::game::rule::{self, Rules};
use crate::problem::Problem;

/// The maximum number of piles, even if the limits allow more.
const MOST_PILES: u64 = 500_000;

/// Where a position may have more piles than this, only some rules of those that a case may give are tried
/// with as many as that.
const MANY: u64 = 2000;

/// All sizes and nim-sums below this are tried, and all numbers of piles up to the other one.
const SWEPT: u64 = 4097;
const SWEPT_COUNTS: u64 = 1000;

/// Where the Grundy values of larger piles are not known soon, piles are not larger than this.
const LARGEST_SLOW: u64 = 20_000;

/// A position, and what its case gives of the rules.
#[derive(Clone, Debug)]
pub(crate) struct TestPosition {
    /// What its case gives of the rules.
    pub rule: Arc<CaseRule>,
    /// The sizes of the piles, or the cells of the persons.
    pub piles: Vec<u64>,
}

/// Positions that are alike: what they are for, and what makes their piles. Some of them will do if they would be more
/// than a few inputs.
pub(crate) type Family = (&'static str, fn(&mut Maker) -> Vec<Vec<u64>>);

/// All families, those with small positions first.
pub(crate) const FAMILIES: [Family; 9] = [
    ("few-stones", Maker::few_stones),
    ("sizes-at-limits", Maker::sizes),
    ("every-size", Maker::every_size),
    ("every-nim-sum", Maker::every_nim_sum),
    ("golden", Maker::golden),
    ("sums-that-wrap", Maker::wrapping_sums),
    ("every-number-of-piles", Maker::every_count),
    ("equal-piles", Maker::equal),
    ("many-piles", Maker::many),
];

/// The positions of a family, for each of the rules that a case may give in turn.
pub(crate) fn positions((_, make): &Family, makers: &mut [Maker]) -> Vec<TestPosition> {
    let of_rule = |maker: &mut Maker| {
        let piles = make(maker)
            .into_iter()
            .flat_map(|piles| maker.in_input(piles));
        let rule = &maker.rule;
        let position = |piles| TestPosition {
            rule: Arc::clone(rule),
            piles,
        };
        piles.map(position).collect::<Vec<_>>()
    };
    makers.iter_mut().flat_map(of_rule).collect()
}

/// Makes positions of one of the rules that a case may give.
pub(crate) struct Maker {
    rule: Arc<CaseRule>,
    /// The index of this rule, and how many there are: of what is swept each has its share.
    turn: (u64, u64),
    /// Every position is an input of its own.
    is_one_case: bool,
    /// About how many positions a family may have.
    room: u64,
    /// How many piles there may be, and of which sizes. Persons on a hill stand for piles of Nim.
    count: Bounds,
    sizes: Bounds,
    rules: Rules,
    /// How many persons there may be, and on which cells.
    persons: Option<(Bounds, Bounds)>,
    /// Whether these are coins on a strip.
    are_coins: bool,
    random: Random,
}

/// Makers for the rules that a case of `problem` may give, where a family may have `cases` cases.
pub(crate) fn makers(problem: &Problem, cases: u64) -> Vec<Maker> {
    let bounds = PositionLimits::of(&problem.layout);
    let rules = case_rules(&bounds);
    let total = rules.len() as u64;
    let positions = bounds.positions.map_or(1, |positions| positions.high);
    let room = cases.saturating_mul(positions);
    let rules = rules.into_iter().zip(0..);
    rules
        .map(|(rule, index)| Maker::new(problem, bounds, rule, (index, total), room))
        .collect()
}

impl Maker {
    fn new(
        problem: &Problem,
        bounds: PositionLimits,
        rule: CaseRule,
        turn: (u64, u64),
        room: u64,
    ) -> Self {
        let mut maker = Self {
            turn,
            room,
            is_one_case: problem.layout.cases().is_none(),
            count: Bounds {
                low: bounds.count.low.max(1),
                high: bounds.count.high.min(MOST_PILES),
            },
            sizes: bounds.sizes,
            rules: problem.rules.clone(),
            persons: None,
            are_coins: problem.rules.shape() == rule::Shape::Distinct,
            random: Random::new(turn.0),
            rule: Arc::new(rule),
        };
        if problem.rules.shape().has_piles() {
            if let Some(parameter) = maker.rule.parameter {
                maker.rules.set_parameter(parameter);
            }
            if bounds.take_count.is_some() {
                maker.rules.set_takes(&maker.rule.subtraction_set);
            }
            maker.rules.limit(Share::Least);
            let known = maker.rules.largest_known(maker.sizes.high);
            if known < maker.sizes.high {
                maker.sizes.high = maker.sizes.high_up_to(known.min(LARGEST_SLOW));
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
            maker.rules = Rules::of_nim(Play::Normal);
        }
        maker
    }

    /// The piles as an input has them, in one way or several, or in none if the limits do not allow it. Where
    /// there have to be more, some are added.
    fn in_input(&self, mut piles: Vec<u64>) -> Vec<Vec<u64>> {
        if let Some((count, cells)) = self.persons {
            // The leftmost coin moves to cell 1, not to a top: as the nearest person does if the king is next.
            let king = if self.are_coins {
                Some(2)
            } else {
                self.rule.parameter
            };
            let reversed = |cells: &Vec<u64>| cells.iter().rev().copied().collect();
            return persons(king.unwrap_or(1), &piles)
                .into_iter()
                .flat_map(|cells| [self.are_coins.then(|| reversed(&cells)), Some(cells)])
                .flatten()
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

    /// Whether this is the first rule.
    fn is_first(&self) -> bool {
        self.turn.0 == 0
    }

    /// Those of the numbers from `low` to `high` that this rule is to be tried with, and no more than there is
    /// room for.
    fn swept(&self, low: u64, high: u64) -> impl Iterator<Item = u64> + use<> {
        let (turn, total) = self.turn;
        let most = if self.is_one_case { 0 } else { self.room / 2 };
        let is_mine = move |number: &u64| number % total == turn;
        (low..=high).take(most as usize).filter(is_mine)
    }

    /// Changes some of the piles so that the player to move loses, if possible.
    fn lost(&mut self, mut piles: Vec<u64>) -> Vec<u64> {
        const ATTEMPTS: usize = 8;
        if piles.iter().any(|&pile| !self.sizes.has(pile)) {
            return piles;
        }
        let allows = |_: &[u64], _: usize, size: u64| self.sizes.has(size);
        for _ in 0..ATTEMPTS {
            if !self.rules.first_wins(&piles) {
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

    /// All positions of up to six piles and twelve stones. Of more than three piles they are in ascending order, but for
    /// those of the first rule, if there is room, without empty piles.
    fn few_stones(&mut self) -> Vec<Vec<u64>> {
        const STONES: u64 = 12;
        /// The number of those without empty piles, in each order.
        const IN_EACH_ORDER: u64 = 2509;
        /// Adds all `piles` with so many more of at least `least` stones.
        fn add(piles: &[u64], least: u64, left: (u64, u64), ascend: bool, all: &mut Vec<Vec<u64>>) {
            let (count, stones) = left;
            if count == 0 {
                all.push(piles.to_vec());
                return;
            }
            for size in least..=stones {
                let least = if ascend { size } else { least };
                let left = (count - 1, stones - size);
                add(&[piles, &[size]].concat(), least, left, ascend, all);
            }
        }
        let (mut all, low) = (Vec::new(), self.sizes.low);
        let has_room = self.is_first() && self.room > IN_EACH_ORDER;
        for count in self.count.low..=self.count.high.min(6) {
            let is_short = count <= 3;
            add(&[], low, (count, STONES), !is_short, &mut all);
            if !is_short && has_room {
                add(&[], low.max(1), (count, STONES), false, &mut all);
            }
        }
        all
    }

    /// Single piles, one of each size; if there is no room for them, those that are lost, which may be rare.
    fn every_size(&mut self) -> Vec<Vec<u64>> {
        let Bounds { low, high } = self.sizes;
        if self.is_one_case && self.count.high == 1 {
            let all = (low..=high.min(SWEPT)).map(|size| vec![size]);
            return all.filter(|piles| !self.rules.first_wins(piles)).collect();
        }
        self.swept(low, high.min(SWEPT))
            .map(|size| vec![size])
            .collect()
    }

    /// Two piles with each nim-sum, then each size in two piles that has not come up; or one pile for each bit.
    fn every_nim_sum(&mut self) -> Vec<Vec<u64>> {
        const ATTEMPTS: u64 = 64;
        /// An odd number, so that other sums have other sizes.
        const SPREAD: u64 = 2477;
        let (mut seen, mut all) = (BTreeSet::new(), Vec::new());
        let high = self.sizes.high.min(SWEPT - 1);
        if self.is_one_case {
            // There is no room for every sum: a pile for each bit.
            let heaps = self.rules.heaps().filter(|_| self.is_first());
            for size in self.sizes.low..=high {
                let sum = heaps.as_ref().map_or(0, |heaps| heaps.grundy_of(size));
                if sum.is_power_of_two() && seen.insert(sum) {
                    all.push(vec![size]);
                }
            }
        }
        if self.is_one_case || self.count.high < 2 {
            return all;
        }
        let mask = (high + 1).next_power_of_two() - 1;
        let is_size = |&size: &u64| size > 0 && size <= high && self.sizes.has(size);
        for sum in self.swept(0, mask) {
            let sizes = (0..ATTEMPTS).map(|attempt| (sum + attempt).wrapping_mul(SPREAD) & mask);
            let size = sizes.filter(is_size).find(|size| is_size(&(size ^ sum)));
            if let Some(size) = size {
                seen.extend([size, size ^ sum]);
                all.push(vec![size, size ^ sum]);
            }
        }
        for size in self.swept(1, high).filter(|size| !seen.contains(size)) {
            all.push(vec![if size == 1 { high } else { size - 1 }, size]);
        }
        all
    }

    /// Where who wins hangs on a stone, and up to two stones from there: numbers on which approximations of the golden ratio
    /// fail. If there is room for few, those of the largest Fibonacci numbers.
    fn golden(&mut self) -> Vec<Vec<u64>> {
        let (sizes, room) = (self.sizes, (self.room / self.turn.1) as usize);
        let special = self.rules.special().into_iter().flatten();
        let is_large = |piles: &Vec<u64>| piles.iter().any(|&pile| pile > sizes.high);
        let mut all: Vec<_> = special.take_while(|piles| !is_large(piles)).collect();
        if all.len() * 5 > room {
            let next = |&(one, next): &(u64, u64)| Some((next, one.checked_add(next)?));
            let fibonacci = std::iter::successors(Some((1, 2)), next).map(|(one, _)| one);
            let fibonacci: BTreeSet<_> = fibonacci.flat_map(|one| [one - 1, one]).collect();
            all.retain(|piles| piles.iter().all(|pile| fibonacci.contains(pile)));
            return all.into_iter().rev().take(room).collect();
        }
        let near = |piles: &Vec<u64>| (0..5).map(|more| changed(piles, more)).collect::<Vec<_>>();
        all.iter().flat_map(near).collect()
    }

    /// As many piles as there may be, one less, and half as many, all of one, of two or of three stones.
    fn equal(&mut self) -> Vec<Vec<u64>> {
        let most = self.count.high;
        let counts = BTreeSet::from([most, most.saturating_sub(1), most / 2]);
        if !self.is_first() || most < 2 {
            return Vec::new();
        }
        let of_size = |size| counts.iter().map(move |&count| vec![size; count as usize]);
        (1..=3).flat_map(of_size).collect()
    }

    /// Sizes whose sum is 0, or their number, once a counter has overflowed: all piles look empty, or of one
    /// stone. Some have a nim-sum, others come in pairs.
    fn wrapping_sums(&mut self) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        let most = self.count.high.min(MANY);
        if !self.is_first() || self.persons.is_some() {
            return all;
        }
        let mut counts: BTreeSet<_> = (1..=9).chain([most / 2, most - 1, most]).collect();
        counts.retain(|&count| self.count.has(count) && (count == 7 || !self.is_one_case));
        for bits in [8, 16, 31, 32, 63, 64] {
            for &count in &counts {
                for target in [0, count] {
                    let sum = (1_u128 << bits) + u128::from(target);
                    all.extend(self.of_sum(count, sum));
                    if count.is_multiple_of(2) && sum.is_multiple_of(2) {
                        let half = self.of_sum(count / 2, sum / 2);
                        all.extend(half.map(|half| half.repeat(2)));
                    }
                }
            }
        }
        all
    }

    /// So many random piles with this sum.
    fn of_sum(&mut self, count: u64, sum: u128) -> Option<Vec<u64>> {
        let (low, high) = (u128::from(self.sizes.low), u128::from(self.sizes.high));
        let (mut piles, mut rest) = (Vec::new(), sum);
        for left in (0..u128::from(count)).rev() {
            let mean = rest / (left + 1);
            // The others have to have the rest.
            let least = low.max(rest.saturating_sub(left * high)).max(mean / 2);
            let most = high.min(rest.checked_sub(left * low)?).min(mean * 3 / 2);
            let (least, most) = if left == 0 {
                (rest, rest)
            } else {
                (least, most)
            };
            if least > most || most > high || least < low {
                return None;
            }
            let pile = self.random.between(least as u64, most as u64);
            rest -= u128::from(pile);
            piles.push(pile);
        }
        Some(piles)
    }

    /// Each number of piles, lost and won in turn.
    fn every_count(&mut self) -> Vec<Vec<u64>> {
        const LARGEST: u64 = 99;
        let Bounds { low, high } = self.count;
        let mut all = Vec::new();
        if low == high {
            return all;
        }
        for count in self.swept(low, high.min(SWEPT_COUNTS)) {
            let piles = self.piles(count, self.largest(count).min(LARGEST));
            all.push(if count % 2 == 0 {
                self.lost(piles)
            } else {
                piles
            });
        }
        all
    }

    /// Piles whose sizes are at the limits, and next to powers of two.
    fn sizes(&mut self) -> Vec<Vec<u64>> {
        let sizes = Vec::from_iter(edges(self.sizes));
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

    /// As many piles as there may be: lost, or won because of the first, the last, or a pile between them.
    fn many(&mut self) -> Vec<Vec<u64>> {
        /// The approximate number of piles in all positions, unless one has more.
        const PILES: u64 = 1600;
        const ATTEMPTS: usize = 20;
        let most = self.count.high;
        let mut all = Vec::new();
        if (most > MANY || self.is_one_case) && !self.is_first() {
            return all;
        }
        for index in 0..(PILES / most).clamp(4, 40) {
            let count = (most - index / 4 % 2).max(self.count.low);
            let high = self.sizes.high_up_to(self.largest(count));
            let piles = self.piles(count, high);
            let mut piles = self.lost(piles);
            let decides = [None, Some(0), Some(count / 2), Some(count - 1)];
            if let Some(place) = decides[(index % 4) as usize] {
                for _ in 0..ATTEMPTS {
                    if self.rules.first_wins(&piles) {
                        break;
                    }
                    piles[place as usize] = self.random.between(self.sizes.low, high);
                }
            }
            all.push(piles);
        }
        all
    }
}

/// The piles with a first one that has up to two stones more, or fewer; every other time, in reverse.
fn changed(piles: &[u64], more: u64) -> Vec<u64> {
    let mut piles = piles.to_vec();
    piles[0] = piles[0].saturating_add(more).saturating_sub(2);
    if more % 2 == 1 {
        piles.reverse();
    }
    piles
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

/// Subtraction sets within the limits: as many small takes as there may be, for large Grundy values, few of them, the
/// largest one, and random ones.
fn sets(count: Bounds, bounds: &PositionLimits) -> Vec<Vec<u64>> {
    let Bounds { low, high } = bounds.subtraction_set;
    let most = count.high.min(1000);
    let mut random = Random::new(0);
    let mut sets = vec![
        (1..=most).collect(),
        vec![1],
        vec![high],
        vec![1, high],
        vec![2, 3],
        vec![1, 3, 4],
        vec![2, 4, 7],
        (2..).step_by(2).take(most as usize).collect(),
    ];
    for largest in [10, 100, high] {
        for length in [2, 5, most] {
            let high = high.min(largest).max(low);
            sets.push((0..length).map(|_| random.between(low, high)).collect());
        }
    }
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
        sets.extend(sets.iter().map(reversed).collect::<Vec<_>>());
    }
    let mut seen = BTreeSet::new();
    sets.retain(|set| count.has(set.len() as u64) && seen.insert(set.clone()));
    sets
}

/// Persons for whom these piles are the gaps that count, in two ways: all in pairs, and with the first pile
/// between the top and the nearest person. Positions may be 0, where no person may be.
fn persons(king: u64, piles: &[u64]) -> [Vec<u64>; 2] {
    let in_pairs = |mut last: u64, piles: &[u64], persons: &mut Vec<u64>| {
        for &pile in piles {
            let upper = last.saturating_add(1);
            last = upper.saturating_add(1).saturating_add(pile);
            persons.extend([upper, last]);
        }
    };
    let mut pairs = Vec::new();
    in_pairs(0, piles, &mut pairs);
    // The nearest one never moves to the top if the king is next.
    let nearest = piles
        .first()
        .map(|first| first.saturating_add(u64::from(king == 2)));
    let mut alone = Vec::from_iter(nearest);
    in_pairs(
        nearest.unwrap_or(0),
        piles.get(1..).unwrap_or_default(),
        &mut alone,
    );
    [pairs, alone]
}
