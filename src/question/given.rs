//! What an input gives of the rules, and what is kept of the piles of a position.

use std::collections::BTreeMap;

use super::Answering;
use crate::decode::{Number, Slice};
use crate::error::{InputError, InputErrorKind};
use crate::frame::{Counted, Field, Framing, List, Param};
use crate::game::hill;
use crate::game::moves::{self, Move};
use crate::game::rules::{Fold, Rules};
use crate::game::{PileRule, Play};

/// The rules of the present case: those of the problem, and what the input gives of them. They hold for
/// all cases to come until the input gives others.
pub struct Given {
    rules: Rules,
    /// What the input gives comes behind the piles.
    is_late: bool,
    /// The subtraction set as it is read, and how many takes it will have.
    set: Vec<u64>,
    take_count: u64,
    /// How many persons there are, and whether that is known before the king is.
    persons: u64,
    persons_come_first: bool,
    /// Where the last person stands that was read; 0 before the first.
    last: u64,
}

impl Given {
    /// The rules at the start of an input that is laid out as `framing` says.
    pub fn new(rules: &Rules, framing: &Framing) -> Self {
        let fields: Vec<_> = framing.header.iter().chain(&framing.fields).collect();
        let place = |is: &dyn Fn(&Field) -> bool| fields.iter().position(|field| is(field));
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
                    | Field::Param(Param::King | Param::MostTaken | Param::MostPiles)
            )
        };
        let is_king = |field: &Field| *field == Field::Param(Param::King);
        let is_count =
            |field: &Field| matches!(field, Field::Count(Counted::List(List::Persons), _));
        Self {
            rules: rules.clone(),
            is_late: place(&is_rule) > place(&is_pile),
            set: Vec::new(),
            take_count: 0,
            persons: 0,
            persons_come_first: place(&is_king).is_some() && place(&is_count) < place(&is_king),
            last: 0,
        }
    }

    /// What to keep of piles to know who wins.
    pub fn fold(&self) -> Piles {
        if self.is_late {
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

    /// Takes the next numbers of a list.
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
            // A number before all cases may say how many takes each of them has.
            self.set.clear();
            let index = piece.len() - 1;
            self.changed(answering)
                .map_err(|kind| InputError::at_number(index, kind))?;
        }
        Ok(())
    }

    fn persons<N: Number>(&mut self, piece: &[N]) -> Result<(), InputError> {
        let mut last = self.last;
        // Nearly always they ascend, and to see that all do takes no branch for each.
        if let [first, .., end] = piece
            && hill::is_behind((*first).into(), last)
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
            if !hill::is_behind(found, last) {
                let kind = InputErrorKind::NotAscending { found, last };
                return Err(InputError::at_number(index, kind));
            }
            last = found;
        }
        self.last = last;
        Ok(())
    }

    /// Takes a number that stands alone.
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
            Param::King | Param::MostTaken | Param::MostPiles => self.rules.set_parameter(value),
        }
        if param == Param::King && (value == 0 || self.persons_come_first) {
            self.check_king()?;
        }
        self.changed(answering)
    }

    /// Takes how many of something will follow.
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

    /// The rules have changed.
    fn changed(&mut self, answering: &mut dyn Answering) -> Result<(), InputErrorKind> {
        if self.is_late {
            answering.late_rules(&mut self.rules)
        } else {
            Ok(())
        }
    }

    /// Forgets where the last person stands.
    pub(super) fn end_position(&mut self) {
        self.last = 0;
    }

    /// Forgets where the last person stands, and rules that are given anew behind the piles.
    pub(super) fn end_case(&mut self) {
        self.last = 0;
        if self.is_late {
            self.rules.set_subtraction_set(&[]);
        }
    }
}

/// Makes sure that all `piles` are covered.
///
/// # Errors
/// One is too large for what is known of the rules.
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

/// What is kept of the piles of a position to know who wins, in constant memory if the rules come first.
pub enum Piles {
    /// What the rules make of them; nothing yet if there were none.
    Fold(Option<Fold>),
    /// How many there are of each size: the rules come later.
    Sizes(Sizes),
}

impl Piles {
    /// Adds piles.
    ///
    /// # Errors
    /// One is too large for what is known of the rules.
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

    /// Makes sure that all piles are covered, when the rules have come.
    ///
    /// # Errors
    /// One is too large for what is known of the rules.
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
                for (&size, of_size) in &sizes.0 {
                    for _ in 0..of_size.count {
                        rules.add(&mut fold, size);
                    }
                }
                rules.first_wins(&fold)
            }
        }
    }

    /// Forgets all piles.
    pub fn clear(&mut self) {
        match self {
            Self::Fold(fold) => *fold = None,
            Self::Sizes(sizes) => sizes.clear(),
        }
    }
}

/// How many piles there are of each size.
#[derive(Debug, Default)]
pub struct Sizes(pub BTreeMap<u64, OfSize>, u64);

/// The piles of one size.
#[derive(Clone, Copy, Debug)]
pub struct OfSize {
    /// How many there are.
    pub count: u64,
    /// How many piles come before the first of them.
    pub first: u64,
}

impl Sizes {
    /// Adds piles.
    pub fn add(&mut self, piles: Slice<'_>) {
        for pile in piles.iter() {
            let first = self.1;
            let of_size = self.0.entry(pile).or_insert(OfSize { count: 0, first });
            of_size.count += 1;
            self.1 += 1;
        }
    }

    /// Makes sure that all of them are covered.
    ///
    /// # Errors
    /// One is too large for what is known of the rules.
    pub fn cover(&self, rules: &mut Rules) -> Result<(), InputErrorKind> {
        let largest = self.0.last_key_value().map_or(0, |(&size, _)| size);
        Ok(rules.cover(largest)?)
    }

    /// Forgets all piles.
    pub fn clear(&mut self) {
        self.0.clear();
        self.1 = 0;
    }
}

/// The piles of a position, where moves are listed.
#[derive(Debug, Default)]
pub struct Kept(Vec<u64>);

impl Kept {
    /// Adds piles.
    ///
    /// # Errors
    /// One is too large for what is known of the rules.
    pub fn add(&mut self, rules: &mut Rules, piles: Slice<'_>) -> Result<(), InputError> {
        cover_all(rules, piles)?;
        match piles {
            Slice::Narrow(piles) => self.0.extend(piles.iter().map(|&pile| u64::from(pile))),
            Slice::Wide(piles) => self.0.extend(piles),
        }
        Ok(())
    }

    /// Makes sure that all piles are covered, when the rules have come.
    ///
    /// # Errors
    /// One is too large for what is known of the rules.
    pub fn cover(&self, rules: &mut Rules) -> Result<(), InputErrorKind> {
        Ok(rules.cover(self.0.iter().max().copied().unwrap_or(0))?)
    }

    /// The piles.
    pub fn piles(&self) -> &[u64] {
        &self.0
    }

    /// Shows `visit` the winning moves, by pile, then by take, each with the size of its pile.
    pub fn each_winning(&self, rules: &Rules, mut visit: impl FnMut(Move, u64)) {
        let visit = |step: Move| visit(step, self.0[step.pile]);
        match rules {
            // By name, not through a trait object, in a loop as long as the answers.
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

    /// Forgets all piles.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}
