//! The winning moves of games in which a move changes one pile.
//!
//! A move wins if the opponent then has a lost position, and for each pile there is exactly one
//! worth that brings that about. What has to be found are the moves that give the pile this worth.
//! The rule of Nim, one winning move for each pile with the top bit of the nim-sum, holds for Nim
//! only: where takes are limited, a pile without that bit can gain worth, by a take that goes
//! beyond its remainder.

use super::kayles::Splits;
use super::tally::Tally;
use super::{PileRule, Play};

/// A change of one pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Which pile, counted from 0.
    pub pile: usize,
    /// How many stones it takes.
    pub take: u64,
    /// What is left in the place of the pile.
    pub left: u64,
    /// In Kayles, the row on the other side of the gap.
    pub right: Option<u64>,
}

impl Move {
    /// The move that leaves `left` of `pile`, the pile number `index`.
    pub fn leave(index: usize, pile: u64, left: u64) -> Self {
        Self {
            pile: index,
            take: pile - left,
            left,
            right: None,
        }
    }
}

/// What all piles together say about each of them: a fold, for which no pile needs to be kept.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    rule: &'a PileRule,
    play: Play,
    nim_sum: u64,
    /// How many piles are worth more than 1.
    large: u64,
}

impl<'a> Position<'a> {
    /// No piles yet.
    pub fn new(rule: &'a PileRule, play: Play) -> Self {
        Self {
            rule,
            play,
            nim_sum: 0,
            large: 0,
        }
    }

    fn of(rule: &'a PileRule, play: Play, piles: &[u64]) -> Self {
        let mut position = Self::new(rule, play);
        for &pile in piles {
            position.add(pile);
        }
        position
    }

    /// Adds a pile.
    ///
    /// # Panics
    /// If the pile is not [covered](PileRule::cover), here as in what follows.
    pub fn add(&mut self, pile: u64) {
        let grundy = self.rule.grundy(pile);
        self.nim_sum ^= grundy;
        self.large += u64::from(grundy > 1);
    }

    /// Adds `count` piles of one size. For what a position says, it only matters whether they are an even or
    /// an odd number, and whether there is more than one.
    ///
    /// # Panics
    /// As [`Position::add`].
    pub fn add_many(&mut self, pile: u64, count: u64) {
        for _ in 0..count.min(2 + count % 2) {
            self.add(pile);
        }
    }

    /// The position after a move that changes a pile, and leaves one.
    #[must_use]
    pub fn after(self, step: Move) -> Self {
        let before = self.rule.grundy(step.left + step.take);
        let mut after = Self {
            nim_sum: self.nim_sum ^ before,
            large: self.large - u64::from(before > 1),
            ..self
        };
        after.add(step.left);
        after
    }

    /// What decides who wins.
    pub fn tally(&self) -> Tally {
        Tally {
            nim_sum: self.nim_sum,
            union: self.large.min(1) * 2,
        }
    }

    /// What `pile` must be worth after a winning move in it. If the position is lost, no move of
    /// the pile gives it this worth.
    fn target(&self, pile: u64) -> u64 {
        let grundy = self.rule.grundy(pile);
        let others = self.nim_sum ^ grundy;
        match self.play {
            Play::Normal => others,
            Play::Misere if self.large > u64::from(grundy > 1) => others,
            // All others are 0 or 1: with this pile, an odd number of ones must remain.
            Play::Misere => others ^ 1,
        }
    }

    /// How many stones of `pile` a winning move may take that leaves one pile, ascending.
    pub fn winning_takes(self, pile: u64) -> impl Iterator<Item = u64> + 'a {
        let target = self.target(pile);
        let (one, some): (_, &[u64]) = match self.rule {
            PileRule::Any => (pile.checked_sub(target).filter(|&take| take > 0), &[]),
            PileRule::Below(modulus) => {
                let (modulus, rest) = (modulus.get(), pile % *modulus);
                let take = if target < rest {
                    Some(rest - target)
                } else if rest < target && target < modulus {
                    // Beyond the remainder: back to the multiple below, and on.
                    Some(modulus - (target - rest)).filter(|&take| take <= pile)
                } else {
                    None
                };
                (take, &[])
            }
            PileRule::Set(set) => (None, set.numbers()),
            PileRule::Kayles => (None, &[]),
        };
        let fits = move |&take: &u64| take <= pile && self.rule.grundy(pile - take) == target;
        one.into_iter().chain(some.iter().copied().filter(fits))
    }

    /// How many winning moves a pile of this size has.
    pub fn count(self, pile: u64) -> u128 {
        let splits = self.splits(pile).map(|(_, splits)| splits.count());
        self.winning_takes(pile).count() as u128 + splits.map(u128::from).sum::<u128>()
    }

    /// What moves in Kayles take from a row, and the ways in which they can leave the rest.
    fn splits(self, pile: u64) -> impl Iterator<Item = (u64, Splits)> + 'a {
        let most = match self.rule {
            PileRule::Kayles => pile.min(2),
            _ => 0,
        };
        (1..=most).map(move |take| (take, Splits::new(pile - take, self.target(pile))))
    }
}

/// The winning moves of Nim, where who takes the last stone wins: one in each pile that has the top bit of
/// the nim-sum.
pub fn winning_nim(piles: &[u64]) -> impl Iterator<Item = Move> {
    let sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
    let top = (1 << 63 >> (sum.leading_zeros() % 64)) & sum;
    let has_top = move |(_, pile): &(usize, &u64)| *pile & top != 0;
    let having = piles.iter().enumerate().filter(has_top);
    having.map(move |(index, &pile)| Move::leave(index, pile, pile ^ sum))
}

/// The winning moves of a position, by pile, then by take.
///
/// In Kayles a row may have very many of them; they are found one by one. Two moves that are
/// mirror images are two moves.
///
/// # Panics
/// If a pile is not [covered](PileRule::cover).
pub fn winning<'a>(
    rule: &'a PileRule,
    play: Play,
    piles: &'a [u64],
) -> impl Iterator<Item = Move> + 'a {
    debug_assert!(play == Play::Normal || matches!(rule, PileRule::Any | PileRule::Below(_)));
    let position = Position::of(rule, play, piles);
    piles.iter().enumerate().flat_map(move |(index, &pile)| {
        let takes = position.winning_takes(pile);
        let moves = takes.map(move |take| Move::leave(index, pile, pile - take));
        let splits = position.splits(pile).flat_map(move |(take, splits)| {
            splits.lefts().map(move |left| Move {
                pile: index,
                take,
                left,
                right: Some(pile - take - left),
            })
        });
        moves.chain(splits)
    })
}

/// How many winning moves a position has.
///
/// # Panics
/// If a pile is not [covered](PileRule::cover).
pub fn count(rule: &PileRule, play: Play, piles: &[u64]) -> u128 {
    let position = Position::of(rule, play, piles);
    piles.iter().map(|&pile| position.count(pile)).sum()
}
