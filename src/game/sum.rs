//! Sums: positions of piles that are played apart, of which who wins and by which moves follows from their
//! [Grundy values](super::heap).

use super::heap::{Heap, PileMoves};
use super::period::Period;
use super::tally::{Standing, Tally};
use super::{AllMoves, Allows, Change, Fold, Game, Moves, Play, RandomBelow, Reason, decide_rows};
use crate::decode::Slice;
use crate::error::{InputError, NoPeriod};
use crate::layout::Role;
use crate::outcomes::Outcomes;
use crate::words::t;

/// The game of any number of piles with the same rule.
#[derive(Clone, Debug)]
pub struct Sum {
    heap: Box<dyn Heap>,
    play: Play,
    /// Of the position that is being read.
    tally: Tally,
}

impl Sum {
    /// The game of piles with the rule `heap`. In misère play, that must be tame: a pile with a Grundy value of 0 or
    /// 1 must be as good as no stone or one.
    pub(crate) fn new(heap: impl Heap + 'static, play: Play) -> Self {
        Self {
            heap: Box::new(heap),
            play,
            tally: Tally::default(),
        }
    }

    /// What decides, given each size and the number of its piles.
    pub fn standing(&self, sizes: impl Iterator<Item = (u64, u64)>) -> Standing {
        let values = sizes.map(|(size, count)| (self.heap.grundy(size), count));
        Standing::of(self.play, values)
    }

    fn standing_of(&self, piles: &[u64]) -> Standing {
        self.heap.standing(self.play, piles)
    }

    /// The Grundy value that a winning move leaves of a pile of this size. `None` if that is its own, which no move
    /// leaves: a lost position would have to be searched to the end for one.
    fn target(&self, standing: Standing, size: u64) -> Option<u64> {
        let grundy = self.heap.grundy(size);
        Some(standing.target(grundy)).filter(|target| *target != grundy)
    }

    /// The winning moves in a pile of this size.
    pub(crate) fn winning_in(&self, standing: Standing, size: u64) -> PileMoves<'_> {
        match self.target(standing, size) {
            Some(target) => self.heap.reaching(size, target),
            None => Box::new(std::iter::empty()),
        }
    }

    /// The number of these.
    pub(crate) fn count_in(&self, standing: Standing, size: u64) -> u128 {
        let target = self.target(standing, size);
        target.map_or(0, |target| self.heap.count_reaching(size, target))
    }

    /// Who wins, if this is Nim.
    pub(super) fn nim(&self) -> Option<Play> {
        self.heap.is_nim().then_some(self.play)
    }

    /// The number of winning moves.
    pub(super) fn count_winning(&self, piles: &[u64]) -> u128 {
        let standing = self.standing_of(piles);
        let counts = piles.iter().map(|&pile| self.count_in(standing, pile));
        counts.sum()
    }

    /// The Grundy value of a position, unless it does not decide who wins, as in misère play.
    pub(super) fn grundy(&self, piles: &[u64]) -> Option<u64> {
        (self.play == Play::Normal).then(|| self.standing_of(piles).nim_sum)
    }

    /// The period of the Grundy values, if one is proven, and what proves it.
    pub fn period(&self) -> Option<(Period, &'static str)> {
        self.heap.period()
    }

    /// The modulus, if Grundy values are the remainders of the sizes.
    pub(super) fn modulus(&self) -> Option<u64> {
        let (Period { start, len }, _) = self.heap.period()?;
        // No pile has a larger value than its size, and this one has that only if all smaller ones have theirs.
        (start == 0 && self.heap.grundy(len - 1) == len - 1).then_some(len)
    }

    /// Changes the size of a pile so that the player to move loses, if it finds one.
    pub(super) fn balance(&self, piles: &mut [u64], allows: &Allows<'_>, random: &mut RandomBelow<'_>) {
        /// The number of consecutive sizes that are tried.
        const TRIED: usize = 1 << 12;
        let is_alone = piles.len() == 1;
        let standing = self.standing_of(if is_alone { &[] } else { piles });
        let largest = piles.iter().max().copied().unwrap_or(0);
        for index in (0..piles.len()).rev() {
            // Of a single pile, no value is needed.
            let grundy = if is_alone { 0 } else { self.heap.grundy(piles[index]) };
            let target = standing.target(grundy);
            // Where Grundy values grow with the sizes, they are the sizes, about that, or half of them.
            let near = target.saturating_sub(1)..=target.saturating_add(1);
            let near = near.chain([target.saturating_mul(2)]).filter(|&size| size <= largest);
            let start = random(largest.saturating_add(1));
            // Hardly any pile has a larger Grundy value than its size, but for 4k + 3 in Lasker's Nim.
            if target > largest.saturating_add(1) {
                continue;
            }
            let others = (start..=largest).chain(0..start).take(TRIED);
            let mut sizes = near.chain(others).filter(|&size| self.heap.has_value(size, target));
            if let Some(size) = sizes.find(|&size| allows(piles, index, size)) {
                piles[index] = size;
                return;
            }
        }
    }

    /// What there is to say of the Grundy values behind their nim-sum.
    fn note(&self) -> String {
        match (self.modulus(), self.heap.period()) {
            (Some(modulus), _) => t!(", the remainders mod {modulus}", modulus),
            (None, Some((Period { start, len }, _))) => {
                t!(", which have the period {len} from {start} on", len, start)
            }
            (None, None) => String::new(),
        }
    }
}

impl Fold for Sum {
    fn add(&mut self, piles: Slice<'_>) -> Result<(), InputError> {
        self.heap.add(piles, &mut self.tally)
    }

    fn finish(&mut self) -> bool {
        let tally = std::mem::take(&mut self.tally);
        self.heap.finish(self.play, tally)
    }
}

impl Game for Sum {
    fn set(&mut self, role: Role, values: &[u64]) {
        self.heap.set(role, values);
    }

    fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        self.heap.cover(largest)
    }

    fn limit(&mut self, rules: u64) {
        self.heap.limit(rules);
    }

    fn fold(&mut self) -> Option<&mut dyn Fold> {
        Some(self)
    }

    fn rows(&mut self, fields: &[Role], rows: Slice<'_>, outcomes: &mut Outcomes<'_>) -> usize {
        match self.play {
            Play::Normal => self.heap.rows(fields, rows, outcomes),
            Play::Misere => decide_rows(self, fields, rows, outcomes),
        }
    }

    fn first_wins(&self, piles: &[u64]) -> bool {
        match (self.play, piles) {
            (Play::Normal, &[pile]) => !self.heap.has_value(pile, 0),
            _ => self.standing_of(piles).first_wins(),
        }
    }

    fn after(&self, position: &[u64], turn: &[Change]) -> Vec<u64> {
        self.heap.after(position, turn)
    }

    fn moves<'a>(&'a self, piles: &'a [u64]) -> AllMoves<'a> {
        let of_pile = |(index, &pile): (usize, &u64)| {
            let moves = self.heap.moves(pile);
            moves.map(move |change| vec![change.in_pile(index)])
        };
        Box::new(piles.iter().enumerate().flat_map(of_pile))
    }

    /// In a pile that can be divided there may be very many, so they are found lazily.
    fn winning<'a>(&'a self, piles: &'a [u64]) -> Moves<'a> {
        let standing = self.standing_of(piles);
        let of_pile = move |(index, &pile): (usize, &u64)| {
            let changes = self.winning_in(standing, pile);
            changes.map(move |change| vec![change.in_pile(index)])
        };
        Box::new(piles.iter().enumerate().flat_map(of_pile))
    }

    fn leads_to(&self, piles: &[u64], after: &[u64]) -> bool {
        let Some(more) = after.len().checked_sub(piles.len()) else {
            return false;
        };
        let same =
            |pairs: &mut dyn Iterator<Item = (&u64, &u64)>| pairs.take_while(|(pile, other)| pile == other).count();
        let before = same(&mut piles.iter().zip(after));
        let behind = same(&mut piles.iter().rev().zip(after.iter().rev()));
        let first = piles.len().saturating_sub(behind + 1);
        let mut changed = first..piles.len().min(before + 1);
        let may_be = |&at: &usize| self.heap.may_leave(piles[at], &after[at..=at + more]);
        changed.any(|at| may_be(&at)) && !self.first_wins(after)
    }

    fn allows(&self, piles: &[u64], index: usize, take: u64) -> bool {
        self.heap.may_leave(piles[index], &[piles[index] - take])
    }

    fn largest_listed(&self) -> u64 {
        self.heap.largest_listed()
    }

    fn heaps(&self) -> Option<&Self> {
        Some(self)
    }

    fn why(&self, piles: &[u64]) -> Reason {
        let standing = self.standing_of(piles);
        let (sum, is_nim) = (standing.nim_sum, self.heap.is_nim());
        let label = |&pile: &u64| {
            let grundy = self.heap.grundy(pile);
            let pile = self.heap.name(pile);
            let label = if is_nim {
                pile
            } else {
                t!("{pile} has the Grundy value {grundy}", pile, grundy)
            };
            (label, grundy)
        };
        let rows: Vec<_> = piles.iter().map(label).collect();
        let mut sentence = if is_nim {
            t!("nim-sum {sum}", sum)
        } else {
            t!("nim-sum {sum} of the Grundy values", sum) + &self.note()
        };
        if standing.is_ending() {
            sentence += t!(" (in misere play 0 wins if no Grundy value is larger than 1)");
        }
        let lost = if piles.iter().all(|&pile| pile == 0) {
            t!("nothing is left").to_owned()
        } else if standing.is_ending() && is_nim {
            t!("an odd number of single stones is left").to_owned()
        } else if standing.is_ending() {
            t!("an odd number of piles has the Grundy value 1, and the others have 0").to_owned()
        } else if is_nim {
            t!("the nim-sum is {sum}", sum)
        } else {
            Reason::values(&rows, sum)
        };
        Reason::nim_sum(sentence, lost, rows, sum)
    }
}
