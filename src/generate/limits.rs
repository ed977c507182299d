//! Within which limits the numbers of a case are drawn: the judge's, or those that are asked for.

use super::draw::DrawnGame;
use super::{GenerateOptions, Shape};
use crate::error::Error;
use crate::frame::{Counted, Field, List, Param};
use crate::problem::Problem;
use crate::problem::layout::{Layout, Limit, NumberItem};

/// A small position has at most so many piles.
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
    pub(super) fn has(self, number: u64) -> bool {
        (self.low..=self.high).contains(&number)
    }

    /// The most, but no more than `few` if that is allowed.
    pub(super) fn high_up_to(self, few: u64) -> u64 {
        self.high.min(self.low.max(few))
    }
}

/// The limits of the numbers of a case.
pub(super) struct CaseLimits {
    /// How many piles a position has, or persons; none: always as many.
    pub count: Option<Bounds>,
    /// How many, then.
    pub fixed_count: usize,
    /// The sizes of the piles, or the cells of the persons.
    pub sizes: Bounds,
    /// How many positions a case has; none: it is one.
    pub positions: Option<Bounds>,
    /// How many takes a case has, if it says which there are.
    pub take_count: Bounds,
    /// These takes.
    pub subtraction_set: Bounds,
    /// The largest take, if a case says that.
    pub most_taken: Bounds,
}

/// Where a field stands among the numbers of a case and those before all cases, but for how many cases
/// there are: the framing of the problem and its layout have them in the same order.
fn place(problem: &Problem, is_it: impl Fn(&Field) -> bool) -> Option<usize> {
    let framing = problem.framing;
    let fields = framing.header.iter().chain(&framing.fields);
    let mut numbers =
        fields.filter(|field| !matches!(field, Field::Again(_) | Field::Group(_) | Field::Cases));
    numbers.position(is_it)
}

impl CaseLimits {
    /// The limits that `layout` has for `problem`, but for those that `options` ask for.
    ///
    /// # Errors
    /// What they ask for makes no sense for the problem or with each other.
    ///
    /// # Panics
    /// If the row of the problem and its layout do not have the same numbers.
    pub fn new(
        problem: &Problem,
        layout: &Layout,
        options: GenerateOptions,
    ) -> Result<Self, Error> {
        let mut limits = Self::published(problem, layout);
        let game = DrawnGame::of(problem, layout);
        limits.ask(game, problem, options).map_err(Error::Usage)?;
        if let Some(why) = limits.excludes(options.shape) {
            let (name, shape) = (&problem.name, options.shape.name());
            let message = format!("{name} has no shape '{shape}': {why} there");
            return Err(Error::Usage(message));
        }
        Ok(limits)
    }

    /// The limits of the judge.
    fn published(problem: &Problem, layout: &Layout) -> Self {
        let numbers = layout.numbers();
        let high = |number: &NumberItem| match number.high {
            Limit::Number(high) => high,
            // The other number may be as large as this.
            Limit::Value(index) => {
                let other = numbers.iter().find(|number| number.index == index);
                other.and_then(|other| other.high.number()).unwrap_or(0)
            }
        };
        let in_case = numbers.iter().filter(|number| !layout.counts_cases(number));
        let limits: Vec<_> = in_case
            .map(|number| Bounds {
                low: number.low.number().unwrap_or(0),
                high: high(number),
            })
            .collect();
        let of = |is_it: &dyn Fn(&Field) -> bool| place(problem, is_it).map(|place| limits[place]);
        let count = |counted| of(&|field| matches!(field, Field::Count(c, _) if *c == counted));
        let list = |list| of(&|field| matches!(field, Field::Numbers(l, _) if *l == list));
        let param = |param| of(&|field| *field == Field::Param(param));
        let or_none = |limits: Option<Bounds>| limits.unwrap_or(Bounds { low: 0, high: 0 });
        let framing = problem.framing;
        let group = framing
            .fields
            .iter()
            .position(|field| matches!(field, Field::Group(_)));
        let alone = |field: &Field| *field == Field::Param(Param::Pile);
        let in_group = group.is_some_and(|group| framing.fields[group..].iter().any(alone));
        let sizes = list(List::Piles)
            .or(list(List::Persons))
            .or(param(Param::Pile));
        Self {
            count: count(Counted::List(List::Piles))
                .or(count(Counted::List(List::Persons)))
                .or(count(Counted::Group).filter(|_| in_group && !framing.positions)),
            fixed_count: framing.fields.iter().filter(|field| alone(field)).count(),
            sizes: sizes.expect("every position has piles"),
            positions: count(Counted::Group),
            take_count: or_none(count(Counted::List(List::SubtractionSet))),
            subtraction_set: or_none(list(List::SubtractionSet)),
            most_taken: or_none(param(Param::MostTaken)),
        }
    }

    /// Puts the limits that `options` ask for in place of the judge's, or says why they make no sense.
    fn ask(
        &mut self,
        game: DrawnGame,
        problem: &Problem,
        options: GenerateOptions,
    ) -> Result<(), String> {
        let name = &problem.name;
        if let Some(piles) = options.piles {
            self.ask_piles(name, options.shape, piles)?;
        }
        if let Some(largest) = options.largest {
            self.ask_largest(game, problem, options.shape, largest)?;
        }
        let persons = self.count.filter(|_| game == DrawnGame::Hill);
        let most = persons.map_or(0, |persons| match options.shape {
            Shape::Single => persons.low,
            Shape::Small if options.piles.is_none() => FEW,
            _ => persons.high,
        });
        if most > self.sizes.high {
            return Err(format!(
                "{most} persons stand on as many cells: --largest is at least {most}, or --piles smaller"
            ));
        }
        Ok(())
    }

    fn ask_piles(&mut self, name: &str, shape: Shape, piles: Bounds) -> Result<(), String> {
        if piles.low == 0 || piles.low > piles.high {
            return Err("--piles is at least 1, and has the lower number first".to_owned());
        }
        if self.count.is_none() {
            let count = match self.fixed_count {
                0 | 1 => "is one pile".to_owned(),
                more => format!("has {more} piles"),
            };
            return Err(format!(
                "{name} has no --piles: every position {count} there"
            ));
        }
        if shape == Shape::Single {
            return Err("the shape 'single' has as few piles as can be: no --piles".to_owned());
        }
        self.count = Some(piles);
        Ok(())
    }

    fn ask_largest(
        &mut self,
        game: DrawnGame,
        problem: &Problem,
        shape: Shape,
        largest: u64,
    ) -> Result<(), String> {
        let name = &problem.name;
        // Of one stone alone nothing can be left, and nobody loses.
        let least = if game == DrawnGame::UpTo {
            2
        } else {
            self.sizes.low.max(1)
        };
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
        // A move may take the whole pile, as with the judge's limits.
        self.most_taken.high = largest;
        Ok(())
    }

    /// Why there is nothing of this shape within the limits, if there is not.
    fn excludes(&self, shape: Shape) -> Option<&'static str> {
        match shape {
            Shape::Zeros if self.sizes.low > 0 => Some("no pile may be empty"),
            Shape::Single | Shape::Equal if self.count.is_none() && self.fixed_count < 2 => {
                Some("every position is one pile")
            }
            _ => None,
        }
    }

    /// Room for the numbers of the largest case, so that one for which there is none is told at once.
    ///
    /// # Errors
    /// There is none.
    pub fn room(&self) -> Result<Vec<u64>, Error> {
        let high = |limits: Option<Bounds>| limits.map_or(1, |limits| limits.high);
        let piles = high(self.count);
        let positions = piles.saturating_add(1).saturating_mul(high(self.positions));
        let case = positions.saturating_add(2 + self.take_count.high);
        let mut numbers = Vec::new();
        let fits = usize::try_from(case).is_ok_and(|case| numbers.try_reserve(case).is_ok());
        if fits {
            return Ok(numbers);
        }
        let message = format!("a position of {piles} piles does not fit into memory");
        Err(Error::Usage(message))
    }
}
