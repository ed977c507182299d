//! Writes positions down as cases: the other numbers that a layout asks for are made up.

use super::positions::TestPosition;
use crate::frame::{Counted, Field, List, Param};
use crate::problem::Problem;
use crate::problem::layout::{Item, Limit, NumberItem, Repeat};

/// The numbers of a case: those before the first case, except for the number of cases, then its own.
pub type CaseNumbers = Vec<u64>;

/// A case, as numbers.
#[derive(Clone, Debug)]
pub struct Filled {
    /// Its numbers, with those before all cases.
    pub numbers: CaseNumbers,
    /// How many of them come before all cases.
    pub before: usize,
}

/// The case with these positions, which share their rules. `None` if the limits do not allow it.
pub fn fill(problem: &Problem, positions: &[TestPosition]) -> Option<Filled> {
    let layout = &problem.layout;
    let numbers = layout.numbers();
    let mut filler = Filler {
        fields: problem.framing.numbers().collect(),
        is_limit: vec![false; layout.names],
        has_positions: problem.framing.positions,
        positions,
        position: 0,
        piles: 0,
        subtraction_set: 0,
        values: vec![0; layout.names],
        floors: vec![0; layout.names],
        numbers: Vec::new(),
    };
    for high in numbers.iter().filter_map(|number| number.high.name()) {
        filler.is_limit[high] = true;
    }
    filler.items(layout.head())?;
    let before = filler.numbers.len();
    filler.items(layout.case())?;
    let is_whole = filler.subtraction_set == positions[0].rule.subtraction_set.len()
        && filler.position + usize::from(!filler.has_positions) == positions.len()
        && (filler.has_positions || filler.piles == positions[0].piles.len());
    is_whole.then_some(Filled {
        numbers: filler.numbers,
        before,
    })
}

struct Filler<'p> {
    /// What each number of the layout is, and whether it is the upper limit of another one.
    fields: Vec<Field>,
    is_limit: Vec<bool>,
    has_positions: bool,
    positions: &'p [TestPosition],
    /// How many positions, piles of the present one, and takes were written.
    position: usize,
    piles: usize,
    subtraction_set: usize,
    /// The last value of each number, and the least that the next one may be if it ascends.
    values: Vec<u64>,
    floors: Vec<u64>,
    numbers: CaseNumbers,
}

impl Filler<'_> {
    fn items(&mut self, items: &[Item]) -> Option<()> {
        for item in items {
            match item {
                Item::LineEnd | Item::Answer => {}
                Item::Number(number) if self.fields[number.index] == Field::Cases => {}
                Item::Number(number) => {
                    let count = number.times.map_or(1, |times| self.values[times]);
                    if number.times.is_some() {
                        self.floors[number.index] = 0;
                    }
                    for _ in 0..count {
                        self.number(number)?;
                    }
                }
                Item::Group(items, Repeat::Times(times)) => {
                    for item in items {
                        if let Item::Number(number) = item {
                            self.floors[number.index] = 0;
                        }
                    }
                    let is_position = self.fields_count(*times) == Some(Counted::Group);
                    for _ in 0..self.values[*times] {
                        self.items(items)?;
                        if self.has_positions && is_position {
                            if self.piles != self.positions.get(self.position)?.piles.len() {
                                return None;
                            }
                            self.position += 1;
                            self.piles = 0;
                        }
                    }
                }
                Item::Group(..) => unreachable!("groups without a number hold whole cases"),
            }
        }
        Some(())
    }

    /// What the number with this index counts.
    fn fields_count(&self, index: usize) -> Option<Counted> {
        match self.fields[index] {
            Field::Count(counted, _) => Some(counted),
            _ => None,
        }
    }

    /// Adds one number, or one of a list.
    fn number(&mut self, number: &NumberItem) -> Option<()> {
        let index = number.index;
        let limit = |limit: Limit| limit.value(&self.values);
        let (mut low, high) = (limit(number.low), limit(number.high));
        if number.ascending {
            low = low.max(self.floors[index]);
        }
        let rule = &self.positions[0].rule;
        // No piles are needed after the last position.
        let piles = self
            .positions
            .get(self.position)
            .map(|position| &position.piles);
        let value = match self.fields[index] {
            Field::Count(Counted::Group, _) if self.has_positions => self.positions.len() as u64,
            Field::Count(Counted::List(List::Piles | List::Persons) | Counted::Group, _) => {
                piles?.len() as u64
            }
            Field::Count(Counted::List(List::SubtractionSet), _) => {
                rule.subtraction_set.len() as u64
            }
            Field::Numbers(List::Piles | List::Persons, _) | Field::Param(Param::Pile) => {
                self.piles += 1;
                *piles?.get(self.piles - 1)?
            }
            Field::Numbers(List::SubtractionSet, _) => {
                self.subtraction_set += 1;
                *rule.subtraction_set.get(self.subtraction_set - 1)?
            }
            Field::Param(Param::MaxTaken | Param::MaxPiles | Param::King) => {
                rule.parameter.unwrap_or(low).min(high).max(low)
            }
            // Any number will do. That of the largest upper limits leaves most room.
            _ if self.is_limit[index] => high,
            _ => low,
        };
        self.values[index] = value;
        self.floors[index] = value.saturating_add(1);
        self.numbers.push(value);
        (low..=high).contains(&value).then_some(())
    }
}
