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

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use dyn_clone::DynClone;

use super::period::Period;
use super::takes::greatest_common_divisor;
use super::tally::Tally;
use super::{Allows, Fold, Game, Move, Moves, Play, Random, Reason, Turns, decide, piles_up_to};
use crate::decode::{Number, Slice};
use crate::error::{InputError, NoPeriod};
use crate::layout::Role;
use crate::outcomes::Outcomes;
use crate::words::t;

/// Numbers of stones that a move may take from a pile, in ascending order.
pub(crate) enum Takes<'a> {
    /// From the first number to the last one, and the step from one to the next.
    Steps(u64, u64, u64),
    List(Cow<'a, [u64]>),
}

impl<'a> Takes<'a> {
    /// All numbers from the first one to the last one.
    pub(crate) fn between(first: u64, last: u64) -> Self {
        Self::Steps(first, last, 1)
    }

    /// How many they are.
    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::Steps(first, last, step) => last
                .checked_sub(*first)
                .map_or(0, |all| (all / step).saturating_add(1)),
            Self::List(list) => list.len() as u64,
        }
    }

    fn at(&self, index: u64) -> u64 {
        match self {
            Self::Steps(first, _, step) => first + index * step,
            Self::List(list) => list[index as usize],
        }
    }

    /// All of them.
    pub(crate) fn all(self) -> impl DoubleEndedIterator<Item = u64> + 'a {
        (0..self.len()).map(move |index| self.at(index))
    }

    fn has(&self, take: u64) -> bool {
        match self {
            Self::Steps(first, last, step) => {
                (*first..=*last).contains(&take) && (take - first).is_multiple_of(*step)
            }
            Self::List(list) => list.binary_search(&take).is_ok(),
        }
    }
}

/// What may be left after a take.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Parts {
    /// The digit of an octal code: the sum of 1 for nothing, 2 for one pile, and 4 for two.
    pub digit: u8,
    /// The two may be empty: they are what is left on either side of stones in a row.
    pub are_sides: bool,
    /// The two must be different.
    pub are_unequal: bool,
}

impl Parts {
    /// Nothing or one pile.
    pub(crate) const ONE: Self = Self::of(3);

    pub(crate) const fn of(digit: u8) -> Self {
        Self {
            digit,
            are_sides: false,
            are_unequal: false,
        }
    }

    /// Whether that is two piles.
    pub(crate) fn are_two(self) -> bool {
        self.digit & 4 > 0
    }

    /// Whether it is no other pile than one of `rest` stones.
    pub(crate) fn is_one(self, rest: u64) -> bool {
        self.digit & if rest == 0 { 1 } else { 2 } > 0
    }
}

/// The takes from a pile, and what they may leave. A take of 0 only divides.
pub(crate) type Rests<'a> = Vec<(Takes<'a>, Parts)>;

/// Moves in a pile that differ in one number. Each of the numbers below `count` is one, unless `parts` does not allow it.
#[derive(Clone, Copy)]
struct Series {
    pile: u64,
    count: u64,
    /// What the first one takes, and how much more each other one takes than the one before it.
    take: u64,
    step: u64,
    /// If they divide what is left, the smallest left part, which grows by 1 then.
    least: Option<u64>,
    parts: Parts,
}

impl Series {
    fn at(self, index: u64) -> Option<Move> {
        let take = self.take + index * self.step;
        let rest = self.pile - take;
        let Some(least) = self.least else {
            let is_allowed = self.parts.is_one(rest);
            return is_allowed.then(|| Move::take(self.pile, take));
        };
        let change = Move::divide(take, least + index, rest);
        (!self.parts.are_unequal || change.right != Some(change.left)).then_some(change)
    }

    /// How many of them divide what is left into two piles of `table` whose Grundy values have the nim-sum `grundy`. `None` if
    /// they do not divide, or the table is too short.
    fn count_in(self, table: &[u16], grundy: u64) -> Option<u64> {
        let (least, rest) = (self.least?, self.pile - self.take);
        let parts = table.get(least as usize..=(rest - least) as usize)?;
        // One by one, as moves, they take four times as long.
        let pairs = parts.iter().zip(parts.iter().rev());
        let count = pairs.filter(|&(left, right)| u64::from(left ^ right) == grundy);
        let has_equal = self.parts.are_unequal && rest.is_multiple_of(2) && grundy == 0;
        Some(count.count() as u64 - u64::from(has_equal))
    }

    /// The moves that leave only piles in the period, so that one of them leaves the same Grundy value as the one that is as
    /// many later as the number beside them. There are at least as many as that, or none.
    fn regular(self, period: Option<Period>) -> (Range<u64>, u64) {
        let none = (self.count..self.count, 1);
        // Equal parts would be an exception.
        let Some(Period { start, len }) = period.filter(|_| !self.parts.are_unequal) else {
            return none;
        };
        // So would be an empty pile.
        let start = start.max(1);
        let Some(most) = (self.pile - self.take).checked_sub(start) else {
            return none;
        };
        let (regular, len) = if let Some(least) = self.least {
            (start - least..(most + 1).saturating_sub(least), len)
        } else {
            let end = (most / self.step + 1).min(self.count);
            (0..end, len / greatest_common_divisor(len, self.step))
        };
        let is_long = regular.end.saturating_sub(regular.start) >= len;
        if is_long { (regular, len) } else { none }
    }
}

/// The moves in a pile, by take, then by what is left, as if it were the first one.
fn series(rests: Rests<'_>, pile: u64) -> impl DoubleEndedIterator<Item = Series> {
    rests.into_iter().flat_map(move |(takes, parts)| {
        // Takes that divide nothing are together.
        let (count, step) = match takes {
            Takes::Steps(_, _, step) if !parts.are_two() => (takes.len().max(1), step),
            Takes::Steps(..) | Takes::List(_) => (1, 1),
        };
        let least = u64::from(!parts.are_sides);
        (0..takes.len() / count).flat_map(move |index| {
            let take = takes.at(index);
            let undivided = Series {
                pile,
                count: if take > 0 { count } else { 0 },
                take,
                step,
                least: None,
                parts,
            };
            let more = (pile - take).checked_sub(2 * least);
            let divided = more.filter(|_| parts.are_two()).map(|more| Series {
                count: more + 1,
                step: 0,
                least: Some(least),
                ..undivided
            });
            divided.into_iter().chain([undivided])
        })
    })
}

/// All of these moves.
fn moves(rests: Rests<'_>, pile: u64) -> impl DoubleEndedIterator<Item = Move> {
    let series = series(rests, pile);
    series.flat_map(|series| (0..series.count).filter_map(move |index| series.at(index)))
}

/// Those of them that may leave the Grundy value `grundy`, and which of them are [regular](Series::regular).
fn series_to<H: Heap>(
    heap: &H,
    pile: u64,
    grundy: u64,
) -> impl Iterator<Item = (Series, Range<u64>, u64)> + '_ {
    // None leaves the value of the pile itself: a lost position would have to be searched to the end for it.
    let rests = (heap.grundy(pile) != grundy).then(|| heap.rests(pile));
    let period = heap.period().map(|(period, _)| period);
    series(rests.unwrap_or_default(), pile).map(move |series| {
        let (regular, len) = series.regular(period);
        (series, regular, len)
    })
}

/// As [`Heap::reaching`]: each move is found in a time that depends on the period, not on the pile.
pub(crate) fn reaching<H: Heap>(
    heap: &H,
    pile: u64,
    grundy: u64,
) -> impl Iterator<Item = Move> + '_ {
    series_to(heap, pile, grundy).flat_map(move |(series, regular, len)| {
        let find = move |index| {
            series
                .at(index)
                .filter(|change| heap.leaves(change, grundy))
        };
        // If one leaves that value, so does the one a period later; if none does, they are skipped.
        let mut first = regular.clone().take(len as usize);
        let is_used = first.any(|index| find(index).is_some());
        let ends = (0..regular.start, regular.end..series.count);
        let middle = is_used.then_some(regular).into_iter().flatten();
        ends.0.chain(middle).chain(ends.1).filter_map(find)
    })
}

/// The moves in a pile: what a game of piles is.
pub(crate) trait PileRule: DynClone + fmt::Debug + Send + Sync {
    /// What may be taken from a pile, and left of it.
    fn rests(&self, pile: u64) -> Rests<'_>;

    /// As [`Game::set`].
    fn set(&mut self, _role: Role, _values: &[u64]) {}

    /// The largest number of stones that a move may take from any pile, if there is one and the takes do not depend on the
    /// pile.
    fn largest_take(&self) -> Option<u64> {
        None
    }
}

dyn_clone::clone_trait_object!(PileRule);

/// A rule for a single pile whose Grundy values are known. Who wins a position of such piles, which moves win and how many
/// follow from it.
///
/// The moves are the definition of the game. The other functions agree with them, and are faster.
pub(crate) trait Heap: PileRule + Clone + 'static {
    /// Whether the Grundy values are the sizes, as in Nim, so that nothing needs to be said of them.
    const IS_NIM: bool = false;

    /// Whether a pile has so few moves that they are counted one by one.
    const IS_LIST: bool = false;

    /// The Grundy value of a pile.
    ///
    /// # Panics
    /// If the pile is not [covered](Heap::cover), here and in what follows.
    fn grundy(&self, pile: u64) -> u64;

    /// Computes the Grundy values of all piles up to `largest`.
    ///
    /// # Errors
    /// If there is no bound up to which that is known to be enough.
    #[inline]
    fn cover(&mut self, _largest: u64) -> Result<(), NoPeriod> {
        Ok(())
    }

    /// As [`Game::limit`].
    fn limit(&mut self, _nth: u64) {}

    /// The Grundy values of piles from 0 on, as far as they are in a table.
    #[inline(always)]
    fn table(&self) -> &[u16] {
        &[]
    }

    /// Whether a move leaves the Grundy value `grundy`.
    #[inline]
    fn leaves(&self, change: &Move, grundy: u64) -> bool {
        self.grundy(change.left) ^ change.right.map_or(0, |right| self.grundy(right)) == grundy
    }

    /// The moves in a pile that do, in the same order.
    fn reaching(&self, pile: u64, grundy: u64) -> impl Iterator<Item = Move> + '_ {
        reaching(self, pile, grundy)
    }

    /// The number of these: one by one, but for those in a period.
    fn count_reaching(&self, pile: u64, grundy: u64) -> u128 {
        if Self::IS_LIST || self.period().is_none() && self.table().is_empty() {
            return self.reaching(pile, grundy).count() as u128;
        }
        let of_series = |(series, regular, len): (Series, Range<u64>, u64)| {
            if regular.is_empty()
                && let Some(count) = series.count_in(self.table(), grundy)
            {
                return count.into();
            }
            let find = |&index: &u64| {
                let change = series.at(index);
                change.is_some_and(|change| self.leaves(&change, grundy))
            };
            let first = regular.clone().take(len as usize).filter(find);
            let in_period: u64 = first.map(|at| (regular.end - at).div_ceil(len)).sum();
            let others = (0..regular.start).chain(regular.end..series.count);
            u128::from(in_period) + others.filter(find).count() as u128
        };
        series_to(self, pile, grundy).map(of_series).sum()
    }

    /// The period of the Grundy values, if one is proven, and what proves it.
    fn period(&self) -> Option<(Period, &'static str)> {
        None
    }

    /// As [`Game::rows`].
    #[inline]
    fn rows<N: Number>(
        &mut self,
        fields: &[Role],
        rows: &[N],
        outcomes: &mut Outcomes<'_>,
    ) -> usize {
        decide_piles(self, fields, rows, outcomes)
    }
}

/// Adds piles to a tally of their Grundy values.
///
/// # Errors
/// The index of the first pile that cannot be covered, and the reason.
#[inline]
fn add<H: Heap, N: Number>(
    heap: &mut H,
    piles: &[N],
    tally: &mut Tally,
) -> Result<(), (usize, NoPeriod)> {
    let mut sum = Tally::default();
    let mut index = 0;
    while index < piles.len() {
        let table = heap.table();
        while let Some(&pile) = piles.get(index)
            && let Some(grundy) = in_table(table, pile.into())
        {
            sum.add_one(grundy);
            index += 1;
        }
        if let Some(&pile) = piles.get(index) {
            let pile = pile.into();
            heap.cover(pile).map_err(|no_period| (index, no_period))?;
            sum.add_one(heap.grundy(pile));
            index += 1;
        }
    }
    tally.nim_sum ^= sum.nim_sum;
    tally.union |= sum.union;
    Ok(())
}

/// The Grundy value of `pile`, if `table` has it.
#[inline(always)]
fn in_table(table: &[u16], pile: u64) -> Option<u64> {
    // A pile may be larger than an index of 32 bits.
    let index = usize::try_from(pile).ok()?;
    table.get(index).map(|&grundy| grundy.into())
}

/// Decides the first of some rows of piles.
#[inline(always)]
pub(crate) fn decide_piles<H: Heap, N: Number>(
    heap: &mut H,
    fields: &[Role],
    rows: &[N],
    outcomes: &mut Outcomes<'_>,
) -> usize {
    let Some(largest) = piles_up_to(fields, rows).filter(|&all| heap.cover(all).is_ok()) else {
        return 0;
    };
    let table = heap.table();
    // A loop of its own: with a branch on it for each pile, HDU 1848 takes 9 % more time.
    if in_table(table, largest).is_some() {
        let grundy = |pile: u64| u64::from(table[pile as usize]);
        return decide(fields.len(), rows, outcomes, |row| sum(row, grundy) != 0);
    }
    let grundy = |pile| heap.grundy(pile);
    decide(fields.len(), rows, outcomes, |row| sum(row, grundy) != 0)
}

/// The nim-sum of the Grundy values of these piles.
#[inline(always)]
fn sum<N: Number>(row: &[N], grundy: impl Fn(u64) -> u64) -> u64 {
    row.iter().fold(0, |sum, &pile| sum ^ grundy(pile.into()))
}

/// What decides about the moves in each pile of a position.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    play: Play,
    /// The nim-sum of the Grundy values.
    pub nim_sum: u64,
    /// The number of piles with a Grundy value above 1.
    large: u64,
}

impl Standing {
    /// What decides who wins.
    fn tally(self) -> Tally {
        Tally {
            nim_sum: self.nim_sum,
            union: self.nim_sum | self.large << 1,
        }
    }

    /// The Grundy value of the position; `None` in misère play, where it does not decide who wins.
    pub fn grundy(self) -> Option<u64> {
        (self.play == Play::Normal).then_some(self.nim_sum)
    }

    /// The Grundy value that a winning move must leave of a pile that has the Grundy value `grundy`. If the
    /// position is lost, no move in the pile leaves it.
    #[inline(always)]
    fn target(self, grundy: u64) -> u64 {
        let others = self.nim_sum ^ grundy;
        match self.play {
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

    fn standing_by(&self, sizes: impl Iterator<Item = (u64, u64)>) -> Standing {
        let (mut nim_sum, mut large) = (0, 0);
        for (size, count) in sizes {
            let grundy = self.heap.grundy(size);
            nim_sum ^= grundy * (count % 2);
            large += count * u64::from(grundy > 1);
        }
        Standing {
            play: self.play,
            nim_sum,
            large,
        }
    }

    fn standing_of(&self, piles: &[u64]) -> Standing {
        self.standing_by(piles.iter().map(|&pile| (pile, 1)))
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

    /// What there is to say of the Grundy values behind their nim-sum.
    fn note(&self) -> String {
        match self.heap.period() {
            // No pile has a larger value than its size, and this one has that only if all smaller ones have theirs.
            Some((Period { start: 0, len }, _)) if self.heap.grundy(len - 1) == len - 1 => {
                t!(", the remainders mod {modulus}", modulus = len)
            }
            Some((Period { start, len }, _)) => t!(
                ", which have the period {len} from {start} on",
                len = len,
                start = start
            ),
            None => String::new(),
        }
    }

    /// The moves in a pile that win.
    fn winning_in(&self, standing: Standing, pile: u64) -> impl Iterator<Item = Move> + '_ {
        let target = standing.target(self.heap.grundy(pile));
        self.heap.reaching(pile, target)
    }
}

impl<H: Heap> Heaps for Sum<H> {
    fn standing(&self, sizes: &mut dyn Iterator<Item = (u64, u64)>) -> Standing {
        self.standing_by(sizes)
    }

    fn count(&self, standing: Standing, size: u64) -> u128 {
        let target = standing.target(self.heap.grundy(size));
        self.heap.count_reaching(size, target)
    }

    fn first(&self, standing: Standing, size: u64) -> Option<Move> {
        self.winning_in(standing, size).next()
    }

    fn period(&self) -> Option<(Period, &'static str)> {
        self.heap.period()
    }
}

impl<H: Heap> Fold for Sum<H> {
    fn add(&mut self, piles: Slice<'_>) -> Result<(), InputError> {
        let tally = &mut self.tally;
        let added = match piles {
            Slice::Narrow(piles) => add(&mut self.heap, piles, tally),
            Slice::Wide(piles) => add(&mut self.heap, piles, tally),
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

    fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        self.heap.cover(largest)
    }

    fn limit(&mut self, nth: u64) {
        self.heap.limit(nth);
    }

    fn fold(&mut self) -> Option<&mut dyn Fold> {
        Some(self)
    }

    fn rows(&mut self, fields: &[Role], rows: Slice<'_>, outcomes: &mut Outcomes<'_>) -> usize {
        match (self.play, rows) {
            (Play::Normal, Slice::Narrow(rows)) => self.heap.rows(fields, rows, outcomes),
            (Play::Normal, Slice::Wide(rows)) => self.heap.rows(fields, rows, outcomes),
            (Play::Misere, Slice::Narrow(rows)) => {
                super::decide_piles(self, fields, rows, outcomes)
            }
            (Play::Misere, Slice::Wide(rows)) => super::decide_piles(self, fields, rows, outcomes),
        }
    }

    fn first_wins(&self, piles: &[u64]) -> bool {
        self.play.first_wins(&self.standing_of(piles).tally())
    }

    fn moves<'a>(&'a self, piles: &'a [u64]) -> Moves<'a> {
        let of_pile = |(index, &pile): (usize, &u64)| {
            let moves = moves(self.heap.rests(pile), pile);
            moves.map(move |change| vec![change.in_pile(index)])
        };
        Box::new(piles.iter().enumerate().flat_map(of_pile))
    }

    /// In a pile that can be divided there may be very many, so they are found lazily. Mirror images count as two moves.
    fn winning<'a>(&'a self, piles: &'a [u64]) -> Turns<'a> {
        let standing = self.standing_of(piles);
        let of_pile = move |(index, &pile): (usize, &u64)| {
            let changes = self.winning_in(standing, pile);
            changes.map(move |change| vec![change.in_pile(index)])
        };
        Box::new(piles.iter().enumerate().flat_map(of_pile))
    }

    fn each_winning(&self, piles: &[u64], visit: &mut dyn FnMut(&[Move])) {
        let standing = self.standing_of(piles);
        // A loop for each kind of play, since this one is as long as the answers.
        match self.play {
            Play::Normal => self.visit(piles, visit, |grundy| standing.nim_sum ^ grundy),
            Play::Misere => self.visit(piles, visit, |grundy| standing.target(grundy)),
        }
    }

    fn allows(&self, piles: &[u64], index: usize, take: u64) -> bool {
        let mut rests = self.heap.rests(piles[index]).into_iter();
        rests.any(|(takes, parts)| takes.has(take) && parts.is_one(piles[index] - take))
    }

    /// By another size of one pile.
    fn balance(&self, piles: &mut [u64], allows: &Allows<'_>, random: &mut Random<'_>) {
        /// The number of consecutive sizes that are tried.
        const TRIED: usize = 1 << 12;
        let standing = self.standing_of(piles);
        let largest = piles.iter().max().copied().unwrap_or(0);
        for index in (0..piles.len()).rev() {
            let target = standing.target(self.heap.grundy(piles[index]));
            // Where Grundy values grow with the sizes, they are the sizes, about that, or half of them.
            let near = target.saturating_sub(1)..=target.saturating_add(1);
            let near = near
                .chain([target.saturating_mul(2)])
                .filter(|&size| size <= largest);
            let start = random(largest.saturating_add(1));
            // Hardly any pile has a larger Grundy value than its size, but for 4k + 3 in Lasker's Nim.
            if target > largest.saturating_add(1) {
                continue;
            }
            let others = (start..=largest).chain(0..start).take(TRIED);
            let mut sizes = near
                .chain(others)
                .filter(|&size| self.heap.grundy(size) == target);
            if let Some(size) = sizes.find(|&size| allows(piles, index, size)) {
                piles[index] = size;
                return;
            }
        }
    }

    fn heaps(&self) -> Option<&dyn Heaps> {
        Some(self)
    }

    fn why(&self, piles: &[u64]) -> Reason {
        let tally = self.standing_of(piles).tally();
        let sum = tally.nim_sum;
        let label = |&pile: &u64| {
            let grundy = self.heap.grundy(pile);
            let label = if H::IS_NIM {
                pile.to_string()
            } else {
                t!(
                    "{pile} has the Grundy value {grundy}",
                    pile = pile,
                    grundy = grundy
                )
            };
            (label, grundy)
        };
        let rows = piles.iter().map(label).collect();
        let mut sentence = if H::IS_NIM {
            t!("nim-sum {sum}", sum = sum)
        } else {
            t!("nim-sum {sum} of the Grundy values", sum = sum) + &self.note()
        };
        let no_longer_decides = self.play == Play::Misere && tally.union <= 1;
        if no_longer_decides {
            sentence += t!(" (in misere play 0 wins if no Grundy value is larger than 1)");
        }
        let lost = if piles.iter().all(|&pile| pile == 0) {
            t!("nothing is left").to_owned()
        } else if no_longer_decides && piles.iter().all(|&pile| pile <= 1) {
            t!("an odd number of single stones is left").to_owned()
        } else if no_longer_decides {
            t!("an odd number of piles has the Grundy value 1, and the others have 0").to_owned()
        } else if H::IS_NIM {
            t!("the nim-sum is {sum}", sum = sum)
        } else {
            t!("the nim-sum of the Grundy values is {sum}", sum = sum)
        };
        Reason::nim_sum(sentence, lost, rows, sum)
    }
}
