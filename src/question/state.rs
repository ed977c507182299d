//! The state of a case: its rules, and what is kept of its piles.

use std::collections::BTreeMap;

use super::Answering;
use crate::decode::{Number, Slice};
use crate::error::{InputError, InputErrorKind};
use crate::frame::{Counted, Field, Framing, List, Param};
use crate::game::hill;
use crate::game::moves::{self, Move};
use crate::game::rules::{Fold, Rules};
use crate::game::{PileRule, Play};
use crate::output::answers::Answers;

/// The rules of the current case: those of the problem, and what the input gives of them. They remain in
/// effect until the input gives others.
pub struct CaseRules {
    rules: Rules,
    /// Whether the input gives its part of the rules after the piles.
    rules_come_last: bool,
    own_sets: OwnSets,
    /// The subtraction set as it is read, and the length it will have.
    set: Vec<u64>,
    take_count: u64,
    /// The number of persons, and whether it is known before the king is.
    persons: u64,
    persons_come_first: bool,
    /// The position of the last person that was read; 0 before the first.
    last: u64,
}

/// The subtraction sets that each case has of its own.
#[derive(Clone, Copy, Debug)]
enum OwnSets {
    None,
    One,
    Several,
}

impl CaseRules {
    /// The rules at the start of an input with the layout `framing`.
    pub fn new(rules: &Rules, framing: &Framing) -> Self {
        let fields: Vec<_> = framing.header.iter().chain(&framing.fields).collect();
        let index = |is: &dyn Fn(&Field) -> bool| fields.iter().position(|field| is(field));
        let is_pile = |field: &Field| {
            matches!(
                field,
                Field::Numbers(List::Piles | List::Persons, _) | Field::Param(Param::Pile)
            )
        };
        let is_rule = |field: &Field| {
            matches!(
                field,
                Field::Numbers(List::SubtractionSet, _)
                    | Field::Param(Param::King | Param::MaxTaken | Param::MaxPiles)
            )
        };
        let is_king = |field: &Field| *field == Field::Param(Param::King);
        let is_count =
            |field: &Field| matches!(field, Field::Count(Counted::List(List::Persons), _));
        let is_set = |field: &Field| matches!(field, Field::Numbers(List::SubtractionSet, _));
        let mut groups = framing
            .fields
            .split(|field| matches!(field, Field::Group(_) | Field::EndGroup(_)))
            .skip(1)
            .step_by(2);
        let mut this = Self {
            own_sets: if groups.any(|group| group.iter().any(is_set)) {
                OwnSets::Several
            } else if framing.fields.iter().any(is_set) {
                OwnSets::One
            } else {
                OwnSets::None
            },
            rules: rules.clone(),
            rules_come_last: index(&is_rule) > index(&is_pile),
            set: Vec::new(),
            take_count: 0,
            persons: 0,
            persons_come_first: index(&is_king).is_some() && index(&is_count) < index(&is_king),
            last: 0,
        };
        this.begin_case(1);
        this
    }

    /// Says that the `nth` case of the input, counted from 1, begins, or that it has begun; 2^64 - 1 if its
    /// number is not known.
    pub(super) fn begin_case(&mut self, nth: u64) {
        match self.own_sets {
            OwnSets::None => {}
            OwnSets::One => self.rules.begin_case(nth),
            OwnSets::Several => self.rules.begin_case(u64::MAX),
        }
    }

    /// An empty store for piles to decide who wins.
    pub fn fold(&self) -> Piles {
        if self.rules_come_last {
            Piles::Sizes(Sizes::default())
        } else {
            Piles::Fold(None)
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The rules, to cover piles with.
    pub fn rules_mut(&mut self) -> &mut Rules {
        &mut self.rules
    }

    /// Receives the next numbers of a list.
    pub(super) fn numbers(
        &mut self,
        list: List,
        piece: Slice<'_>,
        answering: &mut dyn Answering,
    ) -> Result<(), InputError> {
        match list {
            List::SubtractionSet => return self.subtraction_set(piece, answering),
            List::Persons => match piece {
                Slice::Narrow(piece) => self.persons(piece)?,
                Slice::Wide(piece) => self.persons(piece)?,
            },
            List::Piles => {}
            List::Other => return Ok(()),
        }
        answering.piles(&mut self.rules, piece)
    }

    fn subtraction_set(
        &mut self,
        piece: Slice<'_>,
        answering: &mut dyn Answering,
    ) -> Result<(), InputError> {
        if let Some(index) = piece.iter().position(|take| take == 0) {
            return Err(InputError::at_number(index, InputErrorKind::TakeOfZero));
        }
        self.set.extend(piece.iter());
        if piece.len() == 0 {
            return Ok(());
        }
        if self.set.len() as u64 == self.take_count {
            self.rules.set_subtraction_set(&self.set);
            // The length in the header may hold for every case.
            self.set.clear();
            let index = piece.len() - 1;
            self.changed(answering)
                .map_err(|kind| InputError::at_number(index, kind))?;
        }
        Ok(())
    }

    fn persons<N: Number>(&mut self, piece: &[N]) -> Result<(), InputError> {
        let mut last = self.last;
        // Nearly always they ascend, and checking them all together takes no branch for each.
        if let [first, .., end] = piece
            && hill::may_follow((*first).into(), last)
            && piece
                .iter()
                .zip(&piece[1..])
                .fold(true, |all, (&one, &next)| all & (one.into() < next.into()))
        {
            self.last = (*end).into();
            return Ok(());
        }
        for (index, &found) in piece.iter().enumerate() {
            let found = found.into();
            if !hill::may_follow(found, last) {
                let kind = InputErrorKind::NotAscending { found, last };
                return Err(InputError::at_number(index, kind));
            }
            last = found;
        }
        self.last = last;
        Ok(())
    }

    /// Receives a number that stands alone.
    pub(super) fn param(
        &mut self,
        param: Param,
        value: u64,
        answering: &mut dyn Answering,
    ) -> Result<(), InputErrorKind> {
        match param {
            Param::Other => return Ok(()),
            Param::Pile => {
                let pile = answering.piles(&mut self.rules, Slice::Wide(&[value]));
                return pile.map_err(|error| error.kind);
            }
            Param::King | Param::MaxTaken | Param::MaxPiles => self.rules.set_parameter(value),
        }
        if param == Param::King && (value == 0 || self.persons_come_first) {
            self.check_king()?;
        }
        self.changed(answering)
    }

    /// Receives the length of a list.
    pub(super) fn count(
        &mut self,
        counted: Counted,
        count: u64,
        answering: &mut dyn Answering,
    ) -> Result<(), InputErrorKind> {
        match counted {
            Counted::List(List::SubtractionSet) => {
                self.take_count = count;
                self.set.clear();
                if count == 0 {
                    self.rules.set_subtraction_set(&[]);
                    self.changed(answering)?;
                }
            }
            Counted::List(List::Persons) => {
                self.persons = count;
                if !self.persons_come_first {
                    self.check_king()?;
                }
            }
            Counted::List(List::Piles | List::Other) | Counted::Group => {}
        }
        Ok(())
    }

    fn check_king(&self) -> Result<(), InputErrorKind> {
        match self.rules {
            Rules::Hill { king } if king == 0 || king > self.persons => {
                Err(InputErrorKind::NoKing {
                    king,
                    persons: self.persons,
                })
            }
            Rules::Piles { .. } | Rules::Moore { .. } | Rules::Hill { .. } => Ok(()),
        }
    }

    /// Reports a change of the rules.
    fn changed(&mut self, answering: &mut dyn Answering) -> Result<(), InputErrorKind> {
        if self.rules_come_last {
            answering.late_rules(&mut self.rules)
        } else {
            Ok(())
        }
    }

    /// Resets the position of the last person.
    pub(super) fn end_position(&mut self) {
        self.last = 0;
    }

    /// Resets the position of the last person, and rules that each case gives anew after the piles.
    pub(super) fn end_case(&mut self) {
        self.last = 0;
        if self.rules_come_last {
            self.rules.set_subtraction_set(&[]);
        }
    }
}

/// Covers all `piles`.
///
/// # Errors
/// If a pile is too large for its Grundy value to be known.
pub fn cover_all(rules: &mut Rules, piles: Slice<'_>) -> Result<(), InputError> {
    if rules.allow_any_numbers() {
        return Ok(());
    }
    for (index, pile) in piles.iter().enumerate() {
        if let Err(no_period) = rules.cover(pile) {
            let kind = no_period.into();
            return Err(InputError::at_number(index, kind));
        }
    }
    Ok(())
}

/// What is kept of the piles of a position to decide who wins, in constant memory if the rules come
/// first.
pub enum Piles {
    /// The fold; `None` if there are no piles yet.
    Fold(Option<Fold>),
    /// The number of piles of each size, since the rules come later.
    Sizes(Sizes),
}

impl Piles {
    /// Adds piles.
    ///
    /// # Errors
    /// If a pile is too large for its Grundy value to be known.
    pub fn add(&mut self, rules: &mut Rules, piles: Slice<'_>) -> Result<(), InputError> {
        match self {
            Self::Sizes(sizes) => sizes.add(piles),
            Self::Fold(fold) => {
                let fold = fold.get_or_insert_with(|| rules.start());
                let added = match piles {
                    Slice::Narrow(piles) => rules.add_all(fold, piles),
                    Slice::Wide(piles) => rules.add_all(fold, piles),
                };
                added
                    .map_err(|(index, no_period)| InputError::at_number(index, no_period.into()))?;
            }
        }
        Ok(())
    }

    /// Covers all piles, once the rules are complete.
    ///
    /// # Errors
    /// If a pile is too large for its Grundy value to be known.
    pub fn cover(&self, rules: &mut Rules) -> Result<(), InputErrorKind> {
        match self {
            Self::Fold(_) => Ok(()),
            Self::Sizes(sizes) => sizes.cover(rules),
        }
    }

    /// Whether the player to move wins.
    pub fn first_wins(&self, rules: &Rules) -> bool {
        match self {
            Self::Fold(Some(fold)) => rules.first_wins(fold),
            Self::Fold(None) => rules.first_wins(&rules.start()),
            Self::Sizes(sizes) => {
                let mut fold = rules.start();
                for (&size, group) in &sizes.0 {
                    for _ in 0..group.count {
                        rules.add(&mut fold, size);
                    }
                }
                rules.first_wins(&fold)
            }
        }
    }

    /// Removes all piles.
    pub fn clear(&mut self) {
        match self {
            Self::Fold(fold) => *fold = None,
            Self::Sizes(sizes) => sizes.clear(),
        }
    }
}

/// The number of piles of each size.
#[derive(Debug, Default)]
pub struct Sizes(pub BTreeMap<u64, SizeCount>, u64);

/// The piles of one size.
#[derive(Clone, Copy, Debug)]
pub struct SizeCount {
    /// The number of piles.
    pub count: u64,
    /// The number of piles before the first of them.
    pub first: u64,
}

impl Sizes {
    /// Adds piles.
    pub fn add(&mut self, piles: Slice<'_>) {
        for pile in piles.iter() {
            let first = self.1;
            let group = self.0.entry(pile).or_insert(SizeCount { count: 0, first });
            group.count += 1;
            self.1 += 1;
        }
    }

    /// Covers all piles.
    ///
    /// # Errors
    /// If a pile is too large for its Grundy value to be known.
    pub fn cover(&self, rules: &mut Rules) -> Result<(), InputErrorKind> {
        let largest = self.0.last_key_value().map_or(0, |(&size, _)| size);
        Ok(rules.cover(largest)?)
    }

    /// Removes all piles.
    pub fn clear(&mut self) {
        self.0.clear();
        self.1 = 0;
    }
}

/// Answers questions that need all piles of a position: `write` adds the answer.
pub(super) struct ListSolver<W> {
    piles: PileList,
    write: W,
}

impl<W: FnMut(&PileList, &Rules, &mut Answers<'_>) + Send> ListSolver<W> {
    /// A solver that answers by `write`.
    pub fn new(write: W) -> Self {
        let piles = PileList::default();
        Self { piles, write }
    }
}

impl<W: FnMut(&PileList, &Rules, &mut Answers<'_>) + Send> Answering for ListSolver<W> {
    fn piles(&mut self, rules: &mut Rules, piles: Slice<'_>) -> Result<(), InputError> {
        self.piles.add(rules, piles)
    }

    fn late_rules(&mut self, rules: &mut Rules) -> Result<(), InputErrorKind> {
        self.piles.cover(rules)
    }

    fn finish(&mut self, rules: &Rules, _case: u64, answers: &mut Answers<'_>) {
        (self.write)(&self.piles, rules, answers);
        self.piles.clear();
    }
}

/// The piles of a position, to list moves.
#[derive(Debug, Default)]
pub struct PileList(Vec<u64>);

impl PileList {
    /// Adds piles.
    ///
    /// # Errors
    /// If a pile is too large for its Grundy value to be known.
    pub fn add(&mut self, rules: &mut Rules, piles: Slice<'_>) -> Result<(), InputError> {
        cover_all(rules, piles)?;
        match piles {
            Slice::Narrow(piles) => self.0.extend(piles.iter().map(|&pile| u64::from(pile))),
            Slice::Wide(piles) => self.0.extend(piles),
        }
        Ok(())
    }

    /// Covers all piles, once the rules are complete.
    ///
    /// # Errors
    /// If a pile is too large for its Grundy value to be known.
    pub fn cover(&self, rules: &mut Rules) -> Result<(), InputErrorKind> {
        Ok(rules.cover(self.0.iter().max().copied().unwrap_or(0))?)
    }

    /// The piles.
    pub fn piles(&self) -> &[u64] {
        &self.0
    }

    /// Calls `visit` with each winning move, by pile, then by take, and the size of its pile.
    pub fn each_winning(&self, rules: &Rules, mut visit: impl FnMut(Move, u64)) {
        let visit = |step: Move| visit(step, self.0[step.pile]);
        match rules {
            // Without a trait object, since this loop is as long as the answers.
            Rules::Piles {
                rule: PileRule::Any,
                play: Play::Normal,
            } => moves::winning_nim(&self.0).for_each(visit),
            Rules::Piles { .. } | Rules::Moore { .. } | Rules::Hill { .. } => {
                rules.winning_single_moves(&self.0).for_each(visit);
            }
        }
    }

    /// The first winning move.
    pub fn first_winning(&self, rules: &Rules) -> Option<Move> {
        rules.winning_single_moves(&self.0).next()
    }

    /// Removes all piles.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}
