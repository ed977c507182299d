//! Positions on which programs with a mistake fail: families of them, made from the rules and the limits.

use std::collections::BTreeSet;

use super::case_numbers::{Next, Walked};
use super::draw::decide;
use super::fill::place;
use super::{Bounds, Limits, Random};
use crate::game::Allows;
use crate::game::period::MANY;
use crate::game::rule::Rules;
use crate::layout::{CountOf, Parameter, Role};
use crate::problem::Problem;
use crate::words::t;

/// The maximum number of piles, even if the limits allow more.
const MAX_PILES: u64 = 500_000;

/// All sizes up to this are tried, and all numbers of piles up to the other one.
const SWEPT: u64 = 4096;
const SWEPT_COUNTS: u64 = 1000;

/// Where the Grundy values of larger piles are not known soon, piles are not larger than this.
const LARGEST_SLOW: u64 = 20_000;

/// What a case gives of the rules: a subtraction set, a number or two, or nothing.
type CaseRule = Vec<u64>;

/// Positions that are alike. If they would fill more than a few inputs, a sample is used.
pub(super) struct Family {
    /// The start of the names of their tests.
    pub name: &'static str,
    /// What they are, in English.
    pub about: &'static str,
    /// What to know of a program that fails on no others.
    pub caveat: Option<fn() -> &'static str>,
    /// What makes their piles.
    make: fn(&mut Maker<'_>) -> Vec<Vec<u64>>,
}

impl Family {
    const fn new(name: &'static str, about: &'static str, make: fn(&mut Maker<'_>) -> Vec<Vec<u64>>) -> Self {
        Self {
            name,
            about,
            caveat: None,
            make,
        }
    }

    const fn with_caveat(self, caveat: fn() -> &'static str) -> Self {
        let caveat = Some(caveat);
        Self { caveat, ..self }
    }
}

/// All families, those with small positions first.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "a method is one of makers of one lifetime"
)]
pub(super) const FAMILIES: &[Family] = &[
    Family::new("few-stones", "all positions of a few stones", |maker| {
        maker.few_stones()
    }),
    Family::new(
        "sizes-at-limits",
        "piles at the limits, and next to powers of two",
        |maker| maker.sizes(),
    ),
    Family::new("every-size", "single piles of each size", |maker| maker.every_size()),
    Family::new("golden", "numbers at the golden ratio", |maker| maker.golden()).with_caveat(|| {
        t!(
            "a judge whose data have no such numbers may accept this program; it is wrong all the same, since the \
            limits allow them: floating point, for example, is not exact enough there"
        )
    }),
    Family::new(
        "every-number-of-piles",
        "each number of piles, lost and won in turn",
        |maker| maker.every_count(),
    ),
    Family::new("many-piles", "as many piles as there may be", |maker| maker.many()),
    Family::new(
        "ones-first",
        "piles of one stone in front, a larger one behind them",
        |maker| maker.ones_first(),
    ),
];

/// Makes positions of one of the rules that a case may give.
pub(super) struct Maker<'p> {
    problem: &'p Problem,
    rule: CaseRule,
    /// The index of this rule, and how many there are: of what is swept each has its share.
    turn: usize,
    total: usize,
    /// About how many positions a family may have.
    room: usize,
    limits: Limits,
    /// Whether persons or coins stand for piles of Nim.
    has_cells: bool,
    /// The piles that there may be, as far as the rule knows them.
    count: Bounds,
    sizes: Bounds,
    rules: Rules,
    random: Random,
}

/// Makers for the rules that a case of `problem` may give, where a family may have `cases` cases.
pub(super) fn makers(problem: &Problem, cases: u64) -> Vec<Maker<'_>> {
    let limits = Limits::of(&problem.layout);
    let all = case_rules(problem, &limits);
    // Where an input is one case, there is room for one rule.
    let total = problem.layout.cases().map_or(1, |_| all.len());
    let positions = limits.positions.map_or(1, |positions| positions.high);
    let room = cases.saturating_mul(positions) as usize;
    let maker = |(turn, rule): (usize, CaseRule)| {
        let mut rules = problem.rules.clone();
        let has_cells = !rules.positions.has_piles();
        let (mut count, mut sizes) = (limits.count, limits.sizes);
        if has_cells {
            rules = Rules::parse("nim").expect("it is a rule");
            count = Bounds::new(1, count.high.div_ceil(2));
            sizes = Bounds::new(0, sizes.high.saturating_sub(2));
        }
        count.low = count.low.max(1);
        count.high = count.high.min(MAX_PILES);
        rules.set_given(&rule);
        rules.limit(MANY);
        let known = rules.largest_known(sizes.high);
        if known < sizes.high {
            sizes = sizes.up_to(known.min(LARGEST_SLOW));
        }
        Maker {
            problem,
            random: Random::new(turn as u64),
            limits: limits.clone(),
            has_cells,
            rule,
            turn,
            total,
            room,
            count,
            sizes,
            rules,
        }
    };
    all.into_iter().enumerate().map(maker).collect()
}

impl Maker<'_> {
    /// The cases of a family, with as many positions in each as may be.
    pub(super) fn cases(&mut self, family: &Family) -> Vec<Walked> {
        let mut all = (family.make)(self);
        let Limits { count, sizes, .. } = self.limits;
        if self.has_cells {
            let king = self.rule.first().copied().unwrap_or(0);
            let both = |piles: &Vec<u64>| [false, true].map(|alone| cells(piles, alone, king));
            all = all.iter().flat_map(both).collect();
            all.retain(|cells| king <= cells.len() as u64);
        } else {
            for piles in &mut all {
                let least = piles.len().max(count.low as usize);
                piles.resize(least, 1.clamp(sizes.low, sizes.high));
            }
        }
        all.retain(|piles| count.has(piles.len() as u64) && piles.iter().all(|&pile| sizes.has(pile)));
        let Bounds { low, high } = self.limits.positions.unwrap_or(Bounds::new(1, 1));
        let case = |positions: &[Vec<u64>]| {
            let mut positions = positions.to_vec();
            positions.resize(positions.len().max(low as usize), positions[0].clone());
            self.case(&positions)
        };
        all.chunks(high.max(1) as usize).filter_map(case).collect()
    }

    /// The case with these positions. `None` if the limits do not allow it.
    fn case(&mut self, positions: &[Vec<u64>]) -> Option<Walked> {
        let (rule, limits) = (&self.rule, &self.limits);
        let others = &mut |next: &Next<'_>| {
            let (index, Bounds { low, high }) = (Some(next.number.index), next.limits);
            Some(match next.number.role {
                // Each position may give them.
                Role::Take => rule[rule.len().checked_sub(next.left as usize)?],
                Role::Count(CountOf::Takes) => rule.len() as u64,
                // A position is one row.
                _ if index == limits.groups => positions.len() as u64,
                _ if index == limits.counted.map(|(length, _)| length) => {
                    let largest = positions.iter().flatten().max().copied().unwrap_or(0);
                    let first = limits.counted.map_or(0, |(_, first)| first);
                    (largest + 1).saturating_sub(first).clamp(low, high)
                }
                _ if index == limits.pile_count => {
                    let piles = positions.get(next.row as usize).or(positions.last());
                    piles?.len() as u64 / limits.each
                }
                // That of a rule may be beyond what the numbers before allow.
                Role::Parameter(Parameter::MinTaken) => rule[0].clamp(low, high),
                Role::Parameter(_) => rule.last().map_or(low, |&number| number.clamp(low, high)),
                // Of a number that is a limit of others, the largest leaves most room.
                Role::Other if !next.number.ascending => high,
                _ => low,
            })
        };
        place(&self.problem.layout, positions, &mut self.random, others)
    }

    /// Those of the numbers from `low` to `high` that this rule is to be tried with: half as many as there is room for,
    /// and none if there is no room for the rule.
    fn swept(&self, low: u64, high: u64) -> impl Iterator<Item = u64> + use<> {
        let has_room = self.turn < self.total;
        let all = (low..=high).take(self.room.div_ceil(2)).skip(self.turn);
        all.step_by(self.total).filter(move |_| has_room)
    }

    /// Changes some of the piles so that the player to move loses; or wins by the one at `place`, if there is one.
    fn decided(&mut self, mut piles: Vec<u64>, place: Option<usize>) -> Vec<u64> {
        let sizes = self.sizes;
        // There cannot be so many piles, and the game may have no moves for them.
        if piles.len() as u64 > self.count.high {
            return piles;
        }
        let winning = place.map(|place| (place, sizes));
        let allows: &Allows<'_> = &|_, _, size| sizes.has(size);
        decide(&self.rules, &mut self.random, &mut piles, winning, allows);
        piles
    }

    /// Random piles, not larger than `largest`.
    fn piles(&mut self, count: u64, largest: u64) -> Vec<u64> {
        let Bounds { low, high } = self.sizes.up_to(largest);
        (0..count).map(|_| self.random.between(low, high)).collect()
    }

    /// All positions of up to six piles and twelve stones, each in one order.
    fn few_stones(&mut self) -> Vec<Vec<u64>> {
        let (low, mut all, mut piles) = (self.sizes.low, Vec::new(), vec![Vec::new()]);
        let with_one_more = |piles: &Vec<u64>| {
            let (piles, most) = (piles.clone(), 12 - piles.iter().sum::<u64>());
            let least = piles.last().copied().unwrap_or(low);
            (least..=most).map(move |size| [&piles[..], &[size]].concat())
        };
        for count in 1..=6 {
            piles = piles.iter().flat_map(with_one_more).collect();
            if self.count.has(count) {
                all.extend(piles.clone());
            }
        }
        for piles in &mut all {
            self.random.shuffle(piles);
        }
        all
    }

    /// Single piles, one of each size; where an input is one, those that are lost, which may be rare.
    fn every_size(&mut self) -> Vec<Vec<u64>> {
        let Bounds { low, high } = self.sizes;
        let high = high.min(SWEPT);
        if self.problem.layout.cases().is_none() && self.count.high == 1 {
            let all = (low..=high).map(|size| vec![size]);
            return all.filter(|piles| !self.rules.game().first_wins(piles)).collect();
        }
        self.swept(low, high).map(|size| vec![size]).collect()
    }

    /// Positions where a single stone decides who wins, and those up to two stones away, the largest first: numbers on
    /// which approximations of the golden ratio fail.
    fn golden(&mut self) -> Vec<Vec<u64>> {
        let special = self.rules.game().special().into_iter().flatten();
        let is_small = |piles: &Vec<u64>| piles.iter().all(|&pile| pile <= self.sizes.high);
        let all: Vec<_> = special.take_while(is_small).collect();
        let near = all.iter().rev().flat_map(|piles| {
            [2, 1, 3, 0, 4].map(|more| {
                let mut piles = piles.clone();
                piles[0] = piles[0].saturating_add(more).saturating_sub(2);
                piles
            })
        });
        near.take(self.room / self.total).collect()
    }

    /// Each number of piles, lost and won in turn.
    fn every_count(&mut self) -> Vec<Vec<u64>> {
        const LARGEST: u64 = 99;
        let Bounds { low, high } = self.count;
        let counts = self.swept(low, high.min(SWEPT_COUNTS));
        let of_count = |count| match self.piles(count, LARGEST) {
            piles if count % 2 == 0 => self.decided(piles, None),
            piles => piles,
        };
        counts.filter(|_| low < high).map(of_count).collect()
    }

    /// Piles whose sizes are at the limits, and next to powers of two.
    fn sizes(&mut self) -> Vec<Vec<u64>> {
        let sizes = Vec::from_iter(edges(self.sizes));
        let mut all = Vec::new();
        for (&size, &next) in sizes.iter().zip(sizes.iter().cycle().skip(1)) {
            let random = self.random.between(self.sizes.low, self.sizes.high);
            let lost = self.decided(vec![size, next, random], None);
            all.extend([vec![size], vec![size, next, size], lost]);
            all.extend([vec![size, size], vec![next, size]]);
        }
        // Two bits: where the other one is not seen, a number that is lost may be left.
        all.extend((2..u64::BITS).map(|bit| vec![(1 << bit) + 2]));
        all.extend([5, 6, 7, 8].into_iter().flat_map(|count| self.wrapping(count)));
        all
    }

    /// Where piles are played in order: piles of one stone, then a larger one, which decides who wins; and one of one
    /// stone, then larger ones.
    fn ones_first(&mut self) -> Vec<Vec<u64>> {
        let wins = |piles: &[u64]| self.rules.game().first_wins(piles);
        if self.count.high < 2 || wins(&[1, 2]) == wins(&[2, 1]) {
            return Vec::new();
        }
        let counts = edges(Bounds::new(1, self.count.high - 1));
        let both = |count| {
            let [ones, twos] = [1, 2].map(|size| vec![size; count as usize]);
            [[ones, vec![2]].concat(), [vec![1], twos].concat()]
        };
        counts.into_iter().flat_map(both).collect()
    }

    /// So many piles whose sum is in 32 bits what it is of no stones, or of as many piles of one stone.
    fn wrapping(&mut self, count: u64) -> Vec<Vec<u64>> {
        let Bounds { low, high } = self.sizes;
        let with_sum = |sum: u64| {
            let (each, rest) = (sum / count, sum % count);
            let room = high.checked_sub(each + rest)?.min(each.checked_sub(low)?);
            let mut piles = vec![each; count as usize];
            piles[0] += rest;
            for pair in piles.chunks_exact_mut(2) {
                let more = self.random.between(0, room);
                (pair[0], pair[1]) = (pair[0] + more, pair[1] - more);
            }
            Some(piles)
        };
        [1 << 32, (1 << 32) + count].into_iter().filter_map(with_sum).collect()
    }

    /// As many piles as there may be: lost, or won because of the first, the last, or a pile between them; for one
    /// rule, and where persons stand for piles for another king, with whom there may be one person less.
    fn many(&mut self) -> Vec<Vec<u64>> {
        /// The approximate number of piles in all positions, unless one has more.
        const PILES: u64 = 1600;
        let Bounds { low, high } = self.count;
        if self.turn > usize::from(self.has_cells) {
            return Vec::new();
        }
        // Cells are sums of the piles before.
        let largest = if self.has_cells {
            (self.sizes.high / high).saturating_sub(2)
        } else {
            u64::MAX
        };
        let of_index = |index: u64| {
            let piles = self.piles((high - index / 4 % 2).max(low), largest);
            let places = [0, piles.len() / 2, piles.len() - 1];
            let lost = self.decided(piles, None);
            match places.get(index as usize % 4) {
                Some(&place) => self.decided(lost, Some(place)),
                None => lost,
            }
        };
        (0..(PILES / high).clamp(4, 40)).map(of_index).collect()
    }
}

/// Persons, or coins, for whom these piles are the gaps that count: all in pairs, or with the first pile between the
/// top and the nearest one, who never moves to the top if the king is next. A coin moves to cell 1 at most.
fn cells(piles: &[u64], is_alone: bool, king: u64) -> Vec<u64> {
    let (mut last, mut cells) = (u64::from(is_alone && matches!(king, 0 | 2)), Vec::new());
    for (index, &pile) in piles.iter().enumerate() {
        if index > 0 || !is_alone {
            cells.push(last.saturating_add(1));
            last = last.saturating_add(2);
        }
        last = last.saturating_add(pile);
        cells.push(last);
    }
    cells
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
fn case_rules(problem: &Problem, limits: &Limits) -> Vec<CaseRule> {
    let parameters = problem.rules.asks_of_input();
    match (limits.take_count, limits.parameter) {
        (Some(count), _) => sets(count, limits),
        // The largest first: with it there are most kinds of positions.
        (None, Some(numbers)) => {
            let numbers = || edges(numbers).into_iter().rev();
            // As many takes as may be, or one.
            let first = numbers().next_back().filter(|_| parameters.count() > 1);
            let ranges = first
                .into_iter()
                .flat_map(|first| numbers().map(move |n| vec![first, n]));
            ranges.chain(numbers().map(|n| vec![n])).collect()
        }
        (None, None) => vec![Vec::new()],
    }
}

/// Subtraction sets within the limits: as many small takes as there may be, for large Grundy values, few of them, the
/// largest one, and random ones.
fn sets(count: Bounds, limits: &Limits) -> Vec<CaseRule> {
    let Bounds { low, high } = limits.subtraction_set;
    let most = count.high.min(1000);
    let mut random = Random::new(0);
    let few: [&[u64]; 6] = [&[1], &[high], &[1, high], &[2, 3], &[1, 3, 4], &[2, 4, 7]];
    let mut sets = Vec::from([1, 2].map(|step| (1..=most).map(|take| step * take).collect()));
    sets.extend(few.map(<[u64]>::to_vec));
    for largest in [10, 100, high] {
        let high = high.min(largest).max(low);
        let mut set = |length| (0..length).map(|_| random.between(low, high)).collect();
        sets.extend([2, 5, most].map(&mut set));
    }
    for set in &mut sets {
        set.retain(|&take| limits.subtraction_set.has(take));
        if limits.takes_ascend {
            set.sort_unstable();
            set.dedup();
        }
    }
    sets.retain(|set: &CaseRule| count.has(set.len() as u64));
    sets
}
