//! The report for programs: an object on a line for each test, and one for all.

use super::find::{Suite, Test};
use super::judge::Judged;
use super::report::Tally;
use crate::output::answers::Answers;
use crate::report::json;

/// Writes what came of `test` as an object.
pub fn result(test: &Test, judged: &Judged, answers: &mut Answers<'_>) {
    answers.text(b"{\"test\":");
    json::string(&test.name, answers);
    answers.text(b",\"input\":");
    json::string(&test.input.name(), answers);
    match &judged.verdict {
        Ok(verdict) => write!(answers, ",\"verdict\":\"{}\"", verdict.short()),
        Err(trouble) => {
            answers.text(b",\"verdict\":null,\"error\":");
            json::string(&trouble.to_string(), answers);
        }
    }
    write!(answers, ",\"seconds\":{:.6}", judged.wall.as_secs_f64());
    answers.text(b",\"memory\":");
    json::optional(judged.peak_memory, answers);
    write!(answers, ",\"end\":\"{}\",\"stderr\":", judged.end);
    json::string(&judged.errors, answers);
    if let Some(comparison) = &judged.comparison {
        let (cases, different) = (comparison.cases, comparison.different);
        write!(answers, ",\"cases\":{cases},\"different\":{different}");
        let first = comparison.first.as_ref().map(|first| first.case);
        answers.text(b",\"first\":");
        json::optional(first, answers);
        write!(answers, ",\"expected_wrong\":{}", judged.expected_wrong());
    }
    answers.text(b"}\n");
}

/// Writes what all results come to as an object.
pub fn summary(suite: &Suite, tally: &Tally<'_>, answers: &mut Answers<'_>) {
    let (judged, accepted) = (tally.judged, tally.accepted);
    write!(answers, "{{\"tests\":{}", suite.tests.len());
    write!(answers, ",\"judged\":{judged},\"accepted\":{accepted}");
    answers.text(b",\"skipped\":");
    json::items(&suite.without_answers, answers, |name, answers| {
        json::string(name, answers);
    });
    answers.text(b",\"note\":");
    match &suite.note {
        Some(note) => json::string(note, answers),
        None => answers.text(b"null"),
    }
    answers.text(b"}\n");
}
