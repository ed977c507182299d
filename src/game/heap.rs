//! Games of independent piles: a move changes one pile, and may divide it into two.
//!
//! If the player who cannot move loses, every pile is equivalent to the pile of Nim whose size is its Grundy value
//! (Sprague 1935, Grundy 1939), so that a position is played like Nim with the Grundy values as piles. A move wins
//! if it leaves the opponent a lost position, and for each pile there is exactly one Grundy value that achieves
//! this: the winning moves are those that give a pile this value. The rule of Nim, one winning move for each pile
//! with the top bit of the nim-sum, holds for Nim only: elsewhere, the Grundy value of a pile can grow by a move.
//!
//! If the player who cannot move wins, that is so for sums of subtraction games with one and the same set that does not
//! depend on the pile, unless no Grundy value is larger than 1; then the position is lost exactly if their nim-sum is
//! 1. The reason is the *pairing property*: with the smallest take s, a pile of n has the Grundy value 1 exactly if one
//!    of n - s has 0 (T. S. Ferguson, "On sums of graph games with last player losing", International Journal of Game
//!    Theory 3, 1974). Where the takes depend on the pile, or a pile may be divided, no such rule is known.

use std::borrow::Cow;
use std::fmt;
use std::ops::{Range, RangeInclusive};

use dyn_clone::DynClone;

use super::period::Period;
use super::tally::{Standing, Tally};
use super::{Change, Play, after, decide, piles_up_to};
use crate::decode::{Number, Slice};
use crate::error::{InputError, InputErrorKind, NoPeriod};
use crate::layout::Role;
use crate::outcomes::Outcomes;
use crate::words::t;

/// Numbers of stones that a move may take from a pile, in ascending order.
pub(crate) enum Takes<'a> {
    Range(RangeInclusive<u64>),
    /// Those of a range that are at this distance from each other, from its start on.
    Every(u64, RangeInclusive<u64>),
    /// From 1 up to the pile, those that fit it.
    Fitting(u64, Box<dyn Fn(u64) -> bool + 'a>),
    List(Cow<'a, [u64]>),
}

impl<'a> Takes<'a> {
    /// No take at all.
    pub(crate) const NONE: Self = Self::List(Cow::Borrowed(&[]));

    /// All of them.
    pub(crate) fn all(self) -> impl DoubleEndedIterator<Item = u64> + 'a {
        self.all_that(|_| true)
    }

    /// Those of them that are asked for.
    pub(crate) fn all_that(
        self,
        is_asked: impl Fn(u64) -> bool + Copy + 'a,
    ) -> impl DoubleEndedIterator<Item = u64> + 'a {
        let (progression, fits, list) = match self {
            Self::Range(range) => (Some((1, range)), None, Cow::default()),
            Self::Every(step, range) => (Some((step, range)), None, Cow::default()),
            Self::Fitting(pile, fits) => (Some((1, 1..=pile)), Some(fits), Cow::default()),
            Self::List(list) => (None, None, list),
        };
        let progression = progression.filter(|(_, range)| !range.is_empty());
        let numbers = progression.into_iter().flat_map(|(step, range)| {
            let (start, end) = range.into_inner();
            (0..=(end - start) / step).map(move |index| start + index * step)
        });
        let numbers = numbers
            .filter(move |&take| is_asked(take))
            .filter(move |&take| fits.as_ref().is_none_or(|fits| fits(take)));
        let list = (0..list.len()).map(move |index| list[index]);
        numbers.chain(list.filter(move |&take| is_asked(take)))
    }

    fn has(&self, take: u64) -> bool {
        match self {
            Self::Range(range) => range.contains(&take),
            Self::Every(step, range) => range.contains(&take) && (take - range.start()).is_multiple_of(*step),
            Self::Fitting(pile, fits) => (1..=*pile).contains(&take) && fits(take),
            Self::List(list) => list.binary_search(&take).is_ok(),
        }
    }
}

/// What may be left after a take.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Parts {
    /// The digit of an octal code: the sum of 1 for nothing, 2 for one pile, and 4 for two.
    pub digit: u8,
    /// The two are what is left on either side of pins in a row: they may be empty, and to leave 1 and 3 is another
    /// move than to leave 3 and 1.
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

    /// The left ones of the two piles that `rest` stones may be divided into: the smaller ones, unless it matters which
    /// is left.
    pub(crate) fn lefts(self, rest: u64) -> Range<u64> {
        match self {
            _ if !self.are_two() => 0..0,
            Self { are_sides: true, .. } => 0..rest + 1,
            _ => 1..rest / 2 + 1,
        }
    }

    /// Whether the two may be these.
    pub(crate) fn may_be(self, left: u64, right: u64) -> bool {
        !self.are_unequal || left != right
    }
}

/// The takes from a pile, and what they may leave. A take of 0 only divides.
pub(crate) type Rests<'a> = Vec<(Takes<'a>, Parts)>;

/// Each take from a pile, and what it may leave.
pub(crate) fn each_take(rests: Rests<'_>) -> impl DoubleEndedIterator<Item = (u64, Parts)> {
    let rests = rests.into_iter();
    rests.flat_map(|(takes, parts)| takes.all().map(move |take| (take, parts)))
}

/// The moves with a take from a pile, by what is left, as if it were the first one.
fn steps((take, parts): (u64, Parts), pile: u64) -> impl DoubleEndedIterator<Item = Change> {
    let rest = pile - take;
    let lefts = parts.lefts(rest).filter(move |&left| parts.may_be(left, rest - left));
    let divide = move |left| Change::divide(take, left, rest);
    let one = (take > 0 && parts.is_one(rest)).then(|| Change::take(pile, take));
    lefts.map(divide).chain(one)
}

/// The moves in a pile: what a game of piles is.
pub(crate) trait PileRule: DynClone + fmt::Debug + Send + Sync {
    /// What may be taken from a pile, and left of it.
    fn rests(&self, pile: u64) -> Rests<'_>;

    /// The largest take from any pile; `None` if there is none, or it is not needed to find a period.
    fn largest_take(&self) -> Option<u64> {
        None
    }

    /// As [`Game::set`](super::Game::set).
    fn set(&mut self, _role: Role, _values: &[u64]) {}
}

dyn_clone::clone_trait_object!(PileRule);

/// Moves in a pile, found one by one.
pub(crate) type PileMoves<'a> = Box<dyn Iterator<Item = Change> + 'a>;

/// All moves in a pile, from either end.
pub(crate) type AllPileMoves<'a> = Box<dyn DoubleEndedIterator<Item = Change> + 'a>;

/// A rule for a single pile whose Grundy values are known. Who wins a position of such piles, which moves win and how
/// many follow from it, in a [`Sum`](super::sum::Sum).
///
/// The moves are the definition of the game. The other functions agree with them, and are faster. Those for many piles
/// are here, and not in the sum, so that they are compiled for each rule.
pub(crate) trait Heap: PileRule {
    /// The Grundy value of a pile.
    ///
    /// # Panics
    /// If the pile is not [covered](Heap::cover), here and in what follows.
    fn grundy(&self, pile: u64) -> u64;

    /// Whether this is the Grundy value of a pile.
    fn has_value(&self, pile: u64, grundy: u64) -> bool {
        self.grundy(pile) == grundy
    }

    /// The period of the Grundy values, if one is proven, and what proves it.
    fn period(&self) -> Option<(Period, &'static str)>;

    /// Whether the Grundy values are the sizes, as in Nim, so that nothing needs to be said of them.
    fn is_nim(&self) -> bool {
        false
    }

    /// Computes the Grundy values of all piles up to `largest`.
    ///
    /// # Errors
    /// If there is no bound up to which that is known to be enough.
    fn cover(&mut self, _largest: u64) -> Result<(), NoPeriod> {
        Ok(())
    }

    /// As [`Game::limit`](super::Game::limit).
    fn limit(&mut self, _rules: u64) {}

    /// The Grundy values of piles from 0 on, as far as they are in a table.
    #[inline(always)]
    fn table(&self) -> &[u16] {
        &[]
    }

    /// The position after a move.
    fn after(&self, position: &[u64], turn: &[Change]) -> Vec<u64> {
        after(position, turn)
    }

    /// What a pile is called: its size, unless more is to be known of it.
    fn name(&self, pile: u64) -> String {
        pile.to_string()
    }

    /// Whether a move may put these piles, in any order, in the place of a pile.
    fn may_leave(&self, pile: u64, left: &[u64]) -> bool {
        let sum = left.iter().try_fold(0_u64, |sum, part| sum.checked_add(*part));
        let Some(take) = sum.and_then(|sum| pile.checked_sub(sum)) else {
            return false;
        };
        let allows = |parts: Parts| match *left {
            [one] => take > 0 && parts.is_one(one),
            [one, other] => {
                let is_division = parts.lefts(one + other).contains(&one.min(other));
                is_division && parts.may_be(one, other)
            }
            _ => false,
        };
        let mut rests = self.rests(pile).into_iter();
        rests.any(|(takes, parts)| takes.has(take) && allows(parts))
    }

    /// The moves in a pile, by take, then by what is left, as if it were the first one.
    fn moves(&self, pile: u64) -> AllPileMoves<'_> {
        Box::new(each_take(self.rests(pile)).flat_map(move |take| steps(take, pile)))
    }

    /// The moves in a pile that leave the Grundy value `grundy`, which is not its own, in their order.
    fn reaching(&self, pile: u64, grundy: u64) -> PileMoves<'_> {
        reaching(self, pile, grundy)
    }

    /// The number of these.
    fn count_reaching(&self, pile: u64, grundy: u64) -> u128 {
        self.reaching(pile, grundy).count() as u128
    }

    /// The largest pile whose moves are listed and counted: where moves divide a pile, all of them are tried.
    fn largest_listed(&self) -> u64 {
        u64::MAX
    }

    /// What decides a position of these piles.
    fn standing(&self, play: Play, piles: &[u64]) -> Standing {
        Standing::of(play, piles.iter().map(|&pile| (self.grundy(pile), 1)))
    }

    /// Adds the Grundy values of the next piles of a position to its tally.
    ///
    /// # Errors
    /// If a pile is too large.
    fn add(&mut self, piles: Slice<'_>, tally: &mut Tally) -> Result<(), InputError> {
        add(self, piles, tally)
    }

    /// Ends a position; whether the player to move wins it.
    fn finish(&mut self, play: Play, tally: Tally) -> bool {
        tally.first_wins(play)
    }

    /// As [`Game::rows`](super::Game::rows), in normal play.
    fn rows(&mut self, fields: &[Role], rows: Slice<'_>, outcomes: &mut Outcomes<'_>) -> usize {
        decide_by_values(self, fields, rows, outcomes)
    }
}

dyn_clone::clone_trait_object!(Heap);

/// As [`Heap::reaching`]: all moves are tried.
pub(crate) fn reaching<H: Heap + ?Sized>(heap: &H, pile: u64, grundy: u64) -> PileMoves<'_> {
    let moves = heap.rests(pile).into_iter().flat_map(move |(takes, parts)| {
        // Whether a take is one may take longer to find out than what it leaves.
        let leaves = move |take: u64| parts.are_two() || heap.grundy(pile - take) == grundy;
        let takes = takes.all_that(leaves).map(move |take| (take, parts));
        takes.flat_map(move |take| steps(take, pile))
    });
    leaving(heap, grundy, moves)
}

/// The largest pile whose moves are listed and counted, if these may divide it into two.
pub(crate) const MAX_DIVIDED: u64 = 1_000_000;

/// The same, if both of two piles that it becomes are free to choose: there are about as many moves.
pub(crate) const MAX_IN_TWO_STEPS: u64 = 10_000;

/// Those of these moves that leave the Grundy value `grundy`.
pub(crate) fn leaving<'a, H: Heap + ?Sized>(
    heap: &'a H,
    grundy: u64,
    moves: impl Iterator<Item = Change> + 'a,
) -> PileMoves<'a> {
    let left = move |change: &Change| {
        let parts = change.parts();
        parts.fold(0, |sum, part| sum ^ heap.grundy(part))
    };
    Box::new(moves.filter(move |change| left(change) == grundy))
}

/// As [`Heap::cover`], where all piles up to `most` are answered.
#[inline]
pub(crate) fn cover_up_to(most: u64, largest: u64) -> Result<(), NoPeriod> {
    if largest > most {
        return Err(NoPeriod(most + 1));
    }
    Ok(())
}

/// The period of values with a closed form, from the start on.
pub(crate) fn closed_form(len: u64) -> (Period, &'static str) {
    (Period { start: 0, len }, t!("closed form"))
}

/// As [`Heap::add`].
pub(super) fn add<H: Heap + ?Sized>(heap: &mut H, piles: Slice<'_>, tally: &mut Tally) -> Result<(), InputError> {
    match piles {
        Slice::Narrow(piles) => add_all(heap, piles, tally),
        Slice::Wide(piles) => add_all(heap, piles, tally),
    }
}

fn add_all<H: Heap + ?Sized, N: Number>(heap: &mut H, piles: &[N], all: &mut Tally) -> Result<(), InputError> {
    let (mut tally, mut index) = (*all, 0);
    while index < piles.len() {
        let table = heap.table();
        // Four at once: HDU 1536 with many piles takes 0.9 of the time.
        while let Some(&four) = piles[index..].first_chunk::<4>()
            && let [Some(a), Some(b), Some(c), Some(d)] = four.map(|pile| in_table(table, pile.into()))
        {
            tally.nim_sum ^= a ^ b ^ c ^ d;
            tally.union |= a | b | c | d;
            index += 4;
        }
        while let Some(&pile) = piles.get(index)
            && let Some(grundy) = in_table(table, pile.into())
        {
            tally.add_one(grundy);
            index += 1;
        }
        if let Some(&pile) = piles.get(index) {
            let covered = heap.cover(pile.into());
            covered.map_err(|why| InputErrorKind::from(why).at(index))?;
            tally.add_one(heap.grundy(pile.into()));
            index += 1;
        }
    }
    *all = tally;
    Ok(())
}

/// As [`Heap::rows`].
pub(super) fn decide_by_values<H: Heap + ?Sized>(
    heap: &mut H,
    fields: &[Role],
    rows: Slice<'_>,
    outcomes: &mut Outcomes<'_>,
) -> usize {
    let Some(largest) = piles_up_to(fields, rows).filter(|&all| heap.cover(all).is_ok()) else {
        return 0;
    };
    let (table, width) = (heap.table(), fields.len());
    // A loop of its own: with a branch on it for each pile, HDU 1848 takes 9 % more time.
    if in_table(table, largest).is_some() {
        let look_up = |pile: &mut u64| *pile = table[*pile as usize].into();
        return decide_by(width, rows, outcomes, &|piles| {
            piles.iter_mut().for_each(look_up);
        });
    }
    let look_up = |pile: &mut u64| *pile = heap.grundy(*pile);
    decide_by(width, rows, outcomes, &|piles| {
        piles.iter_mut().for_each(look_up);
    })
}

/// As [`decide`], by the Grundy values that `look_up` puts in the place of piles, in normal play.
fn decide_by(width: usize, rows: Slice<'_>, outcomes: &mut Outcomes<'_>, look_up: &dyn Fn(&mut [u64])) -> usize {
    decide(width, rows, outcomes, look_up, |values| {
        Tally::of(values.iter().copied()).first_wins(Play::Normal)
    })
}

/// The Grundy value of `pile`, if `table` has it.
#[inline(always)]
fn in_table(table: &[u16], pile: u64) -> Option<u64> {
    // A pile may be larger than an index of 32 bits.
    let index = usize::try_from(pile).ok()?;
    table.get(index).map(|&grundy| grundy.into())
}
