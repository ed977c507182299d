//! Moore's Nim: a move takes any number of stones from each of 1 to `most` piles.
//!
//! E. H. Moore, "A generalization of the game called Nim", Annals of Mathematics 11 (1910). A position
//! is lost if for every bit the number of piles that have it is a multiple of `most + 1`. The same holds
//! in misère play, unless no pile is larger than 1; then it is lost if the number of ones leaves the
//! remainder 1.

use super::Play;
use super::moves::Move;
use super::tally::BitCounts;

/// The fold over piles that decides who wins.
#[derive(Clone, Debug, Default)]
pub struct Moore {
    counts: BitCounts,
    union: u64,
}

/// The modulus of the bit counts. There are fewer than 2^64 - 1 piles, so it may saturate there.
fn modulus(most: u64) -> u64 {
    most.saturating_add(1)
}

impl Moore {
    /// Adds a pile.
    #[inline]
    pub fn add(&mut self, pile: u64) {
        self.counts.add(&[pile]);
        self.union |= pile;
    }

    /// The number of piles that have the bit, modulo `most + 1`.
    pub fn remainder(&self, most: u64, bit: u32) -> u64 {
        self.counts.count(bit) % modulus(most)
    }

    /// Whether the player to move wins, if a move takes from 1 to `most` piles.
    pub fn first_wins(&self, most: u64, play: Play) -> bool {
        match play {
            // Whoever cannot move wins, and no move reduces no pile.
            Play::Misere if most == 0 => true,
            Play::Misere if self.union <= 1 => self.remainder(most, 0) != 1,
            _ => (0..u64::BITS - self.union.leading_zeros())
                .any(|bit| self.remainder(most, bit) != 0),
        }
    }
}

/// A winning move that changes 1 to `most` piles, in the order of the piles. `None` if the position is
/// lost, or, in misère play, if no stone is left.
pub fn winning(most: u64, play: Play, piles: &[u64]) -> Option<Vec<Move>> {
    let large = piles.iter().filter(|&&pile| pile > 1).count();
    let mut after = piles.to_vec();
    if play == Play::Misere && large as u64 <= most {
        leave_ones(most, large, &mut after);
    } else {
        balance(most, &mut after);
    }
    let changed = piles.iter().zip(after).enumerate();
    let moves: Vec<_> = changed
        .filter(|(_, (pile, left))| left < pile)
        .map(|(index, (&pile, left))| Move::leave(index, pile, left))
        .collect();
    Some(moves).filter(|moves| !moves.is_empty())
}

/// Sets the sizes of the last `most` piles so that the player to move loses in normal play. Which of
/// them get a missing bit is chosen by `random`, which returns a number below its argument.
pub fn balance_last(most: u64, piles: &mut [u64], random: &mut dyn FnMut(u64) -> u64) {
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let (others, last) = piles.split_at_mut(piles.len().saturating_sub(most));
    last.fill(0);
    if last.is_empty() {
        return;
    }
    for bit in 0..u64::BITS {
        let having = others.iter().filter(|&&pile| pile >> bit & 1 == 1).count();
        let missing =
            (most.saturating_add(1) - having % most.saturating_add(1)) % most.saturating_add(1);
        let first = random(last.len() as u64) as usize;
        for i in 0..missing.min(last.len()) {
            last[(first + i) % last.len()] |= 1 << bit;
        }
    }
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
