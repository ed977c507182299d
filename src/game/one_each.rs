//! A move takes one stone from each of one or more piles.
//!
//! Lost exactly if all piles are even: a move makes some of them odd, and the next one makes these even again.

use super::moore::moves_from;
use super::{AllMoves, Change, Fold, Game, Move, Moves, Reads, Reason, numbers};
use crate::decode::Number;
use crate::words::t;

/// The game, and whether a pile of the position that is being read is odd.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OneEach {
    has_odd: bool,
}

impl Reads for OneEach {
    fn anew(&self) -> Self {
        Self::default()
    }

    fn read<N: Number>(&mut self, piles: &[N]) {
        self.has_odd |= piles.iter().fold(0, |all, &pile| all | pile.into()) % 2 == 1;
    }

    fn wins(&self) -> bool {
        self.has_odd
    }
}

impl Game for OneEach {
    fn fold(&mut self) -> Option<&mut dyn Fold> {
        Some(self)
    }

    fn first_wins(&self, piles: &[u64]) -> bool {
        self.after_all(piles).wins()
    }

    fn moves<'a>(&'a self, piles: &'a [u64]) -> AllMoves<'a> {
        moves_from(piles, 0, u64::MAX, |pile| pile.saturating_sub(1)..pile)
    }

    /// The only one takes from all odd piles.
    fn winning<'a>(&'a self, piles: &'a [u64]) -> Moves<'a> {
        let odd = piles.iter().enumerate().filter(|(_, pile)| **pile % 2 == 1);
        let turn: Move = odd.map(|(index, &pile)| Change::leave(index, pile, pile - 1)).collect();
        Box::new(Some(turn).filter(|turn| !turn.is_empty()).into_iter())
    }

    fn why(&self, piles: &[u64]) -> Reason {
        let odd: Vec<_> = piles.iter().copied().filter(|pile| pile % 2 == 1).collect();
        Reason::sentence(if odd.is_empty() {
            t!("all piles are even, and whatever a move makes odd the next one makes even again").to_owned()
        } else {
            t!("not all piles are even: {odd}", odd = numbers(&odd))
        })
    }
}
