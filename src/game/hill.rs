//! Climbing the hill (HDU 4315): the player who moves the king to the top wins.
//!
//! Persons stand on cells of a hill, whose top is cell 0. A move takes one person any number of cells
//! up, without passing another one; a cell holds one person, the top any number. One of them is the
//! king.
//!
//! If the king is nearest to the top, the player to move takes him there and wins. Otherwise the player
//! who lets him become the nearest loses, and the game is Nim: two neighbours, paired from the far end,
//! form a pile of as many stones as there are cells between them. If one person remains, the cells above
//! him form a pile, minus one if the king comes next, since then nobody wants to move that person to the
//! top.
//!
//! Persons at the top are out of play. If the king is among them, the player who moved last has won, and
//! the player to move loses.

use super::moves::Move;
use crate::decode::Number;

/// The fold over the positions, nearest to the top first, that decides who wins.
#[derive(Clone, Copy, Debug)]
pub struct Hill {
    /// The index of the king among the persons below the top, counted from 1; 0 if he is at the top.
    king: u64,
    /// The number of persons below the top, so far.
    persons: u64,
    /// The position of the last of them.
    last: u64,
    /// The nim-sums of the gaps before persons with even and with odd indices: which of them are pairs
    /// is known only after the last person.
    gaps: [u64; 2],
}

impl Hill {
    /// A fold in which the king has the index `king`, counted from 1, starting nearest to the top.
    pub fn new(king: u64) -> Self {
        Self {
            king,
            persons: 0,
            last: 0,
            gaps: [0; 2],
        }
    }

    /// Adds the next person. Positions ascend; only at the top, 0, several are equal.
    #[inline]
    pub fn add(&mut self, position: u64) {
        if position == 0 {
            self.king = self.king.saturating_sub(1);
            return;
        }
        let gap = match self.persons {
            0 => position - u64::from(self.king == 2),
            _ => position - self.last - 1,
        };
        self.persons += 1;
        self.gaps[(self.persons % 2) as usize] ^= gap;
        self.last = position;
    }

    /// Adds the next persons, with positions of any width.
    pub fn add_all<N: Number>(&mut self, positions: &[N]) {
        let mut rest = positions.iter().map(|&position| position.into());
        while self.last == 0
            && let Some(position) = rest.next()
        {
            self.add(position);
        }
        // Below the top the gaps belong to two sums in turn: without a branch and a store for each
        // person, this takes a third of the time.
        let mut last = self.last;
        let [mut next, mut after] = [1, 2].map(|n| self.gaps[((self.persons + n) % 2) as usize]);
        let count = rest.len() as u64;
        while let (Some(one), other) = (rest.next(), rest.next()) {
            next ^= one.wrapping_sub(last).wrapping_sub(1);
            last = one;
            if let Some(other) = other {
                after ^= other.wrapping_sub(last).wrapping_sub(1);
                last = other;
            }
        }
        self.gaps[((self.persons + 1) % 2) as usize] = next;
        self.gaps[(self.persons % 2) as usize] = after;
        self.persons += count;
        self.last = last;
    }

    /// Whether the king is at the top, so that the game is over.
    pub fn is_over(&self) -> bool {
        self.king == 0
    }

    /// The nim-sum of the gaps, if it decides who wins: if there are persons between the king and the
    /// top.
    pub fn nim_sum(&self) -> Option<u64> {
        (self.king > 1).then_some(self.gaps[(self.persons % 2) as usize])
    }

    /// Whether the player to move wins.
    pub fn first_wins(&self) -> bool {
        self.king == 1 || self.nim_sum().is_some_and(|sum| sum != 0)
    }
}

/// The fold over all `positions`.
pub fn fold(king: u64, positions: &[u64]) -> Hill {
    let mut hill = Hill::new(king);
    for &position in positions {
        hill.add(position);
    }
    hill
}

/// Whether a person on `cell` may follow one on the cell `last`, or, if `last` is 0, be the first:
/// positions ascend, and only the top holds several persons.
#[inline]
pub fn may_follow(cell: u64, last: u64) -> bool {
    cell > last || last == 0
}

/// The number of persons at the top.
pub fn at_top(positions: &[u64]) -> usize {
    positions.iter().take_while(|&&cell| cell == 0).count()
}

/// The gaps that count, each with the person at its upper end, counted from 0; `None` if that is the
/// top.
pub fn gaps(king: u64, positions: &[u64]) -> impl Iterator<Item = (Option<usize>, u64)> {
    let top = at_top(positions);
    let alone = (positions.len() - top) % 2;
    let nearest = (alone == 1).then(|| {
        let before_the_king = king == top as u64 + 2;
        (None, positions[top] - u64::from(before_the_king))
    });
    let pairs = (top + alone..positions.len()).step_by(2);
    nearest
        .into_iter()
        .chain(pairs.map(|i| (Some(i), positions[i + 1] - positions[i] - 1)))
}

/// The winning moves, by person, then by distance.
pub fn winning(king: u64, positions: &[u64]) -> Vec<Move> {
    let hill = fold(king, positions);
    let climb = |person: usize, to| Move::leave(person, positions[person], to);
    let Some(sum) = hill.nim_sum() else {
        let king = (!hill.is_over()).then(|| climb(king as usize - 1, 0));
        return king.into_iter().collect();
    };
    if sum == 0 {
        return Vec::new();
    }
    let nearest = at_top(positions);
    let mut moves = Vec::new();
    for (upper, gap) in gaps(king, positions) {
        let target = gap ^ sum;
        let (person, cells) = match upper {
            // The gap grows if its upper end climbs,
            Some(upper) if target > gap => (upper, target - gap),
            None if target > gap => continue,
            // and shrinks if its lower end does.
            Some(upper) => (upper + 1, gap - target),
            None => (nearest, gap - target),
        };
        let above = person.checked_sub(1).map_or(0, |above| positions[above]);
        if cells < positions[person] - above {
            moves.push(climb(person, positions[person] - cells));
        }
    }
    // At the top the nearest person leaves the game, and the others are paired differently.
    let mut after = positions.to_vec();
    after[nearest] = 0;
    if !fold(king, &after).first_wins() {
        moves.push(climb(nearest, 0));
    }
    moves.sort_unstable_by_key(|step| (step.pile, step.take));
    moves
}

/// Any legal move: that of the last person who can climb, as far as possible. `None` if the game is
/// over.
pub fn any(king: u64, positions: &[u64]) -> Option<Move> {
    if fold(king, positions).is_over() {
        return None;
    }
    (0..positions.len()).rev().find_map(|person| {
        let above = person.checked_sub(1).map_or(0, |above| positions[above]);
        let to = if above == 0 { 0 } else { above + 1 };
        (to < positions[person]).then(|| Move::leave(person, positions[person], to))
    })
}
