//! Reports for people.

use std::fmt::Write;
use std::time::Duration;

use super::SearchReport;
use super::comparison::{self, style};
use crate::error::Error;
use crate::judge::compare::Comparison;
use crate::judge::judgement::{Judgement, Summary, TestResult};
use crate::judge::process::{End, Limits};
use crate::judge::stress::Counterexample;
use crate::judge::verdict::Verdict;
use crate::output;
use crate::testdata::grammar::Ending;
use crate::text::{colored, last_lines, printable, printable_lines};
use crate::words::{plural, t};

/// The maximum number of lines of standard error that are shown.
const ERROR_LINES: usize = 10;

/// The maximum number of lines of a failing input that are shown, and of their characters.
const INPUT_LINES: usize = 20;
const INPUT_WIDTH: usize = 200;

/// A report of tests: a line for each failure, and what all come to.
pub(crate) struct TextReport {
    /// How much the program may use: the reasons of verdicts name it.
    limits: Limits,
    /// Whether what is accepted has lines as well.
    is_verbose: bool,
    /// Whether it is this program itself, which who forgot to give one may not expect.
    is_bouton: bool,
    /// Whether a test has had a line.
    has_lines: bool,
}

/// The first answer that differs.
fn differs(comparison: &Comparison) -> Option<String> {
    let first = comparison.first.as_ref()?;
    let sides = [&first.answers.expected, &first.answers.actual];
    let [expected, actual] = sides.map(|side| {
        let answer = comparison::answer(comparison, first, side);
        answer.map_or_else(|| t!("nothing").to_owned(), |answer| one_line(&answer))
    });
    let text = t!(
        "expected {expected}, actual {actual}",
        expected = expected,
        actual = actual
    );
    let all = comparison.cases.max(comparison.expected_answers);
    let all = all.max(comparison.actual_answers);
    Some(match all {
        1 => text,
        _ => t!("case {number}: {text}", number = first.number, text = text),
    })
}

impl TextReport {
    /// A report of a program with these limits.
    pub(crate) fn new(limits: Limits, is_verbose: bool, is_bouton: bool) -> Self {
        Self {
            limits,
            is_verbose,
            is_bouton,
            has_lines: false,
        }
    }

    /// Writes the result of a test to standard output.
    pub(crate) fn result(&mut self, result: &TestResult) -> Result<(), Error> {
        let judgement = &result.judgement;
        if judgement.verdict == Verdict::Accepted && !self.is_verbose {
            return Ok(());
        }
        self.has_lines = true;
        let (short, style) = (judgement.verdict.short(), style(judgement.verdict));
        let time = seconds(judgement.cpu);
        let memory = judgement.peak_memory.map_or("-".to_owned(), mebibytes);
        let (reason, _) = self.reasons(judgement);
        let name = printable(&result.name);
        // A program is killed a moment after its time is over.
        let time_width = seconds(self.limits.cpu).len();
        let line = format!(
            "{style}{short:<3}{style:#}  {time:>time_width$}  {memory:>9}  {name:<NAME_WIDTH$}  {reason}"
        );
        output::write_to_stdout(&colored(&format!("{}\n", line.trim_end())))
    }

    /// Writes what all results come to, and the first failure.
    pub(crate) fn end(&self, tests: &Summary) -> Result<(), Error> {
        let mut text = String::new();
        if self.has_lines {
            text.push('\n');
        }
        let _ = writeln!(text, "{}", summary(tests));
        let skipped = &tests.without_answers;
        if !skipped.is_empty() {
            let names: Vec<_> = skipped.iter().map(|name| printable(name)).collect();
            let names = names.join(", ");
            let skipped = plural!(
                count = skipped.len(),
                "{count} input has no answers, .ans or .out, and could not be judged: {names}",
                "{count} inputs have no answers, .ans or .out, and could not be judged: {names}",
                names = names
            );
            let _ = writeln!(text, "{skipped}");
        }
        if self.is_bouton {
            text.extend([
                t!("no SOURCE or COMMAND was given: these are bouton's own answers"),
                "\n",
            ]);
        }
        if let Some(failure) = &tests.first_failure {
            text.extend(["\n", &self.failed(failure)]);
        }
        output::write_to_stdout(&colored(&text))
    }

    /// Why a program was not accepted: on the line of the test, and below the heading of the first failure, unless the
    /// answers are explained there.
    fn reasons(&self, judgement: &Judgement) -> (String, String) {
        let comparison = judgement.comparison.as_ref();
        let name = judgement.verdict.name();
        let reason = |why: String| t!("{verdict}: {why}", verdict = name, why = why);
        let (cpu, wall) = (seconds(judgement.cpu), seconds(judgement.wall));
        match judgement.verdict {
            Verdict::Accepted => Default::default(),
            Verdict::PresentationError | Verdict::WrongAnswer => {
                let difference = comparison.and_then(differs);
                (difference.unwrap_or(name.to_owned()), String::new())
            }
            Verdict::TimeLimitExceeded => {
                let limit = if judgement.cpu <= self.limits.cpu {
                    t!("it slept, stopped after {wall}", wall = wall)
                } else {
                    seconds(self.limits.cpu)
                };
                let details = t!(
                    "stopped after {cpu} of CPU time and {wall} of wall-clock time",
                    cpu = cpu,
                    wall = wall
                );
                (reason(limit), details)
            }
            Verdict::MemoryLimitExceeded => {
                let [limit, peak] = [self.limits.memory, judgement.peak_memory]
                    .map(|bytes| bytes.map(mebibytes).unwrap_or_default());
                (reason(limit), peak)
            }
            Verdict::OutputLimitExceeded => {
                let most = t!(
                    "more than 64 MiB and twice the expected answers, as output, as errors or in a file"
                );
                (name.to_owned(), most.to_owned())
            }
            Verdict::RunTimeError => {
                let end = judgement.end.map(|end| end.to_string()).unwrap_or_default();
                (reason(end.clone()), end)
            }
            Verdict::CompileError => (name.to_owned(), String::new()),
            Verdict::JudgeError => {
                let wrong = match comparison.map_or(0, |comparison| comparison.expected_wrong) {
                    1 => t!("an expected answer is wrong").to_owned(),
                    count => t!("{count} expected answers are wrong", count = count),
                };
                let error = judgement.error.as_ref().map(ToString::to_string);
                (error.unwrap_or(wrong), String::new())
            }
        }
    }

    /// All that is known of a failure.
    fn failed(&self, result: &TestResult) -> String {
        let judgement = &result.judgement;
        let heading = comparison::heading(judgement.verdict);
        let (_, why) = self.reasons(judgement);
        let comparison = judgement.comparison.as_ref();
        if let Some(comparison) = comparison.filter(|_| why.is_empty()) {
            return format!("{heading}\n{}", comparison::details(comparison));
        }
        let file = printable(result.file.as_ref().unwrap_or(&result.name));
        let what = t!("{name}: {why}", name = file, why = why);
        let mut text = format!("{heading}\n{what}\n");
        if comparison.is_some_and(|it| it.verdict == Verdict::Accepted) {
            text.extend([
                t!("its answers are right, but a judge expects exit code 0"),
                "\n",
            ]);
        }
        if !judgement.stderr.is_empty() {
            text.extend([t!("the end of its standard error:"), "\n"]);
            text.push_str(&last_lines(&judgement.stderr, ERROR_LINES));
        } else if judgement.verdict == Verdict::RunTimeError {
            text.extend([t!("it wrote nothing to standard error"), "\n"]);
        }
        text
    }
}

/// Test names are padded to this width, so that those of generated inputs line up.
const NAME_WIDTH: usize = "every-number-of-piles-99".len();

/// `17 of 18 accepted (1 WA)`, and on a second line `slowest 0.120 s (3.in), most memory 3.4 MiB (3.in)`.
fn summary(tests: &Summary) -> String {
    let mut text = t!(
        "{accepted} of {all} accepted",
        accepted = tests.count(Verdict::Accepted),
        all = tests.run()
    );
    let others = tests.verdicts.iter();
    let mut others = others
        .filter(|(verdict, _)| **verdict != Verdict::Accepted)
        .peekable();
    if others.peek().is_some() {
        let others: Vec<_> = others
            .map(|(verdict, count)| format!("{count} {}", verdict.short()))
            .collect();
        text += &t!(" ({more})", more = others.join(t!(", ")));
    }
    if let Some((time, name)) = &tests.slowest {
        text.push('\n');
        text += &t!(
            "slowest {time} ({test})",
            time = seconds(*time),
            test = printable(name)
        );
    }
    if let Some((memory, name)) = &tests.most_memory {
        let (memory, name) = (mebibytes(*memory), printable(name));
        text += &t!(
            ", most memory {memory} ({test})",
            memory = memory,
            test = name
        );
    }
    text
}

/// An answer on one line that is not too long.
fn one_line(answer: &str) -> String {
    const WIDTH: usize = 20;
    let line = answer.replace('\n', " / ");
    match line.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{} ...", &line[..end]),
        None => line,
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

#[expect(clippy::cast_precision_loss, reason = "one decimal place is shown")]
fn mebibytes(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}

/// Why a program does not compile.
pub(crate) fn compile_error(judgement: &Judgement) -> String {
    let messages = printable_lines(&judgement.stderr);
    format!("{messages}{}\n", comparison::heading(judgement.verdict))
}

/// The result of a search for a failing input.
pub(crate) fn search(report: &SearchReport<'_>) -> String {
    let (result, judgement) = (report.result, &report.result.judgement);
    let (verdict, name) = (judgement.verdict, printable(report.program));
    if verdict == Verdict::CompileError {
        return compile_error(judgement);
    }
    let Some(found) = &result.found else {
        let rounds = plural!(n = result.rounds, "{n} round", "{n} rounds");
        let cases = plural!(n = result.cases, "{n} case", "{n} cases");
        if report.is_interrupted {
            return t!(
                "{rounds}, {cases}, all right",
                rounds = rounds,
                cases = cases
            ) + "\n";
        }
        let style = style(Verdict::Accepted);
        let right = t!(
            "{program} is right in {rounds}, {cases}",
            program = name,
            rounds = rounds,
            cases = cases
        );
        let cut = if result.is_cut {
            t!("more take too long for such a slow program (--rounds N tries N inputs)")
        } else {
            ""
        };
        let end = if result.is_cut { "\n" } else { "" };
        let short = format!("{style}AC{style:#}");
        return t!("{verdict}: {why}", verdict = short, why = right) + &format!("\n{cut}{end}");
    };
    let missing = match found.test.ending {
        Ending::Whole => "",
        Ending::NoLineEnd => t!(", if the final newline is missing"),
        Ending::NoZero => t!(", if there is no 0 after the last case"),
    };
    let mut text = comparison::heading(verdict) + missing + "\n";
    text += &failing_input(found, report.saved.is_some());
    match (&judgement.comparison, judgement.end) {
        (Some(comparison), Some(End::Exited(0)) | None) => {
            if let Some(first) = &comparison.first {
                if found.test.cases.len() > 1 {
                    text += &(t!("case {number}:", number = first.number) + "\n");
                }
                text += &comparison::answers(comparison, first);
            }
        }
        (_, Some(end)) => {
            text += &(t!("{name}: {why}", name = name, why = end) + "\n");
            text += &last_lines(&judgement.stderr, INPUT_LINES);
        }
        (_, None) => {}
    }
    let tried = plural!(n = result.tried, "{n} input", "{n} inputs");
    text += &(t!(
        "seed {seed}, round {round}, {inputs}",
        seed = report.seed,
        round = result.rounds,
        inputs = tried
    ) + "\n");
    text += if found.is_smallest {
        t!("no smaller input fails")
    } else {
        t!("a smaller input may fail: not all of them were tried")
    };
    text.push('\n');
    if let Some(input) = report.saved {
        let answers = input.with_extension("ans").display().to_string();
        let input = input.display();
        text += &(t!(
            "saved {input} and {answers}",
            input = input,
            answers = answers
        ) + "\n");
    }
    text
}

fn failing_input(found: &Counterexample, is_saved: bool) -> String {
    let cases = found.test.cases.len() as u64;
    let mut text = plural!(n = cases, "input, {n} case:", "input, {n} cases:") + "\n";
    let has_more = found.input.lines().nth(INPUT_LINES).is_some();
    let mut is_cut = has_more;
    for line in found.input.lines().take(INPUT_LINES) {
        // It has digits and spaces.
        let shown = &line[..line.len().min(INPUT_WIDTH)];
        let dots = if shown == line { "" } else { " ..." };
        is_cut |= shown != line;
        let _ = writeln!(text, "  {shown}{dots}");
    }
    if has_more {
        text.push_str("  ...\n");
    }
    if is_cut && !is_saved {
        let whole = t!("(--save DIR keeps the whole input, --json prints it)");
        text.extend(["  ", whole, "\n"]);
    }
    text
}
