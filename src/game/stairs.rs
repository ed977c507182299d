//! Staircase Nim: a move takes any number of stones from one step to the next one below; on step 0, the ground, they
//! stay.
//!
//! Only the steps with odd numbers count, as piles of Nim: stones that arrive on one of them from above can be taken on
//! at once to the step below.

use super::gaps::{Gap, balancing};
use super::{AllMoves, Change, Fold, Game, Moves, Reads, Reason};
use crate::decode::Number;
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

    /// The steps that count: stones leave one, or come from the one above.
    fn counted<'a>(&'a self, piles: &'a [u64]) -> impl Iterator<Item = Gap> + 'a {
        let steps = piles.iter().enumerate();
        let counted = steps.filter(|(index, _)| self.step(*index) % 2 == 1);
        counted.map(|(index, &size)| Gap {
            left: piles.get(index + 1).map(|&above| (index + 1, above)),
            right: index,
            size,
        })
    }
}

impl Reads for Stairs {
    fn anew(&self) -> Self {
        Self::new(self.first)
    }

    fn read<N: Number>(&mut self, piles: &[N]) {
        for &pile in piles {
            self.sum ^= pile.into() * (self.next % 2);
            self.next += 1;
        }
    }

    fn wins(&self) -> bool {
        self.sum != 0
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
        self.after_all(piles).wins()
    }

    fn moves<'a>(&'a self, piles: &'a [u64]) -> AllMoves<'a> {
        let from_step = |(index, &pile): (usize, &u64)| {
            let most = if self.step(index) > 0 { pile } else { 0 };
            (1..=most).map(move |take| vec![Change::leave(index, pile, pile - take)])
        };
        Box::new(piles.iter().enumerate().flat_map(from_step))
    }

    /// The stones that are taken are on the step below then.
    fn after(&self, piles: &[u64], turn: &[Change]) -> Vec<u64> {
        let mut after = piles.to_vec();
        for step in turn {
            after[step.pile] = step.left;
            if let Some(below) = step.pile.checked_sub(1) {
                after[below] = after[below].saturating_add(step.take);
            }
        }
        after
    }

    /// A move adds a pile to another one: no more stones than a number of 64 bits has.
    fn largest_shown(&self) -> u64 {
        u64::MAX / 2
    }

    /// What moves may put together is a number of 64 bits.
    fn lists_moves(&self, piles: &[u64]) -> bool {
        piles
            .iter()
            .try_fold(0, |sum: u64, &pile| sum.checked_add(pile))
            .is_some()
    }

    fn winning<'a>(&'a self, piles: &'a [u64]) -> Moves<'a> {
        balancing(piles, self.counted(piles), self.after_all(piles).sum)
    }

    fn allows(&self, _: &[u64], index: usize, _: u64) -> bool {
        self.step(index) > 0
    }

    fn why(&self, piles: &[u64]) -> Reason {
        let rows = self.counted(piles).map(|Gap { right, size, .. }| {
            let label = t!("step {step}: {pile}", step = self.step(right), pile = size);
            (label, size)
        });
        let sum = self.after_all(piles).sum;
        let sentence = t!("the nim-sum of the piles on steps with odd numbers is {sum}", sum);
        Reason::nim_sum(sentence.clone(), sentence, rows.collect(), sum)
    }
}
