//! The report of a comparison.

use std::io::{self, Write};

use super::case::{self, Case};
use super::texts::{AnswerText, OURS};
use super::{Comparer, Difference, Side, explain, trimmed, trimmed_end};
use crate::engine::pipe::Checkpoints;
use crate::error::{Error, Location};
use crate::input::Input;
use crate::judge::verdict::Verdict;
use crate::report::words::{counted, printable};

/// The maximum number of bytes of a line, and of lines of an answer, that are shown.
pub(super) const LINE: usize = 200;
const LINES: usize = 12;

/// Stands for the rest of an answer that was not kept.
const TOO_LONG: &str = " ... (too long to show)";

/// The result of comparing answers.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The verdict.
    pub verdict: Verdict,
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
    /// The names of the texts.
    pub names: FileNames,
}

/// The names of the texts.
#[derive(Clone, Debug)]
pub struct FileNames {
    /// The name of the input.
    pub input: String,
    /// The name of the expected answers. `None` if they are our own.
    pub expected: Option<String>,
    /// The name of the actual answers. `None` if they are our own.
    pub actual: Option<String>,
}

impl FileNames {
    fn expected(&self) -> &str {
        self.expected.as_deref().unwrap_or(OURS)
    }

    fn actual(&self) -> &str {
        self.actual.as_deref().unwrap_or(OURS)
    }
}

/// A case with different answers, and a proof of which one is right.
#[derive(Clone, Debug)]
pub struct ExplainedCase {
    /// The number of the case, counted from 1.
    pub case: u64,
    /// Its location in the input. `None` if there is no such case.
    pub position: Option<Location>,
    /// Its text as it is in the input. `None` if it is long.
    pub input: Option<String>,
    /// The same, on one line and abridged if it has many numbers.
    pub numbers: String,
    /// The expected answer. `None` if it is missing.
    pub expected: Option<String>,
    /// The line on which it starts; 0 if there is none.
    pub expected_line: u64,
    /// The actual answer. `None` if it is missing.
    pub actual: Option<String>,
    /// The line on which it starts; 0 if there is none.
    pub actual_line: u64,
    /// The first difference, in lines, if the answers are too long to see it.
    pub first_difference: Option<String>,
    /// Which answer is right, and why.
    pub why: Vec<String>,
}

impl Comparer {
    /// Reports the result.
    pub(super) fn report(
        self,
        input: &mut Input,
        checkpoints: &Checkpoints,
    ) -> Result<Comparison, Error> {
        let name = |text: &AnswerText| text.name.as_deref().map(printable);
        let names = FileNames {
            input: printable(&input.name),
            expected: name(&self.expected),
            actual: self.actual.as_ref().and_then(name),
        };
        let verdict = self.actual_and_expected.verdict();
        let first = self.actual_and_expected.first();
        let is_expected_wrong = self.expected_and_right.verdict() == Verdict::WrongAnswer;
        let first_expected_wrong = self.expected_and_right.first().filter(|expected_wrong| {
            // What is wrong with both is reported with the first case, except for white space.
            let is_reported = first.is_some_and(|first| first.case == expected_wrong.case)
                && verdict == Verdict::WrongAnswer;
            is_expected_wrong && !is_reported
        });
        let mut explained = |difference: Option<&Difference>, verdict| {
            let explained = difference
                .map(|difference| self.explained(difference, verdict, &names, input, checkpoints));
            explained.transpose()
        };
        let first = explained(first, verdict)?;
        let first_expected_wrong = explained(first_expected_wrong, Verdict::WrongAnswer)?;
        Ok(Comparison {
            verdict,
            cases: self.cases,
            different: self.actual_and_expected.different,
            but_for_white_space: self.actual_and_expected.but_for_white_space,
            differing: self.differing,
            expected_answers: self.expected_answers,
            actual_answers: self.actual_answers,
            first,
            expected_wrong: if is_expected_wrong {
                self.expected_and_right.different
            } else {
                0
            },
            first_expected_wrong,
            names,
        })
    }

    fn explained(
        &self,
        difference: &Difference,
        verdict: Verdict,
        names: &FileNames,
        input: &mut Input,
        checkpoints: &Checkpoints,
    ) -> Result<ExplainedCase, Error> {
        let Difference {
            case: number,
            right,
            expected,
            actual,
        } = difference;
        let case = match right.text {
            Some(_) => case::get(self.problem, input, checkpoints, *number)?,
            None => None,
        };
        let mut why = Vec::new();
        if verdict == Verdict::PresentationError {
            why.push("only white space differs from what is expected".to_owned());
        } else if right.text.is_none() {
            let cases = counted(self.cases, "case", "cases");
            why.push(format!("{} has only {cases}", names.input));
        } else {
            let moves = match &case {
                Some(case) => explain::explain(self.problem, case, difference),
                // A case without numbers in the input.
                None => Vec::new(),
            };
            let right = who_is_right(difference, names);
            let is_open = moves.is_empty() || right.contains('\n');
            why.push(right + if is_open { "" } else { ":" });
            why.extend(moves.into_iter().map(|line| format!("  {line}")));
        }
        let text = |side: &Side| {
            side.text.as_ref()?;
            Some(if verdict == Verdict::PresentationError {
                quoted(side)
            } else {
                shown(side)
            })
        };
        Ok(ExplainedCase {
            case: *number,
            position: case.as_ref().and_then(|case| case.position),
            input: case.as_ref().and_then(|case| case.text.clone()),
            numbers: case.as_ref().map_or_else(String::new, Case::shown),
            expected: text(expected),
            expected_line: expected.line,
            actual: text(actual),
            actual_line: actual.line,
            first_difference: first_difference(difference, names),
            why,
        })
    }
}

/// The first difference of two answers that are too long to see it.
fn first_difference(difference: &Difference, names: &FileNames) -> Option<String> {
    let sides = [
        (&difference.right, &None),
        (&difference.expected, &names.expected),
        (&difference.actual, &names.actual),
    ];
    let part = sides
        .iter()
        .filter_map(|&(side, name)| Some((side, side.first_difference.as_ref()?, name)));
    if !part.clone().any(|(side, ..)| is_abridged(side)) {
        return None;
    }
    let checkpoints = part.map(|(_, first_difference, name)| {
        let text = match &first_difference.text[..] {
            [] => "nothing more".to_owned(),
            text => format!("\"{}\"", printable(&String::from_utf8_lossy(text))),
        };
        match name {
            Some(name) => format!("\n  {text} ({name}:{})", first_difference.line),
            None => format!("\n  {text} ({OURS})"),
        }
    });
    Some(format!(
        "first difference{}",
        checkpoints.collect::<String>()
    ))
}

/// Whether what follows this beginning of an answer is visible wherever the answer is shown.
pub(super) fn is_shown(beginning: &[u8]) -> bool {
    let lines = memchr::memchr_iter(b'\n', beginning).count();
    beginning.len() < LINE / 2 && lines < LINES / 2
}

/// Whether it is abridged where it is shown.
fn is_abridged(side: &Side) -> bool {
    let text = side.text.as_deref().unwrap_or_default();
    let mut lines = text.split(|&b| b == b'\n');
    side.is_cut || lines.clone().count() > LINES || lines.any(|line| line.len() > LINE)
}

fn who_is_right(difference: &Difference, names: &FileNames) -> String {
    let (expected, actual) = (names.expected(), names.actual());
    match (difference.expected.is_right, difference.actual.is_right) {
        (true, _) => format!("{expected} is right"),
        (false, true) => format!("{actual} is right, {expected} is wrong"),
        (false, false) => {
            let right = shown(&difference.right);
            if right.contains('\n') {
                format!("the right answer is\n    {}", right.replace('\n', "\n    "))
            } else {
                format!("the right answer is {right}")
            }
        }
    }
}

/// Formats an answer: its lines, without the middle of long lines and of many lines.
fn shown(side: &Side) -> String {
    let text = trimmed(side.text.as_deref().unwrap_or_default());
    let all = text.split(|&b| b == b'\n');
    let mut lines = Vec::new();
    if side.is_cut {
        lines.extend(all.take(LINES / 2).map(line));
        return lines.join("\n") + TOO_LONG;
    }
    let left_out = all.clone().count().saturating_sub(LINES);
    for (i, bytes) in all.enumerate() {
        if i == LINES / 2 && left_out > 0 {
            let left_out = counted(left_out as u64, "line", "lines");
            lines.push(format!("... ({left_out} left out) ..."));
        }
        if i < LINES / 2 || i >= LINES / 2 + left_out {
            lines.push(line(bytes));
        }
    }
    lines.join("\n")
}

/// Formats a line, with control characters escaped, and without its middle if it is long.
fn line(line: &[u8]) -> String {
    let printed = |bytes: &[u8]| printable(&String::from_utf8_lossy(bytes));
    let left_out = line.len().saturating_sub(LINE);
    if left_out == 0 {
        return printed(line);
    }
    let (start, rest) = line.split_at(LINE / 2);
    format!(
        "{} ... ({} left out) ... {}",
        printed(start),
        counted(left_out as u64, "byte", "bytes"),
        printed(&rest[left_out..])
    )
}

/// Formats an answer whose white space matters.
fn quoted(side: &Side) -> String {
    let text = trimmed_end(side.text.as_deref().unwrap_or_default());
    let mut shown = format!("\"{}\"", line(text));
    if side.is_cut {
        shown.push_str(TOO_LONG);
    }
    if side.blank_lines > 0 {
        let blank_lines = counted(side.blank_lines, "blank line", "blank lines");
        shown = format!("{shown} after {blank_lines}");
    }
    shown
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
    pub fn first(&self) -> Option<&ExplainedCase> {
        self.first.as_ref().or(self.first_expected_wrong.as_ref())
    }

    /// Writes the report as text.
    ///
    /// # Errors
    /// Errors of writing.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let verdict = self.overall();
        let (short, name) = (verdict.short(), verdict.name());
        match &self.first {
            None if verdict == Verdict::Accepted => {
                let cases = counted(self.cases, "case", "cases");
                writeln!(out, "{short}: {name}, {cases}")?;
            }
            None | Some(_) => writeln!(out, "{short}: {name}")?,
        }
        self.write_details(out)
    }

    /// Writes the report for people without the verdict.
    ///
    /// # Errors
    /// Those of writing.
    pub fn write_details(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(first) = &self.first {
            self.write_case(first, out)?;
        }
        self.write_counts(out)?;
        let expected = self.names.expected();
        if self.expected_wrong > 0 {
            let expected_wrong = counted(self.expected_wrong, "case", "cases");
            writeln!(
                out,
                "{expected} differs from the right answers in {expected_wrong}"
            )?;
        }
        if let Some(first) = &self.first_expected_wrong {
            self.write_case(first, out)?;
        }
        Ok(())
    }

    /// Writes the answers to the first differing case, and why they are right or wrong.
    ///
    /// # Errors
    /// Errors of writing.
    pub fn write_first(&self, out: &mut dyn Write) -> io::Result<()> {
        self.first
            .as_ref()
            .map_or(Ok(()), |first| self.write_answers(first, out))
    }

    fn write_case(&self, first: &ExplainedCase, out: &mut dyn Write) -> io::Result<()> {
        let names = &self.names;
        match first.position {
            Some(position) => {
                let (case, line) = (first.case, position.line);
                writeln!(out, "case {case}, {}:{line}", names.input)?;
                for line in first.numbers.lines() {
                    writeln!(out, "  {}", printable(line.trim_end()))?;
                }
            }
            None => writeln!(out, "case {}", first.case)?,
        }
        self.write_answers(first, out)
    }

    fn write_answers(&self, first: &ExplainedCase, out: &mut dyn Write) -> io::Result<()> {
        let names = &self.names;
        let line = |name: &Option<String>, line| if name.is_some() { line } else { 0 };
        let expected = (names.expected(), line(&names.expected, first.expected_line));
        let actual = (names.actual(), line(&names.actual, first.actual_line));
        write_answer(out, "expected", first.expected.as_deref(), expected)?;
        write_answer(out, "actual", first.actual.as_deref(), actual)?;
        for line in first.first_difference.iter().chain(&first.why) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    fn write_counts(&self, out: &mut dyn Write) -> io::Result<()> {
        let names = &self.names;
        let (expected, actual) = (self.expected_answers, self.actual_answers);
        if self.verdict == Verdict::PresentationError {
            let count = self.but_for_white_space + self.different;
            let answers = counted(count, "answer differs", "answers differ");
            return writeln!(out, "{answers} in white space");
        }
        if self.verdict == Verdict::WrongAnswer {
            let all = self.cases.max(expected).max(actual);
            let of = if all > self.cases {
                counted(all, "answer", "answers")
            } else {
                counted(all, "case", "cases")
            };
            let differ = if self.different == 1 {
                "differs"
            } else {
                "differ"
            };
            write!(out, "{} of {of} {differ}", self.different)?;
            if let [_, next @ ..] = &self.differing[..]
                && !next.is_empty()
            {
                let next: Vec<_> = next.iter().map(u64::to_string).collect();
                let more = self.different > self.differing.len() as u64;
                let more = if more { ", ..." } else { "" };
                write!(out, "; the next: {}{more}", next.join(", "))?;
            }
            writeln!(out)?;
            if expected != actual {
                let much = if actual < expected { "few" } else { "many" };
                let (name, expected_name) = (names.actual(), names.expected());
                writeln!(
                    out,
                    "too {much} answers: {name} has {actual}, {expected_name} has {expected}"
                )?;
            }
        }
        if expected != self.cases {
            let answers = counted(expected, "answer", "answers");
            let cases = counted(self.cases, "case", "cases");
            writeln!(out, "{} has {answers} to {cases}", names.expected())?;
        }
        Ok(())
    }
}

fn write_answer(
    out: &mut dyn Write,
    what: &str,
    answer: Option<&str>,
    (name, line): (&str, u64),
) -> io::Result<()> {
    let at = if line > 0 {
        format!("{name}:{line}")
    } else {
        name.to_owned()
    };
    match answer {
        None => writeln!(out, "{what:<8} nothing ({at})"),
        Some(answer) if answer.contains('\n') => {
            let answer = answer.replace('\n', "\n  ");
            writeln!(out, "{what:<8} ({at})\n  {answer}")
        }
        Some(answer) => writeln!(out, "{what:<8} {answer} ({at})"),
    }
}
