//! What a judge asks about a position, and how answers are written.
//!
//! An answer is described by a [`Template`], the only place that knows how it is written. A solver is chosen once per
//! run: the two questions that most inputs ask, who wins at Nim and how many moves win ([`nim`]), are compiled for each
//! kernel, and all others take a virtual call for each piece of a case.

// A new value must not silently fall into a default.
#![deny(clippy::wildcard_enum_match_arm)]

mod claim;
pub(crate) mod facts;
mod nim;
pub(crate) mod reader;
pub(crate) mod template;
mod value;

use std::ops::ControlFlow;
use std::sync::Arc;

pub(crate) use claim::Claimed;
use facts::{Facts, Kept};
use reader::Reader;
pub(crate) use template::answers_of_positions;
pub use template::{AnswerLines, Positions, Template};
use template::{Piece, Text};
pub use value::{Fact, Part, VALUES, Value};

use crate::decode::{Number, Slice};
use crate::error::InputError;
use crate::game::Play;
use crate::game::period::ANY_CASE;
use crate::game::rule::Rules;
use crate::game::tally::{BitCounts, Tally};
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
    /// For any question about any game.
    General(Box<General>),
}

impl Solver {
    fn new(template: &Arc<Template>, rules: &Rules, layout: &Layout) -> Self {
        let is_count = |text: &Text| matches!(&text.pieces[..], [Piece::Value(value)] if value.fact == Fact::Count);
        let mut numbers = layout.numbers.iter();
        let has_piles = numbers.any(|number| number.role == Role::Pile);
        match (rules.nim().filter(|_| has_piles), template.short_words()) {
            (Some(play), Some(words)) if layout.row().is_empty() => {
                Self::Winner(play, words, Tally::default())
            }
            (Some(Play::Normal), _) if is_count(&template.won) && is_count(&template.lost) => {
                Self::NimMoves(Box::default())
            }
            _ => Self::General(Box::new(General::new(rules, layout, template))),
        }
    }
}

/// The sink that answers the cases of an input.
pub struct Answerer<'p, 'w> {
    answers: Answers<'w>,
    solver: Solver,
    /// The number of the current case, counted from 1; in a part of the input, it is not known how many come before.
    case: u64,
    /// What makes more such solvers, if cases are answered each for itself.
    problem: Option<(&'p Arc<Template>, &'p Rules, &'p Layout)>,
}

impl<'p, 'w> Answerer<'p, 'w> {
    /// An answerer like `template` that adds to `answers`.
    pub(crate) fn new(
        template: &'p Arc<Template>,
        rules: &'p Rules,
        layout: &'p Layout,
        answers: Answers<'w>,
    ) -> Self {
        let problem = (template, rules, layout);
        Self {
            solver: Solver::new(template, rules, layout),
            answers,
            case: 1,
            problem: (!template.has(Fact::Case)).then_some(problem),
        }
    }

    /// Tells the solver which case begins, or has begun.
    fn begin_case(&mut self) {
        if let Solver::General(general) = &mut self.solver {
            general.reader.begin_case(self.case);
        }
    }

    /// The answers.
    pub fn into_answers(self) -> Answers<'w> {
        self.answers
    }
}

impl Sink for Answerer<'_, '_> {
    #[inline(always)]
    fn numbers<N: Number>(&mut self, role: Role, piece: &[N]) -> Result<(), InputError> {
        match (&mut self.solver, role) {
            (Solver::Winner(.., tally), Role::Pile) => tally.add(piece),
            (Solver::NimMoves(counts), Role::Pile) => counts.add(piece),
            (Solver::General(general), role) => {
                return general.reader.numbers(role, N::plain(piece));
            }
            (Solver::Winner(..) | Solver::NimMoves(_), _) => {}
        }
        Ok(())
    }

    #[inline(always)]
    fn end_position(&mut self) {
        if let Solver::General(general) = &mut self.solver {
            general.end_position(&mut self.answers);
        }
    }

    #[inline(always)]
    fn end_case(&mut self) {
        match &mut self.solver {
            Solver::Winner(play, words, tally) => {
                let tally = std::mem::take(tally);
                self.answers.word(words, play.first_wins(&tally));
            }
            Solver::NimMoves(counts) => {
                self.answers.number(counts.winning_moves());
                **counts = BitCounts::default();
            }
            Solver::General(general) => {
                general.end_case(self.case, &mut self.answers);
                self.case = self.case.saturating_add(1);
                self.begin_case();
            }
        }
    }

    fn part(&self) -> Option<Self> {
        let (template, rules, layout) = self.problem?;
        let mut part = Self::new(template, rules, layout, Answers::default());
        part.case = ANY_CASE;
        part.begin_case();
        Some(part)
    }

    fn add_part(&mut self, part: &mut Self, cases: u64) {
        self.answers.append(&mut part.answers);
        std::mem::swap(&mut self.solver, &mut part.solver);
        self.case = self.case.saturating_add(cases);
        self.begin_case();
        part.begin_case();
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
            Solver::General(_) => return each_whole(self, cases),
        }
        Ok(())
    }

    #[inline(always)]
    fn rows<N: Number>(&mut self, row: &[Role], rows: &[N]) -> Result<(), InputError> {
        let mut answered = 0;
        if let Solver::General(general) = &mut self.solver {
            answered = general.rows(row, N::plain(rows), &mut self.answers);
            self.case = self.case.saturating_add(answered as u64);
        }
        let answered = answered * row.len();
        each_row(self, row, &rows[answered..]).map_err(|error| error.moved_by(answered as u64))
    }
}

/// Answers any question about any game: a [reader](Reader) of cases, and what answers [say](Facts) of them.
struct General {
    reader: Reader,
    template: Arc<Template>,
    /// Both texts, if they are nothing but short words.
    words: Option<OutcomeWords>,
}

impl General {
    fn new(rules: &Rules, layout: &Layout, template: &Arc<Template>) -> Self {
        let mut reader = Reader::new(rules, layout);
        reader.kept = Kept::of(template, &mut reader.rules, reader.rules_come_last);
        Self {
            reader,
            template: Arc::clone(template),
            words: template.short_words(),
        }
    }

    /// Answers the first of some cases that consist of the single numbers `row`, and returns how many it answered. The
    /// others arrive number by number.
    fn rows(&mut self, row: &[Role], rows: Slice<'_>, answers: &mut Answers<'_>) -> usize {
        // Only who wins matters then, and no piles are kept between cases.
        let Some(words) = &self.words else {
            return 0;
        };
        let mut room = answers.words(words, rows.len() / row.len());
        let decided = self.reader.rules.rows(row, rows, &mut room);
        let used = room.finish();
        answers.added(used);
        decided
    }

    /// Ends the current one of several positions of a case.
    fn end_position(&mut self, answers: &mut Answers<'_>) {
        let Reader { kept, rules, .. } = &mut self.reader;
        let text = if kept.first_wins(rules) {
            &self.template.won
        } else {
            &self.template.lost
        };
        self.reader.end_position();
        let text = text.literal().unwrap_or_default();
        if self.template.has_lines_of_positions() {
            answers.open_line(text.as_bytes());
        } else {
            answers.text(text.as_bytes());
        }
    }

    /// Answers the current case, whose number counted from 1 is `case`.
    fn end_case(&mut self, case: u64, answers: &mut Answers<'_>) {
        let Reader { kept, rules, .. } = &mut self.reader;
        let template = &*self.template;
        match (&template.positions, &template.won.list) {
            (Some(Positions { on_lines: true, .. }), _) => answers.close_lines(),
            (Some(_), _) => answers.text(b"\n"),
            (None, Some(list)) => {
                facts::write_moves(template, list, (rules, kept.piles()), case, answers);
            }
            (None, None) => {
                facts::write(template, &Facts::of(template, kept, rules, case), answers);
            }
        }
        self.reader.end_case();
    }
}

impl Template {
    /// Both texts, if they are nothing but short words.
    fn short_words(&self) -> Option<OutcomeWords> {
        let [won, lost] = [&self.won, &self.lost].map(|text| {
            let text = text.literal();
            text.filter(|text| !text.contains('\n'))
        });
        OutcomeWords::new([won?, lost?]).filter(|_| self.positions.is_none())
    }
}
