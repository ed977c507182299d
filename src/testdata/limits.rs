//! The limits of positions: those of a layout, or narrower ones that options ask for.

use std::fmt::{self, Display, Formatter};

use super::shape::CaseShape;
use crate::error::Error;
use crate::layout::{Layout, NumberItem, PileOf, Role};
use crate::problem::Problem;
use crate::words::t;

/// The maximum number of piles of a position, which is kept in memory several times.
const MAX_PILES: u64 = 20_000_000;

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
        match self {
            Self { low, high } if low == high => write!(f, "{low}"),
            Self { low, high } => write!(f, "{low}..{high}"),
        }
    }
}

impl Bounds {
    pub(crate) const fn new(low: u64, high: u64) -> Self {
        Self { low, high }
    }

    /// Whether `number` is within them.
    pub fn has(self, number: u64) -> bool {
        (self.low..=self.high).contains(&number)
    }

    /// These and `other` ones.
    fn with(self, other: Self) -> Self {
        Self::new(self.low.min(other.low), self.high.max(other.high))
    }

    /// What is within them and `other` ones.
    pub(super) fn within(self, other: Self) -> Self {
        Self::new(self.low.max(other.low), self.high.min(other.high))
    }

    /// These with another least and another most.
    pub(super) fn map(self, change: impl Fn(u64) -> u64) -> Self {
        Self::new(change(self.low), change(self.high))
    }

    /// Checks that these, which `option` asks for, are within the `limits` of `what`.
    pub(super) fn check(self, option: &str, what: &str, limits: Self) -> Result<(), Error> {
        if self.low <= self.high && limits.has(self.low) && limits.has(self.high) {
            return Ok(());
        }
        if self.low > self.high {
            let why = t!("{low} is larger than {high}", low = self.low, high = self.high);
            return Err(Error::Usage(t!("{name}: {why}", name = option, why)));
        }
        Err(Error::Usage(t!(
            "{option} {asked} is not within the limits: {what} is {limits} (a game.toml of your own can have others)",
            option,
            asked = self,
            what,
            limits,
        )))
    }

    /// These with no more than `few` if that is allowed.
    pub(super) fn up_to(self, few: u64) -> Self {
        Self::new(self.low, self.high.min(self.low.max(few)))
    }
}

/// What to generate.
#[derive(Clone, Copy, Debug, Default)]
pub struct GenerateOptions {
    /// What all numbers come from.
    pub seed: u64,
    /// The number of cases. `None` for a sensible number.
    pub cases: Option<u64>,
    /// The input ends after the first case with which it has this number of bytes. Replaces `cases`.
    pub bytes: Option<u64>,
    /// What the cases are like.
    pub shape: CaseShape,
    /// How many piles a position has, within the limits; none: as the shape has it.
    pub piles: Option<Bounds>,
    /// The size of the largest pile that may be drawn, within the limits.
    pub largest: Option<u64>,
}

/// How much larger a number is than the pile that it stands for, and how much smaller.
pub(super) fn shift(pile_of: PileOf) -> (u64, u64) {
    match pile_of {
        PileOf::Less(less) => (less, 0),
        PileOf::More(more) | PileOf::MoreOnce(more) => (0, more),
        PileOf::MorePlace | PileOf::Count(_) | PileOf::Cells | PileOf::UpTo => (0, 0),
    }
}

/// The limits of the positions of a problem, the widest where one is itself a number of the input; and the indices of
/// the numbers that make up positions.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many piles a position, or a row of it, has; or persons.
    pub count: Bounds,
    /// The sizes of the piles, or the cells of the persons.
    pub sizes: Bounds,
    /// How many positions a case has; none: it is one.
    pub positions: Option<Bounds>,
    /// How many takes a case has, if it says which there are.
    pub take_count: Option<Bounds>,
    /// These takes.
    pub subtraction_set: Bounds,
    /// The number that the input gives of the rules: the most stones or piles of a move, or the king.
    pub parameter: Option<Bounds>,
    /// The numbers that are piles: a list, or one or several that stand alone.
    pub(super) piles: Vec<usize>,
    /// The number of piles, or of groups of all `piles`; and how many piles there are for each that it says.
    pub(super) pile_count: Option<usize>,
    pub(super) each: u64,
    /// The number of the sizes that are counted, and the first of them.
    pub(super) counted: Option<(usize, u64)>,
    /// The number of positions, or of rows of piles of one position.
    pub(super) groups: Option<usize>,
    /// Whether each take is larger than the one before.
    pub(super) takes_ascend: bool,
}

/// The limits of the number with this index.
fn bounds(layout: &Layout, index: usize) -> Bounds {
    let NumberItem { low, high, .. } = &layout.numbers[index];
    Bounds::new(layout.least(low), layout.largest(high))
}

/// The sizes that each of the numbers that are `piles` stands for, without what is known only of all of them.
fn sizes(layout: &Layout, piles: &[usize]) -> Bounds {
    let first = &layout.numbers[piles[0]];
    let all = piles.iter().map(|&pile| match layout.numbers[pile].role {
        Role::PileOf(pile_of) => {
            let (less, more) = shift(pile_of);
            bounds(layout, pile).map(|number| number.saturating_sub(less).saturating_add(more))
        }
        _ => bounds(layout, pile),
    });
    let sizes = all.reduce(Bounds::with).unwrap_or(bounds(layout, first.index));
    let Some(cell) = first.differs_from else {
        return sizes;
    };
    let Bounds { low, high } = sizes.with(bounds(layout, cell.index));
    Bounds::new(0, high.saturating_sub(low + 1))
}

impl Limits {
    /// The limits that `layout` has.
    pub fn of(layout: &Layout) -> Self {
        let numbers = &layout.numbers;
        let of = |index: usize| bounds(layout, index);
        let with = |is_it: fn(Role) -> bool| numbers.iter().find(|number| is_it(number.role));
        let takes = with(|role| role == Role::Take);
        let parameter = with(|role| matches!(role, Role::Parameter(_)));
        let piles: Vec<_> = numbers
            .iter()
            .filter(|number| number.role.is_pile())
            .map(|number| number.index)
            .collect();
        let first = &numbers[piles[0]];
        let (group, list) = (layout.times_of_group(first), first.length);
        let positions = list.filter(|_| first.are_positions);
        let groups = group.filter(|_| layout.positions() || list.is_some());
        let groups = positions.or(groups);
        let list = list.filter(|_| !first.are_positions);
        let mut pile_count = list.or(group.filter(|_| groups.is_none()));
        let mut sizes = sizes(layout, &piles);
        let one = Bounds::new(1, 1);
        let numbers_of_pile = match first.role {
            Role::PileOf(PileOf::Cells) => 2,
            _ => 1,
        };
        let each = piles.len() as u64 * first.factor / numbers_of_pile;
        let mut counted = None;
        let count = pile_count.map_or(one, of);
        let mut count = count.map(|count| count.saturating_mul(each));
        if let Role::PileOf(pile_of) = first.role {
            match pile_of {
                PileOf::MorePlace => {
                    sizes = Bounds::new(sizes.low + 1, sizes.high.saturating_add(count.high));
                }
                PileOf::Cells => sizes = Bounds::new(0, sizes.high.saturating_sub(sizes.low + 1)),
                PileOf::Count(from) => {
                    let largest = from.saturating_add(count.high).saturating_sub(1);
                    sizes = Bounds::new(from, largest);
                    count = Bounds::new(0, count.high.saturating_mul(2));
                    counted = pile_count.take().map(|length| (length, from));
                }
                PileOf::Less(_) | PileOf::More(_) | PileOf::MoreOnce(_) | PileOf::UpTo => {}
            }
        }
        let limits = Self {
            count,
            sizes,
            positions: groups.filter(|_| layout.positions()).map(of),
            take_count: takes.and_then(|takes| takes.length).map(of),
            subtraction_set: takes.map_or(one, |takes| of(takes.index)),
            parameter: parameter.map(|parameter| of(parameter.index)),
            piles,
            pile_count,
            each,
            counted,
            groups,
            takes_ascend: takes.is_some_and(|takes| takes.ascending),
        };
        limits.with_room(layout)
    }

    /// Without more piles than there is room for, if they ascend or differ.
    fn with_room(mut self, layout: &Layout) -> Self {
        let first = &layout.numbers[self.piles[0]];
        if first.role == Role::PileOf(PileOf::Cells) && first.is_ordered() {
            let room = self.sizes.high.saturating_add(2) / 2;
            self.count.high = self.count.high.min(room);
        } else if first.is_ordered() && !first.may_repeat {
            let Bounds { low, high } = self.sizes;
            let room = high.saturating_add(1).saturating_sub(low);
            self.count.high = self.count.high.min(room);
        }
        self
    }

    /// Those of `problem` and what `options` ask for. It is an error if the limits do not allow that.
    pub(super) fn asked(problem: &Problem, options: GenerateOptions) -> Result<Self, Error> {
        let layout = &problem.layout;
        let mut limits = Self::of(layout);
        if let Some(piles) = options.piles {
            piles.check("--piles", t!("the number of piles"), limits.count)?;
            limits.count = piles;
        }
        if let Some(largest) = options.largest {
            let asked = Bounds::new(largest, largest);
            asked.check("--largest", t!("the size of a pile"), limits.sizes)?;
            limits.sizes.high = largest;
            limits = limits.with_room(layout);
        }
        let Bounds { low, high } = limits.count;
        if options.shape == CaseShape::Zeros && limits.sizes.low > 0 {
            return Err(Error::Usage(t!(
                "shape 'zeros' needs empty piles, which the limits of {name} do not allow",
                name = problem.name
            )));
        }
        if low > MAX_PILES || options.shape == CaseShape::Max && high > MAX_PILES {
            return Err(Error::Usage(t!(
                "a position of {count} piles does not fit into memory: at most {most} do",
                count = low.max(high),
                most = MAX_PILES
            )));
        }
        Ok(limits)
    }
}
