//! Draws one case after the other, number by number, in the order of the layout. Then piles are changed
//! until the position is won or lost as it should be, if that can be.

use super::generate::GenerateOptions;
use super::limits::PositionLimits;
use super::style::{NoNumber, Style, ascend};
use super::{Bounds, Shape};
use crate::error::Error;
use crate::frame::{Counted, Field, List, Param};
use crate::game::rules::Rules;
use crate::problem::Problem;
use crate::problem::layout::{Item, Layout, Limit, NumberItem, Repeat, only_number};
use crate::testdata::Random;

/// A case is drawn again so often where the limits leave no number, or the shape says who wins and it
/// cannot be so: a single pile is not lost.
const ATTEMPTS: usize = 50;

/// The number of tries where it does not matter much who wins.
const FEW_ATTEMPTS: usize = 4;

/// So often the piles of a position are changed.
const CHANGES: usize = 8;

/// Lists are not longer than this, unless they have to be or that is asked for.
const HANDY: u64 = 1_000_000;

/// Who wins is not looked at where the table of a subtraction set would take more steps than this.
const MOST_STEPS: u64 = 50_000_000;

/// Draws the numbers of one case after the other.
pub(super) struct Draw<'l> {
    layout: &'l Layout,
    /// What each number of the layout is.
    roles: Vec<Role<'l>>,
    style: Style,
    /// How many piles a position has at most.
    longest: u64,
    /// A case has several positions, each with its winner.
    has_positions: bool,
    /// Some limit is the size of a pile, so that none may be changed.
    piles_are_limits: bool,
    rules: Rules,
    random: Random,
    /// The last value of each number, and the least that the next one may be if it ascends.
    values: Vec<u64>,
    floors: Vec<u64>,
    /// How often the present group comes, this time included.
    left: u64,
    /// Whether the part of the rules that this case gives is small. `None` if cases give none.
    small_takes: Option<bool>,
    subtraction_set: Vec<u64>,
    /// Where the piles of the present position are, and which size all of them have, if one.
    runs: Vec<PileRun>,
    size: Option<u64>,
    lost: Option<bool>,
    /// The last position is won or lost as it should be.
    is_so: bool,
    /// The numbers of the last case.
    numbers: Vec<u64>,
    /// Piles of a position that are not next to each other, and those before a change.
    piles: Vec<u64>,
    before: Vec<u64>,
}

/// What a number of the layout is.
struct Role<'l> {
    field: Field,
    /// The size of a pile, or a person.
    is_pile: bool,
    /// How many piles a position has.
    counts_piles: bool,
    /// Each is larger than the one before.
    ascends: bool,
    /// The lists of which it says how long they are and whose numbers ascend.
    ascending: Vec<&'l NumberItem>,
}

/// Piles next to each other among the numbers of a case, with the same limits.
#[derive(Clone, Copy)]
struct PileRun {
    start: usize,
    len: usize,
    limits: Bounds,
    ascends: bool,
}

impl<'l> Draw<'l> {
    /// # Errors
    /// The options make no sense for the problem or with each other.
    pub fn new(
        problem: &Problem,
        layout: &'l Layout,
        options: GenerateOptions,
    ) -> Result<Self, Error> {
        let bounds = PositionLimits::asked(problem, layout, options)?;
        let numbers = layout.numbers();
        let has_positions = problem.framing.positions;
        let fields: Vec<_> = problem.framing.numbers().collect();
        let ascends = |number: &NumberItem| {
            number.ascending || matches!(fields[number.index], Field::Numbers(List::Persons, _))
        };
        let role = |(number, &field): (&&NumberItem, &Field)| Role {
            field,
            ascends: ascends(number),
            is_pile: is_pile(field),
            counts_piles: match field {
                Field::Count(Counted::List(List::Piles | List::Persons), _) => true,
                Field::Count(Counted::Group, _) => !has_positions,
                _ => false,
            },
            ascending: numbers
                .iter()
                .copied()
                .filter(|list| {
                    let times = list.times.or(layout.column_times(list.index));
                    times == Some(number.index) && ascends(list)
                })
                .collect(),
        };
        let roles: Vec<_> = numbers.iter().zip(&fields).map(role).collect();
        let is_pile_limit = |number: &&NumberItem| {
            let limits = [number.low, number.high].map(Limit::name);
            limits.into_iter().flatten().any(|at| roles[at].is_pile)
        };
        Ok(Self {
            layout,
            style: Style::of(options),
            longest: bounds.count.high,
            has_positions,
            piles_are_limits: numbers.iter().any(is_pile_limit),
            roles,
            rules: problem.rules.clone(),
            random: Random::new(options.seed),
            values: vec![0; layout.names],
            floors: vec![0; layout.names],
            left: 1,
            small_takes: bounds.parameter.or(bounds.take_count).map(|_| false),
            subtraction_set: Vec::new(),
            runs: Vec::new(),
            size: None,
            lost: None,
            is_so: true,
            numbers: Vec::new(),
            piles: Vec::new(),
            before: Vec::new(),
        })
    }

    /// The default number of cases of an input.
    pub fn usual_cases(&self) -> u64 {
        let may_be_long = self.longest > 1000 && !self.has_positions;
        let usual = if may_be_long { 10 } else { 100 };
        let layout = self.layout;
        layout.least_cases().max(layout.most_cases().min(usual))
    }

    /// Draws the numbers before the first case, but for how many cases there are.
    ///
    /// # Errors
    /// None were found within the limits.
    pub fn before_cases(&mut self) -> Result<Vec<u64>, Error> {
        let mut numbers = Vec::new();
        for _ in 0..ATTEMPTS {
            numbers.clear();
            if self.items(self.layout.head(), &mut numbers).is_ok() {
                return Ok(numbers);
            }
        }
        Err(none_found())
    }

    /// Draws a case: its numbers.
    ///
    /// # Errors
    /// None were found within the limits.
    pub fn case(&mut self) -> Result<&[u64], Error> {
        let mut numbers = std::mem::take(&mut self.numbers);
        let shape = self.style.shape;
        self.lost = shape.lost(&mut self.random);
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
            numbers.clear();
            self.runs.clear();
            self.size = None;
            self.is_so = true;
            self.small_takes = self.small_takes.map(|_| self.random.coin());
            let drawn = self.items(self.layout.case(), &mut numbers);
            if drawn.is_err() {
                continue;
            }
            if !self.has_positions {
                self.settle(&mut numbers);
            }
            if self.is_so {
                self.numbers = numbers;
                return Ok(&self.numbers);
            }
            good = Some(std::mem::take(&mut numbers));
        }
        self.numbers = good.ok_or_else(none_found)?;
        Ok(&self.numbers)
    }

    fn items(&mut self, items: &[Item], numbers: &mut Vec<u64>) -> Result<(), NoNumber> {
        for item in items {
            match item {
                Item::LineEnd | Item::Answer => {}
                Item::Number(number) => self.number(number, numbers)?,
                Item::Group(items, Repeat::Times(times)) => {
                    for item in items {
                        if let Item::Number(number) = item {
                            self.floors[number.index] = 0;
                        }
                    }
                    let is_position = self.has_positions && only_number(items).is_none();
                    for left in (1..=self.values[*times]).rev() {
                        if is_position {
                            self.lost = self.style.shape.lost(&mut self.random);
                            self.size = None;
                        }
                        self.left = left;
                        self.items(items, numbers)?;
                        if is_position {
                            self.settle(numbers);
                        }
                    }
                    self.left = 1;
                }
                Item::Group(..) => unreachable!("groups without a number hold whole cases"),
            }
        }
        Ok(())
    }

    /// Adds a number, or a list of them.
    fn number(&mut self, number: &NumberItem, numbers: &mut Vec<u64>) -> Result<(), NoNumber> {
        let index = number.index;
        let Role {
            field,
            is_pile,
            ascends,
            ..
        } = self.roles[index];
        if field == Field::Cases {
            return Ok(());
        }
        let limits = self.limits_of(number);
        let is_list = number.times.is_some();
        let count = number.times.map_or(1, |times| self.values[times]);
        if count > 0 && limits.low > limits.high {
            return Err(NoNumber);
        }
        let start = numbers.len();
        // It may come from the limits of a list, which can be absurd.
        let len = usize::try_from(count).map_err(|_| NoNumber)?;
        numbers.try_reserve(len).map_err(|_| NoNumber)?;
        match field {
            _ if ascends => {
                let left = if is_list { count } else { self.left };
                let least = limits.low.saturating_add(left.saturating_sub(1));
                let high = self.most_of(field, limits).max(least).min(limits.high);
                let limits = Bounds { high, ..limits };
                let shape = self.style.shape;
                ascend(&mut self.random, shape, limits, left, len, numbers)?;
            }
            Field::Numbers(List::Piles | List::Persons, _) | Field::Param(Param::Pile) => {
                let is_first = self.runs.is_empty();
                match self.size {
                    Some(size) if limits.has(size) => numbers.resize(start + len, size),
                    _ => {
                        let random = &mut self.random;
                        self.style.piles(random, limits, count, is_first, numbers);
                    }
                }
                if self.style.shape == Shape::Equal {
                    self.size = numbers.last().copied();
                }
            }
            Field::Count(..) => {
                let drawn = self.count(index, limits);
                numbers.push(drawn);
            }
            Field::Param(_) | Field::Numbers(List::SubtractionSet | List::Other, _) => {
                let high = self.most_of(field, limits);
                self.random.fill(numbers, count, limits.low, high);
            }
            Field::Cases | Field::Group(_) | Field::EndGroup(_) => {}
        }
        let added = &numbers[start..];
        self.values[index] = added.last().copied().unwrap_or(0);
        self.floors[index] = self.values[index].saturating_add(1);
        match field {
            _ if is_pile => self.runs.push(PileRun {
                start,
                len,
                limits,
                ascends,
            }),
            Field::Param(Param::King | Param::MaxTaken | Param::MaxPiles) => {
                self.rules.set_parameter(self.values[index]);
            }
            Field::Count(Counted::List(List::SubtractionSet), _) => self.subtraction_set.clear(),
            Field::Numbers(List::SubtractionSet, _) => {
                // Those of a column come one by one.
                if is_list {
                    self.subtraction_set.clear();
                }
                self.subtraction_set.extend(added);
                self.rules.set_subtraction_set(&self.subtraction_set);
            }
            _ => {}
        }
        Ok(())
    }

    /// The limits of the next number here: the judge's, what is asked for, and what ascending numbers leave.
    fn limits_of(&self, number: &NumberItem) -> Bounds {
        let mut limits = self.limits_of_all(number);
        if number.ascending && number.times.is_none() {
            limits.low = limits.low.max(self.floors[number.index]);
        }
        for list in &self.roles[number.index].ascending {
            let Bounds { low, high } = self.limits_of_all(list);
            limits.high = limits.high.min(high.saturating_add(1).saturating_sub(low));
        }
        limits
    }

    /// The limits of all numbers of a list: the judge's, and what is asked for.
    fn limits_of_all(&self, number: &NumberItem) -> Bounds {
        let role = &self.roles[number.index];
        if role.counts_piles
            && let Some(asked) = self.style.piles
        {
            return asked;
        }
        let high = number.high.value(&self.values);
        Bounds {
            low: number.low.value(&self.values),
            high: self.style.largest.filter(|_| role.is_pile).unwrap_or(high),
        }
    }

    /// Draws how many of something there are.
    fn count(&mut self, index: usize, limits: Bounds) -> u64 {
        let Bounds { low, high } = limits;
        let Role { counts_piles, .. } = self.roles[index];
        let is_asked = counts_piles && self.style.piles.is_some();
        let handy = match self.style.shape {
            Shape::Max => high,
            _ if is_asked => high,
            _ => high.min(low.max(HANDY)),
        };
        let limits = Bounds { low, high: handy };
        let random = &mut self.random;
        match self.style.shape {
            _ if counts_piles => self.style.pile_count(random, limits, self.lost),
            Shape::Max => handy,
            Shape::Small => random.between(low, limits.high_up_to(4)),
            _ => random.between(low, limits.high_up_to(1000)),
        }
    }

    /// The upper limit for numbers of this kind: mostly small where large ones make games that are all
    /// alike.
    fn most_of(&self, field: Field, limits: Bounds) -> u64 {
        let few = match (field, self.style.shape) {
            (_, Shape::Max) => return limits.high,
            (Field::Numbers(List::SubtractionSet, _), Shape::Small) => 5,
            (Field::Numbers(List::Piles | List::Persons, _), Shape::Small) => 12,
            (Field::Numbers(List::SubtractionSet, _) | Field::Param(Param::MaxTaken), _)
                if self.small_takes == Some(true) =>
            {
                20
            }
            (Field::Param(Param::MaxTaken | Param::MaxPiles), Shape::Small) => 3,
            (Field::Param(Param::MaxPiles), _) if self.small_takes == Some(true) => 3,
            _ => return limits.high,
        };
        limits.high_up_to(few)
    }

    /// Changes piles of the present position until it is won or lost as it should be, and forgets it.
    fn settle(&mut self, numbers: &mut [u64]) {
        if let (Some(lost), Some(&first)) = (self.lost, self.runs.first()) {
            let is_so = if self.runs.len() == 1 {
                self.make(lost, &mut numbers[first.start..][..first.len])
            } else {
                let mut piles = std::mem::take(&mut self.piles);
                piles.clear();
                for run in &self.runs {
                    piles.extend(&numbers[run.start..][..run.len]);
                }
                let is_so = self.make(lost, &mut piles);
                let mut changed = &piles[..];
                for run in &self.runs {
                    let (of_run, rest) = changed.split_at(run.len);
                    numbers[run.start..][..run.len].copy_from_slice(of_run);
                    changed = rest;
                }
                self.piles = piles;
                is_so
            };
            self.is_so &= is_so;
        }
        self.runs.clear();
    }

    /// Changes the piles of all runs until they are lost, or won; whether they are.
    fn make(&mut self, lost: bool, piles: &mut [u64]) -> bool {
        let largest = |piles: &[u64]| piles.iter().max().copied().unwrap_or(0);
        if self.rules.has_table() {
            let largest = largest(piles);
            if self.rules.is_slow(largest, MOST_STEPS) || self.rules.cover(largest).is_err() {
                return true;
            }
        }
        let (rules, runs, random) = (&self.rules, &self.runs, &mut self.random);
        let is_so = |piles: &[u64]| rules.first_wins(&rules.fold(piles)) != lost;
        if is_so(piles) {
            return true;
        }
        if self.piles_are_limits {
            return false;
        }
        let allows = |piles: &[u64], index: usize, size: u64| {
            let mut rest = index;
            let run = runs.iter().find(|run| {
                let here = rest < run.len;
                rest -= if here { 0 } else { run.len };
                here
            });
            let is_ascending = |run: &PileRun| {
                let before = index.checked_sub(1).is_none_or(|at| piles[at] < size);
                !run.ascends || before && piles.get(index + 1).is_none_or(|&next| size < next)
            };
            run.is_some_and(|run| run.limits.has(size) && is_ascending(run))
        };
        self.before.clear();
        self.before.extend_from_slice(piles);
        for _ in 0..CHANGES {
            if lost {
                let random = &mut |below| random.between(0, below - 1);
                rules.balance(piles, &allows, random);
            } else if let (Some(run), Some(last)) = (runs.last(), piles.len().checked_sub(1)) {
                let Bounds { low, high } = run.limits;
                let size = random.between(low, high.min(largest(piles)).max(low));
                if allows(piles, last, size) {
                    piles[last] = size;
                }
            }
            if is_so(piles) {
                return true;
            }
            piles.copy_from_slice(&self.before);
        }
        false
    }
}

/// Whether the field is sizes of piles, or persons.
fn is_pile(field: Field) -> bool {
    matches!(
        field,
        Field::Numbers(List::Piles | List::Persons, _) | Field::Param(Param::Pile)
    )
}

fn none_found() -> Error {
    Error::Usage("no case was found within the limits".to_owned())
}
