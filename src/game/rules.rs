//! The rules of a game: the common interface of all games.

use std::collections::BTreeMap;

use super::hill::{self, Hill};
use super::moore::{self, Moore};
use super::moves::{self, Move, Position};
use super::subtraction_set::{NoPeriod, in_table};
use super::tally::Tally;
use super::{PileRule, Play};
use crate::decode::Number;

/// The rules of a game.
#[derive(Clone, Debug)]
pub enum Rules {
    /// A move changes one pile.
    Piles {
        /// How a move changes the pile.
        rule: PileRule,
        /// Who wins. Misère play is only valid with [`PileRule::Any`] and [`PileRule::Below`]; other
        /// games do not follow its rule.
        play: Play,
    },
    /// A move takes any number of stones from each of one or several piles.
    Moore {
        /// The largest number of piles.
        most: u64,
        /// Who wins.
        play: Play,
    },
    /// The piles are positions of persons on a hill, in ascending order.
    Hill {
        /// The index of the king, counted from 1.
        king: u64,
    },
}

/// The fold over piles that decides who wins, in constant memory.
#[derive(Clone, Debug)]
pub enum Fold {
    /// For [`Rules::Piles`]: over the Grundy values of the piles.
    Piles(Tally),
    /// For [`Rules::Moore`].
    Moore(Box<Moore>),
    /// For [`Rules::Hill`].
    Hill(Hill),
}

/// A move: the change of one pile or, in Moore's Nim, of several, in the order of the piles.
pub type Turn = Vec<Move>;

impl Rules {
    /// Computes the Grundy values of all piles up to `largest`.
    ///
    /// # Errors
    /// As [`PileRule::cover`].
    #[inline]
    pub fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        match self {
            Self::Piles { rule, .. } => rule.cover(largest),
            Self::Moore { .. } | Self::Hill { .. } => Ok(()),
        }
    }

    /// Sets the number that the input gives: the largest number of stones or piles in a move, or the
    /// king. Has no effect where the rules have no such number.
    pub fn set_parameter(&mut self, value: u64) {
        match self {
            // A limit of 2^64 - 1 stones is no limit, until the next one.
            Self::Piles {
                rule: rule @ (PileRule::Any | PileRule::Below(_)),
                ..
            } => *rule = PileRule::up_to(value),
            Self::Moore { most, .. } => *most = value,
            Self::Hill { king } => *king = value,
            Self::Piles {
                rule: PileRule::Set(_) | PileRule::Kayles,
                ..
            } => {}
        }
    }

    /// Sets the subtraction set that the input gives. Has no effect where the rules have none.
    pub fn set_subtraction_set(&mut self, numbers: &[u64]) {
        if let Self::Piles {
            rule: PileRule::Set(set),
            ..
        } = self
        {
            set.reset(numbers);
        }
    }

    /// Says that the `nth` case of an input begins, or any case if it is 2^64 - 1, each of which has a
    /// subtraction set of its own: see [`SubtractionSet::set_share`].
    pub fn begin_case(&mut self, nth: u64) {
        if let Self::Piles {
            rule: PileRule::Set(set),
            ..
        } = self
        {
            set.set_share(nth);
        }
    }

    /// Whether a move takes stones from one pile, so that it consists of a pile and a take.
    pub fn has_single_moves(&self) -> bool {
        match self {
            Self::Piles { rule, .. } => !matches!(rule, PileRule::Kayles),
            Self::Moore { .. } | Self::Hill { .. } => false,
        }
    }

    /// Whether all numbers form a position, so that no input is invalid.
    pub fn allow_any_numbers(&self) -> bool {
        match self {
            Self::Piles { rule, .. } => !matches!(rule, PileRule::Set(_)),
            Self::Moore { .. } => true,
            Self::Hill { .. } => false,
        }
    }

    /// Whether a position consists of piles, not of persons on a hill.
    pub fn has_piles(&self) -> bool {
        match self {
            Self::Piles { .. } | Self::Moore { .. } => true,
            Self::Hill { .. } => false,
        }
    }

    /// Whether the rules have a subtraction set that the input gives.
    pub fn awaits_subtraction_set(&self) -> bool {
        matches!(self, Self::Piles { rule: PileRule::Set(set), .. } if set.numbers().is_empty())
    }

    /// Whether Grundy values are in a table, which [`cover`](Rules::cover) makes longer.
    pub fn has_table(&self) -> bool {
        matches!(
            self,
            Self::Piles {
                rule: PileRule::Set(_),
                ..
            }
        )
    }

    /// Whether [`cover`](Rules::cover) may take more than `steps` steps for piles up to `largest`.
    pub fn is_slow(&self, largest: u64, steps: u64) -> bool {
        match self {
            Self::Piles {
                rule: PileRule::Set(set),
                ..
            } => {
                let is_known =
                    || set.end().is_none_or(|end| largest < end) && set.period().is_some();
                // To look for a period takes longer than to multiply.
                largest.saturating_mul(set.numbers().len() as u64) > steps && !is_known()
            }
            Self::Piles { .. } | Self::Moore { .. } | Self::Hill { .. } => false,
        }
    }

    /// Changes piles so that the player to move loses, if it finds a way. A pile may get another size if
    /// `allows` accepts its index and that size. Among several ways, `random` chooses: it returns a
    /// number below its argument. All piles are [covered](Rules::cover), before and after.
    pub fn balance(
        &self,
        piles: &mut [u64],
        allows: &dyn Fn(&[u64], usize, u64) -> bool,
        random: &mut dyn FnMut(u64) -> u64,
    ) {
        match self {
            Self::Piles { rule, play } => balance(rule, *play, piles, allows, random),
            Self::Moore { most, .. } => {
                let mut after = piles.to_vec();
                moore::balance_last(*most, &mut after, random);
                // A pile may have that size if all others are unchanged.
                let is_allowed = |(index, &size): (usize, &u64)| {
                    size == piles[index] || allows(piles, index, size)
                };
                if after.iter().enumerate().all(is_allowed) {
                    piles.copy_from_slice(&after);
                }
            }
            Self::Hill { king } => {
                let (Some(sum), [.., before, last]) = (hill::fold(*king, piles).nim_sum(), &*piles)
                else {
                    return;
                };
                // The last two are a pair. A size that is too large is refused by `allows`.
                let size = before
                    .saturating_add(1)
                    .saturating_add((last - before).saturating_sub(1) ^ sum);
                let index = piles.len() - 1;
                if allows(piles, index, size) {
                    piles[index] = size;
                }
            }
        }
    }

    /// Whether no pile has more than one winning move. A subtraction set may have several takes that lead to
    /// one Grundy value, and a row of Kayles may be split in several ways.
    pub fn has_one_winning_move_per_pile(&self) -> bool {
        match self {
            Self::Piles { rule, .. } => match rule {
                PileRule::Any | PileRule::Below(_) => true,
                PileRule::Set(_) | PileRule::Kayles => false,
            },
            Self::Moore { .. } | Self::Hill { .. } => false,
        }
    }

    /// Whether all winning moves can be counted.
    pub fn counts_winning_moves(&self) -> bool {
        match self {
            Self::Piles { .. } | Self::Hill { .. } => true,
            Self::Moore { .. } => false,
        }
    }

    /// Describes the rules in a sentence. Their number is described as given if the input gives it.
    pub fn description(&self, is_given: bool) -> String {
        let count = |number: u64, what: &str| match number {
            _ if is_given => format!("from 1 to the given number of {what}s"),
            1 => format!("1 {what}"),
            _ => format!("from 1 to {number} {what}s"),
        };
        let last = |play: &Play| match play {
            Play::Normal => "the player who cannot move loses",
            Play::Misere => "whoever takes the last stone loses",
        };
        match self {
            Self::Piles { rule, play } => match (rule, play) {
                (PileRule::Any, Play::Normal) => {
                    "normal Nim: whoever takes the last stone wins".to_owned()
                }
                (PileRule::Any, Play::Misere) => {
                    "misère Nim: whoever takes the last stone loses".to_owned()
                }
                (PileRule::Below(modulus), _) => {
                    let stones = count(modulus.get() - 1, "stone");
                    format!("a move takes {stones}; {}", last(play))
                }
                (PileRule::Set(set), _) if set.numbers().is_empty() => format!(
                    "a move takes one of the given numbers of stones; {}",
                    last(play)
                ),
                (PileRule::Set(set), _) => {
                    let set: Vec<_> = set.numbers().iter().map(u64::to_string).collect();
                    format!("a move takes {} stones; {}", set.join(", "), last(play))
                }
                (PileRule::Kayles, _) => format!(
                    "a move takes one stone or two neighbours from a row; {}",
                    last(play)
                ),
            },
            Self::Moore { most, play } => {
                format!("a move reduces {}; {}", count(*most, "pile"), last(play))
            }
            Self::Hill { .. } => {
                "people climb to cell 0, the top; whoever moves the king there wins".to_owned()
            }
        }
    }

    /// The fold over no piles.
    pub fn start(&self) -> Fold {
        match self {
            Self::Piles { .. } => Fold::Piles(Tally::default()),
            Self::Moore { .. } => Fold::Moore(Box::default()),
            Self::Hill { king } => Fold::Hill(Hill::new(*king)),
        }
    }

    /// Adds a pile, which must be [covered](Rules::cover), to a fold that these rules started.
    #[inline]
    pub fn add(&self, fold: &mut Fold, pile: u64) {
        match (self, fold) {
            (Self::Piles { rule, .. }, Fold::Piles(tally)) => tally.add_one(rule.grundy(pile)),
            (Self::Moore { .. }, Fold::Moore(moore)) => moore.add(pile),
            (Self::Hill { .. }, Fold::Hill(hill)) => hill.add(pile),
            _ => unreachable!("the rules started this fold"),
        }
    }

    /// Adds piles to a fold that these rules started, and makes sure that they are covered.
    ///
    /// # Errors
    /// The index of the first pile that cannot be covered, and the reason.
    pub fn add_all<N: Number>(
        &mut self,
        fold: &mut Fold,
        piles: &[N],
    ) -> Result<(), (usize, NoPeriod)> {
        // One loop per game, so that what is common to the piles is not checked for each of them.
        if let (Self::Hill { .. }, Fold::Hill(hill)) = (&*self, &mut *fold) {
            hill.add_all(piles);
            return Ok(());
        }
        if let (
            Self::Piles {
                rule: PileRule::Set(set),
                ..
            },
            Fold::Piles(tally),
        ) = (&mut *self, &mut *fold)
        {
            let mut sum = 0;
            for (index, &pile) in piles.iter().enumerate() {
                let pile = pile.into();
                let grundy = if let Some(grundy) = in_table(set.table(), pile) {
                    grundy
                } else {
                    set.cover(pile).map_err(|no_period| (index, no_period))?;
                    set.grundy(pile)
                };
                sum ^= grundy;
            }
            tally.nim_sum ^= sum;
            return Ok(());
        }
        for &pile in piles {
            self.add(fold, pile.into());
        }
        Ok(())
    }

    /// The winning moves of a game in which [a move takes from one pile](Rules::has_single_moves), by
    /// pile, then by take.
    pub fn winning_single_moves<'a>(
        &'a self,
        piles: &'a [u64],
    ) -> Box<dyn Iterator<Item = Move> + 'a> {
        match self {
            Self::Piles {
                rule: PileRule::Any,
                play: Play::Normal,
            } => Box::new(moves::winning_nim(piles)),
            Self::Piles { rule, play } => Box::new(moves::winning(rule, *play, piles)),
            Self::Moore { .. } | Self::Hill { .. } => Box::new(std::iter::empty()),
        }
    }

    /// The number of winning moves, given the number of piles of each size.
    pub fn count_winning_of_sizes(&self, sizes: &BTreeMap<u64, u64>) -> u128 {
        let Self::Piles { rule, play } = self else {
            return 0;
        };
        let mut position = Position::new(rule, *play);
        for (&size, &count) in sizes {
            position.add_many(size, count);
        }
        let of_size = |(&size, &count): (&u64, &u64)| u128::from(count) * position.count(size);
        sizes.iter().map(of_size).sum()
    }

    /// The fold over `piles`, which must be [covered](Rules::cover).
    pub fn fold(&self, piles: &[u64]) -> Fold {
        if let Self::Piles { rule, .. } = self {
            let tally = rule.fold(piles, Tally::default(), |mut tally, grundy| {
                tally.add_one(grundy);
                tally
            });
            return Fold::Piles(tally);
        }
        let mut fold = self.start();
        for &pile in piles {
            self.add(&mut fold, pile);
        }
        fold
    }

    /// Whether the player to move wins.
    pub fn first_wins(&self, fold: &Fold) -> bool {
        match (self, fold) {
            (Self::Piles { play, .. }, Fold::Piles(tally)) => play.first_wins(tally),
            (Self::Moore { most, play }, Fold::Moore(moore)) => moore.first_wins(*most, *play),
            (Self::Hill { .. }, Fold::Hill(hill)) => hill.first_wins(),
            _ => unreachable!("the rules started this fold"),
        }
    }

    /// The Grundy value of a position: the nim-sum of those of its piles. `None` for misère play, for
    /// Moore's Nim and for the hill, where it does not decide who wins.
    pub fn grundy(&self, fold: &Fold) -> Option<u64> {
        match (self, fold) {
            (
                Self::Piles {
                    play: Play::Normal, ..
                },
                Fold::Piles(tally),
            ) => Some(tally.nim_sum),
            _ => None,
        }
    }

    /// The winning moves, by pile, then by take; for Moore's Nim one of them.
    pub fn winning<'a>(&'a self, piles: &'a [u64]) -> Box<dyn Iterator<Item = Turn> + 'a> {
        let one = |step| vec![step];
        match self {
            Self::Piles { rule, play } => Box::new(moves::winning(rule, *play, piles).map(one)),
            Self::Moore { most, play } => Box::new(moore::winning(*most, *play, piles).into_iter()),
            Self::Hill { king } => Box::new(hill::winning(*king, piles).into_iter().map(one)),
        }
    }

    /// The number of moves that [`winning`](Rules::winning) lists.
    pub fn count_winning(&self, piles: &[u64]) -> u128 {
        match self {
            Self::Piles { rule, play } => moves::count(rule, *play, piles),
            _ => self.winning(piles).count() as u128,
        }
    }

    /// The best move: the first winning one, or, in a lost position, the largest take from the largest
    /// pile, to end the game soon. `None` if there is no move.
    pub fn best(&self, piles: &[u64]) -> Option<Turn> {
        self.winning(piles).next().or_else(|| self.any(piles))
    }

    fn any(&self, piles: &[u64]) -> Option<Turn> {
        if let Self::Hill { king } = self {
            return hill::any(*king, piles).map(|step| vec![step]);
        }
        let (index, &pile) = piles.iter().enumerate().max_by_key(|&(_, pile)| pile)?;
        let most = match self {
            Self::Piles { rule, .. } => rule.largest_take(pile)?,
            _ => pile,
        };
        let mut step = Move::leave(index, pile, pile - most);
        if matches!(
            self,
            Self::Piles {
                rule: PileRule::Kayles,
                ..
            }
        ) {
            step.right = Some(std::mem::take(&mut step.left));
        }
        (most > 0).then(|| vec![step])
    }
}

/// Changes the size of one pile so that the player to move loses, if possible.
fn balance(
    rule: &PileRule,
    play: Play,
    piles: &mut [u64],
    allows: &dyn Fn(&[u64], usize, u64) -> bool,
    random: &mut dyn FnMut(u64) -> u64,
) {
    /// How many piles are tried, and how many sizes of each, where there is no formula.
    const TRIED: (usize, usize) = (4, 50);
    let largest = match rule {
        // The other piles alone say which size it is.
        PileRule::Any => 0,
        PileRule::Below(_) | PileRule::Set(_) | PileRule::Kayles => {
            piles.iter().max().copied().unwrap_or(0)
        }
    };
    let (sum, large) = rule.fold(piles, (0, 0), |(sum, large), grundy| {
        (sum ^ grundy, large + usize::from(grundy > 1))
    });
    for index in (0..piles.len()).rev() {
        let before = rule.grundy(piles[index]);
        let others_are_ones = large == usize::from(before > 1);
        let odd = u64::from(play == Play::Misere && others_are_ones);
        let target = sum ^ before ^ odd;
        let size = match rule {
            PileRule::Any => Some(target),
            PileRule::Below(modulus) if target < modulus.get() => {
                let more = largest.saturating_sub(target) / modulus.get();
                Some(target + random(more + 1) * modulus.get())
            }
            PileRule::Below(_) => None,
            PileRule::Set(_) | PileRule::Kayles if piles.len() - index > TRIED.0 => return,
            PileRule::Set(_) | PileRule::Kayles => {
                let mut sizes = (0..TRIED.1).map(|_| random(largest.saturating_add(1)));
                sizes.find(|&size| rule.grundy(size) == target && allows(piles, index, size))
            }
        };
        if let Some(size) = size.filter(|&size| allows(piles, index, size)) {
            piles[index] = size;
            return;
        }
    }
}

/// Returns the piles after a move.
pub fn after(piles: &[u64], turn: &[Move]) -> Vec<u64> {
    let mut after = piles.to_vec();
    // From the last pile to the first, since in Kayles a row becomes two.
    for step in turn.iter().rev() {
        after.splice(
            step.pile..=step.pile,
            [Some(step.left), step.right].into_iter().flatten(),
        );
    }
    after
}
