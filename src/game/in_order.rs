//! Nim in order: a move takes any number of stones from the first pile that has some.
//!
//! Whoever comes first to a pile of several stones wins: by taking all of them if the piles behind it are lost, or else
//! all but one, which the opponent has to take. Piles of one stone leave no choice.

use super::{AllMoves, Change, Fold, Game, Moves, Reads, Reason};
use crate::decode::Number;
use crate::words::{plural, t};

/// The game, and what is known of the position that is being read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct InOrder {
    /// How many piles of one stone come before the first larger one, so far, and whether there is a larger one.
    ones: u64,
    has_larger: bool,
}

impl Reads for InOrder {
    fn anew(&self) -> Self {
        Self::default()
    }

    fn read<N: Number>(&mut self, piles: &[N]) {
        for pile in piles.iter().map(|&pile| pile.into()) {
            self.has_larger |= pile > 1;
            self.ones += u64::from(pile == 1 && !self.has_larger);
        }
    }

    fn wins(&self) -> bool {
        self.ones.is_multiple_of(2) == self.has_larger
    }
}

/// The first pile that has stones, and its index.
fn first(piles: &[u64]) -> Option<(usize, u64)> {
    let mut all = piles.iter().copied().enumerate();
    all.find(|(_, pile)| *pile > 0)
}

impl Game for InOrder {
    fn fold(&mut self) -> Option<&mut dyn Fold> {
        Some(self)
    }

    fn first_wins(&self, piles: &[u64]) -> bool {
        self.after_all(piles).wins()
    }

    fn moves<'a>(&'a self, piles: &'a [u64]) -> AllMoves<'a> {
        let (index, pile) = first(piles).unwrap_or((0, 0));
        Box::new((1..=pile).map(move |take| vec![Change::leave(index, pile, pile - take)]))
    }

    fn winning<'a>(&'a self, piles: &'a [u64]) -> Moves<'a> {
        let turn = first(piles).and_then(|(index, pile)| {
            let others_win = self.after_all(&piles[index + 1..]).wins();
            let left = u64::from(others_win);
            (left < pile).then(|| vec![Change::leave(index, pile, left)])
        });
        Box::new(turn.into_iter())
    }

    fn allows(&self, piles: &[u64], index: usize, _: u64) -> bool {
        first(piles).is_some_and(|(first, _)| first == index)
    }

    fn why(&self, piles: &[u64]) -> Reason {
        let Self { ones, has_larger } = self.after_all(piles);
        Reason::sentence(if has_larger {
            plural!(
                ones,
                "whoever comes to the first pile of several stones wins, and {ones} pile of one stone is before it",
                "whoever comes to the first pile of several stones wins, and {ones} piles of one stone are before it"
            )
        } else {
            match ones {
                0 => t!("no pile has stones").to_owned(),
                _ => plural!(
                    ones,
                    "no pile has several stones, and {ones} has one",
                    "no pile has several stones, and {ones} have one"
                ),
            }
        })
    }
}
