//! Moore's Nim: a move takes any number of stones from each of 1 to `most` piles.
//!
//! E. H. Moore, "A generalization of the game called Nim", Annals of Mathematics 11 (1910). A position
//! is lost if for every bit the number of piles that have it is a multiple of `most + 1`. The same holds
//! in misère play, unless no pile is larger than 1; then it is lost if the number of ones leaves the
//! remainder 1.

use super::tally::BitCounts;
use super::{Fold, Game, Move, Moves, Play, Reason, Turn, Turns, width};
use crate::decode::{Number, Slice};
use crate::error::InputError;
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

    /// The same, after all `piles`.
    fn read(&self, piles: &[u64]) -> Self {
        let mut moore = Self::new(self.most, self.play);
        moore.add_all(piles);
        moore
    }

    fn add_all<N: Number>(&mut self, piles: &[N]) {
        self.counts.add(piles);
        let union = |all, &pile: &N| all | pile.into();
        self.union = piles.iter().fold(self.union, union);
    }

    /// The number of piles that have the bit, modulo `most + 1`.
    fn remainder(&self, bit: u32) -> u64 {
        self.counts.count(bit) % modulus(self.most)
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

impl Fold for Moore {
    fn add(&mut self, piles: Slice<'_>) -> Result<(), InputError> {
        match piles {
            Slice::Narrow(piles) => self.add_all(piles),
            Slice::Wide(piles) => self.add_all(piles),
        }
        Ok(())
    }

    fn finish(&mut self) -> bool {
        let wins = self.wins();
        *self = Self::new(self.most, self.play);
        wins
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
        self.read(piles).wins()
    }

    /// First those that change several piles.
    fn moves<'a>(&'a self, piles: &'a [u64]) -> Moves<'a> {
        // Each set of piles is a number with a bit for each of them.
        let sets = if self.most > 1 {
            piles.len().min(127)
        } else {
            0
        };
        let sets = (0..1_u128 << sets)
            .filter(|set| (2..=self.most).contains(&u64::from(set.count_ones())));
        let several = sets.flat_map(move |set| {
            let chosen: Vec<_> = (0..piles.len().min(127))
                .filter(|i| set >> i & 1 > 0)
                .collect();
            // The sizes that they may have after the move, as the digits of a number; of those beyond any, some.
            let all = chosen.iter().fold(1, |all: u128, &index| {
                all.saturating_mul(piles[index].into())
            });
            (0..all).map(move |mut number| {
                let smaller = |&index: &usize| {
                    let pile = u128::from(piles[index]);
                    let left = number % pile;
                    number /= pile;
                    Move::leave(index, piles[index], left as u64)
                };
                chosen.iter().map(smaller).collect()
            })
        });
        let single = piles.iter().enumerate().filter(|_| self.most > 0);
        let single = single.flat_map(|(index, &pile)| {
            (0..pile)
                .rev()
                .map(move |left| vec![Move::leave(index, pile, left)])
        });
        Box::new(several.chain(single))
    }

    /// One of them, of very many.
    fn winning<'a>(&'a self, piles: &'a [u64]) -> Turns<'a> {
        Box::new(winning(self.most, self.play, piles).into_iter())
    }

    fn why(&self, piles: &[u64]) -> Reason {
        let rows: Vec<_> = piles.iter().map(|&pile| (pile.to_string(), pile)).collect();
        let read = self.read(piles);
        let remainders = (0..width(&rows)).rev().map(|bit| read.remainder(bit));
        let bottom: Vec<_> = remainders.collect();
        let name = format!("mod {}", u128::from(self.most) + 1);
        let shown: Vec<_> = bottom.iter().map(u64::to_string).collect();
        let mut sentence = t!(
            "how many piles have each bit, {name}: {counts}",
            name = name,
            counts = shown.join(" ")
        );
        if self.play == Play::Misere && read.union <= 1 {
            sentence += t!(" (in misere play 1 loses if no pile is larger than 1)");
        }
        let lost = if piles.iter().all(|&pile| pile == 0) {
            t!("nothing is left")
        } else {
            t!("it is a lost position")
        };
        Reason {
            sentence,
            lost: lost.to_owned(),
            rows,
            name,
            bottom,
        }
    }
}

/// The changes that leave `sizes` of `piles`.
fn changes(piles: &[u64], sizes: &[u64]) -> Turn {
    let changed = piles.iter().zip(sizes).enumerate();
    changed
        .filter(|(_, (pile, left))| left < pile)
        .map(|(index, (&pile, &left))| Move::leave(index, pile, left))
        .collect()
}

/// A winning move that changes 1 to `most` piles, in the order of the piles. `None` if the position is
/// lost, or, in misère play, if no stone is left.
fn winning(most: u64, play: Play, piles: &[u64]) -> Option<Turn> {
    let large = piles.iter().filter(|&&pile| pile > 1).count();
    let mut after = piles.to_vec();
    if play == Play::Misere && large as u64 <= most {
        leave_ones(most, large, &mut after);
    } else {
        balance(most, &mut after);
    }
    let moves = changes(piles, &after);
    Some(moves).filter(|moves| !moves.is_empty())
}

/// Makes the number of piles that have a bit a multiple of `most + 1`, for every bit, by reducing at
/// most `most` piles. Changes nothing if that is already the case.
fn balance(most: u64, piles: &mut [u64]) {
    // If a pile loses a bit, its lower bits are free: it is smaller anyway.
    let mut free: Vec<usize> = Vec::new();
    let mut is_free = vec![false; piles.len()];
    for bit in (0..u64::BITS).rev().map(|bit| 1 << bit) {
        let fixed = |&i: &usize| !is_free[i] && piles[i] & bit != 0;
        let having: Vec<_> = (0..piles.len()).filter(fixed).collect();
        let surplus = having.len() as u64 % modulus(most);
        let missing = (modulus(most) - surplus) % modulus(most);
        for &i in &free {
            piles[i] &= !bit;
        }
        if missing <= free.len() as u64 {
            for &i in &free[..missing as usize] {
                piles[i] |= bit;
            }
        } else {
            // `surplus + missing` is `most + 1`, so there are at most `most` free piles in all.
            for &i in &having[..surplus as usize] {
                piles[i] &= !bit;
                is_free[i] = true;
                free.push(i);
            }
        }
    }
}

/// Leaves only ones, and a number of them with the remainder 1 modulo `most + 1`, by reducing the
/// `large` piles, at most `most`, and as many of the ones as the move still may. Changes nothing if
/// there is no such move.
fn leave_ones(most: u64, large: usize, piles: &mut [u64]) {
    let (large, ones) = (
        large as u64,
        piles.iter().filter(|&&pile| pile == 1).count() as u64,
    );
    // Some of the ones go, or else some of the large piles become ones.
    let remove = (0..=ones.min(most - large)).map(|remove| (0, remove));
    let mut both = remove.chain((1..=large).map(|keep| (keep, 0)));
    let found = both.find(|(keep, remove)| (ones + keep - remove) % modulus(most) == 1);
    let Some((mut keep, mut remove)) = found else {
        return;
    };
    for pile in piles {
        if *pile > 1 {
            *pile = u64::from(keep > 0);
            keep = keep.saturating_sub(1);
        } else if *pile == 1 && remove > 0 {
            *pile = 0;
            remove -= 1;
        }
    }
}
