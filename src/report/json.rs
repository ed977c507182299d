//! The parts of JSON that the commands write.

use crate::judge::compare::Comparison;
use crate::judge::judgement::Judgement;
use crate::output::answers::Answers;

/// Writes a list of numbers.
pub fn list(numbers: &[u64], answers: &mut Answers<'_>) {
    items(numbers, answers, |&number, answers| answers.digits(number));
}

/// Writes a list whose items are written by `write`.
pub fn items<T>(items: &[T], answers: &mut Answers<'_>, write: impl Fn(&T, &mut Answers<'_>)) {
    answers.text(b"[");
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            answers.text(b",");
        }
        write(item, answers);
    }
    answers.text(b"]");
}

/// Writes a number, or `null`.
pub fn optional(number: Option<u64>, answers: &mut Answers<'_>) {
    match number {
        Some(number) => answers.digits(number),
        None => answers.text(b"null"),
    }
}

/// Writes a string.
pub fn string(text: &str, answers: &mut Answers<'_>) {
    answers.text(b"\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(answers, "\\{c}"),
            c if c.is_control() => write!(answers, "\\u{:04x}", u32::from(c)),
            c => write!(answers, "{c}"),
        }
    }
    answers.text(b"\"");
}

/// A string, or `null`.
pub fn optional_string(text: Option<&str>, answers: &mut Answers<'_>) {
    match text {
        Some(text) => string(text, answers),
        None => answers.text(b"null"),
    }
}

/// The start of an object: a judgement, on the test with this name and this input file. Of a short input the whole
/// text may stand in place of one case. More keys may follow, and the end.
pub fn judgement(
    test: Option<&str>,
    file: Option<&str>,
    judgement: &Judgement,
    input: Option<&str>,
    answers: &mut Answers<'_>,
) {
    answers.text(b"{\"test\":");
    optional_string(test, answers);
    answers.text(b",\"file\":");
    optional_string(file, answers);
    write!(answers, ",\"verdict\":\"{}\"", judgement.verdict.short());
    answers.text(b",\"error\":");
    let error = judgement.error.as_ref().map(ToString::to_string);
    optional_string(error.as_deref(), answers);
    let (cpu, wall) = (judgement.cpu.as_secs_f64(), judgement.wall.as_secs_f64());
    write!(answers, ",\"cpu\":{cpu:.6},\"wall\":{wall:.6},\"memory\":");
    optional(judgement.peak_memory, answers);
    answers.text(b",\"end\":");
    let end = judgement.end.map(|end| end.to_string());
    optional_string(end.as_deref(), answers);
    answers.text(b",\"stderr\":");
    string(&judgement.stderr, answers);
    comparison(judgement.comparison.as_ref(), input, answers);
}

/// The keys of an object that say how answers compare. `input` is the whole input, if that is to be shown.
pub fn comparison(comparison: Option<&Comparison>, input: Option<&str>, answers: &mut Answers<'_>) {
    let numbers = [
        ("cases", comparison.map(|it| it.cases)),
        ("different", comparison.map(|it| it.different)),
        ("expected_wrong", comparison.map(|it| it.expected_wrong)),
    ];
    let first = comparison.and_then(Comparison::first);
    let case = [("case", first.map(|first| first.case))];
    for (key, number) in numbers.into_iter().chain(case) {
        write!(answers, ",\"{key}\":");
        optional(number, answers);
    }
    let case = first.map(|first| first.input.as_ref().unwrap_or(&first.numbers));
    let proof = first.map(|first| first.why.join("\n"));
    for (key, text) in [
        ("input", input.or(case.map(String::as_str))),
        (
            "expected",
            first.and_then(|first| first.expected.as_deref()),
        ),
        ("actual", first.and_then(|first| first.actual.as_deref())),
        ("proof", proof.as_deref()),
    ] {
        write!(answers, ",\"{key}\":");
        optional_string(text, answers);
    }
}
