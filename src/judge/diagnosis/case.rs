//! The cases of an input, each with its answer. A case here is a position that is answered by itself.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::io::Cursor;
use std::ops::ControlFlow;

use crate::answer::facts::{answer_to, text_of};
use crate::answer::{Fact, Template};
use crate::decode::{Slice, words};
use crate::engine::{self, RunOptions};
use crate::error::{Error, InputError};
use crate::game::positions::Memory;
use crate::game::rule::Rules;
use crate::input::Input;
use crate::judge::answer_text::{Answer, AnswerText, first_number};
use crate::judge::name::Name;
use crate::layout::case::{CaseReader, GivenRules};
use crate::layout::sink::{Sink, break_if};
use crate::layout::{PileOf, Position, Role};
use crate::problem::Problem;

/// A case, and what was answered.
pub(super) struct Case<'c> {
    pub problem: &'c Problem,
    /// The rules with what the input gives of them, which is this.
    pub rules: &'c Rules,
    pub given: &'c GivenRules,
    /// Whether each pile has rules of its own.
    pub are_rules_beside: bool,
    pub piles: &'c [u64],
    /// The number that answers show.
    pub number: u64,
    /// The largest of its numbers, and their sum.
    pub largest: u128,
    pub sum: u128,
    /// The product of its two numbers, where moves are about that.
    pub product: Option<u128>,
    /// What was answered. `None`: what is right.
    answer: Option<&'c [u8]>,
    right: OnceCell<(Vec<u8>, bool)>,
}

/// What is said of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// Who wins, where nothing else is asked for: whether the player to move does.
    Wins(bool),
    /// These words, with a space between two of them.
    Text(Vec<u8>),
}

/// The words of an answer, with a space between two of them.
pub(super) fn joined(text: &[u8]) -> Vec<u8> {
    words(text).collect::<Vec<_>>().join(&b' ')
}

/// Whether an answer says nothing but who wins.
pub(super) fn is_outcome(template: &Template) -> bool {
    !template.lists_moves() && template.values().all(|value| value.fact == Fact::Case)
}

impl Case<'_> {
    fn template(&self) -> &Template {
        &self.problem.answer
    }

    /// Whether the player to move wins, as it is answered: a won position without a move is lost where a move is asked
    /// for.
    pub(super) fn is_won(&self) -> bool {
        if is_outcome(self.template()) {
            self.rules.game().first_wins(self.piles)
        } else {
            self.right().1
        }
    }

    fn right(&self) -> &(Vec<u8>, bool) {
        let right = || answer_to(self.template(), self.rules, self.piles, self.number);
        self.right.get_or_init(right)
    }

    /// The text of the right answer.
    pub(super) fn right_text(&self) -> Cow<'_, [u8]> {
        if is_outcome(self.template()) {
            Cow::Owned(self.text_of(self.is_won()))
        } else {
            Cow::Borrowed(&self.right().0)
        }
    }

    /// The text of an answer that says nothing but who wins.
    pub(super) fn text_of(&self, wins: bool) -> Vec<u8> {
        text_of(self.template(), wins, self.number)
    }

    /// What was answered.
    pub(super) fn answer(&self) -> Cow<'_, [u8]> {
        self.answer.map_or_else(|| self.right_text(), Cow::Borrowed)
    }

    /// The right answer, if this is how it is written.
    fn text_by(&self, template: &Template, rules: &Rules, piles: &[u64]) -> Vec<u8> {
        answer_to(template, rules, piles, self.number).0
    }

    /// What is answered by these rules, with these piles.
    pub(super) fn said_by(&self, rules: &Rules, piles: &[u64]) -> Said {
        if is_outcome(self.template()) {
            Said::Wins(rules.game().first_wins(piles))
        } else {
            Said::Text(joined(&self.text_by(self.template(), rules, piles)))
        }
    }

    /// Whether that is what was answered.
    pub(super) fn is(&self, said: &Said) -> bool {
        match (said, self.answer) {
            (Said::Wins(wins), None) => *wins == self.is_won(),
            (Said::Wins(wins), Some(answer)) => words(&self.text_of(*wins)).eq(words(answer)),
            (Said::Text(text), _) => words(text).eq(words(&self.answer())),
        }
    }

    /// Whether what was answered is right by these rules.
    pub(super) fn is_right_by(&self, rules: &Rules) -> bool {
        self.is(&self.said_by(rules, self.piles)) || self.is_any(self.template(), rules)
    }

    /// Whether what was answered would be right, if answers were written like this.
    pub(super) fn is_right_with(&self, template: &Template) -> bool {
        let said = Said::Text(self.text_by(template, self.rules, self.piles));
        self.is(&said) || self.is_any(template, self.rules)
    }

    /// Whether any winning move will do, and what was answered is one.
    fn is_any(&self, template: &Template, rules: &Rules) -> bool {
        template.any && template.is_winning_answer(rules, self.piles, self.number, &self.answer())
    }

    /// Whether what was answered is right.
    pub(super) fn is_right(&self) -> bool {
        self.answer.is_none() || self.is_right_by(self.rules)
    }

    /// The words of an answer, in which a sign stands for the number of the case if answers show that.
    pub(super) fn without_number(&self, answer: &[u8]) -> Vec<u8> {
        let answer = joined(answer);
        if !self.template().has(Fact::Case) {
            return answer;
        }
        let number = first_number(&answer);
        if answer[number.clone()] != *self.number.to_string().as_bytes() {
            return answer;
        }
        [&answer[..number.start], b"#", &answer[number.end..]].concat()
    }

    /// Whether the right answer was followed by other lines.
    fn is_right_and_more(&self) -> bool {
        let right = self.right_text();
        let rest = self
            .answer
            .and_then(|answer| answer.strip_prefix(right.trim_ascii_end()));
        rest.is_some_and(|rest| rest.first() == Some(&b'\n'))
    }
}

/// How the answers to an input end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ends {
    /// How many cases were answered, and how many of these wrongly.
    pub answered: u64,
    pub wrong: u64,
    /// Whether some cases were not answered, and whether other lines follow.
    pub is_short: bool,
    pub is_long: bool,
}

/// Shows all cases of an input to `visit`, with what was answered if it is not `None`, what is right, until it breaks
/// that off, or the `work` that is left is done. Returns how the answers end, and whether it came to the end.
pub(super) fn each_case(
    problem: &Problem,
    input: &mut Input,
    answers: Option<Vec<u8>>,
    work: &mut u64,
    visit: &mut (dyn FnMut(&Case<'_>) -> ControlFlow<()> + Send),
) -> Result<(Ends, bool), Error> {
    let answers = answers.map(|text| AnswerText::new(Name::Ours, Cursor::new(text)));
    let mut reader = Reader {
        problem,
        cases: CaseReader::new(&problem.layout, Position::default()),
        rules: problem.rules.clone(),
        given: GivenRules::new(),
        are_rules_beside: !problem.layout.beside().is_empty(),
        answers,
        letters: Vec::new(),
        case: 1,
        index: 0,
        cells: Vec::new(),
        ends: Ends::default(),
        has_more: false,
        work,
        visit,
        is_over: false,
        error: None,
    };
    let layout = &problem.layout;
    let run = engine::run(layout, input, &mut reader, RunOptions::one_thread());
    if let Some(error) = reader.error.take() {
        return Err(error);
    }
    run?;
    if !reader.is_over
        && let Some(answers) = &mut reader.answers
    {
        let more = answers.next(problem.answer.lines, &a_right_answer())?;
        reader.ends.is_long |= more.is_there() || reader.has_more;
    }
    Ok((reader.ends, !reader.is_over))
}

/// Whether moves are about the product of two numbers: multiples of the one, or what the other leaves to be taken.
fn has_product(problem: &Problem) -> bool {
    let positions = problem.rules.positions;
    positions.count == Some(2) || positions.memory == Memory::LastTake
}

/// What stands for a right answer where the next one is looked for.
fn a_right_answer() -> Answer {
    Answer {
        bytes: b"right".to_vec(),
        line: 1,
        ..Answer::default()
    }
}

/// Nothing was answered.
struct Missing;

/// Reads the cases of an input, and the answers.
struct Reader<'d> {
    problem: &'d Problem,
    cases: CaseReader<Position>,
    /// Those of the last position, with what was given of them then.
    rules: Rules,
    given: GivenRules,
    /// Whether each pile has rules of its own.
    are_rules_beside: bool,
    /// `None` if all are right.
    answers: Option<AnswerText>,
    /// The answers to the positions of the case, if they are letters on a line.
    letters: Vec<u8>,
    /// The number of the case in the input, and of the position in it, counted from 0.
    case: u64,
    index: usize,
    /// The numbers of which the sizes of piles follow.
    cells: Vec<u64>,
    ends: Ends,
    /// Whether the last answer was right, and followed by other lines.
    has_more: bool,
    work: &'d mut u64,
    visit: &'d mut (dyn FnMut(&Case<'_>) -> ControlFlow<()> + Send),
    is_over: bool,
    error: Option<Error>,
}

impl Reader<'_> {
    /// The next answer, if one is there.
    fn next(&mut self, is_blank: bool) -> Option<Answer> {
        let mut right = a_right_answer();
        if is_blank {
            right.bytes.clear();
        }
        match self.answers.as_mut()?.next(self.problem.answer.lines, &right) {
            Ok(answer) => Some(answer).filter(Answer::is_there),
            Err(error) => {
                self.error = Some(error);
                self.is_over = true;
                None
            }
        }
    }

    /// What was answered to the position that was read; `None` if that is what is right.
    fn answer(&mut self) -> Result<Option<Vec<u8>>, Missing> {
        if self.answers.is_none() {
            return Ok(None);
        }
        match &self.problem.answer.positions {
            Some(positions) if !positions.on_lines => {
                if self.index == 0 {
                    let line = self.next(false).ok_or(Missing)?;
                    self.letters = words(&line.bytes).flatten().copied().collect();
                }
                let letter = self.letters.get(self.index);
                letter.map(|&letter| Some(vec![letter])).ok_or(Missing)
            }
            _ => self.next(false).map(|answer| Some(answer.bytes)).ok_or(Missing),
        }
    }

    /// Sets what the input gives of the rules.
    fn set_rules(&mut self) {
        let position = &self.cases.position;
        if position.given == self.given {
            return;
        }
        // A table of Grundy values is made anew.
        let takes = position.given(Role::Take).len() as u64;
        let largest = position.piles.iter().max().copied().unwrap_or(0);
        *self.work = self.work.saturating_sub(takes * largest.min(1 << 17) / 4);
        self.given.clone_from(&position.given);
        for (role, values) in &self.given {
            self.rules.set(*role, values);
        }
    }

    /// The work that a position takes.
    fn cost(&self) -> u64 {
        // What says more than who wins is written, and compared word by word.
        let times = if is_outcome(&self.problem.answer) { 1 } else { 2 };
        let piles = self.cases.position.piles.len() as u64;
        // A pile alone is behind as many empty ones as it was.
        let each = if self.are_rules_beside { piles } else { 1 };
        times * (16 + piles * each)
    }

    /// Ends a position that is answered.
    fn end(&mut self) {
        let answer = self.answer();
        self.set_rules();
        let position = &self.cases.position;
        let largest = position.piles.iter().max().copied().unwrap_or(0);
        // It was answered, so that this pile is not too large.
        let _ = self.rules.cover(largest);
        let cells = if self.cells.is_empty() {
            &position.piles
        } else {
            &self.cells
        };
        let given = position.given.iter().flat_map(|(_, values)| values);
        let numbers = || cells.iter().chain(given.clone()).copied().map(u128::from);
        let is_product = numbers().count() == 2 && has_product(self.problem);
        *self.work = self.work.saturating_sub(self.cost());
        self.is_over |= *self.work == 0;
        // Lines that come before the next answer are no more lines.
        self.ends.wrong += u64::from(std::mem::take(&mut self.has_more));
        let case = Case {
            problem: self.problem,
            rules: &self.rules,
            given: &self.given,
            are_rules_beside: self.are_rules_beside,
            piles: &position.piles,
            number: self.case,
            largest: numbers().max().unwrap_or(0),
            sum: numbers().sum(),
            product: is_product.then(|| numbers().product()),
            answer: answer.as_ref().ok().and_then(|answer| answer.as_deref()),
            right: OnceCell::new(),
        };
        if answer.is_err() {
            self.ends.is_short = true;
            // It ends within a line.
            self.ends.wrong += u64::from(!self.letters.is_empty());
        } else {
            self.ends.answered += 1;
            // What is missing is not at the end.
            self.ends.wrong += u64::from(self.ends.is_short);
            if !case.is_right() {
                self.has_more = case.is_right_and_more();
                self.ends.wrong += u64::from(!self.has_more);
            }
            self.is_over |= (self.visit)(&case).is_break();
        }
        let written = case.right.get().map_or(0, |(right, _)| right.len() as u64 / 8);
        *self.work = self.work.saturating_sub(written);
        self.index += 1;
        self.cells.clear();
        self.cases.end_position();
    }
}

impl Sink for Reader<'_> {
    fn numbers(&mut self, role: Role, piece: Slice<'_>) -> Result<(), InputError> {
        if self.is_over {
            return Ok(());
        }
        let is_cell = matches!(role, Role::FirstCell | Role::SecondCell | Role::PileOf(_));
        if is_cell && role != Role::PileOf(PileOf::UpTo) {
            self.cells.extend(piece.iter());
        }
        self.cases.numbers(role, piece)
    }

    fn place(&mut self, place: usize) {
        self.cases.place(place);
    }

    fn end_row(&mut self) -> Result<(), InputError> {
        if self.is_over {
            return Ok(());
        }
        self.cases.end_row()
    }

    fn end_position(&mut self) {
        if !self.is_over {
            self.end();
        }
    }

    fn end_case(&mut self) {
        if self.is_over {
            return;
        }
        match &self.problem.answer.positions {
            None => self.end(),
            Some(positions) if self.index == 0 && !positions.on_lines => {
                self.ends.is_short |= self.answers.is_some() && self.next(true).is_none();
            }
            Some(_) => {}
        }
        if self.letters.len() > self.index {
            // More letters are no more lines.
            self.ends.is_long = true;
            self.ends.wrong += 1;
        }
        self.case += 1;
        self.index = 0;
        self.letters.clear();
    }

    fn flush_if_full(&mut self) -> ControlFlow<()> {
        break_if(self.is_over)
    }
}
