//! The text of a comparison of answers.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use crate::error::byte_order_mark;
use crate::judge::answer_text::{Answer, trimmed};
use crate::judge::compare::{Comparison, Difference, ExplainedCase};
use crate::judge::name::Name;
use crate::judge::verdict::Verdict;
use crate::text::{self, line_ends, printable};
use crate::words::{plural, t};

/// The maximum number of bytes and lines of an answer that are shown.
const BYTES: usize = 200;
const LINES: usize = 12;

/// The maximum number of lines of an input that are shown, and of numbers on each.
const INPUT_LINES: usize = 20;
const NUMBERS: usize = 24;

/// The bytes of a longer answer that are shown before and after a difference: more than a number has.
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
    let mut text = String::new();
    if let Some(case) = &comparison.first {
        text += &t!("case {number}", number = case.number);
        if let Some(input) = &case.input {
            text += &t!(", {more}", more = comparison.input.line(input.line));
            text = text + "\n" + beginning(&input.text).trim_end();
        }
        text = text + "\n" + &answers(comparison, case);
    }
    text += &counts(comparison);
    // Without actual answers, that was just said.
    if comparison.expected_wrong > 0 && comparison.actual != Name::Ours {
        let cases = cases(comparison, comparison.expected_wrong);
        text += &t!(
            "{name} differs from the right answers in {cases}",
            name = comparison.expected,
            cases
        );
        text.push('\n');
    }
    text
}

/// The lines of an input, indented: of many, the first ones, and of many numbers on one, the first ones.
pub(super) fn beginning(input: &str) -> String {
    let lines = input.lines().map(|line| {
        let numbers: Vec<_> = line.split_whitespace().collect();
        format!("  {}\n", text::beginning(&numbers, NUMBERS))
    });
    let mut shown: String = lines.take(INPUT_LINES).collect();
    if input.lines().nth(INPUT_LINES).is_some() {
        shown += "  ...\n";
    }
    shown
}

/// The answers to a case, and why they are right or wrong.
pub(crate) fn answers(comparison: &Comparison, case: &ExplainedCase) -> String {
    let mut text = String::new();
    let answers = &case.answers;
    for (what, answer, name) in [
        (t!("expected "), &answers.expected, &comparison.expected),
        (t!("actual   "), &answers.actual, &comparison.actual),
    ] {
        let (shown, line) = shown(comparison, answers, answer);
        let at = t!(" ({more})", more = name.line(line));
        let color = if answers.is_right(answer) {
            AnsiColor::Green
        } else {
            AnsiColor::Red
        };
        let style = color.on_default();
        let _ = if shown.contains('\n') {
            let (at, shown) = (at.trim_start(), shown.replace('\n', "\n  "));
            writeln!(text, "{what}{at}\n  {style}{shown}{style:#}")
        } else {
            writeln!(text, "{what}{style}{shown}{style:#}{at}")
        };
    }
    for (answer, name) in [
        (&answers.expected, &comparison.expected),
        (&answers.actual, &comparison.actual),
    ] {
        if let Some(mark) = byte_order_mark(&answer.bytes).filter(|_| answer.line == 1) {
            text += &(t!("the answers in {name} start with {mark}", name, mark) + "\n");
        }
    }
    let likely = comparison.likely.iter().flatten();
    let likely = likely.map(|likely| t!("likely: {why}", why = likely.sentence()) + "\n");
    text + &proof(comparison, case) + "\n" + &likely.collect::<String>()
}

/// One of the answers to a case: as it is if white space differs and it is short, else as it is shown. `None` if it is
/// missing.
pub(crate) fn answer(comparison: &Comparison, case: &ExplainedCase, answer: &Answer) -> Option<String> {
    let text = || {
        if is_about_white_space(comparison) && !is_long(answer) {
            String::from_utf8_lossy(&with_blank_lines(answer)).into_owned()
        } else {
            excerpt(comparison, &case.answers, answer).0
        }
    };
    answer.is_there().then(text)
}

/// An answer, with its white space in quotes if that is what differs, and the number of its line. Of a long one it is the
/// line of the first difference.
pub(super) fn shown(comparison: &Comparison, answers: &Difference, answer: &Answer) -> (String, u64) {
    if !answer.is_there() {
        return (t!("nothing").to_owned(), 0);
    }
    let (text, line) = excerpt(comparison, answers, answer);
    if is_about_white_space(comparison) {
        (format!("\"{text}\""), line)
    } else {
        (text, line)
    }
}

/// The same without quotes.
fn excerpt(comparison: &Comparison, answers: &Difference, answer: &Answer) -> (String, u64) {
    let text = &answer.bytes[..];
    if is_long(answer) {
        let at = answers.first_difference().min(text.len());
        let (before, behind) = text.split_at(at);
        let start = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
        let end = at + memchr::memchr(b'\n', behind).unwrap_or(behind.len());
        let (from, to) = (start.max(at.saturating_sub(NEAR)), end.min(at + NEAR));
        let dots = |is_cut| if is_cut { "..." } else { "" };
        let shown = if from == to {
            t!("nothing more").to_owned()
        } else {
            [dots(from > 0), &printed(&text[from..to]), dots(to < text.len())].concat()
        };
        return (shown, answer.line + line_ends(before) as u64);
    }
    let shown = if is_about_white_space(comparison) {
        printed(&with_blank_lines(answer))
    } else {
        let lines = trimmed(text).split(|&byte| byte == b'\n').map(printed);
        lines.collect::<Vec<_>>().join("\n")
    };
    (shown, answer.line)
}

/// Whether only a part of an answer is shown.
fn is_long(answer: &Answer) -> bool {
    answer.bytes.len() > BYTES || line_ends(&answer.bytes) >= LINES
}

/// An answer, with some of the blank lines before it.
fn with_blank_lines(answer: &Answer) -> Vec<u8> {
    let blank_lines = vec![b'\n'; answer.blank_lines.min(NEAR as u64) as usize];
    [&blank_lines, &answer.bytes[..]].concat()
}

fn printed(bytes: &[u8]) -> String {
    printable(&String::from_utf8_lossy(bytes))
}

/// Which answer is right, and why.
pub fn proof(comparison: &Comparison, case: &ExplainedCase) -> String {
    let answers = &case.answers;
    if is_about_white_space(comparison) {
        return t!("only white space differs from what is expected").to_owned();
    }
    if !answers.right.is_there() {
        let (name, cases) = (&comparison.input, cases(comparison, comparison.cases));
        return t!("{name} has only {cases}", name, cases);
    }
    let (expected, actual) = (&comparison.expected, &comparison.actual);
    let is_right = [&answers.expected, &answers.actual].map(|answer| answers.is_right(answer));
    let mut text = match is_right {
        [true, _] => t!("{name} is right", name = expected),
        [false, true] => t!("{right} is right, {wrong} is wrong", right = actual, wrong = expected),
        [false, false] => {
            let (right, _) = shown(comparison, answers, &answers.right);
            let right = right.replace('\n', " / ");
            t!("the right answer is {right}", right)
        }
    };
    if !case.proof.is_empty() {
        text = t!("{claim}:", claim = text);
    }
    for line in case.proof.iter().flat_map(|statement| statement.lines()) {
        text.extend(["\n  ", line]);
    }
    text
}

/// A number of cases; or, if each of their positions has an answer of its own, of these.
fn cases(comparison: &Comparison, count: u64) -> String {
    if comparison.of_positions {
        plural!(count, "{count} position", "{count} positions")
    } else {
        plural!(count, "{count} case", "{count} cases")
    }
}

/// Whether only white space differs.
fn is_about_white_space(comparison: &Comparison) -> bool {
    comparison.verdict == Verdict::PresentationError
}

fn answers_of(count: u64) -> String {
    plural!(count, "{count} answer", "{count} answers")
}

/// How many answers differ, if only in white space where nothing else does.
pub(crate) fn differences(comparison: &Comparison) -> u64 {
    let more = if is_about_white_space(comparison) {
        comparison.but_for_white_space
    } else {
        0
    };
    comparison.different + more
}

/// How many answers differ, or are missing.
fn counts(comparison: &Comparison) -> String {
    let (expected, actual) = (comparison.expected_answers, comparison.actual_answers);
    let (all, different) = (comparison.cases, comparison.different);
    if is_about_white_space(comparison) {
        let count = differences(comparison);
        return plural!(
            count,
            "{count} answer differs in white space",
            "{count} answers differ in white space"
        ) + "\n";
    }
    let (mut text, all_cases) = (String::new(), cases(comparison, all));
    if comparison.verdict == Verdict::WrongAnswer {
        let most = expected.max(actual);
        let of = if most > all {
            answers_of(most)
        } else {
            all_cases.clone()
        };
        text = plural!(
            different,
            "{different} of {of} differs",
            "{different} of {of} differ",
            of
        ) + "\n";
    }
    let counts = [(&comparison.expected, expected), (&comparison.actual, actual)];
    let mut lines: Vec<_> = counts
        .into_iter()
        .filter(|(_, count)| *count != all)
        .map(|(name, count)| {
            t!(
                "{name} has {answers} to {all_cases}",
                name,
                answers = answers_of(count),
                all_cases
            )
        })
        .collect();
    // They may be the same file.
    lines.dedup();
    text.extend(lines.into_iter().map(|line| line + "\n"));
    text
}

/// The color of a verdict.
pub(super) fn style(verdict: Verdict) -> Style {
    let color = if verdict == Verdict::Accepted {
        AnsiColor::Green
    } else if verdict == Verdict::PresentationError {
        AnsiColor::Yellow
    } else {
        AnsiColor::Red
    };
    color.on_default()
}
