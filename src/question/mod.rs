//! What a judge asks about a position: a file for each kind of answer.
//!
//! A [`Question`] is the only place that knows how its answers are written. Its cold side is a trait
//! object: it describes the answers, and takes those of other programs apart. Its hot side is a
//! [`Solver`], chosen once per run; the two questions that most inputs ask, who wins at Nim and how many
//! moves do, are compiled for each kernel, all others are behind a call for each piece of a case.
//!
//! A new kind of answer is a file here, and a line in `problem/forms.rs`, which reads it.

// A new kind of answer must not fall into somebody's silent default.
#![deny(clippy::wildcard_enum_match_arm)]

pub mod all_moves;
pub mod any_move;
pub mod first_move;
mod given;
pub mod leaves;
pub mod letters;
pub mod move_and_piles;
pub mod winner;
pub mod winning_moves;

pub use given::{Given, Piles};
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
    /// What answers cases that are laid out as `framing` says, from the first one on. The input may give
    /// a part of the rules.
    fn solver(&self, rules: &Rules, framing: &Framing) -> Solver;

    /// What is printed for a case, in words.
    fn description(&self) -> String;

    /// C++ that reads the answer to a case from `answer`, and refuses what cannot be one; with what
    /// `src/package/validation.h` has, `cases`, which counts them, and for each number `N` of the input its
    /// last value `N_`. If answers [name moves](Question::names_moves), there is also the `position`.
    fn answer_check(&self) -> String;

    /// The same for `output`, what a program has printed, if several answers to a case may be right.
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
        false
    }

    /// How many lines an answer has.
    fn lines(&self) -> AnswerLines {
        AnswerLines::One
    }

    /// Whether a case has positions, one letter of the answer for each.
    fn has_positions(&self) -> bool {
        false
    }

    /// Whether an answer starts with the number of its case.
    fn is_numbered(&self) -> bool {
        false
    }

    /// What answers to the case look like whose right answer is `right`, where `text`, which is not
    /// empty, does not. The text may be only the beginning of an answer, if it `is_cut`.
    fn wrong_form(&self, text: &str, right: &str, is_cut: bool) -> Option<String>;

    /// What `text` claims about the moves of a position. It may be only the beginning of an answer, if
    /// it `is_cut`.
    fn claim(&self, _text: &str, _is_cut: bool) -> Claim {
        Claim::Other
    }

    /// Whether an answer is a list of all winning moves.
    fn lists_moves(&self) -> bool {
        false
    }

    /// A move of a pile of `size` as the answers have it.
    fn to_reported(&self, step: &Move, _size: u64) -> Reported {
        (step.pile as u64 + 1, step.take)
    }

    /// Whether a reported move names the size of its pile, and what is left of it: not which pile it is,
    /// and what is taken.
    fn reports_sizes(&self) -> bool {
        false
    }

    /// A reported move, as the answers write it.
    fn write_reported(&self, (one, other): Reported) -> String {
        format!("{one} {other}")
    }

    /// In which order moves are asked for, or which of several.
    fn order(&self) -> &'static str {
        ""
    }

    /// Whether any winning move is right, not only that which our answers have.
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

/// A move in an answer: the pile, counted from 1, and how many stones it takes; or, where
/// [`Question::reports_sizes`], the size of the pile and what is left of it.
pub type Reported = (u64, u64);

/// What an answer claims about the moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// So many moves win.
    Count,
    /// This move is the one that is asked for.
    Move(Reported),
    /// These moves win, and no others.
    Moves(Vec<Reported>),
    /// Nothing about moves, or it has another form than answers have.
    Other,
}

/// How many lines an answer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerLines {
    /// One.
    One,
    /// One with a word, and those with numbers that follow it.
    WordAndNumbers,
    /// All there are: there is one case.
    All,
}

/// What answers the cases of an input.
pub enum Solver {
    /// Who wins at Nim.
    Nim(winner::NimWinner),
    /// Who wins at misère Nim.
    MisereNim(winner::MisereWinner),
    /// How many first moves win at Nim.
    NimMoves(Box<NimMoves>),
    /// Any question about any game.
    General(Given, Box<dyn Answering>),
}

/// What a question keeps of a case, and how it answers.
pub trait Answering: Send {
    /// The next piles of the present position. The rules are complete, unless what the input gives of
    /// them comes behind the piles.
    ///
    /// # Errors
    /// A pile that is not allowed.
    fn piles(&mut self, rules: &mut Rules, piles: Slice<'_>) -> Result<(), InputError>;

    /// What the input gives of the rules has come, behind the piles.
    ///
    /// # Errors
    /// The piles are not allowed.
    fn late_rules(&mut self, _rules: &mut Rules) -> Result<(), InputErrorKind> {
        Ok(())
    }

    /// The present position is complete, of which a case has several.
    fn end_position(&mut self, _rules: &Rules, _answers: &mut Answers<'_>) {}

    /// Answers the present case, which is the number `case` counted from 1, and forgets it.
    fn finish(&mut self, rules: &Rules, case: u64, answers: &mut Answers<'_>);

    /// Answers the first of some cases whose numbers stand alone, and returns how many it could: the others
    /// come number by number.
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
pub struct Answerer<'a, 'w> {
    answers: &'a mut Answers<'w>,
    solver: Solver,
    /// Cases answered.
    complete: u64,
}

impl<'a, 'w> Answerer<'a, 'w> {
    /// An answerer of `question` that adds to `answers`; see [`Question::solver`].
    pub fn new(
        question: &dyn Question,
        rules: &Rules,
        framing: &Framing,
        answers: &'a mut Answers<'w>,
    ) -> Self {
        Self::of(question.solver(rules, framing), answers)
    }

    /// One that answers by `solver`, and adds to `answers`.
    pub fn of(solver: Solver, answers: &'a mut Answers<'w>) -> Self {
        Self {
            solver,
            answers,
            complete: 0,
        }
    }

    /// One that copies `text`, somebody's answers to a problem of which
    /// [any winning move is right](Question::accepts_any_winning_move): but where such a move is not ours, it
    /// adds ours.
    pub fn with_our_moves(
        rules: &Rules,
        framing: &Framing,
        text: Arc<Vec<u8>>,
        answers: &'a mut Answers<'w>,
    ) -> Self {
        let answering = any_move::OurMoves::new(text);
        let solver = Solver::General(Given::new(rules, framing), Box::new(answering));
        Self::of(solver, answers)
    }

    /// Where the answers are.
    pub fn answers(&mut self) -> &mut Answers<'w> {
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
            (Solver::General(given, answering), list) => {
                return given.numbers(list, N::plain(piece), answering.as_mut());
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
            Solver::General(given, answering) => {
                return given.param(param, value, answering.as_mut());
            }
            Solver::Nim(_) | Solver::MisereNim(_) | Solver::NimMoves(_) => {}
        }
        Ok(())
    }

    fn count(&mut self, counted: Counted, count: u64) -> Result<(), InputErrorKind> {
        match &mut self.solver {
            Solver::General(given, answering) => given.count(counted, count, answering.as_mut()),
            Solver::Nim(_) | Solver::MisereNim(_) | Solver::NimMoves(_) => Ok(()),
        }
    }

    #[inline(always)]
    fn end_position(&mut self) {
        if let Solver::General(given, answering) = &mut self.solver {
            answering.end_position(given.rules(), self.answers);
            given.end_position();
        }
    }

    #[inline(always)]
    fn end_case(&mut self) {
        self.complete += 1;
        match &mut self.solver {
            Solver::Nim(winner) => winner.finish(self.answers),
            Solver::MisereNim(winner) => winner.finish(self.answers),
            Solver::NimMoves(moves) => moves.finish(self.answers),
            Solver::General(given, answering) => {
                answering.finish(given.rules(), self.complete, self.answers);
                given.end_case();
            }
        }
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
            Solver::Nim(winner) => winner.whole_cases(cases, self.answers),
            Solver::MisereNim(winner) => winner.whole_cases(cases, self.answers),
            Solver::NimMoves(_) => NimMoves::whole_cases(cases, self.answers),
            Solver::General(..) => return each_whole(self, cases, Self::end_case),
        }
        Ok(())
    }

    #[inline(always)]
    fn rows<N: Number>(&mut self, fields: &[Field], rows: &[N]) -> Result<(), InputError> {
        let mut answered = 0;
        if let Solver::General(given, answering) = &mut self.solver {
            answered = answering.rows(given.rules_mut(), fields, N::plain(rows), self.answers);
            self.complete += answered as u64;
        }
        let answered = answered * fields.len();
        each_row(self, fields, &rows[answered..]).map_err(|error| error.moved_by(answered as u64))
    }
}

/// Whether it separates answers or parts of one.
fn is_white(c: char) -> bool {
    u8::try_from(c).is_ok_and(is_white_space)
}

/// `text` without white space at its ends.
fn trim(text: &str) -> &str {
    text.trim_matches(is_white)
}

/// The lines of `text` that are not blank, trimmed.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').map(trim).filter(|line| !line.is_empty())
}

/// The number that `text` is, in the only way to write it.
fn number(text: &str) -> Option<u64> {
    let number = text.parse::<u64>().ok()?;
    (number.to_string() == text).then_some(number)
}

/// Two numbers with `between` between them.
fn pair(text: &str, between: char) -> Option<Reported> {
    let (one, other) = text.split_once(between)?;
    Some((number(trim(one))?, number(trim(other))?))
}

/// What to say of a text that makes no claim that answers of this kind make.
fn other_form(question: &dyn Question, text: &str, is_cut: bool) -> Option<String> {
    let is_claim = is_cut || question.claim(text, is_cut) != Claim::Other;
    (!is_claim).then(|| format!("an answer to this case is {}", question.description()))
}
