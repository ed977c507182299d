//! The games: who wins a position, and by which moves.
//!
//! [`rule`] is the table of rules: how each is written, what it says, and which game it makes. Behind it are
//! two traits:
//!
//! * [`Heap`](heap::Heap), for games of independent piles: a pile's Grundy value and its moves. Who wins, which moves
//!   win and how many follow from these ([`Sum`]). [`nim`] and [`takes`] have closed forms, any other heap is a
//!   [`grundy_table`] up to a period: of takes of a set ([`subtraction_set`]), or of piles that are divided
//!   ([`breaking`], [`sums`]);
//! * [`Game`], for all games: [`moore`], [`hill`], [`coins`], [`wythoff`] and [`euclid`] are games whose piles depend
//!   on each other, and [`last_take`] is one whose moves depend on the one before.
//!
//! Who wins is decided while the piles arrive, where the game allows it, so that a case of any number of piles takes
//! constant memory; [`tally`] has the folds. Listing moves takes the piles as a slice.
//!
//! A new game is a file here with one of the two traits, and a row in [`rule::RULES`].

mod beside;
pub(crate) mod breaking;
pub(crate) mod coins;
pub(crate) mod division;
pub(crate) mod divisors;
pub(crate) mod each_once;
pub(crate) mod euclid;
mod gaps;
pub(crate) mod grundy_table;
pub(crate) mod heap;
pub(crate) mod hill;
pub(crate) mod in_order;
pub(crate) mod last_take;
pub(crate) mod legal;
pub(crate) mod moore;
pub(crate) mod nim;
pub(crate) mod one_each;
pub(crate) mod period;
pub(crate) mod positions;
pub(crate) mod ring;
pub(crate) mod rule;
pub(crate) mod split_different;
pub(crate) mod split_three;
pub(crate) mod stairs;
pub(crate) mod subtraction_set;
pub(crate) mod sum;
pub(crate) mod sums;
pub(crate) mod takes;
pub(crate) mod tally;
pub(crate) mod two_smaller;
pub(crate) mod unequal;
pub(crate) mod wythoff;

use std::fmt;

use dyn_clone::DynClone;

use crate::decode::{Number, Slice};
use crate::error::{InputError, NoPeriod};
use crate::layout::Role;
use crate::outcomes::Outcomes;
use crate::text::beginning;
use crate::words::t;
use sum::Sum;

/// A change of one pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The index of the pile, counted from 0.
    pub pile: usize,
    /// The number of stones it takes.
    pub take: u64,
    /// The stones that remain.
    pub left: u64,
    /// What remains besides, if the move divides what is left.
    pub others: Others,
}

/// The piles that remain besides one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// It is the only one.
    None,
    /// One more.
    One(u64),
    /// Two more.
    Two(u64, u64),
    /// Piles of different sizes below 64, each a bit.
    Different(u64),
}

impl Change {
    /// The move that takes `take` stones from `pile`, the first one.
    pub(crate) fn take(pile: u64, take: u64) -> Self {
        Self::leave(0, pile, pile - take)
    }

    /// The move that takes `take` stones from the first pile, and divides the `rest`.
    pub(crate) fn divide(take: u64, left: u64, rest: u64) -> Self {
        Self {
            pile: 0,
            take,
            left,
            others: Others::One(rest - left),
        }
    }

    /// What remains of the pile.
    pub fn parts(&self) -> impl Iterator<Item = u64> {
        let (others, set) = match self.others {
            Others::None => ([None; 2], 0),
            Others::One(other) => ([Some(other), None], 0),
            Others::Two(other, last) => ([Some(other), Some(last)], 0),
            Others::Different(set) => ([None; 2], set),
        };
        let different = (0..64).filter(move |size| set >> size & 1 == 1);
        let others = others.into_iter().flatten().chain(different);
        std::iter::once(self.left).chain(others)
    }

    /// The same move in the pile with this index.
    pub(crate) fn in_pile(self, pile: usize) -> Self {
        Self { pile, ..self }
    }

    /// The move that leaves `left` stones of `pile`, whose index is `index`.
    pub(crate) fn leave(index: usize, pile: u64, left: u64) -> Self {
        Self {
            pile: index,
            take: pile - left,
            left,
            others: Others::None,
        }
    }
}

/// A move of a game: the change of one pile or of several, in the order of the piles.
pub(crate) type Move = Vec<Change>;

/// The piles after a move.
pub(crate) fn after(piles: &[u64], turn: &[Change]) -> Vec<u64> {
    let mut after = piles.to_vec();
    // From the last pile to the first, since a pile that is divided becomes two.
    for step in turn.iter().rev() {
        after.splice(step.pile..=step.pile, step.parts());
    }
    after
}

/// The move that leaves `lefts` of as many `piles`, of which these are no larger.
pub(crate) fn move_to(piles: &[u64], lefts: &[u64]) -> Move {
    let all = piles.iter().zip(lefts).enumerate();
    let changed = all.filter(|(_, (pile, left))| left < pile);
    let step = |(index, (&pile, &left))| Change::leave(index, pile, left);
    changed.map(step).collect()
}

/// Whether the player who cannot move loses or wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// The player who cannot move loses: who takes the last stone wins.
    Normal,
    /// The player who cannot move wins.
    Misere,
}

impl Play {
    /// Whether the player to move wins, given the nim-sum of the piles and whether one of them is larger than 1: of
    /// those of Nim, or of their Grundy values.
    ///
    /// In normal play, exactly if the nim-sum is not 0. In misère play the same holds, unless no pile is larger than 1;
    /// then exactly if the number of ones is even, so that their nim-sum is 0. In particular, the player to move wins
    /// if no stone is left. Both rules are in Bouton's paper of 1901.
    #[inline(always)]
    pub(crate) fn first_wins(self, nim_sum: u64, is_one_large: bool) -> bool {
        match self {
            Self::Normal => nim_sum != 0,
            Self::Misere => (nim_sum != 0) == is_one_large,
        }
    }
}

/// A number that is at least as large as all numbers of `rows`, cases of the single numbers `fields`, if these are
/// piles.
pub(crate) fn piles_up_to(fields: &[Role], rows: Slice<'_>) -> Option<u64> {
    if fields.iter().any(|field| *field != Role::Pile) {
        return None;
    }
    // Less than twice as large as the largest, which would be found one by one.
    Some(rows.iter().fold(0, |all, pile| all | pile))
}

/// The numbers of rows that are decided at once: a multiple of four rows of each width.
const BLOCK: usize = 192;

/// Decides rows of `width` numbers, if these are few, but for the last rows, and returns how many it decided. Before it
/// looks at a block of them, `look_up` puts there what decides in the place of the numbers.
#[inline(always)]
pub(crate) fn decide(
    width: usize,
    rows: Slice<'_>,
    outcomes: &mut Outcomes<'_>,
    look_up: &dyn Fn(&mut [u64]),
    first_wins: impl Fn(&[u64]) -> bool,
) -> usize {
    #[inline(always)]
    fn each<const WIDTH: usize>(rows: &[u64], outcomes: &mut Outcomes<'_>, first_wins: impl Fn(&[u64]) -> bool) {
        let (fours, _) = rows.as_chunks::<WIDTH>().0.as_chunks();
        for [a, b, c, d] in fours {
            outcomes.add_four([first_wins(a), first_wins(b), first_wins(c), first_wins(d)]);
        }
    }
    if !(1..=4).contains(&width) {
        return 0;
    }
    let mut block = [0; BLOCK];
    let all = rows.len() / (4 * width) * 4 * width;
    for at in (0..all).step_by(BLOCK) {
        let block = &mut block[..BLOCK.min(all - at)];
        rows.copy(at, block);
        look_up(block);
        // A width that is known when this is compiled makes loops over few piles twice as fast.
        match width {
            1 => each::<1>(block, outcomes, &first_wins),
            2 => each::<2>(block, outcomes, &first_wins),
            3 => each::<3>(block, outcomes, &first_wins),
            _ => each::<4>(block, outcomes, &first_wins),
        }
    }
    all / width
}

/// As [`Game::rows`].
fn decide_rows<G: Game + ?Sized>(game: &mut G, fields: &[Role], rows: Slice<'_>, outcomes: &mut Outcomes<'_>) -> usize {
    if piles_up_to(fields, rows).is_none_or(|largest| game.cover(largest).is_err()) {
        return 0;
    }
    decide(fields.len(), rows, outcomes, &|_| {}, |piles| game.first_wins(piles))
}

/// The two piles of a position; one that is missing is empty.
pub(crate) fn pair(piles: &[u64]) -> (u64, u64) {
    let pile = |index: usize| piles.get(index).copied().unwrap_or(0);
    (pile(0), pile(1))
}

/// Whether a pile may have another size, given the piles, its index and that size.
pub(crate) type Allows<'a> = dyn Fn(&[u64], usize, u64) -> bool + 'a;

/// A source of random numbers: each is below the argument.
pub(crate) type RandomBelow<'a> = dyn FnMut(u64) -> u64 + 'a;

/// What decides who wins a position while it is read, in constant memory.
pub trait Fold {
    /// Adds the next piles of the position that is being read.
    ///
    /// # Errors
    /// If a pile is invalid, or too large for its Grundy value to be known.
    fn add(&mut self, piles: Slice<'_>) -> Result<(), InputError>;

    /// Ends the position that is being read; whether the player to move wins it.
    fn finish(&mut self) -> bool;
}

/// A game that knows enough of a position to decide it when it has read all piles.
pub(crate) trait Reads: Sized {
    /// The game before it reads anything.
    fn anew(&self) -> Self;

    /// Reads the next piles.
    fn read<N: Number>(&mut self, piles: &[N]);

    /// Whether the player to move wins the position that was read.
    fn wins(&self) -> bool;

    /// The game when it has read these piles.
    fn after_all(&self, piles: &[u64]) -> Self {
        let mut after = self.anew();
        after.read(piles);
        after
    }
}

impl<R: Reads> Fold for R {
    fn add(&mut self, piles: Slice<'_>) -> Result<(), InputError> {
        match piles {
            Slice::Narrow(piles) => self.read(piles),
            Slice::Wide(piles) => self.read(piles),
        }
        Ok(())
    }

    fn finish(&mut self) -> bool {
        let wins = self.wins();
        *self = self.anew();
        wins
    }
}

/// What the moves of a game change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changes {
    /// Every move takes stones from one pile, and leaves one.
    OnePile,
    /// Moves may change several piles, or divide one.
    Piles,
    /// The same, and the moves in a pile have no order, so that none is the first.
    Parts,
    /// The same, and winning moves are so many that only one is listed.
    TooManyPiles,
}

/// Moves, found one by one.
pub(crate) type Moves<'a> = Box<dyn Iterator<Item = Move> + 'a>;

/// All moves from a position, from either end.
pub(crate) type AllMoves<'a> = Box<dyn DoubleEndedIterator<Item = Move> + 'a>;

/// Positions, one after another.
pub(crate) type Positions<'a> = Box<dyn Iterator<Item = Vec<u64>> + 'a>;

/// A game: what it is, and what it has besides.
///
/// A game is who wins, its moves, and why. Of the rest, what is not given is worked out from the moves, or is not
/// there: no game has to change it to be right, only to be fast.
///
/// Positions are given as a whole, and their piles must be [covered](Game::cover).
pub trait Game: DynClone + fmt::Debug + Send + Sync {
    /// Whether the player to move wins.
    fn first_wins(&self, piles: &[u64]) -> bool;

    /// All moves, by pile, then by take: the definition of the game.
    fn moves<'a>(&'a self, piles: &'a [u64]) -> AllMoves<'a>;

    /// What decides who wins the position.
    fn why(&self, piles: &[u64]) -> Reason;

    /// The position after a move.
    fn after(&self, position: &[u64], turn: &[Change]) -> Vec<u64> {
        after(position, turn)
    }

    /// Sets what the rule or the input gives: a number, or the numbers of a set.
    fn set(&mut self, _role: Role, _values: &[u64]) {}

    /// Computes what is needed for piles up to `largest`.
    ///
    /// # Errors
    /// If `largest` is too large for its Grundy value to be known.
    fn cover(&mut self, _largest: u64) -> Result<(), NoPeriod> {
        Ok(())
    }

    /// Lets [`cover`](Game::cover) compute less, before it has computed anything: the rule is one of so many.
    fn limit(&mut self, _rules: u64) {}

    /// What reads a position, if that takes less than to keep all of it.
    fn fold(&mut self) -> Option<&mut dyn Fold> {
        None
    }

    /// Decides the first of some cases that consist of the single numbers `fields`, and returns how many it decided.
    /// The others are read number by number.
    fn rows(&mut self, fields: &[Role], rows: Slice<'_>, outcomes: &mut Outcomes<'_>) -> usize {
        decide_rows(self, fields, rows, outcomes)
    }

    /// The largest pile whose moves are listed and counted.
    fn largest_listed(&self) -> u64 {
        u64::MAX
    }

    /// The same where the positions after them are shown.
    fn largest_shown(&self) -> u64 {
        self.largest_listed()
    }

    /// Whether the moves from a position are listed and counted.
    fn lists_moves(&self, piles: &[u64]) -> bool {
        piles.iter().all(|&pile| pile <= self.largest_listed())
    }

    /// The winning moves, by pile, then by take; one of them if there are [too many](Changes::TooManyPiles).
    fn winning<'a>(&'a self, piles: &'a [u64]) -> Moves<'a> {
        let wins = move |turn: &Move| !self.first_wins(&self.after(piles, turn));
        Box::new(self.moves(piles).filter(wins))
    }

    /// The positions after the winning moves, as answers show them.
    fn afters<'a>(&'a self, piles: &'a [u64]) -> Positions<'a> {
        let turns = self.winning(piles);
        Box::new(turns.map(move |turn| self.after(piles, &turn)))
    }

    /// Whether a winning move leads to `after`: the parts of a pile that it divides may be in any order.
    fn leads_to(&self, piles: &[u64], after: &[u64]) -> bool {
        let parts = (after.len() + 1).saturating_sub(piles.len());
        let mut afters = self.winning(piles).zip(self.afters(piles));
        afters.any(|(turn, ours)| {
            let start = turn[0].pile;
            let sorted = |mut position: Vec<u64>| {
                position.get_mut(start..start + parts)?.sort_unstable();
                Some(position)
            };
            ours.len() == after.len() && sorted(ours) == sorted(after.to_vec())
        })
    }

    /// Whether a move may take `take` stones, at least one, from the pile with this index, which has as many or more.
    fn allows(&self, piles: &[u64], index: usize, take: u64) -> bool {
        let is_it = |step: &Change| (step.pile, step.take) == (index, take);
        self.moves(piles).any(|turn| turn.iter().all(is_it))
    }

    /// Positions where who wins hangs on a single stone, if the game has rare ones, which random positions hardly ever
    /// meet; in ascending order of their sums, since a search for a small counterexample tries them one after another.
    /// Of two numbers, the smaller one is first.
    fn special(&self) -> Option<Positions<'static>> {
        None
    }

    /// The game seen as one of independent piles, if it is one.
    fn heaps(&self) -> Option<&Sum> {
        None
    }
}

dyn_clone::clone_trait_object!(Game);

/// What follows from the above. Of piles that are played apart, a [`Sum`] knows it sooner.
impl dyn Game + '_ {
    /// Shows `visit` all winning moves of a game with [single moves](Changes::OnePile), some at a time: a call for each
    /// would take as long as writing it.
    pub(crate) fn each_winning(&self, piles: &[u64], visit: &mut dyn FnMut(&[Change])) {
        match self.heaps().and_then(Sum::nim) {
            Some(play) => nim::each_winning(play, piles, visit),
            None => self.winning(piles).for_each(|turn| visit(&turn[..1])),
        }
    }

    /// The number of winning moves.
    pub fn count_winning(&self, piles: &[u64]) -> u128 {
        match self.heaps() {
            Some(heaps) => heaps.count_winning(piles),
            None => self.winning(piles).count() as u128,
        }
    }

    /// The Grundy value of a position, where the game has any.
    pub fn grundy(&self, piles: &[u64]) -> Option<u64> {
        self.heaps()?.grundy(piles)
    }

    /// The best move: the first winning one, or, in a lost position, one that ends the game soon.
    pub fn best(&self, piles: &[u64]) -> Option<Move> {
        let winning = self.winning(piles).next();
        winning.or_else(|| self.moves(piles).next_back())
    }

    /// Changes piles so that the player to move loses, if it finds a way: each time by a winning move, or, if it leaves
    /// what `allows` does not accept, by another size of a pile.
    pub(crate) fn balance(&self, piles: &mut [u64], allows: &Allows<'_>, random: &mut RandomBelow<'_>) {
        /// The number of changes, and of winning moves that are tried for each, and of piles that are looked at for them.
        const TRIED: usize = 200;
        const SEEN: usize = 1 << 22;
        if let Some(heaps) = self.heaps() {
            return heaps.balance(piles, allows, random);
        }
        let largest = piles.iter().max().copied().unwrap_or(0);
        for _ in 0..TRIED.min(SEEN / piles.len().max(1)) {
            if !self.first_wins(piles) {
                return;
            }
            let is_allowed = |after: &Vec<u64>| {
                let mut changed = (0..piles.len()).filter(|&index| after[index] != piles[index]);
                changed.all(|index| allows(piles, index, after[index]))
            };
            let mut afters = self.winning(piles).map(|turn| {
                let mut after = self.after(piles, &turn);
                after.truncate(piles.len());
                after
            });
            let Some(first) = afters.next() else {
                return;
            };
            let after = [first.clone()].into_iter().chain(afters.take(TRIED)).find(is_allowed);
            if let Some(after) = after {
                piles.copy_from_slice(&after);
                continue;
            }
            // All of them at once: there may be many.
            for index in 0..piles.len() {
                if first[index] != piles[index] && !allows(piles, index, first[index]) {
                    let size = random(largest.saturating_add(1));
                    if allows(piles, index, size) {
                        piles[index] = size;
                    }
                }
            }
            let index = random(piles.len() as u64) as usize;
            let size = random(largest.saturating_add(1));
            if allows(piles, index, size) {
                piles[index] = size;
            }
        }
    }
}

/// What decides who wins a position: a sentence, and a table of numbers in binary.
#[derive(Clone, Debug, Default)]
pub struct Reason {
    /// Such as `nim-sum 60`.
    pub sentence: String,
    /// Why the position is lost, if the player to move loses it.
    pub lost: String,
    /// The rows of the table: a label, and a number that is shown in binary.
    pub rows: Vec<(String, u64)>,
    /// What the last row has for each bit, from the highest one down: how many rows have it, modulo something.
    pub bottom: Vec<u64>,
    /// Modulo what, if the last row is not their nim-sum.
    pub modulus: Option<u128>,
}

impl Reason {
    /// A reason without a table, which also says why a position is lost.
    pub(crate) fn sentence(sentence: impl Into<String>) -> Self {
        let sentence = sentence.into();
        Self {
            lost: sentence.clone(),
            sentence,
            ..Self::default()
        }
    }

    /// Why a position is lost whose piles have these Grundy values.
    pub(crate) fn values(rows: &[(String, u64)], sum: u64) -> String {
        /// Nobody adds up more.
        const MOST: usize = 24;
        let values: Vec<_> = rows.iter().map(|(_, value)| value).collect();
        let values = beginning(&values, MOST);
        t!("values {values}: nim-sum {sum}", values, sum)
    }

    /// The reason that the nim-sum of the gaps in `rows` is `sum`.
    pub(crate) fn of_gaps(rows: Vec<(String, u64)>, sum: u64) -> Self {
        let sentence = t!("the nim-sum of the gaps is {sum}", sum);
        Self::nim_sum(sentence.clone(), sentence, rows, sum)
    }

    /// The reason that the nim-sum of `rows` is `sum`.
    pub(crate) fn nim_sum(sentence: String, lost: String, rows: Vec<(String, u64)>, sum: u64) -> Self {
        let bottom = (0..width(&rows)).rev().map(|bit| sum >> bit & 1).collect();
        Self {
            sentence,
            lost,
            rows,
            bottom,
            modulus: None,
        }
    }

    /// Whether the last row of the table is the nim-sum of the others.
    pub(crate) fn is_nim_sum(&self) -> bool {
        !self.bottom.is_empty() && self.modulus.is_none()
    }

    /// What the last row of the table is called.
    pub(crate) fn name(&self) -> String {
        match self.modulus {
            Some(modulus) => format!("mod {modulus}"),
            None if self.is_nim_sum() => "xor".to_owned(),
            None => String::new(),
        }
    }
}

/// The numbers, with a space between two of them.
pub(crate) fn numbers(numbers: &[u64]) -> String {
    let words: Vec<_> = numbers.iter().map(u64::to_string).collect();
    words.join(" ")
}

/// The number of bits of the largest number, at least one.
pub(crate) fn width(rows: &[(String, u64)]) -> u32 {
    let union = rows.iter().fold(1, |union, (_, number)| union | number);
    u64::BITS - union.leading_zeros()
}
