//! Reports for programs, in JSON.

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter, Write};
use std::time::Duration;

use super::{Report, SearchReport, comparison};
use crate::error::Error;
use crate::judge::compare::Comparison;
use crate::judge::judgement::{Judgement, Summary, TestResult};
use crate::judge::stress::Known;
use crate::output::write_to_stdout;

/// A value.
#[derive(Clone, Debug)]
pub enum Value<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(u64),
    /// A number of seconds.
    Seconds(Duration),
    /// A string.
    Text(Cow<'a, str>),
    /// An array of numbers.
    Numbers(&'a [u64]),
    /// An array of strings.
    Texts(Vec<&'a str>),
}

/// The keys of an object, in order, and their values.
pub(crate) type Fields<'a> = Vec<(&'static str, Value<'a>)>;

impl Display for Value<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => value.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Seconds(time) => write!(f, "{:.6}", time.as_secs_f64()),
            Self::Text(text) => string(text, f),
            Self::Numbers(numbers) => array(numbers.iter().map(|&n| n.into()), f),
            Self::Texts(texts) => array(texts.iter().map(|&text| text.into()), f),
        }
    }
}

fn string(text: &str, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            c if c.is_control() => write!(f, "\\u{:04x}", u32::from(c))?,
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

fn array<'a>(items: impl Iterator<Item = Value<'a>>, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_char('[')?;
    for (i, item) in items.enumerate() {
        if i > 0 {
            f.write_char(',')?;
        }
        item.fmt(f)?;
    }
    f.write_char(']')
}

impl From<bool> for Value<'_> {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<u64> for Value<'_> {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl<T: Into<Self>> From<Option<T>> for Value<'_> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// An object.
pub(crate) fn object(fields: &[(&str, Value<'_>)]) -> String {
    let fields = fields.iter();
    let fields: Vec<_> = fields
        .map(|(key, value)| format!("\"{key}\":{value}"))
        .collect();
    format!("{{{}}}", fields.join(","))
}

/// Writes an object on a line of standard output.
pub(crate) fn write_line(fields: &[(&str, Value<'_>)]) -> Result<(), Error> {
    write_to_stdout((object(fields) + "\n").as_bytes())
}

/// A judgement on a test.
pub(crate) fn judgement<'a>(
    test: Option<&'a str>,
    file: Option<&'a str>,
    judgement: &'a Judgement,
) -> Fields<'a> {
    let mut fields = vec![
        ("test", test.into()),
        ("file", file.into()),
        ("verdict", judgement.verdict.short().into()),
        (
            "error",
            judgement.error.as_ref().map(ToString::to_string).into(),
        ),
        ("cpu", Value::Seconds(judgement.cpu)),
        ("wall", Value::Seconds(judgement.wall)),
        ("memory", judgement.peak_memory.into()),
        ("end", judgement.end.map(|end| end.to_string()).into()),
        ("stderr", judgement.stderr.as_str().into()),
    ];
    fields.extend(self::comparison(judgement.comparison.as_ref()));
    fields
}

/// How answers compare.
pub(crate) fn comparison(result: Option<&Comparison>) -> Fields<'_> {
    let first = result.and_then(|result| Some((result, result.first()?)));
    let input = first.and_then(|(_, first)| first.input.as_ref());
    let input = input.map(|input| match &input.text {
        Some(text) => text.clone(),
        None => input.numbers.to_string(),
    });
    let answers = first.map(|(_, case)| {
        let sides = [&case.answers.expected, &case.answers.actual];
        sides.map(|side| comparison::answer(case, side))
    });
    let [expected, actual] = answers.unwrap_or_default();
    let proof = first.map(|(result, first)| comparison::proof(result, first));
    vec![
        ("cases", result.map(|it| it.cases).into()),
        ("different", result.map(|it| it.different).into()),
        ("expected_wrong", result.map(|it| it.expected_wrong).into()),
        ("case", first.map(|(_, first)| first.number).into()),
        ("input", input.into()),
        ("expected", expected.into()),
        ("actual", actual.into()),
        ("proof", proof.into()),
    ]
}

/// The result of a search for a failing input.
pub(crate) fn search(report: &SearchReport<'_>) -> Result<(), Error> {
    let result = report.result;
    let found = result.found.as_ref();
    let saved = report.saved.map(|path| path.display().to_string());
    let mut fields = judgement(None, saved.as_deref(), &result.judgement);
    if let Some(found) = found {
        // The whole input, of which a case is only a part.
        for (_, value) in fields.iter_mut().filter(|(key, _)| *key == "input") {
            *value = found.input.as_str().into();
        }
    }
    let is_smallest = found.map(|found| found.smaller.known == Known::AllRight);
    fields.extend([
        ("seed", report.seed.into()),
        ("rounds", result.rounds.into()),
        ("inputs", result.inputs.into()),
        ("right", result.cases.into()),
        ("tried", found.map(|found| found.smaller.tried).into()),
        ("smallest", is_smallest.into()),
    ]);
    write_line(&fields)
}

/// A report of tests: a line for each, and one for all.
pub(crate) struct JsonReport;

impl Report for JsonReport {
    fn result(&mut self, result: &TestResult) -> Result<(), Error> {
        let (test, file) = (Some(&*result.name), result.file.as_deref());
        write_line(&judgement(test, file, &result.judgement))
    }

    fn end(&mut self, tests: &Summary) -> Result<(), Error> {
        let skipped = tests.without_answers.iter().map(String::as_str);
        write_line(&[
            ("tests", (tests.tests as u64).into()),
            ("judged", (tests.judged as u64).into()),
            ("accepted", (tests.accepted as u64).into()),
            ("skipped", Value::Texts(skipped.collect())),
            // No default tests need an explanation; the key is a part of the format.
            ("note", Value::Null),
        ])
    }
}
