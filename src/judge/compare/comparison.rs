//! The result of comparing answers.

use super::case::CaseExcerpt;
use super::{Comparer, Difference};
use crate::answer::Template;
use crate::engine::lookup::CaseLookup;
use crate::error::Error;
use crate::input::Input;
use crate::judge::answer_text::AnswerText;
use crate::judge::diagnosis::{Likely, Shown};
use crate::judge::name::Name;
use crate::judge::verdict::Verdict;

/// The result of comparing answers.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The verdict on both sides: a judge error where the actual answers agree with expected ones that are wrong.
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
    /// The number of expected answers.
    pub expected_answers: u64,
    /// The number of actual answers.
    pub actual_answers: u64,
    /// The first case whose answer is not as expected; of a judge error, the first whose expected answer is wrong.
    pub first: Option<ExplainedCase>,
    /// The number of cases whose expected answers are not the right ones.
    pub expected_wrong: u64,
    /// The mistakes that explain all answers of the run; `None` if nobody looked for them.
    pub likely: Option<Vec<Likely>>,
    /// The name of the input.
    pub input: Name,
    /// The name of the expected answers.
    pub expected: Name,
    /// The name of the actual answers.
    pub actual: Name,
}

/// A case with different answers, and a proof of which one is right.
#[derive(Clone, Debug)]
pub struct ExplainedCase {
    /// The answers.
    pub answers: Difference,
    /// Its number in the input, counted from 1.
    pub number: u64,
    /// Which of its positions, counted from 0, the answers are about.
    pub position: usize,
    /// The case in the input. `None` if there is no such case.
    pub input: Option<CaseExcerpt>,
    /// Why the right answer is right, and what is wrong with the wrong one: sentences.
    pub proof: Vec<String>,
}

impl Comparison {
    /// The case that is shown, to look for the mistake, where answers are written like this.
    pub(crate) fn shown(&self, template: &Template) -> Option<Shown> {
        let first = self.first.as_ref()?;
        let answer = if self.actual == Name::Ours {
            &first.answers.expected
        } else {
            &first.answers.actual
        };
        Some(Shown {
            case: first.number,
            position: first.position,
            answer: first.answers.case,
            is_answered: answer.is_there(),
            may_be_form: first.answers.may_be_form(template),
        })
    }
}

impl Comparer<'_> {
    /// The result, with the first case that matters explained.
    pub(super) fn result(&self, input: &Input) -> Result<Comparison, Error> {
        let [actual, expected] = &self.pairs;
        let is_wrong = expected.verdict() == Verdict::WrongAnswer;
        let (verdict, first) = match actual.verdict() {
            Verdict::Accepted if is_wrong => (Verdict::JudgeError, expected.first()),
            verdict => (verdict, actual.first()),
        };
        let first = first.map(|first| self.explained(first, input));
        let or_right = |text: Option<&AnswerText>| {
            let text = text.unwrap_or(&self.right);
            (text.name.clone(), text.answers)
        };
        let (expected_name, expected_answers) = or_right(self.expected.as_ref());
        let (actual_name, actual_answers) = or_right(self.actual.as_ref());
        Ok(Comparison {
            verdict,
            of_positions: self.problem.answer.has_lines_of_positions(),
            cases: self.right.answers,
            different: actual.different,
            but_for_white_space: actual.but_for_white_space,
            expected_answers,
            actual_answers,
            first: first.transpose()?,
            expected_wrong: u64::from(is_wrong) * expected.different,
            likely: None,
            input: Name::File(input.name.clone()),
            actual: actual_name,
            expected: expected_name,
        })
    }

    fn explained(&self, answers: &Difference, input: &Input) -> Result<ExplainedCase, Error> {
        let mut explained = ExplainedCase {
            answers: answers.clone(),
            number: answers.case,
            position: 0,
            input: None,
            proof: Vec::new(),
        };
        if answers.right.is_there() {
            let mut cases = CaseLookup::of(self.problem, input)?;
            let (number, index) = match &self.problem.answer.positions {
                Some(positions) if positions.on_lines => cases.of_position(answers.case)?,
                Some(_) => (answers.case, answers.wrong_letter().unwrap_or(0)),
                None => (answers.case, 0),
            };
            (explained.number, explained.position) = (number, index);
            // There is none in the input if a case has no numbers.
            if cases.read(number, index)? {
                explained.input = Some(cases.excerpt()?);
                explained.proof = cases.explain(answers, index);
            }
        }
        Ok(explained)
    }
}
