//! The result of comparing answers.

use std::sync::Arc;

use super::case::{self, CaseExcerpt};
use super::explain::explain;
use super::texts::AnswerText;
use super::{Comparer, Difference, Name};
use crate::engine::pipe::Checkpoints;
use crate::error::Error;
use crate::input::Input;
use crate::judge::verdict::Verdict;
use crate::text::{counted, printable};

/// The result of comparing answers.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The verdict.
    pub verdict: Verdict,
    /// Whether each position of a case has an answer of its own. Then that is what counts as a case in all numbers
    /// here but those of an [`ExplainedCase`].
    pub of_positions: bool,
    /// The number of cases in the input.
    pub cases: u64,
    /// The number of cases whose answers differ, including missing answers and surplus ones.
    pub different: u64,
    /// The number of answers that differ only in white space, where that matters.
    pub but_for_white_space: u64,
    /// The first differing cases, counted from 1.
    pub differing: Vec<u64>,
    /// The number of expected answers.
    pub expected_answers: u64,
    /// The number of actual answers.
    pub actual_answers: u64,
    /// The first differing case.
    pub first: Option<ExplainedCase>,
    /// The number of cases whose expected answers are not the right ones, if there are actual answers to
    /// compare with.
    pub expected_wrong: u64,
    /// The first of these cases, unless it is reported already.
    pub first_expected_wrong: Option<ExplainedCase>,
    /// The name of the input.
    pub input: Name,
    /// The name of the expected answers. `None` if they are our own.
    pub expected: Option<Name>,
    /// The name of the actual answers. `None` if they are our own.
    pub actual: Option<Name>,
}

/// A case with different answers, and a proof of which one is right.
#[derive(Clone, Debug)]
pub struct ExplainedCase {
    /// The answers.
    pub answers: Arc<Difference>,
    /// Its number in the input, counted from 1.
    pub number: u64,
    /// The case in the input. `None` if there is no such case.
    pub input: Option<CaseExcerpt>,
    /// Whether only white space differs.
    pub is_about_white_space: bool,
    /// Why the right answer is right, and what is wrong with the wrong one: sentences.
    pub proof: Vec<String>,
}

impl Comparison {
    /// The verdict on both sides: a judge error where the actual answers agree with expected ones that are
    /// wrong.
    pub fn overall(&self) -> Verdict {
        if self.verdict == Verdict::Accepted && self.expected_wrong > 0 {
            Verdict::JudgeError
        } else {
            self.verdict
        }
    }

    /// The first case whose answer is not as expected, or else the first whose expected answer is wrong.
    pub(crate) fn first(&self) -> Option<&ExplainedCase> {
        self.first.as_ref().or(self.first_expected_wrong.as_ref())
    }
}

/// A number of cases; or, if each of their positions has an answer of its own, of these.
pub(crate) fn counted_cases(count: u64, of_positions: bool) -> String {
    if of_positions {
        counted(count, "position", "positions")
    } else {
        counted(count, "case", "cases")
    }
}

impl Comparer<'_> {
    /// The result, with the first differing cases explained.
    pub(super) fn result(
        self,
        input: &mut Input,
        checkpoints: &Checkpoints,
    ) -> Result<Comparison, Error> {
        let verdict = self.actual_and_expected.verdict();
        let first = self.actual_and_expected.first();
        let is_expected_wrong = self.expected_and_right.verdict() == Verdict::WrongAnswer;
        let first_expected_wrong = self.expected_and_right.first().filter(|expected_wrong| {
            // What is wrong with both is reported with the first case, except for white space.
            let is_reported = first.is_some_and(|first| first.case == expected_wrong.case)
                && verdict == Verdict::WrongAnswer;
            is_expected_wrong && !is_reported
        });
        let mut explained = |difference: Option<&Arc<Difference>>, verdict| {
            difference
                .map(|difference| self.explained(difference, verdict, input, checkpoints))
                .transpose()
        };
        let first = explained(first, verdict)?;
        let first_expected_wrong = explained(first_expected_wrong, Verdict::WrongAnswer)?;
        let name = |text: AnswerText| text.name;
        Ok(Comparison {
            verdict,
            of_positions: self.problem.answer.has_lines_of_positions(),
            cases: self.cases,
            different: self.actual_and_expected.different,
            but_for_white_space: self.actual_and_expected.but_for_white_space,
            expected_answers: self.expected_answers,
            actual_answers: self.actual_answers,
            first,
            expected_wrong: if is_expected_wrong {
                self.expected_and_right.different
            } else {
                0
            },
            first_expected_wrong,
            input: Name::File(input.name.clone()),
            expected: name(self.expected),
            actual: self.actual.and_then(name),
            differing: self.differing,
        })
    }

    fn explained(
        &self,
        answers: &Arc<Difference>,
        verdict: Verdict,
        input: &mut Input,
        checkpoints: &Checkpoints,
    ) -> Result<ExplainedCase, Error> {
        let has_case = answers.right.text.is_some();
        let (number, position) = if has_case && self.problem.answer.has_lines_of_positions() {
            case::of_position(self.problem, input, answers.case)?
        } else {
            (answers.case, 0)
        };
        let case = if has_case {
            case::get(self.problem, input, checkpoints, number)?
        } else {
            None
        };
        let is_about_white_space = verdict == Verdict::PresentationError;
        let proof = match &case {
            _ if is_about_white_space => {
                vec!["only white space differs from what is expected".to_owned()]
            }
            _ if !has_case => {
                let cases = counted_cases(self.cases, self.problem.answer.has_lines_of_positions());
                vec![format!("{} has only {cases}", printable(&input.name))]
            }
            Some(case) => explain(self.problem, case, position, answers),
            // A case without numbers in the input.
            None => Vec::new(),
        };
        Ok(ExplainedCase {
            answers: Arc::clone(answers),
            number,
            is_about_white_space,
            input: case.map(|case| case.excerpt),
            proof,
        })
    }
}
