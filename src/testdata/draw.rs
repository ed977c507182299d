//! Draws cases one at a time: first all numbers within their limits; then piles are changed, where possible, until each
//! position is won or lost as the shape asks.

use super::case_numbers::{CaseNumbers, Next, Together, Walked};
use super::fill::{fill, place};
use super::limits::{Bounds, GenerateOptions, Limits, shift};
use super::random::Random;
use super::shape::CaseShape;
use crate::error::Error;
use crate::game::Allows;
use crate::game::period::MANY;
use crate::game::positions::Cells;
use crate::game::rule::Rules;
use crate::layout::{Layout, NumberItem, Parameter, PileOf, Role};
use crate::problem::Problem;
use crate::words::t;

/// The maximum number of attempts to draw a case that the limits allow, and whose positions are won or lost as the
/// shape asks. That may be impossible: a single pile is never lost.
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
    shape: CaseShape,
    ones: Option<u64>,
    /// The numbers before all cases, which the first case has drawn.
    head: CaseNumbers,
    /// What they leave of the sums over all cases, and how many cases share it.
    together: Together,
    cases_left: u64,
}

impl<'l> Draw<'l> {
    /// It is an error if the options make no sense for the problem or with each other.
    pub(crate) fn new(problem: &'l Problem, options: GenerateOptions) -> Result<Self, Error> {
        let mut rules = problem.rules.clone();
        let is_known = rules.asks_of_input().next().is_none();
        if !is_known {
            // What can be answered must not depend on the cases before, nor take long for many rules.
            rules.limit(MANY);
        }
        let limits = Limits::asked(problem, options)?;
        let may_be_lost = || limits.sizes.low == 0 || rules.may_be_lost(limits.count.high);
        if options.shape == CaseShape::Losing && is_known && !may_be_lost() {
            let why = t!(
                "no position is lost: a move may take all stones of {most} piles",
                most = limits.count.high
            );
            return Err(Error::Usage(why));
        }
        let mut draw = Self {
            layout: &problem.layout,
            limits,
            options,
            rules,
            random: Random::new(options.seed),
            shape: options.shape,
            ones: None,
            head: Vec::new(),
            together: Together::new(&problem.layout),
            cases_left: 1,
        };
        draw.cases_left = draw.usual_cases();
        Ok(draw)
    }

    /// The default number of cases of an input.
    pub(crate) fn usual_cases(&self) -> u64 {
        let may_be_long = self.limits.count.high > LONG && self.limits.positions.is_none();
        let usual = if may_be_long { 10 } else { 100 };
        let most = self.layout.most_cases().min(usual);
        self.layout.least_cases().max(most)
    }

    /// Says how many cases are to be drawn, each of which is to have its share of what all may have together.
    pub(crate) fn expect_cases(&mut self, cases: u64) {
        self.cases_left = cases.max(1);
    }

    /// Draws a case.
    pub(crate) fn case(&mut self) -> Result<Walked, Error> {
        let shape = self.options.shape;
        let promises = matches!(shape, CaseShape::Losing | CaseShape::Winning);
        let mut good = None;
        for attempt in 0..ATTEMPTS {
            (self.shape, self.ones) = match attempt.checked_sub(ATTEMPTS / 2) {
                Some(more) if shape == CaseShape::Losing => (CaseShape::Ones, Some(more as u64)),
                _ => (shape, None),
            };
            let (case, is_so) = self.draw().unzip();
            let fits = |case: &Walked| self.together.clone().add(case);
            good = case.filter(fits).or(good);
            let suffices = attempt + 1 >= FEW_ATTEMPTS && good.is_some() && !promises;
            if suffices || is_so == Some(true) {
                break;
            }
        }
        let none_found = || Error::Usage(t!("no case was found within the limits").to_owned());
        let case = good.ok_or_else(none_found)?;
        self.together.add(&case);
        self.cases_left = (self.cases_left - 1).max(1);
        if self.head.is_empty() {
            self.head = case.case[..case.before].to_vec();
        }
        Ok(case)
    }

    /// Draws a case whose positions are won or lost as they should be, as far as possible; whether they are. `None` if
    /// the limits leave no case, or it is not answered.
    fn draw(&mut self) -> Option<(Walked, bool)> {
        let mut random = Random::new(self.random.bits());
        let drawn = fill(self.layout, &mut random, |next| self.number(next))?;
        self.decided(drawn)
    }

    /// This case, its positions changed until they are won or lost as they should be, as [drawn](Self::draw) ones.
    fn decided(&mut self, drawn: Walked) -> Option<(Walked, bool)> {
        let positions = drawn.positions.iter().map(|position| &position.piles);
        let sizes = self.limits.sizes;
        let largest = positions.clone().flatten().max().copied().unwrap_or(0);
        let mut changed: Vec<_> = positions.clone().cloned().collect();
        let (mut are_so, mut are_known) = (true, true);
        let allows = allowed(&self.layout.numbers[self.limits.piles[0]], sizes);
        for (piles, position) in changed.iter_mut().zip(&drawn.positions) {
            for (role, values) in &position.given {
                self.rules.set(*role, values);
            }
            let king = self.rules.king();
            if king.is_some_and(|king| king > piles.len() as u64) {
                return None;
            }
            let known = self.rules.largest_known(largest);
            are_known &= largest <= known;
            // Larger piles are not answered.
            for size in piles.iter_mut().filter(|size| **size > known) {
                *size = self.random.between(sizes.low.min(known), known);
            }
            let lost = self.options.shape.lost(&mut self.random);
            let may_be_lost = sizes.low == 0 || self.rules.may_be_lost(piles.len() as u64);
            are_so &= lost != Some(true) || may_be_lost;
            let lost = lost.filter(|&is_lost| !is_lost || may_be_lost);
            if let (Some(is_lost), Some(end)) = (lost, piles.len().checked_sub(1)) {
                let high = largest.min(known).max(sizes.low);
                let winning = (!is_lost).then_some((end, Bounds { high, ..sizes }));
                are_so &= decide(&self.rules, &mut self.random, piles, winning, &allows);
            }
            if self.rules.positions.cells == Some(Cells::Distinct) && self.random.coin() {
                self.random.shuffle(piles);
            }
        }
        if positions.eq(&changed) {
            return Some((drawn, are_so));
        }
        let others = &mut |next: &Next<'_>| drawn.case.get(next.at).copied();
        match place(self.layout, &changed, &mut self.random, others) {
            Some(placed) => Some((placed, are_so)),
            None => are_known.then_some((drawn, false)),
        }
    }

    /// The bounds of a number that leave counts and sizes of piles as they are asked for.
    fn asked(&self, next: &Next<'_>) -> Bounds {
        let limits = &self.limits;
        let (count, sizes, each) = (limits.count, limits.sizes, limits.each);
        match next.number.role {
            _ if limits.pile_count == Some(next.number.index) => {
                Bounds::new(count.low.div_ceil(each), count.high / each)
            }
            Role::Pile | Role::Person | Role::FirstCell => sizes,
            Role::PileOf(PileOf::MorePlace | PileOf::Cells | PileOf::Count(_))
            | Role::SecondCell
            | Role::Cases
            | Role::Count(_)
            | Role::Take
            | Role::Parameter(_)
            | Role::Other => next.limits,
            Role::PileOf(of) => {
                let (less, more) = shift(of);
                sizes.map(|size| size.saturating_add(less).saturating_sub(more))
            }
        }
    }

    /// Draws a number.
    fn number(&mut self, next: &Next<'_>) -> Option<u64> {
        if let Some(&known) = self.head.get(next.at) {
            return Some(known);
        }
        let number = next.number;
        let is_count = self.limits.pile_count == Some(number.index);
        let is_long = is_count && self.options.piles.is_none() && next.limits.high > LONG;
        let mut limits = next.limits.within(self.asked(next));
        let is_most = self.shape == CaseShape::Max;
        let (low, cases) = (limits.low, self.cases_left);
        let share = self.together.share(number, low, cases, is_most);
        limits.high = limits.high.min(share);
        let high = limits.high;
        if low > high {
            return None;
        }
        let top = Bounds::new(low.max(high.saturating_sub(9)), high);
        let random = &mut self.random;
        let limits = match (number.role, self.shape) {
            (_, CaseShape::Ones) if is_count && self.ones.is_some() => {
                return Some(high.min(low.saturating_add(self.ones?)));
            }
            (_, CaseShape::Max) if is_count => return Some(high),
            (_, CaseShape::Single) if is_count => return Some(low),
            (_, CaseShape::Small) if is_count && self.options.piles.is_none() => limits.up_to(FEW),
            // There are several positions or rows of so many.
            _ if is_long && self.limits.groups.is_some() => limits.up_to(LONG),
            // Short lists are as likely as long ones, so that most inputs are handy.
            _ if is_long => return Some(random.of_any_length(low, limits.up_to(HANDY).high)),
            _ if is_count => limits,
            (Role::Cases | Role::Count(_), CaseShape::Max) => limits.up_to(HANDY),
            (Role::Cases | Role::Count(_), CaseShape::Small) => limits.up_to(FEW),
            (Role::Cases | Role::Count(_), _) => limits.up_to(LONG),
            (Role::Parameter(Parameter::King) | Role::Other, _) => limits,
            // A part of the rules is mostly small: large numbers make games that are all alike.
            (Role::Take | Role::Parameter(_), CaseShape::Small) => limits.up_to(FEW),
            (Role::Take, CaseShape::Max) if !number.is_ordered() => top,
            (Role::Take | Role::Parameter(_), CaseShape::Max) => limits,
            (Role::Take | Role::Parameter(_), _) if random.coin() => limits.up_to(SMALL_TAKE),
            (Role::Take | Role::Parameter(_), _) => limits,
            (_, CaseShape::Lengths) if !number.is_ordered() => {
                return Some(random.of_any_length(low, high));
            }
            (Role::Pile | Role::PileOf(_) | Role::FirstCell | Role::SecondCell | Role::Person, _) => {
                self.pile(next, limits, top)
            }
        };
        if number.is_ordered() {
            return self.above(next, limits);
        }
        let value = self.random.between(limits.low, limits.high);
        // Two cells of a pair differ. Of the largest there are few, so that equal ones are drawn again and again.
        if !is_most || next.other != Some(value) {
            return Some(value);
        }
        Some(if value > low { value - 1 } else { value + 1 })
    }

    /// What a pile may be within these limits, the uppermost of which are `top`, by the shape of cases.
    fn pile(&mut self, next: &Next<'_>, limits: Bounds, top: Bounds) -> Bounds {
        let Bounds { low, high } = limits;
        let only = |size: u64| Bounds::new(size, size).map(|size| size.clamp(low, high));
        match self.shape {
            CaseShape::Small if next.number.is_ordered() => limits.up_to(12),
            _ if next.number.is_ordered() => limits,
            CaseShape::Small if self.options.largest.is_none() => limits.up_to(7),
            CaseShape::Max if next.position.is_empty() => only(high),
            CaseShape::Max => top,
            CaseShape::Ones => only(1),
            CaseShape::Equal => match next.position.first() {
                Some(&first) => only(first),
                None => Bounds::new(1.clamp(low, high), high),
            },
            CaseShape::Zeros if self.random.coin() => only(low),
            CaseShape::Random
            | CaseShape::Small
            | CaseShape::Zeros
            | CaseShape::Single
            | CaseShape::Lengths
            | CaseShape::Losing
            | CaseShape::Winning => limits,
        }
    }

    /// Draws a number above the one before, which leaves room for those that follow.
    fn above(&mut self, next: &Next<'_>, limits: Bounds) -> Option<u64> {
        let low = limits.low.max(next.floor);
        let others = if next.number.may_repeat { 0 } else { next.left - 1 };
        // So much is left if all others are next to each other.
        let high = limits.high.max(low.saturating_add(others)).min(next.limits.high);
        let rest = high.checked_sub(low)?.checked_sub(others)?;
        let widest = rest.min((rest / next.left).saturating_mul(2).saturating_add(1));
        let above = match self.shape {
            CaseShape::Ones => 0,
            CaseShape::Max if others == 0 => rest,
            _ => self.random.between(0, widest),
        };
        Some(low + above)
    }
}

/// Whether the pile with an index may have another size, among `sizes`: piles that are `first` and alike.
fn allowed(first: &NumberItem, sizes: Bounds) -> impl Fn(&[u64], usize, u64) -> bool + use<> {
    let is_set = matches!(first.role, Role::PileOf(PileOf::MoreOnce(_)));
    let ascend = first.is_ordered() && first.role != Role::PileOf(PileOf::Cells);
    move |piles, index, size| {
        let before = index.checked_sub(1);
        let is_ascending =
            before.is_none_or(|before| piles[before] < size) && piles.get(index + 1).is_none_or(|&next| size < next);
        let is_new = !is_set || !piles.contains(&size);
        sizes.has(size) && is_new && (!ascend || is_ascending)
    }
}

/// The case with its piles changed so that the player to move loses, if a way to do that is found.
pub(crate) fn lost(problem: &Problem, case: Walked) -> Option<CaseNumbers> {
    let options = GenerateOptions {
        shape: CaseShape::Losing,
        ..GenerateOptions::default()
    };
    let (changed, is_lost) = Draw::new(problem, options).ok()?.decided(case)?;
    is_lost.then_some(changed.case)
}

/// Changes piles so that the player to move loses, or wins with another size of the pile at this place; whether that
/// was found.
pub(super) fn decide(
    rules: &Rules,
    random: &mut Random,
    piles: &mut [u64],
    winning: Option<(usize, Bounds)>,
    allows: &Allows<'_>,
) -> bool {
    let before = piles.to_vec();
    for _ in 0..CHANGES {
        if rules.game().first_wins(piles) == winning.is_some() {
            return true;
        }
        piles.copy_from_slice(&before);
        match winning {
            None => {
                rules
                    .game()
                    .balance(piles, allows, &mut |below| random.between(0, below - 1));
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
    rules.game().first_wins(piles) == winning.is_some()
}
