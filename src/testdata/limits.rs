//! What the numbers of an input mean, and within which limits they are drawn: the judge's, or those that are
//! asked for.

use super::Shape;
use super::generate::GenerateOptions;
use crate::error::{Error, InputErrorKind};
use crate::layout::{Layout, Limit, Role};
use crate::problem::Problem;

/// The maximum number of piles of a small position.
pub(super) const FEW: u64 = 4;

/// Lists are not longer than this, unless they have to be or that is asked for.
pub(super) const HANDY: u64 = 1_000_000;

/// The maximum number of piles of a position, which is kept in memory twice: 1.6 GB.
const MOST_PILES: u64 = 100_000_000;

/// With as many takes as the judges allow, the Grundy values of all piles up to this size can be computed.
const MOST_GRUNDY_VALUES: u64 = 10_000_000;

/// The least and the most that a number may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The least.
    pub low: u64,
    /// The most.
    pub high: u64,
}

impl Bounds {
    /// Whether `number` is within them.
    pub fn has(self, number: u64) -> bool {
        (self.low..=self.high).contains(&number)
    }

    /// The most, but no more than `few` if that is allowed.
    pub(crate) fn high_up_to(self, few: u64) -> u64 {
        self.high.min(self.low.max(few))
    }
}

/// The limits of the positions of a problem, with the largest value that a limit may have which is itself
/// a number of the input.
#[derive(Clone, Copy, Debug)]
pub struct PositionLimits {
    /// How many piles a position has, or persons.
    pub count: Bounds,
    /// That is not always the same number.
    pub count_varies: bool,
    /// The sizes of the piles, or the cells of the persons.
    pub sizes: Bounds,
    /// How many positions a case has; none: it is one.
    pub positions: Option<Bounds>,
    /// How many takes a case has, if it says which there are.
    pub take_count: Option<Bounds>,
    /// These takes.
    pub subtraction_set: Bounds,
    /// Each of them is larger than the one before.
    pub takes_ascend: bool,
    /// The number that the input gives of the rules: the most stones or piles of a move, or the king.
    pub parameter: Option<Bounds>,
}

/// The numbers of a layout that are piles, and those that say how many there are; with the limits within which all are
/// drawn.
pub(super) struct Numbers<'l> {
    /// With the judge's limits.
    published: &'l Layout,
    /// With those that are asked for.
    pub layout: Layout,
    /// The largest pile between two cells that is asked for.
    largest: u64,
    /// Whether the number is a limit of another one.
    pub is_limit: Vec<bool>,
    /// How many numbers come before all cases.
    pub head: usize,
    /// The numbers that are piles: a list, or one or several that stand alone.
    pub piles: Vec<usize>,
    /// The index of the number of piles, or of groups of all [`piles`](Self::piles); of the number of positions, or of
    /// rows of piles.
    pub pile_count: Option<usize>,
    pub positions: Option<usize>,
    /// Whether those are rows of piles of one position.
    pub are_rows: bool,
}

impl<'l> Numbers<'l> {
    /// Those of `layout`.
    pub(crate) fn of(layout: &'l Layout) -> Self {
        let numbers = &layout.numbers;
        let piles = numbers.iter().filter(|number| number.role.is_pile());
        let piles: Vec<_> = piles.map(|number| number.index).collect();
        let first = &numbers[piles[0]];
        let group = layout.times_of_group(first);
        let list = layout.length(first);
        let positions = group.filter(|_| layout.positions || list.is_some());
        let limits = numbers
            .iter()
            .flat_map(|number| [number.low.name(), number.high.name()]);
        let limits: Vec<_> = limits.collect();
        let is_limit = |index| limits.contains(&Some(index));
        Self {
            published: layout,
            layout: layout.clone(),
            largest: u64::MAX,
            is_limit: (0..numbers.len()).map(is_limit).collect(),
            head: layout.numbers_of_head().count(),
            pile_count: list.or(group.filter(|_| positions.is_none())),
            piles,
            positions,
            are_rows: positions.is_some() && !layout.positions,
        }
    }

    /// Those of `layout`, with the limits that `options` ask for in place of the judge's.
    ///
    /// # Errors
    /// What they ask for makes no sense for the problem or with each other.
    pub(crate) fn asked(
        problem: &Problem,
        layout: &'l Layout,
        options: GenerateOptions,
    ) -> Result<Self, Error> {
        let mut numbers = Self::of(layout);
        let published = numbers.limits();
        let all = &mut numbers.layout.numbers;
        if let (Some(count), Some(Bounds { low, high })) = (numbers.pile_count, options.piles) {
            (all[count].low, all[count].high) = (Limit::Number(low), Limit::Number(high));
        }
        if let Some(largest) = options.largest {
            numbers.largest = largest;
            for &pile in &numbers.piles {
                // Cells keep their limits, whatever the piles between them.
                if all[pile].differs_from.is_none() {
                    all[pile].high = Limit::Number(largest);
                }
            }
        }
        match numbers.refusal(problem, &published, options) {
            Some(reason) => Err(Error::Usage(reason)),
            None => Ok(numbers),
        }
    }

    /// Why the limits that `options` ask for make no sense, if they make none.
    fn refusal(
        &self,
        problem: &Problem,
        published: &PositionLimits,
        options: GenerateOptions,
    ) -> Option<String> {
        let (name, rules, limits) = (&problem.name, &problem.rules, self.limits());
        let (shape, shape_name) = (options.shape, options.shape.name());
        let has_piles = rules.has_piles();
        let is_asked = options.piles.is_some();
        let largest = options.largest.unwrap_or(published.sizes.high);
        let is_larger = largest > published.sizes.high;
        let least = published.sizes.low.max(1);
        let who = if rules.are_distinct() {
            "coins"
        } else {
            "persons"
        };
        let (are_many, count) = match published.count.high {
            1 => (false, "every position is one pile".to_owned()),
            count => (true, format!("every position has {count} piles")),
        };
        let persons = match shape {
            _ if has_piles => 0,
            Shape::Single => limits.count.low,
            Shape::Small if !is_asked => limits.count.high_up_to(FEW),
            _ => limits.count.high,
        };
        let most = match shape {
            Shape::Max => limits.count.high,
            _ if is_asked => limits.count.high,
            _ => limits.count.high_up_to(HANDY),
        };
        let reasons = [
            (
                options
                    .piles
                    .is_some_and(|Bounds { low, high }| low == 0 || low > high),
                "--piles must be at least 1, with the lower number first".to_owned(),
            ),
            (
                is_asked && self.are_rows,
                format!("{name} has no --piles: they are in rows"),
            ),
            (
                is_asked && !published.count_varies,
                format!("{name} has no --piles: {count} there"),
            ),
            (
                is_asked && shape == Shape::Single,
                "the shape 'single' has as few piles as can be: no --piles".to_owned(),
            ),
            (
                options.largest.is_some_and(|largest| largest < least),
                format!("--largest is at least {least} for {name}"),
            ),
            (
                options.largest.is_some() && shape == Shape::Ones && has_piles,
                "the shape 'ones' has piles of one stone: no --largest".to_owned(),
            ),
            (
                options.largest.is_some() && rules.awaits_takes() && largest > MOST_GRUNDY_VALUES,
                format!(
                    "--largest is at most {MOST_GRUNDY_VALUES} for {name}: the Grundy values of all piles are computed"
                ),
            ),
            (
                persons > limits.sizes.high,
                format!(
                    "{persons} {who} stand on as many cells: --largest is at least {persons}, or --piles smaller"
                ),
            ),
            (
                shape == Shape::Zeros && limits.sizes.low > 0,
                format!("{name} has no shape '{shape_name}': no pile may be empty there"),
            ),
            (
                !published.count_varies
                    && (shape == Shape::Single || shape == Shape::Equal && !are_many),
                format!("{name} has no shape '{shape_name}': {count} there"),
            ),
            (
                most > MOST_PILES,
                format!(
                    "a position of {most} piles does not fit into memory: at most {MOST_PILES} do"
                ),
            ),
        ];
        let reason = reasons.into_iter().find(|(applies, _)| *applies);
        reason.map(|(_, reason)| reason).or_else(|| {
            let is_unknown = is_larger && rules.asks_of_input().next().is_none();
            let covered = is_unknown.then(|| rules.clone().cover(largest));
            let why = InputErrorKind::from(covered?.err()?);
            Some(format!("--largest cannot be {largest} for {name}: {why}"))
        })
    }

    /// The number of positions, if a case has several.
    pub(crate) fn position_count(&self) -> Option<usize> {
        self.positions.filter(|_| !self.are_rows)
    }

    /// Whether each position, or row, has a number of piles of its own.
    pub(crate) fn counts_differ(&self) -> bool {
        let count = self.pile_count.map(|count| &self.layout.numbers[count]);
        count.is_some_and(|count| self.layout.times_of_group(count).is_some())
    }

    /// A position, in rows if the input has it so.
    pub(crate) fn in_rows(&self, piles: Vec<u64>) -> Vec<Vec<u64>> {
        let (true, Some(rows), Some(count)) = (self.are_rows, self.positions, self.pile_count)
        else {
            return vec![piles];
        };
        let [of_rows, of_piles] = [rows, count].map(|index| self.bounds(index, |_| None));
        let len = piles.len() as u64;
        let mut allowed = (of_rows.low.max(1)..=of_rows.high.min(len)).filter(|&rows_count| {
            let is_even = len.is_multiple_of(rows_count);
            let is_square = rows != count || rows_count * rows_count == len;
            is_even && is_square && of_piles.has(len / rows_count)
        });
        let each = allowed.next().map_or(len, |rows| len / rows);
        let rows = piles.chunks(each.max(1) as usize);
        rows.map(<[u64]>::to_vec).collect()
    }

    /// How many piles each repetition of what has the piles adds to a position.
    pub(crate) fn piles_each(&self) -> u64 {
        self.piles.len() as u64
    }

    /// Whether each is larger than the one before.
    pub(crate) fn ascends(&self, index: usize) -> bool {
        let number = &self.layout.numbers[index];
        number.ascending || number.distinct || number.role == Role::Person
    }

    /// The limits of the number with this index, or of the pile between two cells. `known` are values of numbers; of one
    /// that is not known, the largest counts.
    pub(crate) fn bounds(&self, index: usize, known: impl Fn(usize) -> Option<u64>) -> Bounds {
        let bounds = self.own(index, &known);
        let Some(first) = self.layout.numbers[index].differs_from else {
            return bounds;
        };
        let cells = self.own(first, &known);
        let (low, high) = (bounds.low.min(cells.low), bounds.high.max(cells.high));
        Bounds {
            low: 0,
            high: high.saturating_sub(low).saturating_sub(1).min(self.largest),
        }
    }

    /// The limits of the number with this index, which may be a cell.
    pub(crate) fn own(&self, index: usize, known: &dyn Fn(usize) -> Option<u64>) -> Bounds {
        bounds(&self.layout, index, known)
    }

    /// The judge's limits.
    pub(crate) fn published(&self, index: usize, known: &dyn Fn(usize) -> Option<u64>) -> Bounds {
        bounds(self.published, index, known)
    }

    /// The limits of all positions.
    pub(crate) fn limits(&self) -> PositionLimits {
        let bounds = |index| self.bounds(index, |_| None);
        let numbers = &self.layout.numbers;
        let with = |is_it: fn(Role) -> bool| numbers.iter().find(|number| is_it(number.role));
        let takes = with(|role| role == Role::Take);
        let parameter = with(|role| matches!(role, Role::Parameter(_)));
        let each = self.piles_each();
        let all = self.piles.iter().map(|&pile| bounds(pile));
        let sizes = all.reduce(|one, other| Bounds {
            low: one.low.min(other.low),
            high: one.high.max(other.high),
        });
        let one = Bounds { low: 1, high: 1 };
        let rows = self.positions.filter(|_| self.are_rows);
        let (count, rows) = (
            self.pile_count.map_or(one, bounds),
            rows.map_or(one, bounds),
        );
        PositionLimits {
            count: Bounds {
                low: count.low.saturating_mul(each).saturating_mul(rows.low),
                high: count.high.saturating_mul(each).saturating_mul(rows.high),
            },
            count_varies: self.pile_count.is_some(),
            sizes: sizes.expect("every position has piles"),
            positions: self.position_count().map(bounds),
            take_count: takes
                .and_then(|takes| self.layout.length(takes))
                .map(bounds),
            subtraction_set: takes.map_or(one, |takes| bounds(takes.index)),
            takes_ascend: takes.is_some_and(|takes| takes.ascending),
            parameter: parameter.map(|parameter| bounds(parameter.index)),
        }
    }
}

impl PositionLimits {
    /// The limits that `layout` has.
    pub fn of(layout: &Layout) -> Self {
        Numbers::of(layout).limits()
    }
}

/// The limits that `layout` has for the number with this index.
fn bounds(layout: &Layout, index: usize, known: &dyn Fn(usize) -> Option<u64>) -> Bounds {
    let number = &layout.numbers[index];
    let largest = |index: usize| layout.numbers[index].high.number().unwrap_or(u64::MAX);
    let value = |limit, otherwise: &dyn Fn(usize) -> u64| match limit {
        Limit::Number(number) => number,
        Limit::Value(index) => known(index).unwrap_or_else(|| otherwise(index)),
    };
    Bounds {
        low: value(number.low, &|_| 0),
        high: value(number.high, &largest),
    }
}
