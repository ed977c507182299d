//! Positions on which programs with a mistake fail: families of them, made from the rules and the limits.

use std::collections::BTreeSet;
use std::iter;
use std::sync::Arc;

use super::draw::decide;
use super::fill::CaseRule;
use super::{Bounds, Limits, Random};
use crate::game::period::Share;
use crate::game::rule::Rules;
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
pub(super) type TestPosition = (Arc<CaseRule>, Vec<u64>);

/// Positions that are alike: what they are for, and what makes their piles. If they would fill more
/// than a few inputs, a sample is used.
pub(super) type Family = (&'static str, fn(&mut Maker) -> Vec<Vec<u64>>);

/// All families, those with small positions first.
pub(super) const FAMILIES: [Family; 9] = [
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
pub(super) fn positions((_, make): &Family, makers: &mut [Maker]) -> Vec<TestPosition> {
    let of_rule = |maker: &mut Maker| {
        let mut all = make(maker);
        if maker.has_cells {
            let king = maker.rule.first().copied().unwrap_or(0);
            let both = |piles: &Vec<u64>| [false, true].map(|alone| cells(piles, alone, king));
            all = all.iter().flat_map(both).flatten().collect();
            all.retain(|cells| king <= cells.len() as u64);
        }
        all.retain_mut(|piles| maker.is_valid(piles));
        let rule = Arc::clone(&maker.rule);
        all.into_iter().map(move |piles| (Arc::clone(&rule), piles))
    };
    makers.iter_mut().flat_map(of_rule).collect()
}

/// Makes positions of one of the rules that a case may give.
pub(super) struct Maker {
    rule: Arc<CaseRule>,
    /// The index of this rule, and how many there are: of what is swept each has its share.
    turn: (u64, u64),
    /// Every position is an input of its own.
    is_one_case: bool,
    /// About how many positions a family may have.
    room: u64,
    /// How many piles there may be, or persons or coins, which stand for piles of Nim; and which.
    allowed: (Bounds, Bounds),
    has_cells: bool,
    /// The piles.
    count: Bounds,
    sizes: Bounds,
    rules: Rules,
    random: Random,
}

/// Makers for the rules that a case of `problem` may give, where a family may have `cases` cases.
pub(super) fn makers(problem: &Problem, cases: u64) -> Vec<Maker> {
    let limits = Limits::of(&problem.layout);
    let rules = case_rules(&limits);
    let total = rules.len() as u64;
    let positions = limits.positions.map_or(1, |positions| positions.high);
    let room = cases.saturating_mul(positions);
    let maker = |(rule, index): (CaseRule, u64)| {
        let mut rules = problem.rules.clone();
        let has_cells = !rules.shape().has_piles();
        let (mut count, mut sizes) = (limits.count, limits.sizes);
        count.low = count.low.max(1);
        count.high = count.high.min(MOST_PILES);
        if has_cells {
            rules = Rules::parse("nim").expect("it is a rule");
            count = Bounds {
                low: 1,
                high: count.high.div_ceil(2),
            };
            sizes = Bounds {
                low: 0,
                high: sizes.high.saturating_sub(2),
            };
        }
        if limits.take_count.is_some() {
            rules.set_takes(&rule);
        } else if let Some(&parameter) = rule.first() {
            rules.set_parameter(parameter);
        }
        rules.limit(Share::Least);
        let known = rules.largest_known(sizes.high);
        if known < sizes.high {
            sizes.high = sizes.high_up_to(known.min(LARGEST_SLOW));
        }
        Maker {
            turn: (index, total),
            is_one_case: problem.layout.cases().is_none(),
            room,
            allowed: (limits.count, limits.sizes),
            has_cells,
            count,
            sizes,
            rules,
            random: Random::new(index),
            rule: Arc::new(rule),
        }
    };
    rules.into_iter().zip(0..).map(maker).collect()
}

impl Maker {
    /// Whether the limits allow these piles; where there have to be more, some are added.
    fn is_valid(&self, piles: &mut Vec<u64>) -> bool {
        let (count, sizes) = self.allowed;
        if !self.has_cells {
            let least = piles.len().max(count.low as usize);
            piles.resize(least, 1.clamp(sizes.low, sizes.high));
        }
        count.has(piles.len() as u64) && piles.iter().all(|&pile| sizes.has(pile))
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

    /// Changes some of the piles so that the player to move loses; or wins by the one at `place`, if there is one.
    fn decided(&mut self, mut piles: Vec<u64>, place: Option<usize>) -> Vec<u64> {
        let sizes = self.sizes;
        let allows = |_: &[u64], _: usize, size: u64| sizes.has(size);
        if piles.iter().all(|&pile| sizes.has(pile)) {
            let winning = place.map(|place| (place, sizes));
            decide(&self.rules, &mut self.random, &mut piles, winning, &allows);
        }
        piles
    }

    /// Random piles, not larger than `largest`.
    fn piles(&mut self, count: u64, largest: u64) -> Vec<u64> {
        let Bounds { low, .. } = self.sizes;
        let high = self.sizes.high_up_to(largest);
        (0..count).map(|_| self.random.between(low, high)).collect()
    }

    /// All positions of up to six piles and twelve stones. Of more than three piles they are in ascending order, but for
    /// those of the first rule, if there is room, without empty piles.
    fn few_stones(&mut self) -> Vec<Vec<u64>> {
        /// The number of those without empty piles, in each order.
        const IN_EACH_ORDER: u64 = 2509;
        let (mut all, low) = (Vec::new(), self.sizes.low);
        for count in self.count.low..=self.count.high.min(6) {
            add_few_stones(&mut Vec::new(), low, count, count > 3, &mut all);
            if count > 3 && self.is_first() && self.room > IN_EACH_ORDER {
                add_few_stones(&mut Vec::new(), low.max(1), count, false, &mut all);
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
        let sizes = self.swept(low, high.min(SWEPT));
        sizes.map(|size| vec![size]).collect()
    }

    /// Two piles with each nim-sum, then each size that has not come up; where there is no room, one
    /// pile for each bit of a Grundy value.
    fn every_nim_sum(&mut self) -> Vec<Vec<u64>> {
        let high = self.sizes.high.min(SWEPT - 1);
        let mask = (high + 1).next_power_of_two() - 1;
        if self.is_one_case {
            let (heaps, mut seen) = (self.rules.heaps(), BTreeSet::new());
            let value = |size| heaps.as_ref().map_or(0, |heaps| heaps.grundy_of(size));
            let bits = (self.sizes.low..=high)
                .filter(|&size| value(size).is_power_of_two() && seen.insert(value(size)));
            return bits.map(|size| vec![size]).collect();
        }
        // A sum's Gray code and half of it, so that most sizes come up as well.
        let of_sum = |sum: u64| vec![sum ^ (sum >> 1), sum >> 1];
        let sums = self.swept(2, mask).map(of_sum);
        let mut all: Vec<_> = iter::once(vec![2, 3]).chain(sums).collect();
        let seen: BTreeSet<_> = all.iter().flatten().copied().collect();
        let others = self.swept(2, high).filter(|size| !seen.contains(size));
        all.extend(others.map(|size| vec![size - 1, size]));
        all
    }

    /// Positions where a single stone decides who wins, and those up to two stones away, the largest first: numbers on which
    /// approximations of the golden ratio fail.
    fn golden(&mut self) -> Vec<Vec<u64>> {
        let (sizes, room) = (self.sizes, (self.room / self.turn.1) as usize);
        let special = self.rules.special().into_iter().flatten();
        let is_small = |piles: &Vec<u64>| piles.iter().all(|&pile| pile <= sizes.high);
        let all: Vec<_> = special.take_while(is_small).collect();
        let near = |piles: &Vec<u64>| [2, 1, 3, 0, 4].map(|more| changed(piles, more));
        all.iter().rev().flat_map(near).take(room).collect()
    }

    /// As many piles as there may be, one less, and half as many, all of one, of two or of three stones.
    fn equal(&mut self) -> Vec<Vec<u64>> {
        let most = self.count.high as usize;
        let counts = BTreeSet::from([most, most.saturating_sub(1), most / 2]);
        if !self.is_first() || !(2..MOST_PILES).contains(&self.count.high) {
            return Vec::new();
        }
        let of_size = |size| counts.iter().map(move |&count| vec![size; count]);
        (1..=3).flat_map(of_size).collect()
    }

    /// Sizes whose sum is 0, or their number, once a counter has overflowed: all piles look empty, or of one
    /// stone. Some have a nim-sum, others come in pairs.
    fn wrapping_sums(&mut self) -> Vec<Vec<u64>> {
        let most = self.count.high.min(MANY);
        let mut counts: BTreeSet<_> = (1..=9).chain([most / 2, most - 1, most]).collect();
        counts.retain(|&count| self.count.has(count) && (count == 7 || !self.is_one_case));
        let counts = counts
            .iter()
            .flat_map(|&count| [(count, 0), (count, count)]);
        let counts: Vec<_> = counts.filter(|_| self.is_first()).collect();
        let mut all = Vec::new();
        for bits in [8, 16, 31, 32, 63, 64] {
            for &(count, target) in &counts {
                let sum = (1_u128 << bits) + u128::from(target);
                all.extend(self.of_sum(count, sum));
                if count.is_multiple_of(2) && sum.is_multiple_of(2) {
                    let half = self.of_sum(count / 2, sum / 2);
                    all.extend(half.map(|half| half.repeat(2)));
                }
            }
        }
        all
    }

    /// So many random piles with this sum: all alike, then some of each goes to its neighbour.
    fn of_sum(&mut self, count: u64, sum: u128) -> Option<Vec<u64>> {
        let mean = u64::try_from(sum / u128::from(count)).ok()?;
        let more = (sum % u128::from(count)) as usize;
        let mut piles = vec![mean; count as usize];
        piles[..more].fill(mean.checked_add(1)?);
        let Bounds { low, high } = self.sizes;
        for at in 1..piles.len() {
            let most = piles[at - 1]
                .checked_sub(low)?
                .min(high.checked_sub(piles[at])?);
            let moved = self.random.between(0, most.min(mean / 2));
            piles[at - 1] -= moved;
            piles[at] += moved;
        }
        Some(piles)
    }

    /// Each number of piles, lost and won in turn.
    fn every_count(&mut self) -> Vec<Vec<u64>> {
        const LARGEST: u64 = 99;
        let Bounds { low, high } = self.count;
        let counts = self
            .swept(low, high.min(SWEPT_COUNTS))
            .filter(|_| low < high);
        let of_count = |count| match self.piles(count, LARGEST) {
            piles if count % 2 == 0 => self.decided(piles, None),
            piles => piles,
        };
        counts.map(of_count).collect()
    }

    /// Piles whose sizes are at the limits, and next to powers of two.
    fn sizes(&mut self) -> Vec<Vec<u64>> {
        let sizes = Vec::from_iter(edges(self.sizes));
        let mut all = Vec::new();
        for (index, &size) in sizes.iter().enumerate() {
            let next = sizes[(index + 1) % sizes.len()];
            let random = self.random.between(self.sizes.low, self.sizes.high);
            all.extend([
                vec![size],
                vec![size, size],
                vec![next, size],
                vec![size, next, size],
            ]);
            all.push(self.decided(vec![size, next, random], None));
        }
        all
    }

    /// As many piles as there may be: lost, or won because of the first, the last, or a pile between them.
    fn many(&mut self) -> Vec<Vec<u64>> {
        /// The approximate number of piles in all positions, unless one has more.
        const PILES: u64 = 1600;
        let most = self.count.high;
        if (most > MANY || self.is_one_case) && !self.is_first() {
            return Vec::new();
        }
        let of_index = |index: u64| {
            let count = (most - index / 4 % 2).max(self.count.low);
            let piles = self.piles(count, u64::MAX);
            let lost = self.decided(piles, None);
            let places = [None, Some(0), Some(count / 2), Some(count - 1)];
            match places[(index % 4) as usize] {
                Some(place) => self.decided(lost, Some(place as usize)),
                None => lost,
            }
        };
        (0..(PILES / most).clamp(4, 40)).map(of_index).collect()
    }
}

/// Adds all `piles` with so many more of at least `least` stones, of twelve stones in all.
fn add_few_stones(
    piles: &mut Vec<u64>,
    least: u64,
    count: u64,
    ascend: bool,
    all: &mut Vec<Vec<u64>>,
) {
    const STONES: u64 = 12;
    if count == 0 {
        all.push(piles.clone());
        return;
    }
    for size in least..=STONES - piles.iter().sum::<u64>() {
        let least = if ascend { size } else { least };
        piles.push(size);
        add_few_stones(piles, least, count - 1, ascend, all);
        piles.pop();
    }
}

/// Persons, or coins, for whom these piles are the gaps that count: all in pairs, or with the first pile between the top
/// and the nearest one, who never moves to the top if the king is next. A coin moves to cell 1 at most.
/// `None` if there are not so many cells.
fn cells(piles: &[u64], is_alone: bool, king: u64) -> Option<Vec<u64>> {
    let (mut last, mut cells) = (u64::from(is_alone && matches!(king, 0 | 2)), Vec::new());
    for (index, &pile) in piles.iter().enumerate() {
        if index > 0 || !is_alone {
            cells.push(last.checked_add(1)?);
            last = last.checked_add(2)?;
        }
        last = last.checked_add(pile)?;
        cells.push(last);
    }
    Some(cells)
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

/// What cases may give of the rules.
fn case_rules(limits: &Limits) -> Vec<CaseRule> {
    match (limits.take_count, limits.parameter) {
        (Some(count), _) => sets(count, limits),
        // The largest first: with it there are most kinds of positions.
        (None, Some(numbers)) => edges(numbers).into_iter().rev().map(|n| vec![n]).collect(),
        (None, None) => vec![Vec::new()],
    }
}

/// Subtraction sets within the limits: as many small takes as there may be, for large Grundy values, few
/// of them, the largest one, and random ones.
fn sets(count: Bounds, limits: &Limits) -> Vec<CaseRule> {
    let Bounds { low, high } = limits.subtraction_set;
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
        set.retain(|&take| limits.subtraction_set.has(take));
        set.truncate(most as usize);
        if limits.takes_ascend {
            set.sort_unstable();
            set.dedup();
        }
    }
    sets.retain(|set| count.has(set.len() as u64));
    sets
}
