//! Reports for programs: the objects that commands write as JSON, one on a line, with their keys in this order. That of
//! `solve` is in its own file.

use serde_json::{Value, json};

use super::comparison::{self, answer};
use crate::judge::compare::Comparison;
use crate::judge::diagnosis::Likely;
use crate::judge::judgement::{Judgement, Summary};
use crate::judge::stress::{SearchResult, Smaller, Tried};
use crate::judge::verdict::Verdict;

/// `object` with the entries of another one behind its own; what both have is as in the other one.
pub(super) fn with(mut object: Value, mut more: Value) -> Value {
    if let (Some(object), Some(more)) = (object.as_object_mut(), more.as_object_mut()) {
        object.append(more);
    }
    object
}

/// How answers compare, and the first case that differs.
fn compared(comparison: Option<&Comparison>) -> Value {
    let first = comparison.and_then(|comparison| comparison.first.as_ref());
    let shown = comparison.zip(first);
    json!({
        "cases": comparison.map(|it| it.cases),
        "different": comparison.map(comparison::differences),
        "expected_wrong": comparison.map(|it| it.expected_wrong),
        "case": first.map(|first| first.number),
        "input": first.and_then(|first| Some(&first.input.as_ref()?.text)),
        "expected": shown.and_then(|(it, first)| answer(it, first, &first.answers.expected)),
        "actual": shown.and_then(|(it, first)| answer(it, first, &first.answers.actual)),
        "proof": shown.map(|(it, first)| comparison::proof(it, first)),
    })
}

/// What `diff` says.
pub(crate) fn difference(comparison: &Comparison) -> Value {
    let verdict = json!({ "verdict": comparison.verdict.short() });
    let input = comparison.first.as_ref().and_then(|first| first.input.as_ref());
    let position = input
        .and_then(|input| input.position.as_ref())
        .map(|(rule, piles)| json!({ "rule": rule, "piles": piles }));
    let more = json!({ "position": position, "likely": likely(comparison.likely.as_ref()) });
    with(with(verdict, compared(Some(comparison))), more)
}

/// The mistakes that explain all answers; null if nobody looked for them, since all were accepted.
fn likely(likely: Option<&Vec<Likely>>) -> Value {
    likely.map_or(Value::Null, |likely| likely.iter().map(Likely::json).collect())
}

/// A judgement.
pub(crate) fn judgement(judgement: &Judgement) -> Value {
    let object = json!({
        "test": judgement.test,
        "file": judgement.file,
        "verdict": judgement.verdict.short(),
        "error": judgement.error.as_ref().map(ToString::to_string),
        "cpu": judgement.end.map(|_| judgement.cpu.as_secs_f64()),
        "wall": judgement.end.map(|_| judgement.wall.as_secs_f64()),
        "memory": judgement.peak_memory,
        "end": judgement.end.map(|end| end.to_string()),
        "stderr": judgement.stderr,
    });
    with(object, compared(judgement.comparison.as_ref()))
}

/// The result of a search for a failing input.
pub(crate) fn search(result: &SearchResult) -> Value {
    let mut object = judgement(&result.judgement);
    if let Some(found) = &result.found {
        // The whole input, of which a case is only a part.
        object["input"] = found.input.as_str().into();
    } else if result.is_interrupted {
        object["verdict"] = Value::Null;
    }
    let smaller = result.found.as_ref().map(|found| &found.smaller);
    let effort = json!({
        "seed": result.seed,
        "rounds": result.rounds,
        "inputs": result.tried,
        "runs": result.runs,
        "runs_cpu": result.cpu.as_secs_f64(),
        "right": result.cases,
        "smallest": smaller.map(|smaller| *smaller == Smaller::NoneFails),
        "tried": smaller.map(tried),
        "likely": likely(result.likely.as_ref()),
    });
    with(object, effort)
}

/// Which smaller inputs were tried, if not all.
fn tried(smaller: &Smaller) -> Value {
    let Smaller::Tried(tried) = smaller else {
        return Value::Null;
    };
    let object = |tried: &Tried| {
        json!({
            "cases": tried.cases,
            "numbers": tried.numbers,
            "with_lengths": tried.with_lengths,
            "sum": tried.sum,
        })
    };
    tried.iter().map(object).collect()
}

/// What all tests come to.
pub(crate) fn summary(tests: &Summary) -> Value {
    json!({
        "tests": tests.run(),
        "judged": tests.run() - tests.count(Verdict::JudgeError),
        "accepted": tests.count(Verdict::Accepted),
        "skipped": tests.without_answers,
        "likely": likely(tests.likely.as_ref()),
    })
}

/// What all tests of one of several programs come to, or why it could not be judged.
pub(crate) fn program(name: &str, tests: &Summary) -> Value {
    let object = json!({
        "program": name,
        "verdict": tests.verdict().map(Verdict::short),
        "error": tests.error.as_ref().map(ToString::to_string),
        "cpu": tests.slowest.as_ref().map(|(time, _)| time.as_secs_f64()),
        "memory": tests.most_memory.as_ref().map(|(bytes, _)| bytes),
        "failure": tests.failure.as_ref().map(judgement),
    });
    with(object, summary(tests))
}
