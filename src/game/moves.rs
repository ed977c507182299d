//! The winning moves of games in which a move changes one pile.
//!
//! A move wins if it leaves the opponent a lost position, and for each pile there is exactly one Grundy
//! value that achieves this. The winning moves are those that give a pile this value. The rule of Nim,
//! one winning move for each pile with the top bit of the nim-sum, holds for Nim only: where takes are
//! limited, the Grundy value of a pile without that bit can grow, by a take beyond its remainder.

use super::kayles::Splits;
use super::tally::Tally;
use super::{PileRule, Play};

/// A change of one pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The index of the pile, counted from 0.
    pub pile: usize,
    /// The number of stones it takes.
    pub take: u64,
    /// The stones that remain.
    pub left: u64,
    /// In Kayles, the row on the other side of the gap.
    pub right: Option<u64>,
}

impl Move {
    /// The move that leaves `left` stones of `pile`, whose index is `index`.
    pub fn leave(index: usize, pile: u64, left: u64) -> Self {
        Self {
            pile: index,
            take: pile - left,
            left,
            right: None,
        }
    }
}

/// A fold over all piles that determines the winning moves in each of them, without storing the piles.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    rule: &'a PileRule,
    play: Play,
    nim_sum: u64,
    /// The number of piles with a Grundy value above 1.
    large: u64,
}

impl<'a> Position<'a> {
    /// The position without piles.
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
    /// If the pile is not [covered](PileRule::cover). The same holds for the functions below.
    pub fn add(&mut self, pile: u64) {
        let grundy = self.rule.grundy(pile);
        self.nim_sum ^= grundy;
        self.large += u64::from(grundy > 1);
    }

    /// Adds `count` piles of one size. Only the parity of their number matters, and whether there is
    /// more than one.
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

    /// The tally, which decides who wins.
    pub fn tally(&self) -> Tally {
        Tally {
            nim_sum: self.nim_sum,
            union: self.large.min(1) * 2,
        }
    }

    /// The Grundy value that a winning move in `pile` must leave. If the position is lost, no move in
    /// the pile leaves it.
    fn target(&self, pile: u64) -> u64 {
        let grundy = self.rule.grundy(pile);
        let others = self.nim_sum ^ grundy;
        match self.play {
            Play::Normal => others,
            Play::Misere if self.large > u64::from(grundy > 1) => others,
            // All others are 0 or 1: including this pile, an odd number of ones must remain.
            Play::Misere => others ^ 1,
        }
    }

    /// The numbers of stones that a winning move may take from `pile`, leaving one pile, in ascending
    /// order.
    pub fn winning_takes(self, pile: u64) -> impl Iterator<Item = u64> + 'a {
        let target = self.target(pile);
        let (one, some): (_, &[u64]) = match self.rule {
            PileRule::Any => (pile.checked_sub(target).filter(|&take| take > 0), &[]),
            PileRule::Below(modulus) => {
                let (modulus, rest) = (modulus.get(), pile % *modulus);
                let take = if target < rest {
                    Some(rest - target)
                } else if rest < target && target < modulus {
                    // Beyond the remainder, to `target` above the next lower multiple of `modulus`.
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

    /// The number of winning moves in a pile of this size.
    pub fn count(self, pile: u64) -> u128 {
        let splits = self.splits(pile).map(|(_, splits)| splits.count());
        self.winning_takes(pile).count() as u128 + splits.map(u128::from).sum::<u128>()
    }

    /// The numbers of pins that a move takes from a row in Kayles, and for each the winning ways to split the rest.
    fn splits(self, pile: u64) -> impl Iterator<Item = (u64, Splits)> + 'a {
        let most = match self.rule {
            PileRule::Kayles => pile.min(2),
            _ => 0,
        };
        (1..=most).map(move |take| (take, Splits::new(pile - take, self.target(pile))))
    }
}

/// The winning moves of normal Nim: one in each pile that has the top bit of the nim-sum.
pub fn winning_nim(piles: &[u64]) -> impl Iterator<Item = Move> {
    let sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
    let top = (1 << 63 >> (sum.leading_zeros() % 64)) & sum;
    let has_top = move |(_, pile): &(usize, &u64)| *pile & top != 0;
    let having = piles.iter().enumerate().filter(has_top);
    having.map(move |(index, &pile)| Move::leave(index, pile, pile ^ sum))
}

/// The winning moves of a position, by pile, then by take.
///
/// In Kayles a row may have very many of them, so they are found lazily. Mirror images count as two
/// moves.
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

/// The number of winning moves in a position.
///
/// # Panics
/// If a pile is not [covered](PileRule::cover).
pub fn count(rule: &PileRule, play: Play, piles: &[u64]) -> u128 {
    let position = Position::of(rule, play, piles);
    piles.iter().map(|&pile| position.count(pile)).sum()
}
