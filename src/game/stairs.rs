//! Staircase Nim: a move takes any number of stones from one step to the next one below; on step 0, the ground, they
//! stay.
//!
//! Only the steps with odd numbers count, as piles of Nim: stones that arrive on one of them from above can be taken on
//! at once to the step below.

use super::{Fold, Game, Move, Moves, Reason, Turn, Turns};
use crate::decode::Slice;
use crate::error::InputError;
use crate::layout::Role;
use crate::words::t;

/// The game, and what is known of the position that is being read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stairs {
    /// The step of the first pile, 0 or 1.
    first: u64,
    /// The step of the next pile, and the nim-sum of those before it that count.
    next: u64,
    sum: u64,
}

impl Stairs {
    /// The staircase whose first pile is on this step.
    pub(crate) fn new(first: u64) -> Self {
        Self {
            first,
            next: first,
            sum: 0,
        }
    }

    /// The step of the pile with this index.
    fn step(&self, index: usize) -> u64 {
        self.first + index as u64
    }

    fn counts(&self, index: usize) -> bool {
        self.step(index) % 2 == 1
    }

    fn nim_sum(&self, piles: &[u64]) -> u64 {
        let counted = piles
            .iter()
            .enumerate()
            .filter(|(index, _)| self.counts(*index));
        counted.fold(0, |sum, (_, pile)| sum ^ pile)
    }
}

impl Fold for Stairs {
    fn add(&mut self, piles: Slice<'_>) -> Result<(), InputError> {
        for pile in piles.iter() {
            self.sum ^= pile * (self.next % 2);
            self.next += 1;
        }
        Ok(())
    }

    fn finish(&mut self) -> bool {
        let wins = self.sum != 0;
        *self = Self::new(self.first);
        wins
    }
}

impl Game for Stairs {
    fn set(&mut self, _: Role, values: &[u64]) {
        for &first in values {
            *self = Self::new(first);
        }
    }

    fn fold(&mut self) -> Option<&mut dyn Fold> {
        Some(self)
    }

    fn first_wins(&self, piles: &[u64]) -> bool {
        self.nim_sum(piles) != 0
    }

    fn moves<'a>(&'a self, piles: &'a [u64]) -> Moves<'a> {
        let from_step = |(index, &pile): (usize, &u64)| {
            let most = if self.step(index) > 0 { pile } else { 0 };
            (1..=most).map(move |take| vec![Move::leave(index, pile, pile - take)])
        };
        Box::new(piles.iter().enumerate().flat_map(from_step))
    }

    /// The stones that are taken are on the step below then.
    fn after(&self, piles: &[u64], turn: &[Move]) -> Vec<u64> {
        let mut after = piles.to_vec();
        for step in turn {
            after[step.pile] = step.left;
            if let Some(below) = step.pile.checked_sub(1) {
                after[below] = after[below].saturating_add(step.take);
            }
        }
        after
    }

    /// A step that counts becomes what the others make 0: stones leave it, or come from the one above.
    fn winning<'a>(&'a self, piles: &'a [u64]) -> Turns<'a> {
        let sum = self.nim_sum(piles);
        let turn = move |(index, &pile): (usize, &u64)| -> Option<Turn> {
            let take = if self.counts(index) {
                pile.checked_sub(pile ^ sum)?
            } else {
                let below = piles[index.checked_sub(1)?];
                (below ^ sum).checked_sub(below)?
            };
            let may_take = (1..=pile).contains(&take);
            may_take.then(|| vec![Move::leave(index, pile, pile - take)])
        };
        Box::new(piles.iter().enumerate().filter_map(turn))
    }

    fn allows(&self, _: &[u64], index: usize, _: u64) -> bool {
        self.step(index) > 0
    }

    fn why(&self, piles: &[u64]) -> Reason {
        let counted = piles
            .iter()
            .enumerate()
            .filter(|(index, _)| self.counts(*index));
        let rows = counted.map(|(index, &pile)| {
            let label = t!("step {step}: {pile}", step = self.step(index), pile);
            (label, pile)
        });
        let sum = self.nim_sum(piles);
        let sentence = t!(
            "the nim-sum of the piles on steps with odd numbers is {sum}",
            sum
        );
        Reason::nim_sum(sentence.clone(), sentence, rows.collect(), sum)
    }
}
