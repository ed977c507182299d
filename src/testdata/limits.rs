//! Within which limits positions are drawn: the judge's, or those that are asked for.

use super::Shape;
use super::generate::GenerateOptions;
use crate::error::Error;
use crate::frame::{Counted, Field, List, Param};
use crate::problem::Problem;
use crate::problem::layout::{Layout, Limit, NumberItem};

/// The maximum number of piles of a small position.
pub(super) const FEW: u64 = 4;

/// With as many takes as the judges allow, the Grundy values of all piles up to this size can be computed.
const MOST_WORTHS: u64 = 10_000_000;

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
    pub fn high_up_to(self, few: u64) -> u64 {
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

impl PositionLimits {
    /// The limits that `layout` has for `problem`.
    ///
    /// # Panics
    /// If the framing of the problem and the layout do not have the same numbers.
    pub fn of(problem: &Problem, layout: &Layout) -> Self {
        let numbers = layout.numbers();
        let framing = problem.framing;
        let limit = |limit: Limit| match limit {
            Limit::Number(number) => number,
            Limit::Value(index) => numbers[index].high.number().unwrap_or(u64::MAX),
        };
        let limits = |number: &&NumberItem| Bounds {
            low: number.low.number().unwrap_or(0),
            high: limit(number.high),
        };
        let of = |is_it: &dyn Fn(Field) -> bool| {
            let mut fields = numbers.iter().zip(framing.numbers());
            fields.find_map(|(number, field)| is_it(field).then(|| limits(number)))
        };
        let count = |counted| of(&|field| matches!(field, Field::Count(c, _) if c == counted));
        let list = |list| of(&|field| matches!(field, Field::Numbers(l, _) if l == list));
        let param = |param| of(&|field| field == Field::Param(param));
        let alone = |field: &Field| *field == Field::Param(Param::Pile);
        let mut after_group = framing.fields.iter();
        let mut after_group = after_group
            .by_ref()
            .skip_while(|f| !matches!(f, Field::Group(_)));
        let piles_in_group = after_group.any(alone) && !framing.positions;
        let sizes = list(List::Piles)
            .or(list(List::Persons))
            .or(param(Param::Pile));
        let varying = count(Counted::List(List::Piles))
            .or(count(Counted::List(List::Persons)))
            .or(count(Counted::Group).filter(|_| piles_in_group));
        let alone = framing.fields.iter().filter(|field| alone(field)).count() as u64;
        Self {
            count: varying.unwrap_or(Bounds {
                low: alone,
                high: alone,
            }),
            count_varies: varying.is_some(),
            sizes: sizes.expect("every position has piles"),
            positions: count(Counted::Group).filter(|_| framing.positions),
            take_count: count(Counted::List(List::SubtractionSet)),
            subtraction_set: list(List::SubtractionSet).unwrap_or(Bounds { low: 1, high: 1 }),
            takes_ascend: numbers
                .iter()
                .zip(framing.numbers())
                .any(|(number, field)| {
                    number.ascending && matches!(field, Field::Numbers(List::SubtractionSet, _))
                }),
            parameter: param(Param::MaxTaken)
                .or(param(Param::MaxPiles))
                .or(param(Param::King)),
        }
    }

    /// The limits that `layout` has for `problem`, but for those that `options` ask for.
    ///
    /// # Errors
    /// What they ask for makes no sense for the problem or with each other.
    pub(super) fn asked(
        problem: &Problem,
        layout: &Layout,
        options: GenerateOptions,
    ) -> Result<Self, Error> {
        let mut bounds = Self::of(problem, layout);
        bounds.ask(problem, options).map_err(Error::Usage)?;
        if let Some(why) = bounds.excludes(options.shape) {
            let (name, shape) = (&problem.name, options.shape.name());
            let message = format!("{name} has no shape '{shape}': {why} there");
            return Err(Error::Usage(message));
        }
        bounds.room()?;
        Ok(bounds)
    }

    /// Puts the limits that `options` ask for in place of the judge's, or says why they make no sense.
    fn ask(&mut self, problem: &Problem, options: GenerateOptions) -> Result<(), String> {
        let name = &problem.name;
        if let Some(piles) = options.piles {
            self.ask_piles(name, options.shape, piles)?;
        }
        if let Some(largest) = options.largest {
            self.ask_largest(problem, options.shape, largest)?;
        }
        let persons = match options.shape {
            _ if problem.rules.has_piles() => 0,
            Shape::Single => self.count.low,
            Shape::Small if options.piles.is_none() => self.count.high_up_to(FEW),
            _ => self.count.high,
        };
        if persons > self.sizes.high {
            return Err(format!(
                "{persons} persons stand on as many cells: --largest is at least {persons}, or \
                 --piles smaller"
            ));
        }
        Ok(())
    }

    fn ask_piles(&mut self, name: &str, shape: Shape, piles: Bounds) -> Result<(), String> {
        if piles.low == 0 || piles.low > piles.high {
            return Err("--piles must be at least 1, with the lower number first".to_owned());
        }
        if !self.count_varies {
            let count = self.fixed_count();
            return Err(format!("{name} has no --piles: {count} there"));
        }
        if shape == Shape::Single {
            return Err("the shape 'single' has as few piles as can be: no --piles".to_owned());
        }
        self.count = piles;
        Ok(())
    }

    fn ask_largest(&mut self, problem: &Problem, shape: Shape, largest: u64) -> Result<(), String> {
        let name = &problem.name;
        let least = self.sizes.low.max(1);
        if largest < least {
            return Err(format!("--largest is at least {least} for {name}"));
        }
        if shape == Shape::Ones && problem.rules.has_piles() {
            return Err("the shape 'ones' has piles of one stone: no --largest".to_owned());
        }
        if problem.rules.awaits_subtraction_set() && largest > MOST_WORTHS {
            return Err(format!(
                "--largest is at most {MOST_WORTHS} for {name}: the Grundy values of all piles are computed"
            ));
        }
        self.sizes.high = largest;
        Ok(())
    }

    /// How many piles every position has, in words.
    fn fixed_count(&self) -> String {
        match self.count.high {
            1 => "every position is one pile".to_owned(),
            count => format!("every position has {count} piles"),
        }
    }

    /// Why there is nothing of this shape within the limits, if there is not.
    fn excludes(&self, shape: Shape) -> Option<String> {
        let one_pile = !self.count_varies && self.count.high == 1;
        match shape {
            Shape::Zeros if self.sizes.low > 0 => Some("no pile may be empty".to_owned()),
            Shape::Single if !self.count_varies => Some(self.fixed_count()),
            Shape::Equal if one_pile => Some(self.fixed_count()),
            _ => None,
        }
    }

    /// Makes sure that the numbers of the largest case have room, so that one for which there is none is
    /// reported at once.
    fn room(&self) -> Result<(), Error> {
        let high = |limits: Option<Bounds>| limits.map_or(1, |limits| limits.high);
        let piles = self.count.high;
        let positions = piles.saturating_add(1).saturating_mul(high(self.positions));
        let case = positions.saturating_add(2 + high(self.take_count));
        let mut numbers = Vec::<u64>::new();
        if usize::try_from(case).is_ok_and(|case| numbers.try_reserve(case).is_ok()) {
            return Ok(());
        }
        let message = format!("a position of {piles} piles does not fit into memory");
        Err(Error::Usage(message))
    }
}
