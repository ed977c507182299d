//! Reports for programs: the types of objects that commands write as JSON, one on a line. Those of `solve` are in its
//! own file.

use serde::Serialize;

use super::{SearchReport, comparison};
use crate::error::Error;
use crate::judge::compare::{CasePosition, Comparison};
use crate::judge::judgement::{Judgement, Summary, TestResult};
use crate::judge::verdict::Verdict;
use crate::output::write_to_stdout;

/// An object, or an array of objects, as text.
pub(crate) fn text(object: &impl Serialize) -> String {
    serde_json::to_string(object).expect("all keys are strings")
}

/// Writes an object on a line of standard output.
pub(crate) fn write_line(object: &impl Serialize) -> Result<(), Error> {
    write_to_stdout((text(object) + "\n").as_bytes())
}

/// A problem, in `list`.
#[derive(Serialize)]
pub(crate) struct ProblemObject<'a> {
    pub id: &'a str,
    pub aliases: Vec<&'a str>,
    pub judge: String,
    pub title: String,
    pub title_zh: String,
    pub rule: String,
    pub input: &'a str,
    pub answer: &'a str,
}

/// A rule, in `list --rules`.
#[derive(Serialize)]
pub(crate) struct RuleObject {
    pub rule: &'static str,
    pub misere: bool,
    #[serde(rename = "move")]
    pub english: String,
    #[serde(rename = "move_zh")]
    pub chinese: String,
}

/// What `validate` says of a file.
#[derive(Serialize)]
pub(crate) struct ValidityObject<'a> {
    pub file: &'a str,
    pub valid: bool,
    pub cases: Option<u64>,
    pub line: Option<u64>,
    pub column: Option<u64>,
    pub message: Option<&'a str>,
}

/// How answers compare, and the first case that differs.
#[derive(Default, Serialize)]
struct ComparisonObject {
    cases: Option<u64>,
    different: Option<u64>,
    expected_wrong: Option<u64>,
    case: Option<u64>,
    input: Option<String>,
    expected: Option<String>,
    actual: Option<String>,
    proof: Option<String>,
}

impl ComparisonObject {
    fn of(comparison: &Comparison) -> Self {
        let counts = Self {
            cases: Some(comparison.cases),
            different: Some(comparison.different),
            expected_wrong: Some(comparison.expected_wrong),
            ..Self::default()
        };
        let Some(first) = comparison.first.as_ref() else {
            return counts;
        };
        let input = first.input.as_ref().map(|input| {
            if input.is_cut {
                comparison::numbers(input)
            } else {
                input.text.clone()
            }
        });
        Self {
            case: Some(first.number),
            input,
            expected: comparison::answer(comparison, first, &first.answers.expected),
            actual: comparison::answer(comparison, first, &first.answers.actual),
            proof: Some(comparison::proof(comparison, first)),
            ..counts
        }
    }
}

/// What `diff` says.
#[derive(Serialize)]
pub(crate) struct DifferenceObject<'a> {
    verdict: &'static str,
    #[serde(flatten)]
    comparison: ComparisonObject,
    position: Option<&'a CasePosition>,
}

impl<'a> DifferenceObject<'a> {
    pub(crate) fn of(comparison: &'a Comparison) -> Self {
        let first = comparison.first.as_ref();
        Self {
            verdict: comparison.verdict.short(),
            comparison: ComparisonObject::of(comparison),
            position: first.and_then(|first| first.position.as_ref()),
        }
    }
}

/// A judgement on a test.
#[derive(Serialize)]
pub(crate) struct JudgementObject<'a> {
    test: Option<&'a str>,
    file: Option<&'a str>,
    verdict: &'static str,
    error: Option<String>,
    cpu: f64,
    wall: f64,
    memory: Option<u64>,
    end: Option<String>,
    stderr: &'a str,
    #[serde(flatten)]
    comparison: ComparisonObject,
}

impl<'a> JudgementObject<'a> {
    pub(crate) fn of(
        test: Option<&'a str>,
        file: Option<&'a str>,
        judgement: &'a Judgement,
    ) -> Self {
        let comparison = judgement.comparison.as_ref();
        Self {
            test,
            file,
            verdict: judgement.verdict.short(),
            error: judgement.error.as_ref().map(ToString::to_string),
            cpu: judgement.cpu.as_secs_f64(),
            wall: judgement.wall.as_secs_f64(),
            memory: judgement.peak_memory,
            end: judgement.end.map(|end| end.to_string()),
            stderr: &judgement.stderr,
            comparison: comparison.map(ComparisonObject::of).unwrap_or_default(),
        }
    }
}

/// The result of a search for a failing input.
#[derive(Serialize)]
struct SearchObject<'a> {
    #[serde(flatten)]
    judgement: JudgementObject<'a>,
    seed: u64,
    rounds: u64,
    inputs: u64,
    right: u64,
    smallest: Option<bool>,
}

/// Writes the result of a search for a failing input.
pub(crate) fn search(report: &SearchReport<'_>) -> Result<(), Error> {
    let result = report.result;
    let found = result.found.as_ref();
    let saved = report.saved.map(|path| path.display().to_string());
    let mut judgement = JudgementObject::of(None, saved.as_deref(), &result.judgement);
    if let Some(found) = found {
        // The whole input, of which a case is only a part.
        judgement.comparison.input = Some(found.input.clone());
    }
    write_line(&SearchObject {
        judgement,
        seed: report.seed,
        rounds: result.rounds,
        inputs: result.tried,
        right: result.cases,
        smallest: found.map(|found| found.is_smallest),
    })
}

/// What comes of all tests.
#[derive(Serialize)]
struct SummaryObject<'a> {
    tests: usize,
    judged: usize,
    accepted: usize,
    skipped: &'a [String],
}

/// Writes the result of a test.
pub(crate) fn result(result: &TestResult) -> Result<(), Error> {
    let (test, file) = (Some(&*result.name), result.file.as_deref());
    write_line(&JudgementObject::of(test, file, &result.judgement))
}

/// Writes what all tests come to.
pub(crate) fn summary(tests: &Summary) -> Result<(), Error> {
    write_line(&SummaryObject {
        tests: tests.run(),
        judged: tests.run() - tests.count(Verdict::JudgeError),
        accepted: tests.count(Verdict::Accepted),
        skipped: &tests.without_answers,
    })
}
