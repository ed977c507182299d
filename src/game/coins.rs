//! Coins on different cells of a strip, which is counted from 1: a move takes one of them left to a free cell, over no
//! other coin.
//!
//! In pairs from the right, the free cells between the two coins of a pair are a pile of Nim, and so are those before
//! the leftmost coin if it is alone. What a move adds to a pile, by the left coin of a pair, the next one can take away
//! by the right coin.
//!
//! A position has the cells of the coins in any order.

use super::gaps::{Gap, balancing};
use super::{AllMoves, Change, Game, Moves, Reason};
use crate::words::t;

/// The game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coins;

/// The index of each coin and the number of free cells before it, from left to right.
fn in_order(cells: &[u64]) -> Vec<(usize, u64)> {
    let mut order: Vec<_> = (0..cells.len()).collect();
    order.sort_unstable_by_key(|&coin| cells[coin]);
    let mut last = 0;
    let with_free = |coin: usize| {
        let free = (cells[coin] - last).saturating_sub(1);
        last = cells[coin];
        (coin, free)
    };
    order.into_iter().map(with_free).collect()
}

/// The free cells between a coin and its left neighbour, where they count, from right to left.
fn gaps(cells: &[u64]) -> Vec<Gap> {
    let order = in_order(cells);
    let gap = |pair: &[(usize, u64)]| {
        let (&(right, size), left) = pair.split_last()?;
        let left = left.first().copied();
        Some(Gap { left, right, size })
    };
    order.rchunks(2).filter_map(gap).collect()
}

/// The nim-sum of the gaps, from a sorted copy of the cells alone: a third of the memory of [`gaps`].
fn nim_sum(cells: &[u64]) -> u64 {
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    sorted.rchunks(2).fold(0, |sum, pair| match *pair {
        [left, right] => sum ^ (right - left).saturating_sub(1),
        [alone] => sum ^ alone.saturating_sub(1),
        _ => sum,
    })
}

impl Game for Coins {
    fn first_wins(&self, cells: &[u64]) -> bool {
        nim_sum(cells) != 0
    }

    fn moves<'a>(&'a self, cells: &'a [u64]) -> AllMoves<'a> {
        let mut coins = in_order(cells);
        coins.sort_unstable();
        let moves = coins.into_iter().flat_map(move |(coin, free)| {
            (1..=free).map(move |by| vec![Change::leave(coin, cells[coin], cells[coin] - by)])
        });
        Box::new(moves)
    }

    fn winning<'a>(&'a self, cells: &'a [u64]) -> Moves<'a> {
        balancing(cells, gaps(cells).into_iter(), nim_sum(cells))
    }

    fn allows(&self, cells: &[u64], index: usize, take: u64) -> bool {
        let to = cells[index] - take;
        to > 0 && cells.iter().all(|cell| !(to..cells[index]).contains(cell))
    }

    fn why(&self, cells: &[u64]) -> Reason {
        let rows = gaps(cells).into_iter().rev().map(|gap| {
            let end = cells[gap.right];
            let label = match gap.left {
                Some((left, _)) => t!("{start} to {end}", start = cells[left], end),
                None => t!("end to {end}", end),
            };
            (label, gap.size)
        });
        Reason::of_gaps(rows.collect(), nim_sum(cells))
    }
}
