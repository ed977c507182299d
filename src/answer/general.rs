//! The solver for any answer and any game: the rules of the current case, and what is kept of its piles.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use super::template::{MoveList, Piece, Positions, Template, Text, Value};
use crate::decode::{Number, Slice};
use crate::error::{InputError, InputErrorKind};
use crate::game::hill;
use crate::game::rule::Rules;
use crate::game::{Fold, Move};
use crate::layout::{CountOf, Layout, NumberItem, Parameter, Role, cells_between};
use crate::output::answers::Answers;
use crate::output::words::Words;

/// Chooses the move of an answer from the winning ones, given the piles: other answers than ours.
pub(crate) type Choose = fn(&[Move], &[u64]) -> Option<Move>;

/// Answers cases from the numbers of an input.
pub(crate) struct General {
    /// The rules of the current case: those of the problem, and what the input gives of them. They remain in effect
    /// until the input gives others.
    rules: Rules,
    /// Whether the input gives its part of the rules after the piles.
    rules_come_last: bool,
    own_rules: OwnRules,
    /// The subtraction set as it is read, and the length it will have.
    set: Vec<u64>,
    take_count: u64,
    /// The cells of the coins of the current position.
    cells: HashSet<u64>,
    /// The cell at one end of the pile whose other end comes next.
    first_cell: u64,
    /// The number of persons, and whether it is known before the king is.
    persons: u64,
    persons_come_first: bool,
    /// The position of the last person that was read; 0 before the first.
    last: u64,
    template: Arc<Template>,
    kept: Kept,
    choose: Option<Choose>,
    /// Both texts, if they are nothing but short words.
    words: Option<Words>,
}

/// Whether each case has a part of the rules of its own.
#[derive(Clone, Copy, Debug)]
enum OwnRules {
    None,
    One,
    Several,
}

/// What is kept of the piles of a position.
enum Kept {
    /// What the game [folds](crate::game::Fold) them to, to decide who wins: constant memory.
    Fold,
    /// The number of piles of each size, for games in which these have the same moves, or whose rules come later.
    Sizes(Sizes),
    /// All of them, also where the game has no fold.
    List(Vec<u64>),
}

impl Kept {
    /// What answers like `template` need.
    fn of(template: &Template, rules: &mut Rules, rules_come_last: bool) -> Self {
        let has = |value| template.has(value);
        if template.lists_moves() || has(Value::After) || rules.fold().is_none() {
            return Self::List(Vec::new());
        }
        match (template.names_moves() || has(Value::Count), rules.heaps()) {
            (true, None) => Self::List(Vec::new()),
            (true, Some(_)) => Self::Sizes(Sizes::default()),
            (false, _) if rules_come_last || has(Value::Grundy) => Self::Sizes(Sizes::default()),
            (false, _) => Self::Fold,
        }
    }
}

/// The number of piles of each size.
#[derive(Debug, Default)]
struct Sizes {
    counts: BTreeMap<u64, SizeCount>,
    piles: u64,
}

/// The piles of one size.
#[derive(Clone, Copy, Debug)]
struct SizeCount {
    /// The number of piles.
    count: u64,
    /// The number of piles before the first of them.
    first: u64,
}

impl Sizes {
    fn add(&mut self, piles: Slice<'_>) {
        for pile in piles.iter() {
            let first = self.piles;
            let group = self
                .counts
                .entry(pile)
                .or_insert(SizeCount { count: 0, first });
            group.count += 1;
            self.piles += 1;
        }
    }

    fn counts(&self) -> impl Iterator<Item = (u64, u64)> {
        self.counts.iter().map(|(&size, group)| (size, group.count))
    }
}

/// What an answer is made from.
struct Outcome {
    case: u64,
    wins: bool,
    count: u128,
    grundy: u64,
    /// The winning move that is asked for, and the size of its pile.
    step: Option<(Move, u64)>,
}

impl General {
    /// A solver for cases with this layout, answered like `template`.
    pub(crate) fn new(rules: &Rules, layout: &Layout, template: &Arc<Template>) -> Self {
        let index = |is: &dyn Fn(Role) -> bool| {
            let mut numbers = layout.numbers.iter();
            numbers.position(|number| is(number.role))
        };
        let is_rule = |role: Role| matches!(role, Role::Take | Role::Parameter(_));
        let king = index(&|role| role == Role::Parameter(Parameter::King));
        let rules_come_last = index(&is_rule) > index(&Role::is_pile);
        let mut own = layout
            .numbers_of_case()
            .filter(|number| is_rule(number.role));
        let is_in_group = |number: &NumberItem| layout.times_of_group(number).is_some();
        let mut rules = rules.clone();
        let mut this = Self {
            own_rules: match own.next() {
                Some(first) if is_in_group(first) || own.any(is_in_group) => OwnRules::Several,
                Some(_) => OwnRules::One,
                None => OwnRules::None,
            },
            kept: Kept::of(template, &mut rules, rules_come_last),
            rules,
            rules_come_last,
            set: Vec::new(),
            take_count: 0,
            cells: HashSet::new(),
            first_cell: 0,
            persons: 0,
            persons_come_first: king.is_some()
                && index(&|role| role == Role::Count(CountOf::Persons)) < king,
            last: 0,
            choose: None,
            words: template.short_words(),
            template: Arc::clone(template),
        };
        this.begin_case(1);
        this
    }

    /// Says that the `nth` case of the input, counted from 1, begins, or that it has begun; 2^64 - 1 if its number is not
    /// known.
    pub(crate) fn begin_case(&mut self, nth: u64) {
        match self.own_rules {
            OwnRules::None => {}
            OwnRules::One => self.rules.begin_case(nth),
            OwnRules::Several => self.rules.begin_case(u64::MAX),
        }
    }

    /// One that answers with the moves that `choose` returns.
    #[must_use]
    pub(crate) fn choosing(self, choose: Choose) -> Self {
        Self {
            choose: Some(choose),
            kept: Kept::List(Vec::new()),
            ..self
        }
    }

    /// Receives the next numbers with this role.
    pub(super) fn numbers(&mut self, role: Role, piece: Slice<'_>) -> Result<(), InputError> {
        let each = |take: &mut dyn FnMut(u64) -> Result<(), InputErrorKind>| {
            let mut values = piece.iter();
            let taken = values.try_for_each(take);
            taken.map_err(|kind| InputError::at_number(0, kind))
        };
        match role {
            Role::Pile => self.piles(piece),
            Role::FirstCell => {
                self.first_cell = piece.iter().last().unwrap_or(0);
                Ok(())
            }
            Role::SecondCell => piece.iter().try_for_each(|cell| {
                let kind = InputErrorKind::SameCell { cell };
                let pile = cells_between(self.first_cell, cell);
                let pile = pile.ok_or_else(|| InputError::at_number(0, kind))?;
                self.piles(Slice::Wide(&[pile]))
            }),
            Role::Person => {
                match piece {
                    Slice::Narrow(piece) => self.persons(piece)?,
                    Slice::Wide(piece) => self.persons(piece)?,
                }
                self.piles(piece)
            }
            Role::Take => self.subtraction_set(piece),
            Role::Count(of) => each(&mut |count| self.count(of, count)),
            Role::Parameter(parameter) => each(&mut |value| self.parameter(parameter, value)),
            Role::Cases | Role::Other => Ok(()),
        }
    }

    fn subtraction_set(&mut self, piece: Slice<'_>) -> Result<(), InputError> {
        if let Some(index) = piece.iter().position(|take| take == 0) {
            return Err(InputError::at_number(index, InputErrorKind::TakeOfZero));
        }
        self.set.extend(piece.iter());
        if piece.len() == 0 {
            return Ok(());
        }
        if self.set.len() as u64 == self.take_count {
            self.rules.set_takes(&self.set);
            // The length in the header may hold for every case.
            self.set.clear();
            let index = piece.len() - 1;
            self.changed()
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

    /// Adds the next piles of the current position. The rules are complete, unless the input gives them after the piles.
    fn piles(&mut self, piles: Slice<'_>) -> Result<(), InputError> {
        if self.rules.are_distinct() {
            for (index, cell) in piles.iter().enumerate() {
                if cell == 0 || !self.cells.insert(cell) {
                    let kind = InputErrorKind::NotFree { cell };
                    return Err(InputError::at_number(index, kind));
                }
            }
        }
        match &mut self.kept {
            Kept::Fold => return self.fold().add(piles),
            Kept::Sizes(sizes) => sizes.add(piles),
            Kept::List(list) => match piles {
                Slice::Narrow(piles) => list.extend(piles.iter().map(|&pile| u64::from(pile))),
                Slice::Wide(piles) => list.extend(piles),
            },
        }
        if self.rules_come_last || self.rules.allows_any_numbers() {
            return Ok(());
        }
        for (index, pile) in piles.iter().enumerate() {
            let covered = self.rules.cover(pile);
            covered.map_err(|no_period| InputError::at_number(index, no_period.into()))?;
        }
        Ok(())
    }

    /// Receives how many of something there are.
    fn count(&mut self, of: CountOf, count: u64) -> Result<(), InputErrorKind> {
        match of {
            CountOf::Persons => {
                self.persons = count;
                let king = self.rules.king().filter(|_| !self.persons_come_first);
                king.map_or(Ok(()), |king| Self::check_king(king, count))
            }
            CountOf::Takes => {
                self.take_count = count;
                self.set.clear();
                if count > 0 {
                    return Ok(());
                }
                self.rules.set_takes(&[]);
                self.changed()
            }
            CountOf::Groups | CountOf::Piles | CountOf::Numbers => Ok(()),
        }
    }

    /// Receives a number that is a part of the rules.
    fn parameter(&mut self, parameter: Parameter, value: u64) -> Result<(), InputErrorKind> {
        if [Parameter::MinTaken, Parameter::Factor].contains(&parameter) && value == 0 {
            return Err(InputErrorKind::TakeOfZero);
        }
        self.rules.set(Role::Parameter(parameter), &[value]);
        if parameter == Parameter::King && (value == 0 || self.persons_come_first) {
            Self::check_king(value, self.persons)?;
        }
        self.changed()
    }

    fn check_king(king: u64, persons: u64) -> Result<(), InputErrorKind> {
        if king == 0 || king > persons {
            return Err(InputErrorKind::NoKing { king, persons });
        }
        Ok(())
    }

    /// The input has given its part of the rules.
    fn changed(&mut self) -> Result<(), InputErrorKind> {
        if !self.rules_come_last {
            return Ok(());
        }
        let largest = match &self.kept {
            Kept::Fold => 0,
            Kept::Sizes(sizes) => sizes.counts.last_key_value().map_or(0, |(&size, _)| size),
            Kept::List(piles) => piles.iter().max().copied().unwrap_or(0),
        };
        Ok(self.rules.cover(largest)?)
    }

    /// Answers the first of some cases that consist of the single numbers `row`, and returns how many it answered. The
    /// others arrive number by number.
    pub(crate) fn rows(
        &mut self,
        row: &[Role],
        rows: Slice<'_>,
        answers: &mut Answers<'_>,
    ) -> usize {
        // Only who wins matters then, and no piles are kept between cases.
        let Some(words) = &self.words else {
            return 0;
        };
        let mut room = answers.words(words, rows.len() / row.len());
        let decided = self.rules.rows(row, rows, &mut room);
        let used = room.finish();
        answers.added(used);
        decided
    }

    /// Ends the current one of several positions of a case.
    pub(crate) fn end_position(&mut self, answers: &mut Answers<'_>) {
        self.last = 0;
        self.cells.clear();
        let text = if self.first_wins() {
            &self.template.won
        } else {
            &self.template.lost
        };
        let text = text.literal().unwrap_or_default();
        if self.template.has_lines_of_positions() {
            answers.open_line(text.as_bytes());
        } else {
            answers.text(text.as_bytes());
        }
    }

    /// Answers the current case, whose number counted from 1 is `case`.
    pub(crate) fn end_case(&mut self, case: u64, answers: &mut Answers<'_>) {
        self.last = 0;
        self.cells.clear();
        match &self.template.positions {
            Some(Positions { on_lines: true, .. }) => answers.close_lines(),
            Some(_) => answers.text(b"\n"),
            None => self.answer(case, answers),
        }
        if self.rules_come_last {
            // Each case gives them anew after the piles.
            if self.rules.awaits_takes() {
                self.rules.set_takes(&[]);
            }
        }
    }

    /// Whether the player to move wins the position that was read, which ends.
    fn first_wins(&mut self) -> bool {
        match &mut self.kept {
            Kept::Fold => {}
            Kept::Sizes(sizes) => {
                for (size, count) in std::mem::take(sizes).counts() {
                    for _ in 0..count {
                        // They are covered.
                        let _ = self.fold().add(Slice::Wide(&[size]));
                    }
                }
            }
            Kept::List(piles) => {
                let wins = self.rules.first_wins(piles);
                piles.clear();
                return wins;
            }
        }
        self.fold().finish()
    }

    fn fold(&mut self) -> &mut dyn Fold {
        let fold = self.rules.fold();
        fold.expect("the piles are kept as a list if there is none")
    }

    fn answer(&mut self, case: u64, answers: &mut Answers<'_>) {
        let mut outcome = Outcome {
            case,
            wins: false,
            count: 0,
            grundy: 0,
            step: None,
        };
        let template = Arc::clone(&self.template);
        if let Kept::Sizes(sizes) = &self.kept
            && let Some(heaps) = self.rules.heaps()
        {
            let standing = heaps.standing(&mut sizes.counts());
            outcome.grundy = standing.nim_sum();
            if template.has(Value::Count) {
                let of_size = |(size, count)| u128::from(count) * heaps.count(standing, size);
                outcome.count = sizes.counts().map(of_size).sum();
            }
            if template.names_moves() {
                // All piles of one size have the same moves.
                let firsts = sizes.counts.iter().filter_map(|(&size, group)| {
                    let change = heaps.first(standing, size)?;
                    Some((group.first, size, change))
                });
                let first = firsts.min_by_key(|&(index, ..)| index);
                outcome.step =
                    first.map(|(index, size, change)| (change.in_pile(index as usize), size));
            }
        }
        if let Kept::List(piles) = &self.kept {
            if template.has(Value::Grundy) {
                outcome.grundy = self.rules.grundy(piles).unwrap_or(0);
            }
            if template.has(Value::Count) {
                outcome.count = self.rules.count_winning(piles);
            }
            if let Some(list) = &template.won.list {
                // Memory grows with the piles, not with the moves.
                if self.list(piles, list, &mut outcome, answers) {
                    let _ = self.first_wins();
                    return;
                }
            } else if template.names_moves() {
                let step = match self.choose {
                    Some(choose) => {
                        let winning: Vec<_> =
                            self.rules.winning(piles).map(|turn| turn[0]).collect();
                        choose(&winning, piles)
                    }
                    None => self.first_winning(piles),
                };
                outcome.step = step.map(|step| (step, piles[step.pile]));
            }
        }
        let after = match &mut self.kept {
            Kept::List(piles) if template.has(Value::After) => std::mem::take(piles),
            Kept::Fold | Kept::Sizes(_) | Kept::List(_) => Vec::new(),
        };
        outcome.wins = self.first_wins();
        if template.names_moves() {
            outcome.wins = outcome.step.is_some();
        }
        let text = if outcome.wins {
            &template.won
        } else {
            &template.lost
        };
        write(&text.pieces, &outcome, &after, answers);
        answers.text(b"\n");
    }

    fn first_winning(&self, piles: &[u64]) -> Option<Move> {
        let first = self.rules.winning(piles).next();
        first.map(|turn| turn[0])
    }

    /// Writes all winning moves; whether there are any.
    fn list(
        &self,
        piles: &[u64],
        list: &MoveList,
        outcome: &mut Outcome,
        answers: &mut Answers<'_>,
    ) -> bool {
        let mut any = false;
        let separator = list.separator as u8;
        // Since this loop is as long as the answers, two numbers on a line are written at once.
        let pair = match &list.each[..] {
            [
                Piece::Value(one),
                Piece::Literal(between),
                Piece::Value(other),
            ] if between.len() == 1 && separator == b'\n' => {
                Some((*one, between.as_bytes()[0], *other))
            }
            _ => None,
        };
        self.rules.each_winning(piles, &mut |steps| {
            for step in steps {
                if !any {
                    write(&self.template.won.pieces, outcome, &[], answers);
                } else if pair.is_none() {
                    answers.text(&[separator]);
                }
                any = true;
                let size = piles[step.pile];
                if let Some((one, between, other)) = pair {
                    let number = |value| outcome.number_for(value, Some((step, size)));
                    answers.numbers(number(one), between, number(other), separator);
                } else {
                    outcome.step = Some((*step, size));
                    write(&list.each, outcome, &[], answers);
                }
                answers.flush_if_full();
            }
        });
        if any && pair.is_none() {
            answers.text(b"\n");
        }
        any
    }
}

impl Outcome {
    /// The number that a value of at most 64 bits is.
    fn number(&self, value: Value) -> u64 {
        let step = self.step.as_ref();
        self.number_for(value, step.map(|(step, size)| (step, *size)))
    }

    /// The same if this is the winning move, and the size of its pile.
    #[inline(always)]
    fn number_for(&self, value: Value, step: Option<(&Move, u64)>) -> u64 {
        match (value, step) {
            (Value::Case, _) => self.case,
            (Value::Grundy, _) => self.grundy,
            (value, Some((step, size))) => value.in_move(step, size),
            (_, None) => unreachable!("answers to lost positions name no move"),
        }
    }
}

fn write(pieces: &[Piece], outcome: &Outcome, piles: &[u64], answers: &mut Answers<'_>) {
    for piece in pieces {
        match piece {
            Piece::Literal(text) => answers.text(text.as_bytes()),
            Piece::Value(Value::Count) => write!(answers, "{}", outcome.count),
            Piece::Value(Value::After) => {
                let changed = outcome.step.map(|(step, _)| step);
                for (index, &pile) in piles.iter().enumerate() {
                    if index > 0 {
                        answers.text(b" ");
                    }
                    let changed = changed.filter(|step| step.pile == index);
                    answers.digits(changed.map_or(pile, |step| step.left));
                    // The answer may be as long as the input, so it is not buffered as a whole.
                    answers.flush_if_full();
                }
            }
            Piece::Value(value) => answers.digits(outcome.number(*value)),
        }
    }
}

impl Template {
    /// The answer to case `case` that names the winning move `step`.
    pub(crate) fn naming(
        &self,
        step: Move,
        case: u64,
        rules: &Rules,
        piles: &[u64],
    ) -> Answers<'static> {
        let count = self.has(Value::Count).then(|| rules.count_winning(piles));
        let grundy = rules.grundy(piles).filter(|_| self.has(Value::Grundy));
        let outcome = Outcome {
            case,
            wins: true,
            count: count.unwrap_or(0),
            grundy: grundy.unwrap_or(0),
            step: Some((step, piles[step.pile])),
        };
        let mut answers = Answers::default();
        write(&self.won.pieces, &outcome, piles, &mut answers);
        answers
    }

    /// Both texts, if they are nothing but short words.
    pub(super) fn short_words(&self) -> Option<Words> {
        let is_line = |text: &Text| {
            text.literal()
                .filter(|text| !text.contains('\n'))
                .map(str::to_owned)
        };
        let (won, lost) = (is_line(&self.won)?, is_line(&self.lost)?);
        Words::new([&won, &lost]).filter(|_| self.positions.is_none())
    }
}
