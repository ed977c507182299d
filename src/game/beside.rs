//! Piles each with a largest and a least take of its own: HDU 1851.

use super::heap::Heap;
use super::takes::Between;
use super::{AllMoves, Change, Fold, Game, Moves, Reason};
use crate::decode::Slice;
use crate::error::InputError;
use crate::layout::{Parameter, Role};
use crate::words::t;

/// The game of piles from which a move takes what stands beside them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Beside {
    /// The least takes of the piles, and the largest; the last ones are those of all further piles.
    least: Vec<u64>,
    most: Vec<u64>,
    /// The nim-sum of the position that is being read.
    sum: u64,
}

impl Beside {
    /// The rule for the pile with this index.
    fn heap(&self, index: usize) -> Between {
        let of = |list: &[u64]| list.get(index).or(list.last()).copied();
        let Between { least, most } = Between::NONE;
        Between {
            least: of(&self.least).unwrap_or(least),
            most: of(&self.most).unwrap_or(most),
        }
    }

    fn values<'a>(&'a self, piles: &'a [u64]) -> impl Iterator<Item = u64> + 'a {
        let piles = piles.iter().enumerate();
        piles.map(|(index, &pile)| self.heap(index).grundy(pile))
    }

    fn sum(&self, piles: &[u64]) -> u64 {
        self.values(piles).fold(0, |sum, value| sum ^ value)
    }
}

impl Fold for Beside {
    fn add(&mut self, piles: Slice<'_>) -> Result<(), InputError> {
        // The rule is that of the piles beside which it was read last.
        let heap = self.heap(0);
        self.sum = piles.iter().fold(self.sum, |sum, pile| sum ^ heap.grundy(pile));
        Ok(())
    }

    fn finish(&mut self) -> bool {
        std::mem::take(&mut self.sum) != 0
    }
}

impl Game for Beside {
    fn set(&mut self, role: Role, values: &[u64]) {
        let list = match role {
            Role::Parameter(Parameter::MinTaken) => &mut self.least,
            _ => &mut self.most,
        };
        values.clone_into(list);
    }

    fn fold(&mut self) -> Option<&mut dyn Fold> {
        Some(self)
    }

    fn first_wins(&self, piles: &[u64]) -> bool {
        self.sum(piles) != 0
    }

    fn moves<'a>(&'a self, piles: &'a [u64]) -> AllMoves<'a> {
        let of_pile = |(index, &pile): (usize, &u64)| {
            let Between { least, most } = self.heap(index);
            let takes = least.max(1)..=most.min(pile);
            takes.map(move |take| vec![Change::take(pile, take).in_pile(index)])
        };
        Box::new(piles.iter().enumerate().flat_map(of_pile))
    }

    fn winning<'a>(&'a self, piles: &'a [u64]) -> Moves<'a> {
        let sum = self.sum(piles);
        let of_pile = move |((index, &pile), value)| {
            let moves = self.heap(index).moves_to(pile, sum ^ value);
            moves.map(move |step| vec![step.in_pile(index)])
        };
        let piles = piles.iter().enumerate().zip(self.values(piles));
        Box::new(piles.flat_map(of_pile))
    }

    fn why(&self, piles: &[u64]) -> Reason {
        let sum = self.sum(piles);
        let label = |(&pile, grundy): (&u64, u64)| {
            let label = t!("{pile} has the Grundy value {grundy}", pile, grundy);
            (label, grundy)
        };
        let rows: Vec<_> = piles.iter().zip(self.values(piles)).map(label).collect();
        let sentence = t!("the nim-sum of the Grundy values is {sum}", sum);
        let lost = Reason::values(&rows, sum);
        Reason::nim_sum(sentence, lost, rows, sum)
    }
}
