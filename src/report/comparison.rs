//! The text of a comparison of answers.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use crate::judge::compare::case::CaseExcerpt;
use crate::judge::compare::{
    Answer, Comparison, Difference, ExplainedCase, Side, common, counted_cases, trimmed,
    trimmed_end,
};
use crate::judge::name::Name;
use crate::judge::verdict::Verdict;
use crate::text::{self, printable, without_middle};
use crate::words::{plural, t};

/// The maximum number of bytes of a line, of lines of an answer, and of numbers of a case, that are shown.
const LINE: usize = 200;
const LINES: usize = 12;
const NUMBERS: usize = 24;

/// The bytes of a long line that are shown before and after a difference: more than a number has.
const NEAR: usize = 50;

/// The verdict, the first wrong answers, why they are wrong, and how many differ.
pub fn text(comparison: &Comparison) -> String {
    let verdict = comparison.verdict;
    let mut text = heading(verdict);
    if verdict == Verdict::Accepted {
        text += &t!(", {more}", more = cases(comparison, comparison.cases));
    }
    text + "\n" + &details(comparison)
}

/// The verdict, in its color.
pub(super) fn heading(verdict: Verdict) -> String {
    let style = style(verdict);
    let short = format!("{style}{}{style:#}", verdict.short());
    t!("{verdict}: {why}", verdict = short, why = verdict.name())
}

/// Everything but the verdict.
pub(crate) fn details(comparison: &Comparison) -> String {
    let first = comparison.first.as_ref();
    let first = first.map(|first| case_and_answers(comparison, first));
    let mut text = first.unwrap_or_default() + &counts(comparison);
    if comparison.expected_wrong > 0 {
        let cases = cases(comparison, comparison.expected_wrong);
        text += &t!(
            "{name} differs from the right answers in {cases}",
            name = comparison.expected,
            cases = cases
        );
        text.push('\n');
    }
    text
}

fn case_and_answers(comparison: &Comparison, case: &ExplainedCase) -> String {
    let mut text = t!("case {number}", number = case.number);
    if let Some(input) = &case.input {
        text += &t!(
            ", {more}",
            more = comparison.input.line(input.location.line)
        );
        for line in numbers(input).lines() {
            let _ = write!(text, "\n  {}", printable(line.trim_end()));
        }
    }
    text + "\n" + &answers(comparison, case)
}

/// The numbers of a case: as they are in the input, or on one line without the middle of many.
pub(super) fn numbers(case: &CaseExcerpt) -> String {
    let numbers: Vec<_> = case.text.split_whitespace().collect();
    let joined = |numbers: &[&str]| numbers.join(" ");
    if case.is_cut {
        joined(&numbers[..numbers.len().min(NUMBERS / 2)]) + t!(" ... (too long to show)")
    } else if numbers.len() <= NUMBERS {
        case.text.clone()
    } else {
        without_middle(&numbers, NUMBERS, text::numbers, " ", joined)
    }
}

/// The answers to a case, and why they are right or wrong.
pub(crate) fn answers(comparison: &Comparison, case: &ExplainedCase) -> String {
    let mut text = String::new();
    let Difference {
        expected, actual, ..
    } = &case.answers;
    for (what, side, other, name) in [
        (t!("expected "), expected, actual, &comparison.expected),
        (t!("actual   "), actual, expected, &comparison.actual),
    ] {
        let at = t!(" ({more})", more = name.line(side.line()));
        let other = answer(case, other).unwrap_or_default();
        let answer = answer(case, side).map(|answer| marked(&answer, &other, side.is_right));
        let _ = match answer {
            None => writeln!(text, "{what}{}{at}", t!("nothing")),
            Some(answer) if answer.contains('\n') => {
                let answer = answer.replace('\n', "\n  ");
                writeln!(text, "{what}{}\n  {answer}", at.trim_start())
            }
            Some(answer) => writeln!(text, "{what}{answer}{at}"),
        };
    }
    text + &first_difference(comparison, &case.answers) + &proof(comparison, case) + "\n"
}

/// An answer with the words in color that `other` does not have there: green in a right answer, else red.
fn marked(answer: &str, other: &str, is_right: bool) -> String {
    let color = if is_right {
        AnsiColor::Green
    } else {
        AnsiColor::Red
    };
    let style = color.on_default();
    let mut others = other.lines();
    let lines = answer.split('\n').map(|line| {
        let mut others = others.next().unwrap_or_default().split(' ');
        let words = line.split(' ').map(|word| {
            if others.next() == Some(word) {
                word.to_owned()
            } else {
                format!("{style}{word}{style:#}")
            }
        });
        words.collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// One of the answers to a case, with its white space if that is what differs. `None` if it is missing.
pub(crate) fn answer(case: &ExplainedCase, side: &Side) -> Option<String> {
    let answer = side.answer.as_ref()?;
    Some(if case.is_about_white_space {
        quoted(answer)
    } else {
        shown(&answer.bytes)
    })
}

/// Which answer is right, and why.
pub fn proof(comparison: &Comparison, case: &ExplainedCase) -> String {
    let answers = &case.answers;
    let statements = &case.proof;
    if case.is_about_white_space || answers.right.answer.is_none() {
        return statements.join("\n");
    }
    let (expected, actual) = (&comparison.expected, &comparison.actual);
    let mut text = match (answers.expected.is_right, answers.actual.is_right) {
        (true, _) => t!("{name} is right", name = expected),
        (false, true) => t!(
            "{right} is right, {wrong} is wrong",
            right = actual,
            wrong = expected
        ),
        (false, false) => {
            let right = answer(case, &answers.right).unwrap_or_default();
            if right.contains('\n') {
                t!("the right answer is").to_owned() + "\n    " + &right.replace('\n', "\n    ")
            } else {
                t!("the right answer is {right}", right = right)
            }
        }
    };
    if !statements.is_empty() && !text.contains('\n') {
        text = t!("{claim}:", claim = text);
    }
    for line in statements.iter().flat_map(|statement| statement.lines()) {
        text.extend(["\n  ", line]);
    }
    text
}

/// The first difference of two answers, if one of them is not shown in full.
fn first_difference(comparison: &Comparison, answers: &Difference) -> String {
    let right = (&answers.right, &Name::Ours);
    let expected = (&answers.expected, &comparison.expected);
    let actual = (&answers.actual, &comparison.actual);
    let is_same = trimmed_end(expected.0.text()) == trimmed_end(actual.0.text());
    let sides = if is_same {
        [right, expected]
    } else {
        [expected, actual]
    };
    let is_abridged = |side: &Side| {
        let mut lines = side.text().split(|&b| b == b'\n');
        lines.clone().count() > LINES || lines.any(|line| line.len() > LINE)
    };
    let are_there = sides.iter().all(|(side, _)| side.answer.is_some());
    if !are_there || !sides.iter().any(|(side, _)| is_abridged(side)) {
        return String::new();
    }
    let at = common(sides[0].0.text(), &[sides[1].0.text()]);
    let mut text = t!("first difference").to_owned() + "\n";
    for (side, name) in sides {
        let (before, behind) = side.text().split_at(at);
        let start = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
        let end = at + memchr::memchr(b'\n', behind).unwrap_or(behind.len());
        let (from, to) = (start.max(at.saturating_sub(NEAR)), end.min(at + NEAR));
        let dots = |is_cut| if is_cut { "..." } else { "" };
        let near = printed(&side.text()[from..to]);
        let near = format!("\"{}{near}{}\"", dots(from > start), dots(to < end));
        let line = side.line() + bytecount::count(before, b'\n') as u64;
        let at = t!(" ({more})", more = name.line(line));
        let near = if from == to {
            t!("nothing more")
        } else {
            &near
        };
        text.extend(["  ", near, &at, "\n"]);
    }
    text
}

/// The lines of an answer, without the middle of long lines and of many lines.
fn shown(text: &[u8]) -> String {
    let lines: Vec<_> = trimmed(text).split(|&b| b == b'\n').collect();
    let joined = |lines: &[&[u8]]| {
        let lines: Vec<_> = lines.iter().map(|it| line(it)).collect();
        lines.join("\n")
    };
    let count = |count: u64| plural!(count, "{count} line", "{count} lines");
    without_middle(&lines, LINES, count, "\n", joined)
}

/// A line with control characters escaped, and without its middle if it is long.
fn line(line: &[u8]) -> String {
    without_middle(line, LINE, text::bytes, " ", printed)
}

fn printed(bytes: &[u8]) -> String {
    printable(&String::from_utf8_lossy(bytes))
}

/// An answer whose white space matters.
fn quoted(answer: &Answer<'_>) -> String {
    let mut shown = format!("\"{}\"", line(trimmed_end(&answer.bytes)));
    let count = answer.blank_lines;
    if count > 0 {
        shown = plural!(
            count,
            "{shown} after {count} blank line",
            "{shown} after {count} blank lines",
            shown = shown
        );
    }
    shown
}

fn cases(comparison: &Comparison, count: u64) -> String {
    counted_cases(count, comparison.of_positions)
}

/// How many answers differ, or are missing.
fn counts(comparison: &Comparison) -> String {
    let (expected, actual) = (comparison.expected_answers, comparison.actual_answers);
    let (all, different) = (comparison.cases, comparison.different);
    if comparison.verdict == Verdict::PresentationError {
        let count = comparison.but_for_white_space + different;
        return plural!(
            count,
            "{count} answer differs in white space",
            "{count} answers differ in white space"
        ) + "\n";
    }
    let mut report = String::new();
    if comparison.verdict == Verdict::WrongAnswer {
        let most = expected.max(actual);
        let of = if most > all {
            text::answers(most)
        } else {
            cases(comparison, all)
        };
        report += &plural!(
            different,
            "{different} of {of} differs",
            "{different} of {of} differ",
            of = of
        );
        report.push('\n');
    }
    let texts = [
        (&comparison.expected, expected),
        (&comparison.actual, actual),
    ];
    for (name, count) in texts.into_iter().filter(|&(_, count)| count != all) {
        let has = t!(
            "{name} has {what}",
            name = name,
            what = text::answers(count)
        );
        report += &t!(
            "{has} to {cases}",
            has = has,
            cases = cases(comparison, all)
        );
        report.push('\n');
    }
    report
}

/// The color of a verdict.
pub(super) fn style(verdict: Verdict) -> Style {
    let color = match verdict {
        Verdict::Accepted => AnsiColor::Green,
        Verdict::PresentationError => AnsiColor::Yellow,
        Verdict::WrongAnswer
        | Verdict::TimeLimitExceeded
        | Verdict::MemoryLimitExceeded
        | Verdict::OutputLimitExceeded
        | Verdict::RunTimeError
        | Verdict::CompileError
        | Verdict::JudgeError => AnsiColor::Red,
    };
    color.on_default()
}
