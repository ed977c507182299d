//! What the numbers of an input mean, and within which limits they are drawn: the judge's, or those that are
//! asked for.

use super::Shape;
use super::generate::GenerateOptions;
use crate::error::{Error, InputErrorKind};
use crate::layout::{CountOf, Layout, Limit, Role};
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

/// How a number is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// How many cases there are.
    Cases,
    /// How many positions a case has.
    Positions,
    /// How many piles a position has, or persons.
    PileCount,
    /// The size of a pile, or a person's cell; the second of the cells between which a pile is.
    Pile,
    /// The first of these.
    FirstCell,
    /// How many takes there are.
    TakeCount,
    /// A take.
    Take,
    /// A number that is a part of the rules.
    Parameter,
    /// It does not matter for the game.
    Free,
}

/// The numbers of a layout, in order: how they are drawn, and their limits.
pub(super) struct Numbers<'l> {
    pub layout: &'l Layout,
    pub kinds: Vec<Kind>,
    /// Whether the number is a limit of another one.
    pub is_limit: Vec<bool>,
    /// How many of them come before all cases.
    pub head: usize,
    /// The numbers that are piles: a list, or one or several that stand alone.
    pub piles: Vec<usize>,
    /// The index of the number of piles, or of groups of all [`piles`](Self::piles); of the number of positions, or of
    /// rows of piles.
    pub pile_count: Option<usize>,
    pub positions: Option<usize>,
    /// Whether those are rows of piles of one position.
    pub are_rows: bool,
    /// The limits that are asked for: of the number of piles, and of their sizes.
    asked: (Option<Bounds>, Option<u64>),
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
        let pile_count = list.or(group.filter(|_| positions.is_none()));
        let kind = |index: usize| match numbers[index].role {
            Role::Cases => Kind::Cases,
            Role::Count(CountOf::Takes) => Kind::TakeCount,
            Role::Count(_) if positions == Some(index) => Kind::Positions,
            Role::Count(_) if pile_count == Some(index) => Kind::PileCount,
            Role::Pile | Role::SecondCell | Role::Person => Kind::Pile,
            Role::FirstCell => Kind::FirstCell,
            Role::Take => Kind::Take,
            Role::Parameter(_) => Kind::Parameter,
            Role::Count(_) | Role::Other => Kind::Free,
        };
        let limits = numbers
            .iter()
            .flat_map(|number| [number.low.name(), number.high.name()]);
        let limits: Vec<_> = limits.collect();
        let indices = 0..numbers.len();
        Self {
            layout,
            kinds: indices.clone().map(kind).collect(),
            is_limit: indices.map(|index| limits.contains(&Some(index))).collect(),
            head: layout.numbers_of_head().count(),
            piles,
            pile_count,
            positions,
            are_rows: positions.is_some() && !layout.positions,
            asked: (None, None),
        }
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

    /// The limits of the number with this index: the judge's, unless others are asked for. `known` are values of
    /// numbers; of one that is not known, the largest counts.
    pub(crate) fn bounds(&self, index: usize, known: impl Fn(usize) -> Option<u64>) -> Bounds {
        let mut bounds = self.published(index, &known);
        if let Some(first) = self.layout.numbers[index].differs_from {
            let cells = self.published(first, &known);
            let (low, high) = (bounds.low.min(cells.low), bounds.high.max(cells.high));
            bounds = Bounds {
                low: 0,
                high: high.saturating_sub(low).saturating_sub(1),
            };
            if let (_, Some(high)) = self.asked {
                bounds.high = bounds.high.min(high);
            }
            return bounds;
        }
        match (self.kinds[index], self.asked) {
            (Kind::PileCount, (Some(piles), _)) => piles,
            (Kind::Pile, (_, Some(high))) => Bounds { high, ..bounds },
            _ => bounds,
        }
    }

    /// The judge's limits.
    pub(crate) fn published(&self, index: usize, known: &dyn Fn(usize) -> Option<u64>) -> Bounds {
        let number = &self.layout.numbers[index];
        let high_of = |index: usize| self.layout.numbers[index].high.number().unwrap_or(u64::MAX);
        Bounds {
            low: match number.low {
                Limit::Number(low) => low,
                Limit::Value(index) => known(index).unwrap_or(0),
            },
            high: match number.high {
                Limit::Number(high) => high,
                Limit::Value(index) => known(index).unwrap_or_else(|| high_of(index)),
            },
        }
    }

    /// The limits of all positions.
    pub(crate) fn limits(&self) -> PositionLimits {
        let bounds = |index| self.bounds(index, |_| None);
        let with = |kind| self.kinds.iter().position(|&other| other == kind);
        let of = |kind| with(kind).map(bounds);
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
            take_count: of(Kind::TakeCount),
            subtraction_set: of(Kind::Take).unwrap_or(Bounds { low: 1, high: 1 }),
            takes_ascend: with(Kind::Take)
                .is_some_and(|index| self.layout.numbers[index].ascending),
            parameter: of(Kind::Parameter),
        }
    }

    /// Puts the limits that `options` ask for in place of the judge's.
    ///
    /// # Errors
    /// What they ask for makes no sense for the problem or with each other.
    pub(crate) fn ask(&mut self, problem: &Problem, options: GenerateOptions) -> Result<(), Error> {
        if self.are_rows && options.piles.is_some() {
            let message = format!("{} has no --piles: they are in rows", problem.name);
            return Err(Error::Usage(message));
        }
        let mut limits = self.limits();
        limits.ask(problem, options).map_err(Error::Usage)?;
        let most = match options.shape {
            Shape::Max => limits.count.high,
            _ if options.piles.is_some() => limits.count.high,
            _ => limits.count.high_up_to(HANDY),
        };
        if most > MOST_PILES {
            let message = format!(
                "a position of {most} piles does not fit into memory: at most {MOST_PILES} do"
            );
            return Err(Error::Usage(message));
        }
        self.asked = (options.piles, options.largest);
        Ok(())
    }
}

impl PositionLimits {
    /// The limits that `layout` has.
    pub fn of(layout: &Layout) -> Self {
        Numbers::of(layout).limits()
    }

    /// Puts the limits that `options` ask for in place of the judge's, or says why they make no sense.
    fn ask(&mut self, problem: &Problem, options: GenerateOptions) -> Result<(), String> {
        let (name, shape) = (&problem.name, options.shape);
        let has_piles = problem.rules.has_piles();
        let count = match self.count.high {
            1 => "every position is one pile".to_owned(),
            count => format!("every position has {count} piles"),
        };
        if let Some(piles) = options.piles {
            if piles.low == 0 || piles.low > piles.high {
                return Err("--piles must be at least 1, with the lower number first".to_owned());
            }
            if !self.count_varies {
                return Err(format!("{name} has no --piles: {count} there"));
            }
            if shape == Shape::Single {
                return Err("the shape 'single' has as few piles as can be: no --piles".to_owned());
            }
            self.count = piles;
        }
        if let Some(largest) = options.largest {
            let least = self.sizes.low.max(1);
            if largest < least {
                return Err(format!("--largest is at least {least} for {name}"));
            }
            if shape == Shape::Ones && has_piles {
                return Err("the shape 'ones' has piles of one stone: no --largest".to_owned());
            }
            if problem.rules.awaits_takes() && largest > MOST_GRUNDY_VALUES {
                return Err(format!(
                    "--largest is at most {MOST_GRUNDY_VALUES} for {name}: the Grundy values of all piles are computed"
                ));
            }
            let rules = &problem.rules;
            if largest > self.sizes.high
                && rules.asks_of_input().next().is_none()
                && let Err(no_period) = rules.clone().cover(largest)
            {
                let why = InputErrorKind::from(no_period);
                return Err(format!("--largest cannot be {largest} for {name}: {why}"));
            }
            self.sizes.high = largest;
        }
        let persons = match shape {
            _ if has_piles => 0,
            Shape::Single => self.count.low,
            Shape::Small if options.piles.is_none() => self.count.high_up_to(FEW),
            _ => self.count.high,
        };
        if persons > self.sizes.high {
            let who = if problem.rules.are_distinct() {
                "coins"
            } else {
                "persons"
            };
            return Err(format!(
                "{persons} {who} stand on as many cells: --largest is at least {persons}, or \
                 --piles smaller"
            ));
        }
        let one_pile = !self.count_varies && self.count.high == 1;
        let excludes = match shape {
            Shape::Zeros if self.sizes.low > 0 => "no pile may be empty",
            Shape::Single if !self.count_varies => &count,
            Shape::Equal if one_pile => &count,
            _ => return Ok(()),
        };
        Err(format!(
            "{name} has no shape '{}': {excludes} there",
            shape.name()
        ))
    }
}
