//! What a judge asks about a position, one file per kind of answer.
//!
//! A [`Question`] is the only place that knows how its answers are written. Its cold side is a trait
//! object that describes the answers, and parses those of submissions. Its hot side is a [`Solver`],
//! chosen once per run; the two questions that most inputs ask, who wins at Nim and how many moves win,
//! are compiled for each kernel, and all others cost a virtual call for each piece of a case.
//!
//! A new kind of answer is a file here, and a line in `problem/forms.rs`, which parses its name.

// A new kind of answer must not silently fall into a default.
#![deny(clippy::wildcard_enum_match_arm)]

pub mod all_moves;
pub mod any_move;
pub mod cpp;
pub mod first_move;
pub mod leaves;
pub mod letters;
pub mod move_and_piles;
mod state;
pub mod winner;
pub mod winning_moves;

pub use state::{CaseRules, Piles};
use std::ops::ControlFlow;
use winning_moves::NimMoves;

use std::fmt;

use std::sync::Arc;

use crate::decode::{Number, Slice, is_white_space};
use crate::error::{InputError, InputErrorKind};
use crate::frame::{
    Counted, Field, Framing, List, Param, Sink, WholeCases, break_if, each_row, each_whole,
};
use crate::game::moves::Move;
use crate::game::rules::Rules;
use crate::output::answers::Answers;

/// A kind of answer.
pub trait Question: fmt::Debug + Send + Sync {
    /// The solver for cases with the layout `framing`. The input may give a part of the rules.
    fn solver(&self, rules: &Rules, framing: &Framing) -> Solver;

    /// Describes the output for a case.
    fn description(&self) -> String;

    /// C++ that reads the answer to a case from `answer`, and refuses what cannot be one; with what
    /// `src/package/validation.h` has, `cases`, which counts them, and for each number `N` of the input its
    /// last value `N_`. If answers [name moves](Question::names_moves), there is also the `position`.
    fn answer_check(&self) -> String;

    /// C++ that reads `output`, what a program has printed, if several answers to a case may be right.
    fn output_check(&self) -> Option<String> {
        None
    }

    /// If several answers to a case may be right: others than ours, each with a name, whether it is right
    /// where it differs from ours, and what gives it.
    fn other_answers(&self) -> Vec<(&'static str, bool, MakeSolver)> {
        Vec::new()
    }

    /// Whether answers name moves of one pile.
    fn names_moves(&self) -> bool {
        !self.order().is_empty()
    }

    /// The number of lines of an answer.
    fn lines(&self) -> AnswerLines {
        AnswerLines::One
    }

    /// Whether a case consists of positions, with one letter of the answer for each.
    fn has_positions(&self) -> bool {
        false
    }

    /// Whether an answer starts with the number of its case.
    fn is_numbered(&self) -> bool {
        false
    }

    /// Describes what an answer must look like, for a case whose right answer is `right`, if `text`, which
    /// is not empty, does not. If it `is_cut`, it is only the beginning of an answer.
    fn wrong_form(&self, text: &str, _right: &str, is_cut: bool) -> Option<String> {
        let is_claim = is_cut || self.claim(text, is_cut) != Claim::Other;
        (!is_claim).then(|| format!("an answer to this case is {}", self.description()))
    }

    /// Parses what `text` claims about the moves of a position. If it `is_cut`, it is only the beginning
    /// of an answer.
    fn claim(&self, _text: &str, _is_cut: bool) -> Claim {
        Claim::Other
    }

    /// Whether an answer is a list of all winning moves.
    fn lists_moves(&self) -> bool {
        false
    }

    /// Converts a move in a pile of `size` to the form used in answers.
    fn to_reported(&self, step: &Move, _size: u64) -> Reported {
        (step.pile as u64 + 1, step.take)
    }

    /// Whether a reported move consists of the size of its pile and what remains of it, instead of the
    /// pile's index and the number of stones taken.
    fn reports_sizes(&self) -> bool {
        false
    }

    /// Formats a reported move as in answers.
    fn write_reported(&self, (one, other): Reported) -> String {
        format!("{one} {other}")
    }

    /// If answers name moves: the order in which they are asked for, or which of several moves is.
    fn order(&self) -> &'static str {
        ""
    }

    /// Whether any winning move is right, not only the one in our answers.
    fn accepts_any_winning_move(&self) -> bool {
        false
    }

    /// Whether the piles after the move are a part of the answer.
    fn shows_piles_after(&self) -> bool {
        false
    }
}

/// Makes a solver, as [`Question::solver`] does.
pub type MakeSolver = Box<dyn Fn(&Rules, &Framing) -> Solver>;

/// A move in an answer: the index of the pile, counted from 1, and the number of stones taken; or, if
/// [`Question::reports_sizes`], the size of the pile and what remains of it.
pub type Reported = (u64, u64);

/// What an answer claims about the moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The number of winning moves.
    Count,
    /// The move that is asked for.
    Move(Reported),
    /// All winning moves.
    Moves(Vec<Reported>),
    /// Nothing about moves, or the answer is malformed.
    Other,
}

/// The number of lines of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerLines {
    /// One line.
    One,
    /// A line with a word, and the lines with numbers that follow it.
    WordAndNumbers,
    /// All lines: there is only one case.
    All,
}

/// The code that answers the cases of an input.
pub enum Solver {
    /// For who wins at normal Nim.
    Nim(winner::NimWinner),
    /// For who wins at misère Nim.
    MisereNim(winner::MisereWinner),
    /// For how many first moves win at normal Nim.
    NimMoves(Box<NimMoves>),
    /// For any question about any game.
    General(CaseRules, Box<dyn Answering>),
}

impl Solver {
    /// The solver for cases with the layout `framing` that answers by `answering`.
    fn general(rules: &Rules, framing: &Framing, answering: impl Answering + 'static) -> Self {
        Self::General(CaseRules::new(rules, framing), Box::new(answering))
    }
}

/// The state that a question keeps of a case, and how it answers.
pub trait Answering: Send {
    /// Adds the next piles of the current position. The rules are complete, unless the input gives them
    /// after the piles.
    ///
    /// # Errors
    /// If a pile is invalid.
    fn piles(&mut self, rules: &mut Rules, piles: Slice<'_>) -> Result<(), InputError>;

    /// Called when the input has given its part of the rules, after the piles.
    ///
    /// # Errors
    /// If a pile is invalid.
    fn late_rules(&mut self, _rules: &mut Rules) -> Result<(), InputErrorKind> {
        Ok(())
    }

    /// Ends the current one of several positions of a case.
    fn end_position(&mut self, _rules: &Rules, _answers: &mut Answers<'_>) {}

    /// Answers the current case, whose number counted from 1 is `case`, and resets the state.
    fn finish(&mut self, rules: &Rules, case: u64, answers: &mut Answers<'_>);

    /// Answers the first of some cases that consist of single numbers, and returns how many it answered.
    /// The others arrive number by number.
    fn rows(
        &mut self,
        _rules: &mut Rules,
        _fields: &[Field],
        _rows: Slice<'_>,
        _answers: &mut Answers<'_>,
    ) -> usize {
        0
    }
}

/// The sink that answers the cases of an input.
pub struct Answerer<'p, 'w> {
    answers: Answers<'w>,
    solver: Solver,
    /// The number of cases answered.
    complete: u64,
    /// Whether these are the cases of a part of the input, of which it is not known how many come before.
    is_part: bool,
    /// What makes more such solvers, if cases are answered each for itself.
    problem: Option<(&'p dyn Question, &'p Rules, &'p Framing)>,
}

impl<'p, 'w> Answerer<'p, 'w> {
    /// An answerer of `question` that adds to `answers`; see [`Question::solver`].
    pub fn new(
        question: &'p dyn Question,
        rules: &'p Rules,
        framing: &'p Framing,
        answers: Answers<'w>,
    ) -> Self {
        let solver = question.solver(rules, framing);
        let problem = (!question.is_numbered()).then_some((question, rules, framing));
        Self {
            problem,
            ..Self::of(solver, answers)
        }
    }

    /// One that answers by `solver`, and adds to `answers`.
    pub fn of(solver: Solver, answers: Answers<'w>) -> Self {
        Self {
            solver,
            answers,
            complete: 0,
            is_part: false,
            problem: None,
        }
    }

    /// An answerer that copies `text`, answers to a problem that accepts [any winning
    /// move](Question::accepts_any_winning_move), but replaces each winning move that is not ours by
    /// ours.
    pub fn with_our_moves(
        rules: &Rules,
        framing: &Framing,
        text: Arc<Vec<u8>>,
        answers: Answers<'w>,
    ) -> Self {
        let answering = any_move::our_moves(text);
        Self::of(Solver::general(rules, framing, answering), answers)
    }

    /// Tells the solver which case begins, or has begun.
    fn begin_case(&mut self) {
        if let Solver::General(rules, _) = &mut self.solver {
            let nth = self.complete.saturating_add(1);
            rules.begin_case(if self.is_part { u64::MAX } else { nth });
        }
    }

    /// The answers.
    pub fn answers(&mut self) -> &mut Answers<'w> {
        &mut self.answers
    }

    /// The answers.
    pub fn into_answers(self) -> Answers<'w> {
        self.answers
    }
}

impl Sink for Answerer<'_, '_> {
    #[inline(always)]
    fn numbers<N: Number>(&mut self, list: List, piece: &[N]) -> Result<(), InputError> {
        match (&mut self.solver, list) {
            (Solver::Nim(winner), List::Piles) => winner.piles(piece),
            (Solver::MisereNim(winner), List::Piles) => winner.piles(piece),
            (Solver::NimMoves(moves), List::Piles) => moves.piles(piece),
            (Solver::General(rules, answering), list) => {
                return rules.numbers(list, N::plain(piece), answering.as_mut());
            }
            (_, _) => {}
        }
        Ok(())
    }

    fn param(&mut self, param: Param, value: u64) -> Result<(), InputErrorKind> {
        match &mut self.solver {
            Solver::Nim(winner) if param == Param::Pile => winner.piles(&[value]),
            Solver::MisereNim(winner) if param == Param::Pile => winner.piles(&[value]),
            Solver::NimMoves(moves) if param == Param::Pile => moves.piles(&[value]),
            Solver::General(rules, answering) => {
                return rules.param(param, value, answering.as_mut());
            }
            Solver::Nim(_) | Solver::MisereNim(_) | Solver::NimMoves(_) => {}
        }
        Ok(())
    }

    fn count(&mut self, counted: Counted, count: u64) -> Result<(), InputErrorKind> {
        match &mut self.solver {
            Solver::General(rules, answering) => rules.count(counted, count, answering.as_mut()),
            Solver::Nim(_) | Solver::MisereNim(_) | Solver::NimMoves(_) => Ok(()),
        }
    }

    #[inline(always)]
    fn end_position(&mut self) {
        if let Solver::General(rules, answering) = &mut self.solver {
            answering.end_position(rules.rules(), &mut self.answers);
            rules.end_position();
        }
    }

    #[inline(always)]
    fn end_case(&mut self) {
        self.complete += 1;
        match &mut self.solver {
            Solver::Nim(winner) => winner.finish(&mut self.answers),
            Solver::MisereNim(winner) => winner.finish(&mut self.answers),
            Solver::NimMoves(moves) => moves.finish(&mut self.answers),
            Solver::General(rules, answering) => {
                answering.finish(rules.rules(), self.complete, &mut self.answers);
                rules.end_case();
                self.begin_case();
            }
        }
    }

    fn part(&self) -> Option<Self> {
        let (question, rules, framing) = self.problem?;
        let mut part = Self::new(question, rules, framing, Answers::default());
        part.is_part = true;
        part.begin_case();
        Some(part)
    }

    fn add_part(&mut self, part: &mut Self, cases: u64) {
        self.answers.append(&mut part.answers);
        std::mem::swap(&mut self.solver, &mut part.solver);
        self.complete += cases;
        part.complete = 0;
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
        match &mut self.solver {
            Solver::Nim(winner) => winner.whole_cases(cases, &mut self.answers),
            Solver::MisereNim(winner) => winner.whole_cases(cases, &mut self.answers),
            Solver::NimMoves(_) => NimMoves::whole_cases(cases, &mut self.answers),
            Solver::General(..) => return each_whole(self, cases, Self::end_case),
        }
        Ok(())
    }

    #[inline(always)]
    fn rows<N: Number>(&mut self, fields: &[Field], rows: &[N]) -> Result<(), InputError> {
        let mut answered = 0;
        if let Solver::General(rules, answering) = &mut self.solver {
            answered = answering.rows(rules.rules_mut(), fields, N::plain(rows), &mut self.answers);
            self.complete += answered as u64;
        }
        let answered = answered * fields.len();
        each_row(self, fields, &rows[answered..]).map_err(|error| error.moved_by(answered as u64))
    }
}

/// Whether `c` separates answers or parts of one.
fn is_white(c: char) -> bool {
    u8::try_from(c).is_ok_and(is_white_space)
}

/// Trims white space from both ends.
fn trim(text: &str) -> &str {
    text.trim_matches(is_white)
}

/// The nonblank lines of `text`, trimmed.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').map(trim).filter(|line| !line.is_empty())
}

/// Parses `text` as a number without leading zeros or sign.
fn number(text: &str) -> Option<u64> {
    let number = text.parse::<u64>().ok()?;
    (number.to_string() == text).then_some(number)
}

/// Parses two numbers separated by `between`.
fn pair(text: &str, between: char) -> Option<Reported> {
    let (one, other) = text.split_once(between)?;
    Some((number(trim(one))?, number(trim(other))?))
}
