//! Draws cases of any layout, for any game: number by number, in their order. Then piles are changed until
//! the position is won or lost as it should be, if that can be.

use super::draw::{ATTEMPTS, Style};
use super::{Bounds, GenerateOptions, Shape};
use crate::error::Error;
use crate::frame::{Counted, Field, List, Param};
use crate::game::rules::Rules;
use crate::generate::random::Random;
use crate::problem::Problem;
use crate::problem::layout::{Item, Layout, NumberItem, Repeat, only_number};

/// Lists are not longer than this, unless they have to be or that is asked for.
const HANDY: u64 = 1_000_000;

/// Who wins is not looked at where the table of a subtraction set would take more steps than this.
const MOST_STEPS: u64 = 50_000_000;

/// Draws the numbers of one case after the other, in the order of the layout.
pub(super) struct AnyLayout<'l> {
    layout: &'l Layout,
    style: Style,
    piles: Option<Bounds>,
    largest: Option<u64>,
    /// What each number of the layout is.
    fields: Vec<Field>,
    /// A case has several positions, each with its winner.
    has_positions: bool,
    /// Some limit is the size of a pile, so that none may be changed.
    piles_are_limits: bool,
    rules: Rules,
    /// The last value of each number, and the least that the next one may be if it ascends.
    values: Vec<u64>,
    floors: Vec<u64>,
    /// How often the present group comes, this time included.
    left: u64,
    /// The piles of the present position.
    runs: Vec<Run>,
    subtraction_set: Vec<u64>,
    lost: Option<bool>,
    /// The last position is won or lost as it should be.
    is_so: bool,
}

/// Piles next to each other among the numbers of a case, with the same limits.
struct Run {
    start: usize,
    len: usize,
    limits: Bounds,
    ascending: bool,
}

/// There is no number between the limits that the numbers before leave.
struct NoNumber;

impl<'l> AnyLayout<'l> {
    pub fn new(problem: &Problem, layout: &'l Layout, options: GenerateOptions) -> Self {
        let framing = problem.framing;
        let fields = framing.header.iter().chain(&framing.fields).copied();
        let is_number = |field: &Field| !matches!(field, Field::Again(_) | Field::Group(_));
        let fields: Vec<_> = fields.filter(is_number).collect();
        let numbers = layout.numbers();
        let is_pile_limit = |number: &&NumberItem| {
            let limits = [number.low, number.high].map(super::super::problem::layout::Limit::name);
            limits
                .into_iter()
                .flatten()
                .any(|index| is_pile(fields[index]))
        };
        let piles_are_limits = numbers.iter().any(is_pile_limit);
        Self {
            layout,
            style: Style {
                shape: options.shape,
                piles_asked: options.piles.is_some(),
                largest_asked: options.largest.is_some(),
            },
            piles: options.piles,
            largest: options.largest,
            fields,
            has_positions: framing.positions,
            piles_are_limits,
            rules: problem.rules.clone(),
            values: vec![0; layout.names],
            floors: vec![0; layout.names],
            left: 1,
            runs: Vec::new(),
            subtraction_set: Vec::new(),
            lost: None,
            is_so: true,
        }
    }

    /// Draws the numbers before the first case, but for how many cases there are.
    pub fn before_cases(&mut self, random: &mut Random) -> Result<Vec<u64>, Error> {
        let mut numbers = Vec::new();
        for _ in 0..ATTEMPTS {
            numbers.clear();
            if self.items(self.layout.head(), random, &mut numbers).is_ok() {
                return Ok(numbers);
            }
        }
        Err(none_found())
    }

    /// Adds the numbers of a case to `numbers`.
    pub fn case(&mut self, random: &mut Random, numbers: &mut Vec<u64>) -> Result<(), Error> {
        let shape = self.style.shape;
        self.lost = shape.lost(random);
        let mut good = None;
        for _ in 0..ATTEMPTS {
            numbers.clear();
            self.is_so = true;
            let drawn = self.items(self.layout.case(), random, numbers);
            if drawn.is_err() {
                continue;
            }
            if !self.has_positions {
                self.settle(random, numbers);
            }
            if self.is_so || !shape.promises() {
                return Ok(());
            }
            good = Some(std::mem::take(numbers));
        }
        *numbers = good.ok_or_else(none_found)?;
        Ok(())
    }

    fn items(
        &mut self,
        items: &[Item],
        random: &mut Random,
        numbers: &mut Vec<u64>,
    ) -> Result<(), NoNumber> {
        for item in items {
            match item {
                Item::LineEnd | Item::Answer => {}
                Item::Number(number) => self.number(number, random, numbers)?,
                Item::Group(items, Repeat::Times(times)) => {
                    for item in items {
                        if let Item::Number(number) = item {
                            self.floors[number.index] = 0;
                        }
                    }
                    let is_position = self.has_positions && only_number(items).is_none();
                    for left in (1..=self.values[*times]).rev() {
                        if is_position {
                            self.lost = self.style.shape.lost(random);
                        }
                        self.left = left;
                        self.items(items, random, numbers)?;
                        if is_position {
                            self.settle(random, numbers);
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
    fn number(
        &mut self,
        number: &NumberItem,
        random: &mut Random,
        numbers: &mut Vec<u64>,
    ) -> Result<(), NoNumber> {
        let index = number.index;
        let field = self.fields[index];
        if field == Field::Cases {
            return Ok(());
        }
        let mut limits = Bounds {
            low: number.low.value(&self.values),
            high: number.high.value(&self.values),
        };
        let is_pile = is_pile(field);
        if let (true, Some(largest)) = (is_pile, self.largest) {
            limits.high = largest;
        }
        let is_list = number.times.is_some();
        let count = number.times.map_or(1, |times| self.values[times]);
        let ascending = number.ascending || matches!(field, Field::Numbers(List::Persons, _));
        if let (Field::Count(..), Some(asked)) = (field, self.asked_count(index)) {
            limits = asked;
        } else if let Field::Count(..) = field {
            // As many as can ascend.
            let room = self
                .layout
                .numbers()
                .into_iter()
                .filter(|list| self.is_counted(list, index));
            let room = room.filter_map(|list| self.room(list)).min();
            limits.high = limits.high.min(room.unwrap_or(u64::MAX));
        }
        if ascending && !is_list {
            limits.low = limits.low.max(self.floors[index]);
        }
        if count > 0 && limits.low > limits.high {
            return Err(NoNumber);
        }
        let start = numbers.len();
        // It may be read from the limits of lists, which nobody has to believe.
        let count = usize::try_from(count).map_err(|_| NoNumber)?;
        numbers.try_reserve(count).map_err(|_| NoNumber)?;
        match field {
            _ if ascending => {
                let left = if is_list { count as u64 } else { self.left };
                let most = self.most_of(field, limits, random);
                let limits = Bounds {
                    high: most,
                    ..limits
                };
                ascend(random, self.style.shape, limits, left, count, numbers)?;
            }
            Field::Numbers(List::Piles | List::Persons, _) | Field::Param(Param::Pile) => {
                self.style.piles(random, limits, count as u64, numbers);
            }
            Field::Count(..) => {
                let drawn = self.count(index, field, limits, random);
                numbers.push(drawn);
            }
            Field::Param(_) | Field::Numbers(List::SubtractionSet | List::Other, _) => {
                let most = self.most_of(field, limits, random);
                random.fill(numbers, count as u64, limits.low, most);
            }
            Field::Cases | Field::Group(_) | Field::Again(_) => {}
        }
        let added = &numbers[start..];
        self.values[index] = added.last().copied().unwrap_or(0);
        self.floors[index] = self.values[index].saturating_add(1);
        match field {
            _ if is_pile => self.runs.push(Run {
                start,
                len: count,
                limits,
                ascending,
            }),
            Field::Param(Param::King | Param::MostTaken | Param::MostPiles) => {
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

    /// Draws how many of something there are.
    fn count(&self, index: usize, field: Field, limits: Bounds, random: &mut Random) -> u64 {
        let Bounds { low, high } = limits;
        let is_asked = self.asked_count(index).is_some();
        let handy = match self.style.shape {
            Shape::Max => high,
            _ if is_asked => high,
            _ => high.min(low.max(HANDY)),
        };
        let limits = Bounds { low, high: handy };
        let few = |few| limits.high_up_to(few);
        match (field, self.style.shape) {
            (Field::Count(Counted::List(List::Piles | List::Persons), _), _) => {
                self.style.pile_count(random, limits, self.lost)
            }
            (Field::Count(Counted::Group, _), _) if !self.has_positions => {
                self.style.pile_count(random, limits, self.lost)
            }
            (_, Shape::Max) => handy,
            (_, Shape::Small) => random.between(low, few(4)),
            _ => random.between(low, few(1000)),
        }
    }

    /// How many piles are asked for, if the number with this index says how many there are.
    fn asked_count(&self, index: usize) -> Option<Bounds> {
        let counts_piles = match self.fields[index] {
            Field::Count(Counted::List(List::Piles | List::Persons), _) => true,
            Field::Count(Counted::Group, _) => !self.has_positions,
            _ => false,
        };
        self.piles.filter(|_| counts_piles)
    }

    /// Whether the number with this index says how long `list` is.
    fn is_counted(&self, list: &NumberItem, index: usize) -> bool {
        list.times == Some(index) || self.layout.column_times(list.index) == Some(index)
    }

    /// How many numbers `list` may have, if that depends on its limits.
    fn room(&self, list: &NumberItem) -> Option<u64> {
        let persons = matches!(self.fields[list.index], Field::Numbers(List::Persons, _));
        if !list.ascending && !persons {
            return None;
        }
        let high = match (is_pile(self.fields[list.index]), self.largest) {
            (true, Some(largest)) => largest,
            _ => list.high.value(&self.values),
        };
        Some((high + 1).saturating_sub(list.low.value(&self.values)))
    }

    /// The upper limit for numbers of this kind: mostly small where large ones make games that are all
    /// alike.
    fn most_of(&self, field: Field, limits: Bounds, random: &mut Random) -> u64 {
        let few = match (field, self.style.shape) {
            (_, Shape::Max) => return limits.high,
            (Field::Numbers(List::SubtractionSet, _), Shape::Small) => 5,
            (Field::Numbers(List::Piles | List::Persons, _), Shape::Small) => 12,
            (Field::Numbers(List::SubtractionSet, _) | Field::Param(Param::MostTaken), _)
                if random.coin() =>
            {
                20
            }
            (Field::Param(Param::MostTaken | Param::MostPiles), Shape::Small) => 3,
            (Field::Param(Param::MostPiles), _) if random.coin() => 3,
            _ => return limits.high,
        };
        limits.high_up_to(few)
    }

    /// Changes piles of the present position until it is won or lost as it should be, and forgets it.
    fn settle(&mut self, random: &mut Random, numbers: &mut [u64]) {
        let runs = std::mem::take(&mut self.runs);
        let Some(lost) = self.lost else { return };
        let mut piles = Vec::new();
        for run in &runs {
            piles.extend(&numbers[run.start..run.start + run.len]);
        }
        let largest = piles.iter().max().copied().unwrap_or(0);
        if self.rules.steps(largest) > MOST_STEPS || self.rules.cover(largest).is_err() {
            return;
        }
        let rules = &self.rules;
        let is_so = |piles: &[u64]| rules.first_wins(&rules.fold(piles)) != lost;
        let allows = |piles: &[u64], index: usize, size: u64| {
            let mut rest = index;
            let run = runs.iter().find(|run| {
                let here = rest < run.len;
                rest -= if here { 0 } else { run.len };
                here
            });
            let is_ascending = |run: &Run| {
                !run.ascending
                    || index
                        .checked_sub(1)
                        .is_none_or(|before| piles[before] < size)
                        && piles.get(index + 1).is_none_or(|&next| size < next)
            };
            run.is_some_and(|run| run.limits.has(size) && is_ascending(run))
        };
        let start = piles.clone();
        for _ in 0..ATTEMPTS {
            if is_so(&piles) {
                let mut changed = piles.iter();
                for run in &runs {
                    for (number, pile) in
                        numbers[run.start..][..run.len].iter_mut().zip(&mut changed)
                    {
                        *number = *pile;
                    }
                }
                return;
            }
            if self.piles_are_limits {
                break;
            }
            piles.clone_from(&start);
            if lost {
                rules.balance(&mut piles, &allows, &mut |below| {
                    random.between(0, below - 1)
                });
            } else if let (Some(run), Some(last)) = (runs.last(), piles.len().checked_sub(1)) {
                let size = random.between(
                    run.limits.low,
                    run.limits.high.min(largest).max(run.limits.low),
                );
                if allows(&piles, last, size) {
                    piles[last] = size;
                }
            }
        }
        self.is_so = false;
    }
}

/// Whether the field is sizes of piles, or persons.
fn is_pile(field: Field) -> bool {
    matches!(
        field,
        Field::Numbers(List::Piles | List::Persons, _) | Field::Param(Param::Pile)
    )
}

/// Adds `count` ascending numbers, of which there will be `left` in all.
fn ascend(
    random: &mut Random,
    shape: Shape,
    limits: Bounds,
    left: u64,
    count: usize,
    numbers: &mut Vec<u64>,
) -> Result<(), NoNumber> {
    let Bounds { mut low, high } = limits;
    for left in (1..=left).rev().take(count) {
        // So much is left if all others are next to each other.
        let Some(rest) = high
            .checked_sub(low)
            .and_then(|rest| rest.checked_sub(left - 1))
        else {
            return Err(NoNumber);
        };
        let gap = match shape {
            Shape::Ones => 0,
            Shape::Max if left == 1 => rest,
            Shape::Equal => rest / left,
            _ => random.between(0, rest.min(rest / left * 2 + 1)),
        };
        numbers.push(low + gap);
        low += gap + 1;
    }
    Ok(())
}

fn none_found() -> Error {
    Error::Usage("no case was found within the limits".to_owned())
}
