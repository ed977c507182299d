//! Writes positions down as a case: all other numbers that a layout asks for are made up.

use super::limits::{Bounds, Numbers};
use crate::layout::{CountOf, NumberItem, Once, Parameter, Repeat, Role, Walker};

/// The numbers of a case: those before the first case, except for the number of cases, then its own.
pub type CaseNumbers = Vec<u64>;

/// What a case gives of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CaseRule {
    /// The most stones or piles of a move, or the king.
    pub parameter: Option<u64>,
    /// The subtraction set, in the order in which it is given.
    pub subtraction_set: Vec<u64>,
}

/// A case, as numbers.
#[derive(Clone, Debug)]
pub(super) struct Filled {
    /// Its numbers, with those before all cases.
    pub numbers: CaseNumbers,
    /// How many of them come before all cases.
    pub before: usize,
    /// The subtraction set that it gives.
    pub takes: Vec<u64>,
    /// Its largest pile.
    pub largest: u64,
}

/// The case with these positions, which share their rule. `None` if the limits do not allow it. Numbers that do not
/// matter are what `free` makes of their index and limits, but for those of `head`, if that has numbers:
/// they are those before all cases.
pub(super) fn fill(
    numbers: &Numbers<'_>,
    rule: &CaseRule,
    positions: &[Vec<u64>],
    head: &[u64],
    free: &mut dyn FnMut(usize, Bounds) -> u64,
) -> Option<Filled> {
    let names = numbers.layout.numbers.len();
    let mut filling = Filling {
        numbers,
        rule,
        positions,
        head,
        free,
        values: vec![0; names],
        floors: vec![0; names],
        filled: Vec::new(),
        second_cell: 0,
        position: 0,
        pile: 0,
        take: 0,
    };
    numbers.layout.walk_head(&mut filling).ok()?;
    let before = filling.filled.len();
    numbers.layout.walk_case(&mut filling).ok()?;
    let is_king = |number: &&NumberItem| number.role == Role::Parameter(Parameter::King);
    let king = numbers.layout.numbers.iter().find(is_king);
    let king = king.map_or(0, |number| filling.values[number.index]);
    let is_whole = filling.filled.starts_with(head)
        && king <= positions[0].len() as u64
        && filling.take == rule.subtraction_set.len()
        && match numbers.positions {
            Some(_) => filling.position == positions.len(),
            None => filling.pile == positions[0].len(),
        };
    is_whole.then_some(Filled {
        before,
        numbers: filling.filled,
        takes: rule.subtraction_set.clone(),
        largest: positions.iter().flatten().max().copied().unwrap_or(0),
    })
}

/// A case that is being filled in.
struct Filling<'f, 'l> {
    numbers: &'f Numbers<'l>,
    rule: &'f CaseRule,
    positions: &'f [Vec<u64>],
    head: &'f [u64],
    free: &'f mut dyn FnMut(usize, Bounds) -> u64,
    /// The last value of each number, and the least that the next one may be if it ascends.
    values: Vec<u64>,
    floors: Vec<u64>,
    filled: CaseNumbers,
    /// The other end of the pile whose first cell was written.
    second_cell: u64,
    /// How many positions, piles of the present one, and takes were written.
    position: usize,
    pile: usize,
    take: usize,
}

/// The limits do not allow it.
struct NotAllowed;

impl<'f> Filling<'f, '_> {
    /// The piles of the present position.
    fn piles(&self) -> Result<&'f [u64], NotAllowed> {
        let piles = self.positions.get(self.position);
        piles.map(|piles| &piles[..]).ok_or(NotAllowed)
    }

    /// Adds a cell at one end of the next pile, whichever end that is.
    fn add_cell(&mut self, number: &NumberItem, first: Bounds) -> Result<(), NotAllowed> {
        let pile = self.piles()?.get(self.pile).ok_or(NotAllowed)?;
        let (numbers, distance) = (self.numbers, pile.saturating_add(1));
        let second = numbers.own(numbers.piles[0], &|index| Some(self.values[index]));
        let left = Bounds {
            low: first.low.max(second.low.saturating_sub(distance)),
            high: first.high.min(second.high.saturating_sub(distance)),
        };
        let right = Bounds {
            low: first.low.max(second.low.saturating_add(distance)),
            high: first.high.min(second.high.saturating_add(distance)),
        };
        let allows_left = left.low <= left.high && distance <= second.high;
        let sides = Bounds {
            low: u64::from(!allows_left),
            high: u64::from(right.low <= right.high),
        };
        if sides.low > sides.high {
            return Err(NotAllowed);
        }
        let is_right = (self.free)(number.index, sides) == 1;
        let cell = (self.free)(number.index, if is_right { right } else { left });
        self.second_cell = if is_right {
            cell - distance
        } else {
            cell + distance
        };
        self.filled.push(cell);
        Ok(())
    }

    /// Adds `count` numbers that do not matter.
    fn add_free(
        &mut self,
        number: &NumberItem,
        count: u64,
        bounds: Bounds,
    ) -> Result<(), NotAllowed> {
        let mut low = bounds.low;
        if number.ascending {
            low = low.max(self.floors[number.index]);
        }
        for left in (1..=count).rev() {
            let mut high = bounds.high;
            if number.ascending {
                // Twice the mean of what is left, if all others are next to each other.
                let rest = high
                    .checked_sub(low)
                    .and_then(|rest| rest.checked_sub(left - 1))
                    .ok_or(NotAllowed)?;
                high = low + rest.min((rest / left).saturating_mul(2).saturating_add(1));
            }
            let known = self.head.get(self.filled.len()).copied();
            let value = match known {
                Some(value) => value,
                None if low <= high => (self.free)(number.index, Bounds { low, high }),
                None => return Err(NotAllowed),
            };
            self.filled.push(value);
            if number.ascending {
                low = value.saturating_add(1);
            }
        }
        Ok(())
    }
}

/// The next `len` of these numbers.
fn next<'n>(list: &'n [u64], at: &mut usize, len: u64) -> Result<&'n [u64], NotAllowed> {
    let start = *at;
    *at = usize::try_from(len).map_or(usize::MAX, |len| start.saturating_add(len));
    list.get(start..*at).ok_or(NotAllowed)
}

impl Walker for Filling<'_, '_> {
    type Stop = NotAllowed;

    fn number(&mut self, number: &NumberItem) -> Result<(), NotAllowed> {
        let (numbers, index) = (self.numbers, number.index);
        let count = number.times.map_or(1, |times| self.values[times]);
        if number.times.is_some() {
            self.floors[index] = 0;
        }
        let start = self.filled.len();
        let known = |index: usize| Some(self.values[index]);
        let bounds = numbers.own(index, &known);
        match number.role {
            Role::Cases => return Ok(()),
            Role::FirstCell => self.add_cell(number, bounds)?,
            Role::SecondCell => {
                self.filled.push(self.second_cell);
                self.pile += 1;
            }
            Role::Pile | Role::Person => {
                let piles = next(self.piles()?, &mut self.pile, count)?;
                self.filled.extend_from_slice(piles);
            }
            Role::Take => {
                let takes = next(&self.rule.subtraction_set, &mut self.take, count)?;
                self.filled.extend_from_slice(takes);
            }
            Role::Count(CountOf::Takes) => {
                self.filled.push(self.rule.subtraction_set.len() as u64);
            }
            Role::Count(_) if numbers.positions == Some(index) => {
                self.filled.push(self.positions.len() as u64);
            }
            Role::Count(_) if numbers.pile_count == Some(index) => {
                let piles = self.piles()?.len() as u64;
                let is_list = numbers.layout.numbers[numbers.piles[0]].times.is_some();
                self.filled.push(if is_list {
                    piles
                } else {
                    piles / numbers.piles_each()
                });
            }
            Role::Parameter(_) => {
                // That of a rule may be beyond what the numbers before allow.
                let Bounds { low, high } = bounds;
                let parameter = self.rule.parameter.unwrap_or(low);
                self.filled.push(parameter.min(high).max(low));
            }
            Role::Count(_) | Role::Other => self.add_free(number, count, bounds)?,
        }
        for &value in &self.filled[start..] {
            if !bounds.has(value) || number.ascending && value < self.floors[index] {
                return Err(NotAllowed);
            }
            self.floors[index] = value.saturating_add(1);
        }
        self.values[index] = self.filled[start..].last().copied().unwrap_or(0);
        Ok(())
    }

    fn ascend_anew(&mut self, number: &NumberItem) {
        self.floors[number.index] = 0;
    }

    fn repeat(&mut self, repeat: Repeat, once: Once<'_, Self>) -> Result<(), NotAllowed> {
        let times = repeat.times();
        let is_position = self.numbers.positions.is_some() && times == self.numbers.positions;
        for _ in 0..times.map_or(1, |times| self.values[times]) {
            once(self)?;
            if is_position {
                if self.piles()?.len() != self.pile {
                    return Err(NotAllowed);
                }
                (self.position, self.pile) = (self.position + 1, 0);
            }
        }
        Ok(())
    }
}
