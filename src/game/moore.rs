//! Moore's Nim: a move takes any number of stones from each of 1 to `most` piles.
//!
//! E. H. Moore, "A generalization of the game called Nim", Annals of Mathematics 11 (1910). A position is lost if for
//! every bit the number of piles that have it is a multiple of `most + 1`. The same holds in misère play, unless no
//! pile is larger than 1; then it is lost if the number of ones leaves the remainder 1.

use std::ops::Range;

use super::tally::BitCounts;
use super::{AllMoves, Change, Fold, Game, Moves, Play, Reads, Reason, move_to, numbers, width};
use crate::decode::Number;
use crate::layout::Role;
use crate::words::t;

/// The game, and how many piles of the position that is being read have each bit.
#[derive(Clone, Debug)]
pub(crate) struct Moore {
    most: u64,
    play: Play,
    counts: BitCounts,
    union: u64,
}

/// The modulus of the bit counts. There are fewer than 2^64 - 1 piles, so it may saturate there.
fn modulus(most: u64) -> u64 {
    most.saturating_add(1)
}

impl Moore {
    /// The game in which a move takes from up to `most` piles.
    pub(crate) fn new(most: u64, play: Play) -> Self {
        Self {
            most,
            play,
            counts: BitCounts::default(),
            union: 0,
        }
    }

    /// The number of piles that have the bit, modulo `most + 1`.
    fn remainder(&self, bit: u32) -> u64 {
        self.counts.count(bit) % modulus(self.most)
    }
}

impl Reads for Moore {
    fn anew(&self) -> Self {
        Self::new(self.most, self.play)
    }

    fn read<N: Number>(&mut self, piles: &[N]) {
        self.counts.add(piles);
        let union = |all, &pile: &N| all | pile.into();
        self.union = piles.iter().fold(self.union, union);
    }

    fn wins(&self) -> bool {
        match self.play {
            // Whoever cannot move wins, and no move reduces no pile.
            Play::Misere if self.most == 0 => true,
            Play::Misere if self.union <= 1 => self.remainder(0) != 1,
            Play::Misere | Play::Normal => {
                (0..u64::BITS - self.union.leading_zeros()).any(|bit| self.remainder(bit) != 0)
            }
        }
    }
}

impl Game for Moore {
    fn set(&mut self, _: Role, values: &[u64]) {
        if let [.., most] = values {
            self.most = *most;
        }
    }

    fn fold(&mut self) -> Option<&mut dyn Fold> {
        Some(self)
    }

    fn first_wins(&self, piles: &[u64]) -> bool {
        self.after_all(piles).wins()
    }

    fn moves<'a>(&'a self, piles: &'a [u64]) -> AllMoves<'a> {
        moves_from(piles, 0, self.most, |pile| 0..pile)
    }

    /// One of them, of very many.
    fn winning<'a>(&'a self, piles: &'a [u64]) -> Moves<'a> {
        let large = piles.iter().filter(|&&pile| pile > 1).count() as u64;
        let mut after = piles.to_vec();
        if self.play == Play::Misere && large <= self.most {
            leave_ones(self.most, &mut after);
        } else {
            balance(self.most, &mut after);
        }
        // None if the position is lost, or, in misère play, if no stone is left.
        let turn = Some(move_to(piles, &after));
        Box::new(turn.filter(|turn| !turn.is_empty()).into_iter())
    }

    /// Not all winning moves are listed.
    fn leads_to(&self, piles: &[u64], after: &[u64]) -> bool {
        let pairs = || piles.iter().zip(after);
        let changed = pairs().filter(|(pile, left)| left < pile).count() as u64;
        piles.len() == after.len()
            && pairs().all(|(pile, left)| left <= pile)
            && (1..=self.most).contains(&changed)
            && !self.first_wins(after)
    }

    fn why(&self, piles: &[u64]) -> Reason {
        let rows: Vec<_> = piles.iter().map(|&pile| (pile.to_string(), pile)).collect();
        let read = self.after_all(piles);
        let remainders = (0..width(&rows)).rev().map(|bit| read.remainder(bit));
        let bottom: Vec<_> = remainders.collect();
        let modulus = u128::from(self.most) + 1;
        let mut sentence = t!(
            "how many piles have each bit, mod {modulus}: {counts}",
            modulus,
            counts = numbers(&bottom)
        );
        if self.play == Play::Misere && read.union <= 1 {
            sentence += t!(" (in misere play 1 loses if no pile is larger than 1)");
        }
        Reason {
            sentence,
            lost: t!("it is a lost position").to_owned(),
            rows,
            bottom,
            modulus: Some(modulus),
        }
    }
}

/// All moves that change up to `most` piles, the first of them from the pile with index `start` on, to any of `lefts`.
pub(super) fn moves_from(piles: &[u64], start: usize, most: u64, lefts: fn(u64) -> Range<u64>) -> AllMoves<'_> {
    let indices = start..if most == 0 { start } else { piles.len() };
    let steps = indices.flat_map(move |index| {
        let lefts = lefts(piles[index]).rev();
        lefts.map(move |left| Change::leave(index, piles[index], left))
    });
    Box::new(steps.flat_map(move |step| {
        let others = moves_from(piles, step.pile + 1, most - 1, lefts);
        let several = others.map(move |others| [vec![step], others].concat());
        std::iter::once(vec![step]).chain(several)
    }))
}

/// Makes the number of piles that have a bit a multiple of `most + 1`, for every bit, by reducing at most `most` piles.
/// Changes nothing if that is already the case.
fn balance(most: u64, piles: &mut [u64]) {
    // If a pile loses a bit, its lower bits are free: it is smaller anyway.
    let mut free: Vec<usize> = Vec::new();
    for bit in (0..u64::BITS).rev().map(|bit| 1 << bit) {
        for &index in &free {
            piles[index] &= !bit;
        }
        let having: Vec<_> = (0..piles.len()).filter(|&index| piles[index] & bit != 0).collect();
        let surplus = having.len() as u64 % modulus(most);
        let missing = (modulus(most) - surplus) % modulus(most);
        let changed = if missing <= free.len() as u64 {
            &free[..missing as usize]
        } else {
            // `surplus + missing` is `most + 1`, so there are at most `most` free piles in all.
            free.extend(&having[..surplus as usize]);
            &having[..surplus as usize]
        };
        for &index in changed {
            piles[index] ^= bit;
        }
    }
}

/// Leaves only ones, and a number of them with the remainder 1 modulo `most + 1`, by reducing the large piles, at most
/// `most`, and as many of the ones as the move still may. Changes nothing if there is no such move.
fn leave_ones(most: u64, piles: &mut [u64]) {
    let not_empty = piles.iter().filter(|&&pile| pile > 0).count() as u64;
    let mut gone = not_empty.saturating_sub(1) % modulus(most);
    for least in [2, 1] {
        for pile in piles.iter_mut().filter(|pile| **pile >= least) {
            *pile = u64::from(gone == 0);
            gone = gone.saturating_sub(1);
        }
    }
}
