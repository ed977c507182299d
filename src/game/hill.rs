//! Climbing the hill (HDU 4315): the player who moves the king to the top wins.
//!
//! Persons stand on cells of a hill, whose top is cell 0. A move takes one person any number of cells up, without
//! passing another one; a cell holds one person, the top any number. One of them is the king.
//!
//! If the king is nearest to the top, the player to move takes him there and wins. Otherwise the player who lets him
//! become the nearest loses, and the game is Nim: two neighbours, paired from the far end, form a pile of as many
//! stones as there are cells between them. If one person remains, the cells above him form a pile, minus one if the
//! king comes next, since then nobody wants to move that person to the top.
//!
//! Persons at the top are out of play. If the king is among them, the player who moved last has won, and the player to
//! move loses.

use std::collections::BTreeSet;

use super::gaps::Gap;
use super::{AllMoves, Change, Fold, Game, Moves, Reads, Reason, after};
use crate::decode::Number;
use crate::layout::Role;
use crate::words::t;

/// The game, and what is known of the position that is being read, nearest to the top first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hill {
    /// The index of the king, counted from 1, starting nearest to the top.
    king: u64,
    /// His index among the persons below the top; 0 if he is at the top.
    below: u64,
    /// The number of persons below the top, so far.
    persons: u64,
    /// The position of the last of them.
    last: u64,
    /// The nim-sums of the gaps before persons with even and with odd indices: which of them are pairs is known only
    /// after the last person.
    gaps: [u64; 2],
}

impl Hill {
    /// The game with this king.
    pub(crate) fn new(king: u64) -> Self {
        Self {
            king,
            below: king,
            ..Self::default()
        }
    }

    /// The nim-sum of the gaps, if it decides who wins: if there are persons between the king and the top.
    fn nim_sum(&self) -> Option<u64> {
        (self.below > 1).then_some(self.gaps[(self.persons % 2) as usize])
    }
}

impl Reads for Hill {
    fn anew(&self) -> Self {
        Self::new(self.king)
    }

    /// Adds the next persons, with positions of any width. They ascend; only at the top, 0, several are equal.
    fn read<N: Number>(&mut self, positions: &[N]) {
        let mut rest = positions;
        while self.last == 0
            && let Some((&position, others)) = rest.split_first()
        {
            let position = position.into();
            if position == 0 {
                self.below = self.below.saturating_sub(1);
            } else {
                self.gaps[1] = position - u64::from(self.below == 2);
                self.persons = 1;
                self.last = position;
            }
            rest = others;
        }
        // Below the top the gaps belong to two sums in turn: without a branch and a store for each person, this takes a
        // third of the time.
        let mut last = self.last;
        let [mut next, mut after] = [1, 2].map(|n| self.gaps[((self.persons + n) % 2) as usize]);
        let gap = |above: u64, position: u64| position.wrapping_sub(above).wrapping_sub(1);
        let (pairs, single) = rest.as_chunks();
        for &[one, other] in pairs {
            next ^= gap(last, one.into());
            after ^= gap(one.into(), other.into());
            last = other.into();
        }
        if let &[one] = single {
            next ^= gap(last, one.into());
            last = one.into();
        }
        self.gaps[((self.persons + 1) % 2) as usize] = next;
        self.gaps[(self.persons % 2) as usize] = after;
        self.persons += rest.len() as u64;
        self.last = last;
    }

    fn wins(&self) -> bool {
        self.below == 1 || self.nim_sum().is_some_and(|sum| sum != 0)
    }
}

impl Game for Hill {
    fn set(&mut self, _: Role, values: &[u64]) {
        if let [.., king] = values {
            *self = Self::new(*king);
        }
    }

    fn fold(&mut self) -> Option<&mut dyn Fold> {
        Some(self)
    }

    fn first_wins(&self, positions: &[u64]) -> bool {
        self.after_all(positions).wins()
    }

    fn moves<'a>(&'a self, positions: &'a [u64]) -> AllMoves<'a> {
        let is_over = self.after_all(positions).below == 0;
        let persons = if is_over { 0 } else { positions.len() };
        Box::new((0..persons).flat_map(move |person| {
            let from = positions[person];
            let cells = (highest(positions, person)..from).rev();
            cells.map(move |to| vec![Change::leave(person, from, to)])
        }))
    }

    /// A gap that decides becomes what the others make 0. At the top the nearest person leaves the game, and the others
    /// are paired differently, if he is not the king.
    fn winning<'a>(&'a self, positions: &'a [u64]) -> Moves<'a> {
        let hill = self.after_all(positions);
        let sum = hill.nim_sum();
        let climbs = gaps(self.king, positions).filter_map(|gap| gap.balanced(sum?));
        let nearest = at_top(positions);
        let climbs: BTreeSet<_> = climbs
            .chain((hill.below > 0).then(|| (nearest, positions[nearest])))
            .collect();
        Box::new(climbs.into_iter().filter_map(|(person, cells)| {
            let from = positions[person];
            let turn = vec![Change::leave(person, from, from - cells)];
            (cells < from || !self.first_wins(&after(positions, &turn))).then_some(turn)
        }))
    }

    fn why(&self, positions: &[u64]) -> Reason {
        let hill = self.after_all(positions);
        let Some(sum) = hill.nim_sum() else {
            let sentence = if hill.below == 0 {
                t!("the king is at the top")
            } else {
                t!("the king is nearest to the top")
            };
            return Reason::sentence(sentence);
        };
        let rows = gaps(self.king, positions).map(|gap| {
            let end = positions[gap.right];
            let label = match gap.left {
                Some((left, _)) => t!("{start} to {end}", start = positions[left], end),
                None if self.king == gap.right as u64 + 2 => {
                    t!("1 to {end}, as the king is next", end)
                }
                None => t!("top to {end}", end),
            };
            (label, gap.size)
        });
        Reason::of_gaps(rows.collect(), sum)
    }
}

/// The highest cell that a person can climb to; the one where he is if he cannot.
fn highest(positions: &[u64], person: usize) -> u64 {
    let above = person.checked_sub(1).map_or(0, |above| positions[above]);
    if above == 0 { 0 } else { above + 1 }
}

/// Whether a person on `cell` may follow one on the cell `last`, or, if `last` is 0, be the first:
/// positions ascend, and only the top holds several persons.
#[inline]
pub(crate) fn may_follow(cell: u64, last: u64) -> bool {
    cell > last || last == 0
}

/// The number of persons at the top.
fn at_top(positions: &[u64]) -> usize {
    positions.iter().take_while(|&&cell| cell == 0).count()
}

/// The gaps that count, from the top down; left is up.
fn gaps(king: u64, positions: &[u64]) -> impl Iterator<Item = Gap> {
    let top = at_top(positions);
    let alone = (positions.len() - top) % 2;
    let nearest = (alone == 1).then(|| Gap {
        left: None,
        right: top,
        size: positions[top] - u64::from(king == top as u64 + 2),
    });
    let pairs = (top + alone..positions.len()).step_by(2);
    nearest.into_iter().chain(pairs.map(|left| Gap {
        left: Some((left, positions[left] - highest(positions, left))),
        right: left + 1,
        size: positions[left + 1] - positions[left] - 1,
    }))
}
