//! Moore's Nim: a move takes any number of stones from each of 1 to `most` piles.
//!
//! E. H. Moore, "A generalization of the game called Nim", Annals of Mathematics 11 (1910). A position
//! is lost if for every bit the number of piles that have it is a multiple of `most + 1`. The same holds
//! in misère play, unless no pile is larger than 1; then it is lost if the number of ones leaves the
//! remainder 1.

use super::tally::BitCounts;
use super::{Changes, Fold, Game, Move, Play, Reason, Turn, Turns, width};
use crate::decode::Slice;
use crate::error::InputError;
use crate::layout::Role;
use crate::words::t;

/// The game, and the fold over the piles of the position that is being read.
#[derive(Clone, Debug)]
pub(crate) struct Moore {
    most: u64,
    play: Play,
    read: Bits,
}

/// How many piles have each bit.
#[derive(Clone, Debug, Default)]
struct Bits {
    counts: BitCounts,
    union: u64,
}

/// The modulus of the bit counts. There are fewer than 2^64 - 1 piles, so it may saturate there.
fn modulus(most: u64) -> u64 {
    most.saturating_add(1)
}

impl Bits {
    fn add<N: crate::decode::Number>(&mut self, piles: &[N]) {
        self.counts.add(piles);
        self.union = piles
            .iter()
            .fold(self.union, |all, &pile| all | pile.into());
    }

    fn of(piles: &[u64]) -> Self {
        let mut bits = Self::default();
        bits.add(piles);
        bits
    }

    /// The number of piles that have the bit, modulo `most + 1`.
    fn remainder(&self, most: u64, bit: u32) -> u64 {
        self.counts.count(bit) % modulus(most)
    }

    fn first_wins(&self, most: u64, play: Play) -> bool {
        match play {
            // Whoever cannot move wins, and no move reduces no pile.
            Play::Misere if most == 0 => true,
            Play::Misere if self.union <= 1 => self.remainder(most, 0) != 1,
            Play::Misere | Play::Normal => (0..u64::BITS - self.union.leading_zeros())
                .any(|bit| self.remainder(most, bit) != 0),
        }
    }
}

impl Moore {
    /// The game in which a move takes from one pile, until `most` is set.
    pub(crate) fn new(play: Play) -> Self {
        Self {
            most: 1,
            play,
            read: Bits::default(),
        }
    }
}

impl Fold for Moore {
    fn add(&mut self, piles: Slice<'_>) -> Result<(), InputError> {
        match piles {
            Slice::Narrow(piles) => self.read.add(piles),
            Slice::Wide(piles) => self.read.add(piles),
        }
        Ok(())
    }

    fn finish(&mut self) -> bool {
        std::mem::take(&mut self.read).first_wins(self.most, self.play)
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
        Bits::of(piles).first_wins(self.most, self.play)
    }

    fn moves<'a>(&'a self, piles: &'a [u64]) -> Turns<'a> {
        // All sizes that the piles may have after the move, counted as with the digits of a number.
        let mut next = Some(vec![0; piles.len()]);
        let all = std::iter::from_fn(move || {
            let sizes = next.take()?;
            let mut more = sizes.clone();
            if let Some(digit) = (0..piles.len()).find(|&digit| more[digit] < piles[digit]) {
                more[digit] += 1;
                more[..digit].fill(0);
                next = Some(more);
            }
            Some(sizes)
        });
        let turns = all.map(|sizes| changes(piles, &sizes));
        let is_move = |turn: &Turn| !turn.is_empty() && turn.len() as u64 <= self.most;
        Box::new(turns.filter(is_move))
    }

    /// One of them, of very many.
    fn winning<'a>(&'a self, piles: &'a [u64]) -> Turns<'a> {
        Box::new(winning(self.most, self.play, piles).into_iter())
    }

    fn changes(&self) -> Changes {
        Changes::TooManyPiles
    }

    fn any_move(&self, piles: &[u64]) -> Option<Turn> {
        let (index, &pile) = piles.iter().enumerate().max_by_key(|&(_, pile)| pile)?;
        let may_move = pile > 0 && self.most > 0;
        may_move.then(|| vec![Move::leave(index, pile, 0)])
    }

    fn why(&self, piles: &[u64]) -> Reason {
        let rows: Vec<_> = piles.iter().map(|&pile| (pile.to_string(), pile)).collect();
        let bits = Bits::of(piles);
        let remainders = (0..width(&rows))
            .rev()
            .map(|bit| bits.remainder(self.most, bit));
        let bottom: Vec<_> = remainders.collect();
        let name = format!("mod {}", u128::from(self.most) + 1);
        let shown: Vec<_> = bottom.iter().map(u64::to_string).collect();
        let mut sentence = t!(
            "how many piles have each bit, {name}: {counts}",
            name = name,
            counts = shown.join(" ")
        );
        if self.play == Play::Misere && bits.union <= 1 {
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
    let ones = piles.iter().filter(|&&pile| pile == 1).count() as u64;
    // The ones that must go if all large piles are removed.
    let surplus = match ones {
        0 => modulus(most) - 1,
        _ => (ones - 1) % modulus(most),
    };
    let (mut keep, mut remove) = (0, surplus);
    if surplus > ones.min(most - large as u64) {
        // Too many: some large piles become ones instead, up to the next number with that remainder.
        keep = modulus(most) - surplus;
        remove = 0;
    }
    if keep > large as u64 {
        return;
    }
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
