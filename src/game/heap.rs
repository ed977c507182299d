//! Games of independent piles: a move changes one pile, and may divide it into two.
//!
//! If the player who cannot move loses, every pile is equivalent to the pile of Nim whose size is its Grundy value
//! (Sprague 1935, Grundy 1939), so that a position is played like Nim with the Grundy values as piles. A move wins
//! if it leaves the opponent a lost position, and for each pile there is exactly one Grundy value that achieves
//! this: the winning moves are those that give a pile this value. The rule of Nim, one winning move for each pile
//! with the top bit of the nim-sum, holds for Nim only: elsewhere, the Grundy value of a pile can grow by a move.
//!
//! If the player who cannot move wins, that is so for sums of subtraction games with one and the same set that does not
//! depend on the pile, unless no Grundy value is larger than 1; then the position is lost exactly if their nim-sum is 1.
//! The reason is the *pairing property*: with the smallest take s, a pile of n has the Grundy value 1 exactly if one of
//! n - s has 0 (T. S. Ferguson, "On sums of graph games with last player losing", International Journal of Game Theory 3,
//! 1974). Where the takes depend on the pile, or a pile may be divided, no such rule is known.

use std::fmt;

use super::period::{NoPeriod, Period, Share};
use super::tally::Tally;
use super::{
    Allows, Decided, Fold, Game, Move, Play, Random, Reason, Turn, balance_by_trying, decide_width,
};
use crate::decode::{Number, Slice};
use crate::error::InputError;
use crate::layout::Role;
use crate::words::t;

/// A rule for a single pile. Who wins a position of such piles, which moves win and how many follow from it.
///
/// The moves are the definition of the game. The other functions agree with them, and are faster.
pub trait Heap: Clone + fmt::Debug + Send + Sync + 'static {
    /// Sets what the input gives of the rule.
    fn set(&mut self, _role: Role, _values: &[u64]) {}

    /// Computes the Grundy values of all piles up to `largest`.
    ///
    /// # Errors
    /// If there is no bound up to which that is known to be enough.
    #[inline]
    fn cover(&mut self, _largest: u64) -> Result<(), NoPeriod> {
        Ok(())
    }

    /// As [`Game::begin_case`].
    fn begin_case(&mut self, _share: Share) {}

    /// Whether a pile of any size is covered.
    fn covers_all(&self) -> bool {
        true
    }

    /// The number of steps that [`cover`](Heap::cover) may take, about a nanosecond each.
    fn steps(&self, _largest: u64) -> u64 {
        0
    }

    /// The Grundy value of a pile.
    ///
    /// # Panics
    /// If the pile is not [covered](Heap::cover), here and in what follows.
    fn grundy(&self, pile: u64) -> u64;

    /// All moves in a pile, by take, then by what is left, as if it were the first one.
    fn moves(&self, pile: u64) -> impl DoubleEndedIterator<Item = Move> + '_;

    /// The moves in a pile that leave the Grundy value `grundy`, in the same order.
    fn reaching(&self, pile: u64, grundy: u64) -> impl Iterator<Item = Move> + '_ {
        let leaves = move |change: &Move| {
            self.grundy(change.left) ^ change.right.map_or(0, |right| self.grundy(right)) == grundy
        };
        self.moves(pile).filter(leaves)
    }

    /// The number of [such](Heap::reaching) moves.
    fn count_reaching(&self, pile: u64, grundy: u64) -> u128 {
        self.reaching(pile, grundy).count() as u128
    }

    /// Whether a move may take `take` stones, at least one, from a pile of as many or more.
    fn allows(&self, pile: u64, take: u64) -> bool {
        self.moves(pile).any(|change| change.take == take)
    }

    /// Whether a move may divide a pile.
    fn divides(&self) -> bool {
        false
    }

    /// The period of the Grundy values, if one is proven.
    fn period(&self) -> Option<Period> {
        None
    }

    /// As [`Game::seek_period`].
    fn seek_period(&mut self) {}

    /// What proves the period.
    fn theorem(&self) -> &'static str {
        t!("closed form")
    }

    /// The largest number of stones that a move may take from any pile, if there is one.
    fn largest_take(&self) -> Option<u64> {
        None
    }

    /// The smallest number of stones that a move may take.
    fn smallest_take(&self) -> u64 {
        1
    }

    /// What there is to say of the Grundy values behind their nim-sum; `None` if they are the sizes of the piles.
    fn note(&self) -> Option<String> {
        Some(String::new())
    }

    /// Adds piles to a tally of their Grundy values.
    ///
    /// # Errors
    /// The index of the first pile that cannot be covered, and the reason.
    #[inline]
    fn add<N: Number>(&mut self, piles: &[N], tally: &mut Tally) -> Result<(), (usize, NoPeriod)> {
        for (index, &pile) in piles.iter().enumerate() {
            let pile = pile.into();
            self.cover(pile).map_err(|no_period| (index, no_period))?;
            tally.add_one(self.grundy(pile));
        }
        Ok(())
    }

    /// As [`Game::rows`].
    #[inline]
    fn rows<N: Number>(
        &mut self,
        fields: &[Role],
        rows: &[N],
        play: Play,
        decided: &mut Decided<'_>,
    ) -> usize {
        if !all_piles(fields) || cover_all(self, rows).is_none() {
            return 0;
        }
        decide_rows(fields.len(), rows, play, decided, |&pile| {
            self.grundy(pile.into())
        })
    }

    /// A size with the Grundy value `grundy`, up to about `largest`.
    fn of_grundy(&self, _grundy: u64, _largest: u64, _random: &mut Random<'_>) -> Size {
        Size::Search
    }
}

/// A pile that has some Grundy value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// One of this size has.
    Is(u64),
    /// None has.
    None,
    /// One is to be searched for.
    Search,
}

impl From<Option<u64>> for Size {
    fn from(size: Option<u64>) -> Self {
        size.map_or(Self::None, Self::Is)
    }
}

/// Whether a case consists of piles.
pub(crate) fn all_piles(fields: &[Role]) -> bool {
    fields.iter().all(|field| *field == Role::Pile)
}

/// Covers all `piles`, if that is possible, and returns a number that is at least the largest.
pub(crate) fn cover_all<H: Heap, N: Number>(heap: &mut H, piles: &[N]) -> Option<u64> {
    // At least the largest, and less than twice as large: a maximum would be found one by one.
    let union = piles.iter().fold(0, |all, &pile| all | pile.into());
    heap.cover(union).ok()?;
    Some(union)
}

/// Decides rows of `width` piles, whose Grundy values `grundy` gives, and returns their number.
#[inline(always)]
pub(crate) fn decide_rows<P>(
    width: usize,
    rows: &[P],
    play: Play,
    decided: &mut Decided<'_>,
    grundy: impl Fn(&P) -> u64,
) -> usize {
    match play {
        Play::Normal => {
            let first_wins = |row: &[P]| row.iter().fold(0, |sum, pile| sum ^ grundy(pile)) != 0;
            decide_width(width, rows, decided, first_wins)
        }
        // One loop for all widths: no judge has such rows, and one for each would double the code of every game.
        Play::Misere => {
            let fours = rows.chunks_exact(4 * width);
            let count = 4 * fours.len();
            for four in fours {
                decided.add_four(std::array::from_fn(|nth| {
                    let mut tally = Tally::default();
                    for pile in &four[nth * width..][..width] {
                        tally.add_one(grundy(pile));
                    }
                    Play::Misere.first_wins(&tally)
                }));
            }
            count
        }
    }
}

/// What decides about the moves in each pile of a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Standing {
    nim_sum: u64,
    /// The number of piles with a Grundy value above 1.
    large: u64,
}

impl Standing {
    fn add(&mut self, grundy: u64) {
        self.nim_sum ^= grundy;
        self.large += u64::from(grundy > 1);
    }

    /// The nim-sum of the Grundy values.
    pub(crate) fn nim_sum(self) -> u64 {
        self.nim_sum
    }

    fn tally(self) -> Tally {
        Tally {
            nim_sum: self.nim_sum,
            union: self.large.min(1) * 2,
        }
    }

    /// The Grundy value that a winning move must leave of a pile that has the Grundy value `grundy`. If the
    /// position is lost, no move in the pile leaves it.
    fn target(self, grundy: u64, play: Play) -> u64 {
        let others = self.nim_sum ^ grundy;
        match play {
            Play::Normal => others,
            Play::Misere if self.large > u64::from(grundy > 1) => others,
            // All others are 0 or 1: including this pile, an odd number of ones must remain.
            Play::Misere => others ^ 1,
        }
    }
}

/// A game of independent piles, whatever the rule for a single pile: what can be said of a position from the number
/// of piles of each size.
pub trait Heaps {
    /// What decides, given each size and the number of its piles.
    fn standing(&self, sizes: &mut dyn Iterator<Item = (u64, u64)>) -> Standing;

    /// The number of winning moves in a pile of this size.
    fn count(&self, standing: Standing, size: u64) -> u128;

    /// The first winning move in a pile of this size.
    fn first(&self, standing: Standing, size: u64) -> Option<Move>;

    /// The Grundy value of a pile.
    fn grundy_of(&self, pile: u64) -> u64;

    /// The period of the Grundy values, if one is proven, and what proves it.
    fn period(&self) -> Option<(Period, &'static str)>;
}

/// The game of any number of piles with the same rule.
#[derive(Clone, Debug)]
pub(crate) struct Sum<H> {
    heap: H,
    play: Play,
    /// Of the position that is being read.
    tally: Tally,
}

impl<H: Heap> Sum<H> {
    /// The game of piles with the rule `heap`. In misère play, that must be tame: a pile with a Grundy value of 0 or
    /// 1 must be as good as no stone or one.
    pub(crate) fn new(heap: H, play: Play) -> Self {
        Self {
            heap,
            play,
            tally: Tally::default(),
        }
    }

    fn standing_of(&self, piles: &[u64]) -> Standing {
        let mut standing = Standing::default();
        for &pile in piles {
            standing.add(self.heap.grundy(pile));
        }
        standing
    }

    /// Shows `visit` the moves that leave the Grundy value `target` of each pile, given that of the pile.
    #[inline(always)]
    fn visit(&self, piles: &[u64], visit: &mut dyn FnMut(&[Move]), target: impl Fn(u64) -> u64) {
        let none = Move::take(0, 0);
        let mut block = [none; 64];
        let mut len = 0;
        for (index, &pile) in piles.iter().enumerate() {
            let mut changes = self.heap.reaching(pile, target(self.heap.grundy(pile)));
            // Whether a pile has a winning move is unpredictable, so there is no branch on it; in Nim it is the only one.
            let first = changes.next();
            block[len] = first.unwrap_or(none).in_pile(index);
            len += usize::from(first.is_some());
            for change in changes {
                if len == block.len() {
                    visit(&block);
                    len = 0;
                }
                block[len] = change.in_pile(index);
                len += 1;
            }
            if len == block.len() {
                visit(&block);
                len = 0;
            }
        }
        visit(&block[..len]);
    }

    fn target(&self, standing: Standing, pile: u64) -> u64 {
        standing.target(self.heap.grundy(pile), self.play)
    }

    fn no_longer_decides(&self, tally: Tally) -> bool {
        self.play == Play::Misere && tally.union <= 1
    }
}

impl<H: Heap> Heaps for Sum<H> {
    fn standing(&self, sizes: &mut dyn Iterator<Item = (u64, u64)>) -> Standing {
        let mut standing = Standing::default();
        for (size, count) in sizes {
            // Only the parity of their number matters, and whether there is more than one.
            for _ in 0..count.min(2 + count % 2) {
                standing.add(self.heap.grundy(size));
            }
        }
        standing
    }

    fn count(&self, standing: Standing, size: u64) -> u128 {
        let target = self.target(standing, size);
        self.heap.count_reaching(size, target)
    }

    fn first(&self, standing: Standing, size: u64) -> Option<Move> {
        let target = self.target(standing, size);
        self.heap.reaching(size, target).next()
    }

    fn grundy_of(&self, pile: u64) -> u64 {
        self.heap.grundy(pile)
    }

    fn period(&self) -> Option<(Period, &'static str)> {
        Some((self.heap.period()?, self.heap.theorem()))
    }
}

/// The indices of the piles, from the smallest pile to the largest, of equal ones the last one last.
fn by_size(piles: &[u64]) -> Vec<usize> {
    let mut indices: Vec<_> = (0..piles.len()).collect();
    indices.sort_by_key(|&index| piles[index]);
    indices
}

impl<H: Heap> Fold for Sum<H> {
    fn add(&mut self, piles: Slice<'_>) -> Result<(), InputError> {
        let tally = &mut self.tally;
        let added = match piles {
            Slice::Narrow(piles) => self.heap.add(piles, tally),
            Slice::Wide(piles) => self.heap.add(piles, tally),
        };
        added.map_err(|(index, no_period)| InputError::at_number(index, no_period.into()))
    }

    fn finish(&mut self) -> bool {
        self.play.first_wins(&std::mem::take(&mut self.tally))
    }
}

impl<H: Heap> Game for Sum<H> {
    fn set(&mut self, role: Role, values: &[u64]) {
        self.heap.set(role, values);
    }

    fn fold(&mut self) -> Option<&mut dyn Fold> {
        Some(self)
    }

    fn rows(&mut self, fields: &[Role], rows: Slice<'_>, decided: &mut Decided<'_>) -> usize {
        match rows {
            Slice::Narrow(rows) => self.heap.rows(fields, rows, self.play, decided),
            Slice::Wide(rows) => self.heap.rows(fields, rows, self.play, decided),
        }
    }

    fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        self.heap.cover(largest)
    }

    fn begin_case(&mut self, share: Share) {
        self.heap.begin_case(share);
    }

    fn seek_period(&mut self) {
        self.heap.seek_period();
    }

    fn steps(&self, largest: u64) -> u64 {
        self.heap.steps(largest)
    }

    fn covers_all(&self) -> bool {
        self.heap.covers_all()
    }

    fn first_wins(&self, piles: &[u64]) -> bool {
        self.play.first_wins(&self.standing_of(piles).tally())
    }

    fn moves<'a>(&'a self, piles: &'a [u64]) -> Box<dyn Iterator<Item = Turn> + 'a> {
        let of_pile = |(index, &pile)| {
            let moves = self.heap.moves(pile);
            moves.map(move |change| vec![change.in_pile(index)])
        };
        Box::new(piles.iter().enumerate().flat_map(of_pile))
    }

    /// In a pile that can be divided there may be very many, so they are found lazily. Mirror images count as two moves.
    fn winning<'a>(&'a self, piles: &'a [u64]) -> Box<dyn Iterator<Item = Turn> + 'a> {
        let standing = self.standing_of(piles);
        let of_pile = move |(index, &pile): (usize, &u64)| {
            let changes = self.heap.reaching(pile, self.target(standing, pile));
            changes.map(move |change| vec![change.in_pile(index)])
        };
        Box::new(piles.iter().enumerate().flat_map(of_pile))
    }

    fn has_single_moves(&self) -> bool {
        !self.heap.divides()
    }

    fn each_winning(&self, piles: &[u64], visit: &mut dyn FnMut(&[Move])) {
        let standing = self.standing_of(piles);
        // A loop for each kind of play, since this one is as long as the answers.
        match self.play {
            Play::Normal => self.visit(piles, visit, |grundy| standing.nim_sum ^ grundy),
            Play::Misere => {
                self.visit(piles, visit, |grundy| standing.target(grundy, Play::Misere));
            }
        }
    }

    fn count_winning(&self, piles: &[u64]) -> u128 {
        let standing = self.standing_of(piles);
        let of_pile = |&pile| self.count(standing, pile);
        piles.iter().map(of_pile).sum()
    }

    fn any_move(&self, piles: &[u64]) -> Option<Turn> {
        by_size(piles).into_iter().rev().find_map(|index| {
            let change = self.heap.moves(piles[index]).next_back()?;
            Some(vec![change.in_pile(index)])
        })
    }

    fn allows(&self, piles: &[u64], index: usize, take: u64) -> bool {
        self.heap.allows(piles[index], take)
    }

    fn grundy(&self, piles: &[u64]) -> Option<u64> {
        // In misère play it does not decide who wins.
        (self.play == Play::Normal).then(|| self.standing_of(piles).nim_sum)
    }

    fn heaps(&self) -> Option<&dyn Heaps> {
        Some(self)
    }

    fn balance(&self, piles: &mut [u64], allows: &Allows<'_>, random: &mut Random<'_>) {
        let standing = self.standing_of(piles);
        let largest = piles.iter().max().copied().unwrap_or(0);
        for index in (0..piles.len()).rev() {
            let target = self.target(standing, piles[index]);
            match self.heap.of_grundy(target, largest, random) {
                Size::Is(size) if allows(piles, index, size) => {
                    piles[index] = size;
                    return;
                }
                Size::Is(_) | Size::None => {}
                Size::Search => {
                    let is_lost = |piles: &[u64]| !self.first_wins(piles);
                    return balance_by_trying(piles, allows, random, &is_lost);
                }
            }
        }
    }

    fn reason(&self, piles: &[u64]) -> Reason {
        let tally = self.standing_of(piles).tally();
        let sum = tally.nim_sum;
        let note = self.heap.note();
        let label = |&pile: &u64| {
            let grundy = self.heap.grundy(pile);
            let label = match note {
                None => pile.to_string(),
                Some(_) => t!(
                    "{pile} has the Grundy value {grundy}",
                    pile = pile,
                    grundy = grundy
                ),
            };
            (label, grundy)
        };
        let rows = piles.iter().map(label).collect();
        let mut sentence = match &note {
            None => t!("nim-sum {sum}", sum = sum),
            Some(note) => t!("nim-sum {sum} of the Grundy values", sum = sum) + note,
        };
        if self.no_longer_decides(tally) {
            sentence += t!(" (in misere play 0 wins if no Grundy value is larger than 1)");
        }
        Reason::nim_sum(sentence, rows, sum)
    }

    fn why_lost(&self, piles: &[u64]) -> String {
        let tally = self.standing_of(piles).tally();
        if piles.iter().all(|&pile| pile == 0) {
            return t!("nothing is left").to_owned();
        }
        if self.no_longer_decides(tally) {
            let are_single = piles.iter().all(|&pile| pile <= 1);
            return if are_single {
                t!("an odd number of single stones is left")
            } else {
                t!("an odd number of piles has the Grundy value 1, and the others have 0")
            }
            .to_owned();
        }
        match self.heap.note() {
            None => t!("the nim-sum is {sum}", sum = tally.nim_sum),
            Some(_) => t!(
                "the nim-sum of the Grundy values is {sum}",
                sum = tally.nim_sum
            ),
        }
    }
}
