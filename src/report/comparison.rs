//! The text of a comparison of answers.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use crate::judge::compare::case::CaseExcerpt;
use crate::judge::compare::{
    Answer, Comparison, Difference, ExplainedCase, Side, counted_cases, trimmed, trimmed_end,
};
use crate::judge::name::Name;
use crate::judge::verdict::Verdict;
use crate::text::{self, is_wide, printable, without_middle};
use crate::words::{plural, t};

/// The maximum number of bytes of a line, of lines of an answer, and of numbers of a case, that are shown.
const LINE: usize = 200;
const LINES: usize = 12;
const NUMBERS: usize = 24;

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
    let case = |case: &Option<ExplainedCase>| {
        let case = case.as_ref();
        case.map_or_else(String::new, |case| case_and_answers(comparison, case))
    };
    let mut text = case(&comparison.first) + &counts(comparison);
    if comparison.expected_wrong > 0 {
        let cases = cases(comparison, comparison.expected_wrong);
        text += &t!(
            "{name} differs from the right answers in {cases}",
            name = comparison.expected,
            cases = cases
        );
        text.push('\n');
    }
    text + &case(&comparison.first_expected_wrong)
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
    } = &*case.answers;
    for (what, side, other, name) in [
        (t!("expected "), expected, actual, &comparison.expected),
        (t!("actual   "), actual, expected, &comparison.actual),
    ] {
        let at = t!(" ({more})", more = name.line(side.line()));
        let other = answer(case, other).unwrap_or_default();
        let answer = answer(case, side).map(|answer| marked(&answer, &other, side.is_right));
        let _ = match answer {
            None => writeln!(text, "{}{at}", before(what, t!("nothing"))),
            Some(answer) if answer.contains('\n') => {
                let answer = answer.replace('\n', "\n  ");
                writeln!(text, "{}\n  {answer}", before(what, at.trim_start()))
            }
            Some(answer) => writeln!(text, "{what}{answer}{at}"),
        };
    }
    text + &first_difference(comparison, &case.answers) + &proof(comparison, case) + "\n"
}

/// `text` after `what`, with no space between East Asian characters.
fn before(what: &str, text: &str) -> String {
    let what = if text.starts_with(is_wide) {
        what.trim_end()
    } else {
        what
    };
    what.to_owned() + text
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
    let sides = [
        (&answers.right, &Name::Ours),
        (&answers.expected, &comparison.expected),
        (&answers.actual, &comparison.actual),
    ];
    let differing = sides.into_iter().filter_map(|(side, name)| {
        let (line, near) = side.first_difference.as_ref()?;
        Some((side, name.line(*line), near))
    });
    if !differing.clone().any(|(side, ..)| is_abridged(side)) {
        return String::new();
    }
    let mut text = t!("first difference").to_owned() + "\n";
    for (_, at, near) in differing {
        let at = t!(" ({more})", more = at);
        let _ = if near.is_empty() {
            writeln!(text, "  {}{at}", t!("nothing more"))
        } else {
            writeln!(text, "  \"{}\"{at}", printed(near))
        };
    }
    text
}

/// Whether it is abridged where it is shown.
fn is_abridged(side: &Side) -> bool {
    let mut lines = side.text().split(|&b| b == b'\n');
    lines.clone().count() > LINES || lines.any(|line| line.len() > LINE)
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
fn quoted(answer: &Answer) -> String {
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
    let mut report = String::new();
    let (expected, actual) = (comparison.expected_answers, comparison.actual_answers);
    let (cases, different) = (comparison.cases, comparison.different);
    if comparison.verdict == Verdict::PresentationError {
        let count = comparison.but_for_white_space + different;
        return plural!(
            count,
            "{count} answer differs in white space",
            "{count} answers differ in white space"
        ) + "\n";
    }
    if comparison.verdict == Verdict::WrongAnswer {
        let all = cases.max(expected).max(actual);
        let of = if all > cases {
            text::answers(all)
        } else {
            self::cases(comparison, all)
        };
        report += &plural!(
            different,
            "{different} of {of} differs",
            "{different} of {of} differ",
            of = of
        );
        if let [_, next @ ..] = &comparison.differing[..]
            && !next.is_empty()
        {
            let next: Vec<_> = next.iter().map(u64::to_string).collect();
            let more = different > comparison.differing.len() as u64;
            let more = if more { ", ..." } else { "" };
            report += &t!("; the next: {cases}", cases = next.join(", ") + more);
        }
        report.push('\n');
        if expected != actual {
            let has = |name: &Name, count: u64| t!("{name} has {what}", name = name, what = count);
            let are = has(&comparison.actual, actual);
            let expected = has(&comparison.expected, expected);
            report += &if comparison.actual_answers < comparison.expected_answers {
                t!(
                    "too few answers: {are}, {expected}",
                    are = are,
                    expected = expected
                )
            } else {
                t!(
                    "too many answers: {are}, {expected}",
                    are = are,
                    expected = expected
                )
            };
            report.push('\n');
        }
    }
    if expected != cases {
        let answers = text::answers(expected);
        let has = t!(
            "{name} has {what}",
            name = comparison.expected,
            what = answers
        );
        let cases = self::cases(comparison, cases);
        report += &t!("{has} to {cases}", has = has, cases = cases);
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
