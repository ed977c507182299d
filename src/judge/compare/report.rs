//! What a comparison says.

use std::io::{self, Write};

use super::case::{self, Case};
use super::texts::{AnswerText, OURS};
use super::{Comparer, Difference, Side, Verdict, explain, trimmed, trimmed_end};
use crate::engine::pipe::Checkpoints;
use crate::error::{Error, Location};
use crate::input::Input;
use crate::report::words::{counted, printable};

/// So many bytes of a line, and so many lines of an answer, are shown.
pub(super) const LINE: usize = 200;
const LINES: usize = 12;

/// Stands for the rest of an answer that was not kept.
const TOO_LONG: &str = " ... (too long to show)";

/// How answers compare, and why.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What a judge says of them.
    pub verdict: Verdict,
    /// How many cases the input has.
    pub cases: u64,
    /// How many cases have other answers than wanted. Answers that are missing count, and those that
    /// are too many.
    pub different: u64,
    /// How many answers differ in white space only, where that matters.
    pub but_for_white_space: u64,
    /// The first cases with other answers than wanted, counted from 1.
    pub differing: Vec<u64>,
    /// How many answers there are among those wanted.
    pub expected_answers: u64,
    /// How many there are among those found.
    pub actual_answers: u64,
    /// The first case that is not as wanted.
    pub first: Option<ExplainedCase>,
    /// In how many cases the wanted answers are not the right ones, if there are others to compare with
    /// them.
    pub expected_wrong: u64,
    /// The first of these cases, unless that is told already.
    pub first_expected_wrong: Option<ExplainedCase>,
    /// What the texts are called.
    pub names: FileNames,
}

/// What the texts are called.
#[derive(Clone, Debug)]
pub struct FileNames {
    /// The cases.
    pub input: String,
    /// The answers wanted; none if they are our own.
    pub expected: Option<String>,
    /// The answers found; none if they are our own.
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

/// A case of which two answers differ, with what proves who is right.
#[derive(Clone, Debug)]
pub struct ExplainedCase {
    /// Which one, counted from 1.
    pub case: u64,
    /// Where it starts in the input; none if there is no such case.
    pub position: Option<Location>,
    /// Its numbers; if there are many, without those in the middle.
    pub numbers: String,
    /// The answer wanted; none if it is missing.
    pub expected: Option<String>,
    /// The line on which it starts; 0 if there is none.
    pub expected_line: u64,
    /// The answer found; none if it is missing.
    pub actual: Option<String>,
    /// The line on which it starts; 0 if there is none.
    pub actual_line: u64,
    /// Where two answers part that are too long to see it, in lines.
    pub first_difference: Option<String>,
    /// Who is right, and why.
    pub why: Vec<String>,
}

impl Comparer {
    /// What the comparison has come to.
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
            // What is wrong with both is told with the first case, but for white space.
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
                // A case without a number in the input.
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
            numbers: case.as_ref().map_or_else(String::new, Case::text),
            expected: text(expected),
            expected_line: expected.line,
            actual: text(actual),
            actual_line: actual.line,
            first_difference: first_difference(difference, names),
            why,
        })
    }
}

/// Where two answers part that are too long to see it.
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

/// Whether what follows such a beginning of an answer can be seen wherever the answer is shown.
pub(super) fn is_shown(beginning: &[u8]) -> bool {
    let lines = memchr::memchr_iter(b'\n', beginning).count();
    beginning.len() < LINE / 2 && lines < LINES / 2
}

/// Whether something of it is left out where it is shown.
fn is_abridged(side: &Side) -> bool {
    let text = side.text.as_deref().unwrap_or_default();
    let mut lines = text.split(|&b| b == b'\n');
    side.is_cut || lines.clone().count() > LINES || lines.any(|line| line.len() > LINE)
}

/// Which side is right.
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

/// An answer for people: its lines, long ones and many of them without what is in the middle.
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

/// A line without what only a terminal would understand; a long one without its middle.
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

/// An answer whose white space matters.
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
    /// Writes the report for people.
    ///
    /// # Errors
    /// Those of writing.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (short, name) = (self.verdict.short(), self.verdict.name());
        let cases = counted(self.cases, "case", "cases");
        match &self.first {
            None => writeln!(out, "{short}: {name}, {cases}")?,
            Some(first) => {
                writeln!(out, "{short}: {name}")?;
                self.write_case(first, out)?;
            }
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

    /// Writes the answers to the first case that is not as wanted, and why they are right or wrong.
    ///
    /// # Errors
    /// Those of writing.
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
                writeln!(out, "  {}", first.numbers)?;
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
        match self.verdict {
            Verdict::Accepted => {}
            Verdict::PresentationError => {
                let count = self.but_for_white_space + self.different;
                let answers = counted(count, "answer differs", "answers differ");
                writeln!(out, "{answers} in white space")?;
            }
            Verdict::WrongAnswer => {
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
        }
        if expected != self.cases && self.verdict != Verdict::PresentationError {
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
