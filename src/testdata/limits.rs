//! What the numbers of an input mean, and within which limits they are drawn: the judge's, or narrower ones that are
//! asked for.

use std::fmt::{self, Display, Formatter};

use super::Shape;
use super::generate::GenerateOptions;
use crate::error::Error;
use crate::layout::{Layout, Limit, NumberItem, Role};
use crate::problem::Problem;
use crate::words::t;

/// The maximum number of piles of a small position.
pub(super) const FEW: u64 = 4;

/// Lists are not longer than this, unless they have to be or that is asked for.
pub(super) const HANDY: u64 = 1_000_000;

/// The maximum number of piles of a position, which is kept in memory twice: 1.6 GB.
const MOST_PILES: u64 = 100_000_000;

/// The least and the most that a number may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The least.
    pub low: u64,
    /// The most.
    pub high: u64,
}

impl Display for Bounds {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { low, high } = self;
        if low == high {
            return write!(f, "{low}");
        }
        write!(f, "{low}..{high}")
    }
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
    pub layout: &'l Layout,
    /// How many piles a position has, and how large they are at most, where less is asked for than the layout allows.
    asked: Bounds,
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
        let list = first.length();
        let positions = group.filter(|_| layout.positions() || list.is_some());
        let limits = numbers
            .iter()
            .flat_map(|number| [number.low.name(), number.high.name()]);
        let limits: Vec<_> = limits.collect();
        let is_limit = |index| limits.contains(&Some(index));
        Self {
            layout,
            asked: Bounds {
                low: 0,
                high: u64::MAX,
            },
            largest: u64::MAX,
            is_limit: (0..numbers.len()).map(is_limit).collect(),
            head: layout.numbers_of_head().count(),
            pile_count: list.or(group.filter(|_| positions.is_none())),
            piles,
            positions,
            are_rows: positions.is_some() && !layout.positions(),
        }
    }

    /// Those of `layout`, with what `options` ask for.
    ///
    /// # Errors
    /// They ask for what the limits do not allow.
    pub(crate) fn asked(
        problem: &Problem,
        layout: &'l Layout,
        options: GenerateOptions,
    ) -> Result<Self, Error> {
        let name = &problem.name;
        let mut numbers = Self::of(layout);
        let limits = numbers.limits();
        let count_name = numbers
            .pile_count
            .map(|count| &*layout.numbers[count].name)
            .filter(|_| numbers.piles_each() == 1 && !numbers.are_rows);
        let size_name = match numbers.piles[..] {
            [pile] if layout.numbers[pile].differs_from.is_none() => &*layout.numbers[pile].name,
            _ => t!("the size of a pile"),
        };
        if let Some(piles) = options.piles {
            if numbers.are_rows {
                let message = t!(
                    "the piles of {name} are in rows, whose number cannot be chosen",
                    name = name
                );
                return Err(Error::Usage(message));
            }
            let is_within = limits.count.has(piles.low) && limits.count.has(piles.high);
            if !is_within || piles.low > piles.high {
                let what = count_name.unwrap_or(t!("the number of piles"));
                return Err(outside("--piles", piles, name, what, limits.count));
            }
            numbers.asked = piles;
        }
        if let Some(largest) = options.largest {
            if !limits.sizes.has(largest) {
                return Err(outside("--largest", largest, name, size_name, limits.sizes));
            }
            numbers.largest = largest;
        }
        let Bounds { low, high } = numbers.limits().count;
        let reason = if options.shape == Shape::Zeros && limits.sizes.low > 0 {
            t!(
                "no pile is empty within the limits of {name}, so that it has no shape 'zeros'",
                name = name
            )
        } else if low > high && options.largest.is_some() {
            t!(
                "--largest leaves room for {high} piles, and there have to be {low}",
                high = high,
                low = low
            )
        } else if low > high {
            t!(
                "the piles of {name} come {each} at a time: choose --piles accordingly",
                name = name,
                each = numbers.piles_each()
            )
        } else if low > MOST_PILES || options.shape == Shape::Max && high > MOST_PILES {
            t!(
                "a position of {count} piles does not fit into memory: at most {most} do",
                count = low.max(high),
                most = MOST_PILES
            )
        } else {
            return Ok(numbers);
        };
        Err(Error::Usage(reason))
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
        let [of_rows, of_piles] = [rows, count].map(|index| self.bounds(index, &|_| None));
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
    pub(crate) fn bounds(&self, index: usize, known: &dyn Fn(usize) -> Option<u64>) -> Bounds {
        let mut bounds = self.own(index, known);
        let number = &self.layout.numbers[index];
        if let Some(first) = number.differs_from {
            let cells = self.own(first, known);
            let (low, high) = (bounds.low.min(cells.low), bounds.high.max(cells.high));
            bounds = Bounds {
                low: 0,
                high: high.saturating_sub(low).saturating_sub(1),
            };
        }
        if self.piles.contains(&index) {
            bounds.high = bounds.high.min(self.largest);
        }
        if self.pile_count == Some(index) && !self.are_rows {
            let (each, Bounds { low, high }) = (self.piles_each(), self.asked);
            bounds.low = bounds.low.max(low.div_ceil(each));
            bounds.high = bounds.high.min(high / each);
        }
        // Numbers that ascend, or differ, need room.
        let lists = self.layout.numbers.iter().filter(|list| {
            let times = list.length();
            times == Some(index) && self.ascends(list.index)
        });
        for list in lists {
            let Bounds { low, high } = self.bounds(list.index, known);
            bounds.high = bounds.high.min(high.saturating_add(1).saturating_sub(low));
        }
        bounds
    }

    /// The limits of the number with this index, which may be a cell, in the layout.
    pub(crate) fn own(&self, index: usize, known: &dyn Fn(usize) -> Option<u64>) -> Bounds {
        let layout = self.layout;
        let value = |limit: Limit, is_high: bool| match limit {
            Limit::Number(number) => number,
            Limit::Value(index) => {
                let of = &layout.numbers[index];
                match known(index) {
                    // The number of cases is not known before all are drawn.
                    _ if layout.counts_cases(of) && is_high => layout.least_cases(),
                    _ if layout.counts_cases(of) => layout.most_cases(),
                    Some(value) => value,
                    None if is_high => of.high.number().unwrap_or(u64::MAX),
                    None => of.low.number().unwrap_or(0),
                }
            }
        };
        let number = &layout.numbers[index];
        Bounds {
            low: value(number.low, false),
            high: value(number.high, true),
        }
    }

    /// The limits of all positions.
    pub(crate) fn limits(&self) -> PositionLimits {
        let bounds = |index| self.bounds(index, &|_| None);
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
            take_count: takes.and_then(NumberItem::length).map(bounds),
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

/// The value `asked` of an option is not within `limits`, which are those of `what`.
pub(super) fn outside(
    option: &str,
    asked: impl Display,
    name: &str,
    what: &str,
    limits: Bounds,
) -> Error {
    let Bounds { low, high } = limits;
    let limits = match high {
        u64::MAX => t!("at least {low}", low = low),
        _ if low == high => low.to_string(),
        _ => t!("from {low} to {high}", low = low, high = high),
    };
    Error::Usage(t!(
        "{option} {asked} is not within the limits of {name}: {what} is {limits} (a game.toml of your own can have others)",
        option = option,
        asked = asked,
        name = name,
        what = what,
        limits = limits,
    ))
}
