//! What a judge asks about a position, and how answers are written.
//!
//! An answer is described by a [`Template`], the only place that knows how it is written. A solver is chosen once per
//! run: the two questions that most inputs ask, who wins at Nim and how many moves win ([`nim`]), are compiled for each
//! kernel, and all others take a virtual call for each piece of a case.

// A new value must not silently fall into a default.
#![deny(clippy::wildcard_enum_match_arm)]

mod claim;
mod current;
pub(crate) mod facts;
mod nim;
pub(crate) mod template;
mod value;

use std::ops::ControlFlow;

pub(crate) use claim::Claimed;
use current::Current;
use facts::Facts;
pub(crate) use template::answers_of_positions;
pub(crate) use template::{AnswerLines, PerPosition, Template};
use template::{Piece, literal};
pub(crate) use value::Fact;
pub use value::VALUES;
pub(crate) use value::Value;

use crate::decode::{Kernel, Number, Slice, Work};
use crate::error::InputError;
use crate::game::Play;
use crate::game::rule::Rules;
use crate::game::tally::{BitCounts, Tally};
use crate::layout::case::CaseReader;
use crate::layout::sink::{Sink, WholeCases, break_if, each_row, each_whole};
use crate::layout::{Layout, Role};
use crate::outcomes::OutcomeWords;
use crate::output::answers::Answers;

/// The code that answers the cases of an input.
enum Solver {
    /// For who wins at Nim.
    Winner(Play, OutcomeWords, Tally),
    /// For how many first moves win at normal Nim.
    NimMoves(Box<BitCounts>),
    /// For any question about any game; the words, if both texts are nothing but short ones.
    General(Box<CaseReader<Current>>, Option<OutcomeWords>),
}

impl Solver {
    fn new(template: &Template, rules: &Rules, layout: &Layout) -> Self {
        let is_count = |pieces: &[Piece]| matches!(pieces, [Piece::Value(value)] if value.fact == Fact::Count);
        let mut numbers = layout.numbers.iter();
        let has_piles = numbers.any(|number| number.role == Role::Pile);
        let words = template
            .words()
            .and_then(OutcomeWords::new)
            .filter(|_| template.positions.is_none());
        match (rules.nim().filter(|_| has_piles), words) {
            (Some(play), Some(words)) if layout.row().is_empty() => Self::Winner(play, words, Tally::default()),
            (Some(Play::Normal), _) if is_count(&template.won) && is_count(&template.lost) => {
                Self::NimMoves(Box::default())
            }
            (_, words) => {
                let position = Current::new(template, rules, layout);
                Self::General(Box::new(CaseReader::new(layout, position)), words)
            }
        }
    }
}

/// The sink that answers the cases of an input.
pub struct Answerer<'p, 'w> {
    template: &'p Template,
    rules: &'p Rules,
    layout: &'p Layout,
    answers: Answers<'w>,
    solver: Solver,
    /// The number of the current case, counted from 1; in a part of the input, it is not known how many come before.
    case: u64,
}

impl<'p, 'w> Answerer<'p, 'w> {
    /// An answerer like `template` that adds to `answers`.
    pub(crate) fn new(template: &'p Template, rules: &'p Rules, layout: &'p Layout, answers: Answers<'w>) -> Self {
        Self {
            template,
            rules,
            layout,
            answers,
            solver: Solver::new(template, rules, layout),
            case: 1,
        }
    }

    /// The answers.
    pub fn into_answers(self) -> Answers<'w> {
        self.answers
    }
}

impl Sink for Answerer<'_, '_> {
    fn numbers(&mut self, role: Role, piece: Slice<'_>) -> Result<(), InputError> {
        match (&mut self.solver, role) {
            (Solver::Winner(.., tally), Role::Pile) => match piece {
                Slice::Narrow(piles) => tally.add(piles),
                Slice::Wide(piles) => tally.add(piles),
            },
            (Solver::NimMoves(counts), Role::Pile) => match piece {
                Slice::Narrow(piles) => counts.add(piles),
                Slice::Wide(piles) => counts.add(piles),
            },
            (Solver::General(reader, _), role) => return reader.numbers(role, piece),
            (Solver::Winner(..) | Solver::NimMoves(_), _) => {}
        }
        Ok(())
    }

    fn place(&mut self, place: usize) {
        if let Solver::General(reader, _) = &mut self.solver {
            reader.place(place);
        }
    }

    fn end_row(&mut self) -> Result<(), InputError> {
        match &mut self.solver {
            Solver::General(reader, _) => reader.end_row(),
            Solver::Winner(..) | Solver::NimMoves(_) => Ok(()),
        }
    }

    #[inline(always)]
    fn end_position(&mut self) {
        if let Solver::General(reader, _) = &mut self.solver {
            end_position(self.template, reader, &mut self.answers);
        }
    }

    #[inline(always)]
    fn end_case(&mut self) {
        match &mut self.solver {
            Solver::Winner(play, words, tally) => {
                let tally = std::mem::take(tally);
                self.answers.word(words, tally.first_wins(*play));
            }
            Solver::NimMoves(counts) => {
                self.answers.number(counts.winning_moves());
                **counts = BitCounts::default();
            }
            Solver::General(reader, _) => {
                end_case(self.template, reader, self.case, &mut self.answers);
                self.case = self.case.saturating_add(1);
            }
        }
    }

    fn part(&self) -> Option<Self> {
        if self.template.has(Fact::Case) {
            return None;
        }
        let answers = Answers::default();
        Some(Self::new(self.template, self.rules, self.layout, answers))
    }

    fn add_part(&mut self, part: &mut Self, cases: u64) {
        self.answers.append(&mut part.answers);
        std::mem::swap(&mut self.solver, &mut part.solver);
        self.case = self.case.saturating_add(cases);
    }

    /// Compiled for each kernel.
    fn passing<W: Work>(numbers: Slice<'_>, kernel: Kernel, work: W) -> W::Result {
        kernel.fold(numbers, work)
    }

    fn flush_if_full(&mut self) -> ControlFlow<()> {
        self.answers.flush_if_full();
        break_if(self.answers.failed())
    }

    fn before_wait(&mut self) -> ControlFlow<()> {
        self.answers.write_lines();
        break_if(self.answers.failed())
    }

    #[inline(always)]
    fn whole_cases<N: Number>(&mut self, cases: &mut WholeCases<'_, N>) -> Result<(), InputError> {
        let answers = &mut self.answers;
        match &mut self.solver {
            // A loop for each.
            Solver::Winner(Play::Normal, words, _) => {
                nim::winners(Play::Normal, words, cases, answers);
            }
            Solver::Winner(Play::Misere, words, _) => {
                nim::winners(Play::Misere, words, cases, answers);
            }
            Solver::NimMoves(_) => nim::winning_moves(cases, answers),
            Solver::General(..) => return each_whole(self, cases),
        }
        Ok(())
    }

    #[inline(always)]
    fn rows<N: Number>(&mut self, row: &[Role], rows: &[N]) -> Result<(), InputError> {
        let mut answered = 0;
        // Of the first cases only who wins matters, and no piles are kept between them. The others arrive number by
        // number.
        if let Solver::General(reader, Some(words)) = &mut self.solver {
            let mut room = self.answers.words(words, rows.len() / row.len());
            let rules = &mut reader.position.rules;
            answered = rules.game_mut().rows(row, N::plain(rows), &mut room);
            let used = room.finish();
            self.answers.added(used);
            self.case = self.case.saturating_add(answered as u64);
        }
        let answered = answered * row.len();
        each_row(self, row, &rows[answered..]).map_err(|error| error.moved_by(answered))
    }
}

/// Answers the current one of several positions of a case.
fn end_position(template: &Template, reader: &mut CaseReader<Current>, answers: &mut Answers<'_>) {
    let (kept, rules) = reader.position.complete();
    let pieces = template.pieces(kept.first_wins(rules));
    reader.end_position();
    let word = literal(pieces).unwrap_or_default().as_bytes();
    if template.has_lines_of_positions() {
        answers.open_line(word);
    } else {
        answers.text(word);
    }
}

/// Answers the current case, whose number counted from 1 is `case`.
fn end_case(template: &Template, reader: &mut CaseReader<Current>, case: u64, answers: &mut Answers<'_>) {
    let (kept, rules) = reader.position.complete();
    match &template.positions {
        Some(PerPosition { on_lines: true, .. }) => answers.close_lines(),
        Some(_) => answers.text(b"\n"),
        None if template.lists_moves() => {
            let _ = facts::write_moves(template, rules, kept.piles(), case, answers);
        }
        None => facts::write(template, &Facts::of(template, kept, rules, case), answers),
    }
    reader.end_position();
}
