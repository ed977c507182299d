//! Whether the samples that a problem has of its own are right: inputs within its limits, with the answers of its rule.

use super::answer_text::{Answer, AnswerText, trimmed};
use super::compare::compare;
use super::name::Name;
use crate::engine::RunOptions;
use crate::error::{Error, usage};
use crate::input::Input;
use crate::layout::checker::case_of_violation;
use crate::problem::Problem;
use crate::text::printable;
use crate::words::t;

/// Checks all samples.
///
/// # Errors
/// The first case that is wrong.
pub(crate) fn check(problem: &Problem) -> Result<(), Error> {
    // Tests look at those that the program carries.
    if problem.files.is_embedded() {
        return Ok(());
    }
    for ((input, answers), sample) in problem.samples().iter().zip(1..) {
        if let Err((case, violation)) = case_of_violation(&problem.layout, input.as_bytes()) {
            let why = violation.message;
            return usage(t!("sample {sample}, case {case}: {why}", sample, case, why));
        }
        let name = format!("sample {sample}");
        let mut input = Input::from_bytes(name.clone(), input.as_bytes());
        let expected = AnswerText::new(Name::Other(name), std::io::Cursor::new(answers.clone()));
        let options = RunOptions::one_thread();
        let comparison = compare(problem, &mut input, expected, None, options)?;
        let Some(first) = comparison.first.filter(|_| comparison.different > 0) else {
            continue;
        };
        let case = first.number;
        let text = |answer: &Answer| {
            let text = String::from_utf8_lossy(trimmed(&answer.bytes)).replace('\n', " / ");
            let nothing = || t!("nothing").to_owned();
            Some(printable(&text))
                .filter(|_| answer.is_there())
                .unwrap_or_else(nothing)
        };
        let (right, wrong) = (text(&first.answers.right), text(&first.answers.expected));
        return usage(t!(
            "sample {sample}, case {case}: the answer is {right}, not {wrong}",
            sample,
            case,
            right,
            wrong
        ));
    }
    Ok(())
}
