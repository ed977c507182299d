//! Grundy's game: a move divides a pile into two of different sizes.
//!
//! No period of the values is known, and no theorem would prove one from a part of the table. Of the piles up to 2^20,
//! 42 are lost, the last of 1222 stones: tested with the whole table.

use std::sync::LazyLock;

use super::breaking::Splits;
use super::heap::{Heap, MAX_DIVIDED, Parts, PileRule, Rests, Takes, add, cover_up_to, decide_by_values};
use super::period::{Budget, Period};
use super::sums::Breaking;
use super::tally::Tally;
use super::{Play, decide, piles_up_to};
use crate::decode::Slice;
use crate::error::{InputError, NoPeriod};
use crate::layout::Role;
use crate::outcomes::Outcomes;

/// More values than this take more than a second.
pub(crate) const MOST: usize = 1 << 20;

/// These are soon computed.
const FEW: usize = 1 << 15;

/// The lost piles.
pub(crate) const LOST: &[u64] = &[
    0, 1, 2, 4, 7, 10, 20, 23, 26, 50, 53, 270, 273, 276, 282, 285, 288, 316, 334, 337, 340, 346, 359, 362, 365, 386,
    389, 392, 566, 630, 633, 636, 639, 673, 676, 682, 685, 923, 926, 929, 932, 1222,
];

/// The first values, and all: a program plays with one table, however often it has the rule.
static TABLES: [LazyLock<Vec<u16>>; 2] = [LazyLock::new(|| values(FEW)), LazyLock::new(|| values(MOST))];

/// The smaller one of these that has this pile.
fn table_for(pile: u64) -> &'static [u16] {
    &TABLES[usize::from(pile >= FEW as u64)]
}

fn values(count: usize) -> Vec<u16> {
    let budget = Budget {
        values: count as u64,
        steps: u64::MAX,
    };
    let mut table = Breaking::table(Unequal::default(), Splits::No(Play::Normal)).within(budget);
    let covered = table.cover(count as u64 - 1);
    covered.expect("the budget is enough");
    table.table().to_vec()
}

/// The game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unequal {
    /// The values that have been asked for.
    values: &'static [u16],
    /// Of the position that is being read, the pile that may be the only one with a value.
    alone: Option<u64>,
}

impl PileRule for Unequal {
    fn rests(&self, _: u64) -> Rests<'_> {
        let parts = Parts {
            are_unequal: true,
            ..Parts::of(4)
        };
        vec![(Takes::Range(0..=0), parts)]
    }

    fn largest_take(&self) -> Option<u64> {
        Some(0)
    }
}

impl Heap for Unequal {
    fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        cover_up_to(MOST as u64 - 1, largest)
    }

    /// Most positions are a single pile, and need no table: it is made when it is asked for.
    #[inline]
    fn grundy(&self, pile: u64) -> u64 {
        let known = self.values.get(pile as usize);
        let value = known.unwrap_or_else(|| &table_for(pile)[pile as usize]);
        (*value).into()
    }

    fn has_value(&self, pile: u64, grundy: u64) -> bool {
        if grundy == 0 {
            is_lost_alone(pile)
        } else {
            self.grundy(pile) == grundy
        }
    }

    #[inline(always)]
    fn table(&self) -> &[u16] {
        self.values
    }

    fn largest_listed(&self) -> u64 {
        MAX_DIVIDED
    }

    fn period(&self) -> Option<(Period, &'static str)> {
        None
    }

    /// Where all piles before it have the Grundy value 0, the next one waits for others.
    fn add(&mut self, piles: Slice<'_>, tally: &mut Tally) -> Result<(), InputError> {
        let first = self.alone.take();
        if first.is_none() && *tally == Tally::default() && piles.len() == 1 {
            self.alone = piles.iter().next().filter(|&pile| pile < MOST as u64);
        }
        if self.alone.is_some() {
            return Ok(());
        }
        let largest = piles.iter().chain(first).max().unwrap_or(0);
        if largest < MOST as u64 && largest >= self.values.len() as u64 {
            self.values = table_for(largest);
        }
        add(self, Slice::Wide(first.as_slice()), tally)?;
        add(self, piles, tally)
    }

    fn finish(&mut self, play: Play, tally: Tally) -> bool {
        let alone = self.alone.take();
        alone.map_or_else(|| tally.first_wins(play), |pile| !is_lost_alone(pile))
    }

    fn rows(&mut self, fields: &[Role], rows: Slice<'_>, outcomes: &mut Outcomes<'_>) -> usize {
        match piles_up_to(fields, rows) {
            Some(largest) if fields.len() == 1 && largest < MOST as u64 => {
                decide(1, rows, outcomes, &|_| {}, |row| !is_lost_alone(row[0]))
            }
            _ => decide_by_values(self, fields, rows, outcomes),
        }
    }
}

/// Whether the only pile, one of those that are answered, is lost: no table is needed for that.
fn is_lost_alone(pile: u64) -> bool {
    LOST.binary_search(&pile).is_ok()
}
