//! Coins on different cells of a strip, which is counted from 1: a move takes one of them left to a free cell, over no
//! other coin.
//!
//! In pairs from the right, the free cells between the two coins of a pair are a pile of Nim, and so are those before the
//! leftmost coin if it is alone. What a move adds to a pile, by the left coin of a pair, the next one can take away by the
//! right coin.
//!
//! A position has the cells of the coins in any order.

use super::{Game, Move, Moves, Reason, Turn, Turns};
use crate::words::t;

/// The game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coins;

/// What is before a pile: a coin, or the end of the strip.
struct Pile {
    /// The index of the coin on its left, and how many cells that may move.
    left: Option<(usize, u64)>,
    /// The index of the coin on its right.
    right: usize,
    size: u64,
}

/// The indices of the coins from left to right.
fn in_order(cells: &[u64]) -> Vec<usize> {
    let mut order: Vec<_> = (0..cells.len()).collect();
    order.sort_unstable_by_key(|&coin| cells[coin]);
    order
}

/// The number of free cells before each coin, up to the next one on its left, in that order.
fn free(cells: &[u64], order: &[usize]) -> Vec<u64> {
    let mut last = 0;
    let free = order.iter().map(|&coin| {
        let free = (cells[coin] - last).saturating_sub(1);
        last = cells[coin];
        free
    });
    free.collect()
}

/// The piles of Nim, from left to right.
fn piles(cells: &[u64]) -> Vec<Pile> {
    let order = in_order(cells);
    let free = free(cells, &order);
    let mut piles = Vec::new();
    for at in (0..order.len()).rev().step_by(2) {
        let left = at.checked_sub(1).map(|left| (order[left], free[left]));
        piles.push(Pile {
            left,
            right: order[at],
            size: free[at],
        });
    }
    piles.reverse();
    piles
}

/// The nim-sum of the piles, from a sorted copy of the cells alone: a third of the memory of [`piles`].
fn nim_sum(cells: &[u64]) -> u64 {
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    sorted.rchunks(2).fold(0, |sum, pair| match *pair {
        [left, right] => sum ^ (right - left).saturating_sub(1),
        [alone] => sum ^ alone.saturating_sub(1),
        _ => sum,
    })
}

fn step(cells: &[u64], coin: usize, by: u64) -> Turn {
    vec![Move::leave(coin, cells[coin], cells[coin] - by)]
}

impl Game for Coins {
    fn first_wins(&self, cells: &[u64]) -> bool {
        nim_sum(cells) != 0
    }

    fn moves<'a>(&'a self, cells: &'a [u64]) -> Moves<'a> {
        let order = in_order(cells);
        let mut free: Vec<_> = order.iter().copied().zip(free(cells, &order)).collect();
        free.sort_unstable();
        let moves = free.into_iter();
        Box::new(
            moves.flat_map(move |(coin, free)| (1..=free).map(move |by| step(cells, coin, by))),
        )
    }

    fn winning<'a>(&'a self, cells: &'a [u64]) -> Turns<'a> {
        let sum = nim_sum(cells);
        let of_pile = |pile: Pile| {
            let target = pile.size ^ sum;
            match pile.left {
                _ if target < pile.size => Some((pile.right, pile.size - target)),
                Some((left, free)) if target > pile.size && target - pile.size <= free => {
                    Some((left, target - pile.size))
                }
                _ => None,
            }
        };
        let mut moves: Vec<_> = piles(cells).into_iter().filter_map(of_pile).collect();
        moves.sort_unstable();
        let moves = moves.into_iter();
        Box::new(moves.map(|(coin, by)| step(cells, coin, by)))
    }

    fn allows(&self, cells: &[u64], index: usize, take: u64) -> bool {
        let to = cells[index] - take;
        to > 0 && cells.iter().all(|cell| !(to..cells[index]).contains(cell))
    }

    fn why(&self, cells: &[u64]) -> Reason {
        let rows = piles(cells).into_iter().map(|pile| {
            let end = cells[pile.right];
            let label = match pile.left {
                Some((left, _)) => t!("{start} to {end}", start = cells[left], end = end),
                None => t!("end to {end}", end = end),
            };
            (label, pile.size)
        });
        let mut reason = Reason::of_gaps(rows.collect(), nim_sum(cells));
        if self.moves(cells).next().is_none() {
            t!("no coin can move").clone_into(&mut reason.lost);
        }
        reason
    }
}
