//! Compares answers with the right ones, case by case, and explains the first wrong one.
//!
//! ```text
//! input ──▶ the right answers ─┐
//! expected ────────────────────┼──▶ texts: are they equal? ──▶ pair: which case differs? ──▶ explain
//! actual ──────────────────────┘
//! ```
//!
//! All three are read in parallel; memory grows with one answer, which may have 64 MiB more than twice the right one.
//! As long as they are equal, byte by byte, many answers are compared at a time; around a difference, one answer.

mod case;
mod comparison;
mod explain;
mod pair;

use std::io::{self, Write};
use std::iter;

use crate::answer::AnswerLines;
use crate::engine::lookup::CaseLookup;
use crate::engine::{RunOptions, answer};
use crate::error::Error;
use crate::input::Input;
use crate::judge::answer_text::{Answer, AnswerText, common};
use crate::judge::diagnosis::Shown;
use crate::judge::name::Name;
use crate::output::answers::Answers;
use crate::problem::Problem;
use crate::text::line_ends;
use pair::Pair;

pub use comparison::Comparison;
pub(crate) use comparison::ExplainedCase;
pub(crate) use pair::Difference;

/// Compares `actual` answers with the `expected` ones, and both with the right answers to `input`. If there are no
/// actual answers, compares the expected ones with the right answers.
///
/// # Errors
/// If the input is bad, or something cannot be read.
pub fn compare(
    problem: &Problem,
    input: &mut Input,
    expected: AnswerText,
    actual: Option<AnswerText>,
    options: RunOptions,
) -> Result<Comparison, Error> {
    compare_any(problem, input, Some(expected), actual, options)
}

/// As [`compare`], where the right answers may be the expected ones.
pub(crate) fn compare_any(
    problem: &Problem,
    input: &mut Input,
    expected: Option<AnswerText>,
    actual: Option<AnswerText>,
    options: RunOptions,
) -> Result<Comparison, Error> {
    let cases = problem.answer.any.then(|| CaseLookup::of(problem, input));
    let mut comparer = Comparer {
        problem,
        lines: problem.answer.lines,
        right: AnswerText::new(Name::Ours, io::empty()),
        expected,
        actual,
        pairs: Default::default(),
        cases: cases.transpose()?,
        enough: 0,
        error: None,
    };
    let name = "the right answers".to_owned();
    let mut answers = Answers::new(name, &mut comparer);
    let answered = answer(problem, input, &mut answers, options);
    drop(answers);
    if let Some(error) = comparer.error.take() {
        return Err(error);
    }
    answered?;
    comparer.right.ended = true;
    comparer.advance()?;
    comparer.result(input)
}

/// The input that has nothing but the case that is shown, or the position, if each has an answer of its own. `None` if
/// there is no such input.
pub(crate) fn alone(problem: &Problem, input: &Input, shown: Shown) -> Result<Option<Vec<u8>>, Error> {
    let mut cases = CaseLookup::of(problem, input)?;
    if cases.read(shown.case, 0)? {
        cases.alone(shown.position)
    } else {
        Ok(None)
    }
}

/// Receives the right answers, and compares.
struct Comparer<'p> {
    problem: &'p Problem,
    lines: AnswerLines,
    right: AnswerText,
    /// The expected answers, and the actual ones. Without any, the right ones take their place.
    expected: Option<AnswerText>,
    actual: Option<AnswerText>,
    /// The actual and the expected answers, and the expected and the right ones.
    pairs: [Pair; 2],
    /// Where any winning move is right.
    cases: Option<CaseLookup<'p>>,
    /// The right answers are not looked at before there are so many bytes of them.
    enough: usize,
    error: Option<Error>,
}

impl Comparer<'_> {
    /// Compares all complete right answers, and at their end all other ones.
    fn advance(&mut self) -> Result<(), Error> {
        while self.skip_equal()? || self.one()? {}
        Ok(())
    }

    /// Skips answers that are equal in all texts. Returns whether there were any.
    fn skip_equal(&mut self) -> Result<bool, Error> {
        if matches!(self.lines, AnswerLines::All | AnswerLines::WordAndLists)
            || self.pairs.iter().any(|pair| pair.is_open)
        {
            return Ok(false);
        }
        let right = self.right.seen();
        for text in self.expected.iter_mut().chain(&mut self.actual) {
            text.see(right.len())?;
        }
        let others = [&self.expected, &self.actual].map(|text| text.as_ref().map_or(right, AnswerText::seen));
        let same = &right[..common(right, others)];
        // An answer of several lines is complete where the next one starts.
        let is_last_line = |end: &usize| {
            let next = same.get(end + 1);
            self.lines == AnswerLines::One || next.is_some_and(|first| !first.is_ascii_digit())
        };
        let Some(end) = memchr::memrchr_iter(b'\n', same).find(is_last_line) else {
            return Ok(false);
        };
        let len = end + 1;
        let count = if self.lines == AnswerLines::One {
            line_ends(&same[..len])
        } else {
            let ends = memchr::memchr_iter(b'\n', &same[..len]);
            ends.filter(is_last_line).count()
        };
        let all = iter::once(&mut self.right).chain(&mut self.expected);
        for text in all.chain(&mut self.actual) {
            text.skip(len, count as u64);
        }
        Ok(true)
    }

    /// Compares the answers to the next case. Returns whether there are any, and the right one is complete.
    fn one(&mut self) -> Result<bool, Error> {
        // No text goes on after it has ended, but one may lack a blank line.
        let texts = iter::once(&self.right).chain(&self.expected);
        let counts = texts.chain(&self.actual).map(|text| text.answers);
        let case = 1 + counts.max().unwrap_or(0);
        let Some(right) = self.right.next_seen(self.lines) else {
            return Ok(false);
        };
        let lines = self.lines;
        let next = |text: &mut Option<AnswerText>| match text {
            Some(text) => text.next(lines, &right),
            None => Ok(right.clone()),
        };
        let mut expected = next(&mut self.expected)?;
        let mut actual = next(&mut self.actual)?;
        if ![&right, &expected, &actual].into_iter().any(Answer::is_there) {
            return Ok(false);
        }
        if let Some(cases) = self.cases.as_mut().filter(|_| right.is_there()) {
            for answer in [&mut expected, &mut actual] {
                if let Some(ours) = cases.with_our_move(case, &right.bytes, &answer.bytes)? {
                    answer.bytes = ours;
                }
            }
        }
        let answers = Difference {
            case,
            right,
            expected,
            actual,
        };
        let [actual, expected] = &mut self.pairs;
        actual.add(&answers, &answers.actual, &answers.expected);
        expected.add(&answers, &answers.expected, &answers.right);
        Ok(true)
    }
}

impl Write for Comparer<'_> {
    fn write(&mut self, answers: &[u8]) -> io::Result<usize> {
        self.right.push(answers);
        // A long answer is not scanned again with each of its pieces.
        if self.right.seen().len() >= self.enough {
            if let Err(error) = self.advance() {
                self.error = Some(error);
                return Err(io::ErrorKind::Other.into());
            }
            self.enough = 2 * self.right.seen().len();
        }
        Ok(answers.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
