//! Reports for people.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use anstyle::Style;

use super::comparison::{self, style};
use crate::judge::compare::Comparison;
use crate::judge::diagnosis::Likely;
use crate::judge::judgement::{Exceeded, Judgement, Summary};
use crate::judge::process::{RunLimits, StopReason};
use crate::judge::stress::{SearchResult, Smaller};
use crate::judge::submission::Program;
use crate::judge::verdict::Verdict;
use crate::testdata;
use crate::testdata::grammar::Ending;
use crate::text::{columns, last_lines, printable};
use crate::words::{plural, t, translated};

/// The maximum number of lines of standard error that are shown.
const ERROR_LINES: usize = 10;

/// A report of tests: a line for each failure that is like none before it, and what all come to.
pub(crate) struct TextReport {
    /// How much the program may use: the reasons of verdicts name it.
    limits: RunLimits,
    /// Whether each test has a line.
    is_verbose: bool,
    /// The failures, each with why, but for the number of a case, and how many more were like it.
    failures: Vec<(Verdict, String, u64)>,
    /// How many tests failed.
    failed: u64,
    /// What to know of failures that are all wrong answers in tests like this one.
    caveat: Option<&'static str>,
}

/// The first answer that differs, and its case.
fn differs(comparison: &Comparison) -> Option<(u64, String)> {
    let first = comparison.first.as_ref()?;
    let sides = [&first.answers.expected, &first.answers.actual];
    let [expected, actual] = sides.map(|side| one_line(&comparison::shown(comparison, &first.answers, side).0));
    let text = t!("expected {expected}, actual {actual}", expected, actual);
    Some((first.number, text))
}

impl TextReport {
    pub(crate) fn new(limits: RunLimits, is_verbose: bool) -> Self {
        Self {
            limits,
            is_verbose,
            failures: Vec::new(),
            failed: 0,
            caveat: None,
        }
    }

    /// The line on the result of a test, if it has one.
    pub(crate) fn result(&mut self, judgement: &Judgement) -> String {
        let verdict = judgement.verdict;
        if verdict == Verdict::CompileError {
            return compile_error(judgement);
        }
        let name = printable(judgement.test.as_deref().unwrap_or_default());
        if verdict != Verdict::Accepted {
            let caveat = made(judgement)
                .and_then(testdata::caveat)
                .filter(|_| verdict == Verdict::WrongAnswer);
            let is_first = self.failed == 0 || self.caveat == caveat;
            self.caveat = caveat.filter(|_| is_first);
            self.failed += 1;
        }
        if !self.is_verbose && (verdict == Verdict::Accepted || self.is_known(judgement)) {
            return String::new();
        }
        let (code, time) = (code(Some(verdict)), seconds(judgement.cpu));
        let mut reason = self.reason(judgement);
        if let Some(exceeded) = &judgement.exceeded {
            reason += &t!(" ({more})", more = size(exceeded));
        }
        let memory = memory(judgement.peak_memory);
        // A program is killed a moment after its time is over.
        let time_width = seconds(self.limits.cpu).len();
        let line = format!("{code}  {time:>time_width$}  {memory}  {name:<NAME_WIDTH$}  {reason}");
        format!("{}\n", line.trim_end())
    }

    /// Whether another test failed for the same reason, and this failure is counted with it.
    fn is_known(&mut self, judgement: &Judgement) -> bool {
        let verdict = judgement.verdict;
        let differs = judgement.comparison.as_ref().and_then(differs);
        let why = differs.map_or_else(|| self.reason(judgement), |(_, text)| text);
        // What an exception says behind its name may be of this test alone.
        let why = judgement
            .exception
            .as_deref()
            .and_then(|exception| why.strip_suffix(exception.split_once(": ")?.1))
            .unwrap_or(&why)
            .trim_end_matches(": ");
        let is_like = |(before, reason, _): &&mut (Verdict, String, u64)| {
            // What is wrong with a test is about this one.
            *before == verdict && reason == why && verdict != Verdict::JudgeError
        };
        if let Some((.., more)) = self.failures.iter_mut().find(is_like) {
            *more += 1;
            return true;
        }
        self.failures.push((verdict, why.to_owned(), 0));
        false
    }

    /// What all results come to, why one is a failure, and what to do about it.
    pub(crate) fn end(&self, tests: &Summary, advice: &str) -> String {
        if tests.verdict() == Some(Verdict::CompileError) {
            return String::new();
        }
        let mut text = String::new();
        for (verdict, why, count) in self.failures.iter().filter(|(.., count)| *count > 0) {
            let more = plural!(
                count = *count,
                "{count} more test: {why}",
                "{count} more tests: {why}",
                why
            );
            text.extend([&code(Some(*verdict)), "  ", &more, "\n"]);
        }
        if self.is_verbose || tests.count(Verdict::Accepted) < tests.run() {
            text.push('\n');
        }
        let (accepted, all) = (tests.count(Verdict::Accepted), tests.run());
        text += &summary(&t!("{accepted} of {all} accepted", accepted, all), tests, None);
        if let Some(failure) = &tests.failure {
            text = text + "\n" + &self.failed(failure);
            if let Some(caveat) = self.caveat {
                let name = failure.test.as_deref().unwrap_or_default();
                let only = t!("only tests such as {test} failed: {caveat}", test = name, caveat);
                text += &(only + "\n");
            }
        }
        text + advice
    }

    /// Why a program was not accepted on all of these tests.
    pub(crate) fn why(&self, tests: &Summary) -> Vec<String> {
        match (&tests.failure, &tests.error) {
            (Some(failure), _) => {
                let why = self.reason(failure);
                let named = match failure.test.as_deref().map(printable) {
                    Some(name) => t!("{name}: {why}", name, why),
                    None => why.clone(),
                };
                let likely = tests.likely.iter().flatten().map(Likely::title);
                let kinds = likely.collect::<Vec<_>>().join(t!(", "));
                if kinds.is_empty() {
                    return vec![named, why];
                }
                vec![
                    t!("{why}; likely: {kinds}", why = named, kinds),
                    t!("likely: {why}", why = kinds),
                ]
            }
            (None, Some(error)) => vec![error.to_string()],
            (None, None) => Vec::new(),
        }
    }

    /// Why a program was not accepted, if it was not.
    fn reason(&self, judgement: &Judgement) -> String {
        let name = judgement.verdict.name();
        let is_about_run = judgement.comparison.is_none() && judgement.error.is_none();
        match self.details(judgement) {
            _ if judgement.verdict == Verdict::Accepted => String::new(),
            None => name.to_owned(),
            Some(why) if is_about_run => t!("{verdict}: {why}", verdict = name, why),
            Some(why) => why,
        }
    }

    /// What is known besides the verdict.
    fn details(&self, judgement: &Judgement) -> Option<String> {
        let comparison = judgement.comparison.as_ref();
        match judgement.verdict {
            Verdict::TimeLimitExceeded if judgement.cpu <= self.limits.cpu => {
                let wall = seconds(judgement.wall);
                Some(match judgement.stop_reason {
                    StopReason::Idle => t!("it slept or waited, stopped after {wall}", wall),
                    StopReason::TooManyProcesses => t!("it had too many processes or threads at once").to_owned(),
                    StopReason::MachineBusy => t!(
                        "the machine is too busy: it got {cpu} of CPU time in {wall}",
                        cpu = seconds(judgement.cpu),
                        wall
                    ),
                })
            }
            Verdict::TimeLimitExceeded => Some(seconds(self.limits.cpu)),
            Verdict::MemoryLimitExceeded => self.limits.memory.map(mebibytes),
            Verdict::RunTimeError => judgement.end.map(|end| match &judgement.exception {
                None => end.to_string(),
                Some(exception) => t!("{end}: {exception}", end, exception),
            }),
            Verdict::JudgeError => {
                let count = comparison.map_or(0, |it| it.expected_wrong);
                Some(match (&judgement.error, count) {
                    (Some(error), _) => error.to_string(),
                    (None, 1) => t!("an expected answer is wrong").to_owned(),
                    (None, _) => t!("{count} expected answers are wrong", count),
                })
            }
            Verdict::Accepted
            | Verdict::PresentationError
            | Verdict::WrongAnswer
            | Verdict::OutputLimitExceeded
            | Verdict::CompileError => {
                let (number, text) = differs(comparison?)?;
                Some(t!("case {number}: {text}", number, text))
            }
        }
    }

    /// All that is known of a failure.
    fn failed(&self, judgement: &Judgement) -> String {
        let about = made(judgement).and_then(|test| {
            let about = about(test)?;
            Some(t!("{name}: {about}", name = test, about) + "\n")
        });
        let more = if let Some(comparison) = &judgement.comparison {
            comparison::details(comparison)
        } else {
            let name = judgement.file.as_ref().or(judgement.test.as_ref());
            let name = printable(name.map_or("", |name| name));
            let is_about_limit = match judgement.verdict {
                Verdict::TimeLimitExceeded => judgement.cpu > self.limits.cpu,
                verdict => verdict == Verdict::MemoryLimitExceeded,
            };
            let line = match self.details(judgement) {
                None => name,
                Some(why) if is_about_limit => {
                    let why = t!("the limit is {why}", why);
                    t!("{name}: {why}", name, why)
                }
                Some(why) => t!("{name}: {why}", name, why),
            };
            let exceeded = judgement.exceeded.as_ref();
            let size = exceeded.map(|exceeded| t!(" ({more})", more = size(exceeded)));
            let goes_on = exceeded.filter(|exceeded| exceeded.goes_on).map(|_| {
                t!("all of its answers are right, and more follow: it does not stop where the input ends").to_owned()
                    + "\n"
            });
            line + &size.unwrap_or_default() + "\n" + &goes_on.unwrap_or_default() + &errors(judgement)
        };
        comparison::heading(judgement.verdict) + "\n" + &about.unwrap_or_default() + &more
    }
}

/// How large a test is.
fn size(&Exceeded { cases, numbers, .. }: &Exceeded) -> String {
    let cases = plural!(cases, "{cases} case", "{cases} cases");
    let numbers = plural!(numbers, "{numbers} number", "{numbers} numbers");
    t!("{cases}, {numbers}", cases, numbers)
}

/// The name of the test, if it is made: a file of the user's own may have the same name, and other numbers.
fn made(judgement: &Judgement) -> Option<&str> {
    let name = judgement.test.as_deref();
    name.filter(|_| judgement.file.is_none())
}

/// What is in a test that is made, by its name, as a part of a sentence.
fn about(test: &str) -> Option<String> {
    let about = testdata::about(test)?;
    if let Some(about) = translated(&about) {
        return Some(about.to_owned());
    }
    let mut chars = about.chars();
    let first = chars.next()?.to_lowercase();
    Some(first.collect::<String>() + chars.as_str())
}

/// What the compiler says of the source of a program that fails, if it says something.
pub(crate) fn warnings(program: &Program) -> String {
    if program.warnings.is_empty() {
        return String::new();
    }
    let lines = last_lines(&program.warnings.join("\n"), program.warnings.len());
    let name = printable(&program.name);
    t!("the compiler warns of {name}:", name) + "\n" + &lines
}

/// The end of what a program wrote to standard error.
fn errors(judgement: &Judgement) -> String {
    if judgement.stderr.is_empty() {
        return String::new();
    }
    let last = last_lines(&judgement.stderr, ERROR_LINES);
    t!("the end of its standard error:").to_owned() + "\n" + &last
}

/// Test names are padded to this width, so that those of most generated inputs line up, and 80 columns have room for
/// the reason.
const NAME_WIDTH: usize = "random-winning".len();

/// `17 of 18 accepted (1 WA)`, where there may be a count of others, on a second line `slowest 0.120 s (3.in), most
/// memory 3.4 MiB (3.in)`, and what could not be judged.
fn summary(accepted: &str, tests: &Summary, others: Option<String>) -> String {
    let mut text = accepted.to_owned();
    let others: Vec<_> = tests
        .verdicts
        .iter()
        .filter(|(verdict, _)| **verdict != Verdict::Accepted)
        .map(|(verdict, count)| format!("{count} {}", verdict.short()))
        .chain(others)
        .collect();
    if !others.is_empty() {
        text += &t!(" ({more})", more = others.join(t!(", ")));
    }
    text.push('\n');
    if let Some((time, test)) = &tests.slowest {
        let (time, name) = (seconds(*time), printable(test));
        text += &t!("slowest {time} ({test})", time, test = name);
        if let Some((memory, test)) = &tests.most_memory {
            let (memory, name) = (mebibytes(*memory), printable(test));
            text += &t!(", most memory {memory} ({test})", memory, test = name);
        }
        text.push('\n');
    }
    let names = &tests.without_answers;
    if !names.is_empty() {
        text += &(plural!(
            count = names.len(),
            "{count} input has no answers, .ans or .out, and could not be judged: {names}",
            "{count} inputs have no answers, .ans or .out, and could not be judged: {names}",
            names = printable(&names.join(t!(", ")))
        ) + "\n");
    }
    text
}

/// The row of one of several programs, whose names take up to `width` columns: what its tests come to, and why it was
/// not accepted or could not be judged, the longest way for which there is room.
pub(crate) fn row(name: &str, width: usize, tests: &Summary, why: &[String]) -> String {
    let passed = match tests.run() {
        0 => "-".to_owned(),
        run => format!("{}/{run}", tests.count(Verdict::Accepted)),
    };
    let time = tests
        .slowest
        .as_ref()
        .map_or("-".to_owned(), |(time, _)| seconds(*time));
    let memory = memory(tests.most_memory.as_ref().map(|(most, _)| *most));
    let (code, name) = (code(tests.verdict()), printable(name));
    let blanks = " ".repeat(width.saturating_sub(columns(&name)));
    let room = COLUMNS.saturating_sub(REST + width).max(MIN_ROOM);
    let mut ways = why.iter().map(|why| printable(why));
    let fits = ways.clone().find(|why| columns(why) <= room);
    let why = fits.unwrap_or_else(|| cut(ways.next_back().unwrap_or_default(), room));
    let line = format!("{code}  {passed:>7}  {time:>9}  {memory}  {name}{blanks}  {why}");
    format!("{}\n", line.trim_end())
}

/// A row has so many columns, if the names of programs leave so many for the reason; the rest of it takes so many.
const COLUMNS: usize = 80;
const MIN_ROOM: usize = 20;
const REST: usize = 38;

/// As much of `text` as so many columns have room for, with dots behind it.
fn cut(mut text: String, room: usize) -> String {
    if columns(&text) > room {
        while columns(&text) + 3 > room {
            text.pop();
        }
        text += "...";
    }
    text
}

/// A verdict in its color, in as many columns as the longest has.
fn code(verdict: Option<Verdict>) -> String {
    let style = verdict.map_or(Style::new(), style);
    let short = verdict.map_or("-", Verdict::short);
    format!("{style}{short:<3}{style:#}")
}

/// The peak memory in a column, if it is known.
fn memory(bytes: Option<u64>) -> String {
    format!("{:>9}", bytes.map_or("-".to_owned(), mebibytes))
}

/// How many of several programs have which mistake.
#[derive(Default)]
pub(crate) struct Mistakes {
    /// The mistakes, each with so many programs.
    likely: BTreeMap<&'static str, usize>,
    /// How many programs with wrong answers have none that is known.
    others: usize,
}

impl Mistakes {
    /// Adds those of a program.
    pub(crate) fn add(&mut self, tests: &Summary) {
        for likely in tests.likely.iter().flatten() {
            *self.likely.entry(likely.title()).or_default() += 1;
        }
        let is_other = tests.likely.as_ref().is_some_and(Vec::is_empty);
        self.others += usize::from(is_other && tests.count(Verdict::WrongAnswer) > 0);
    }

    /// A line for each, the most frequent first.
    fn lines(&self) -> String {
        if self.likely.is_empty() {
            return String::new();
        }
        let mut rows: Vec<_> = self.likely.iter().collect();
        rows.sort_by_key(|(_, count)| Reverse(**count));
        let other = t!("no known mistake");
        rows.extend((self.others > 0).then_some((&other, &self.others)));
        let line = |(kind, count): (&&str, &usize)| {
            let programs = plural!(count = *count, "{count} program", "{count} programs");
            format!("  {}\n", t!("{programs}: {kind}", programs, kind))
        };
        let lines: String = rows.into_iter().map(line).collect();
        format!("{}\n{lines}", t!("likely mistakes:"))
    }
}

/// What `len` programs come to, and how many of those that failed have which mistake.
pub(crate) fn programs(all: &Summary, mistakes: &Mistakes, len: usize) -> String {
    let accepted = all.count(Verdict::Accepted);
    let first = plural!(
        len,
        "{accepted} of {len} program accepted",
        "{accepted} of {len} programs accepted",
        accepted
    );
    let not_judged = len - all.run();
    let others = (not_judged > 0).then(|| t!("{not_judged} not judged", not_judged));
    format!("\n{}{}", summary(&first, all, others), mistakes.lines())
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
fn compile_error(judgement: &Judgement) -> String {
    let lines = judgement.stderr.lines().map(|line| printable(line) + "\n");
    let messages: String = lines.collect();
    format!("{messages}{}\n", comparison::heading(judgement.verdict))
}

/// What is known of smaller inputs than the one that was found.
fn smaller(smaller: &Smaller) -> String {
    let Smaller::Tried(tried) = smaller else {
        return t!("no smaller input fails").to_owned();
    };
    let inputs = tried.iter().map(|tried| {
        let n = tried.numbers;
        let numbers = match tried.sum {
            None => plural!(n, "{n} number", "{n} numbers"),
            Some(sum) if n == 1 => t!("{n} number up to {sum}", n, sum),
            Some(sum) => t!("{n} numbers with a sum up to {sum}", n, sum),
        };
        let lengths = t!("{numbers}, lengths of lists included", numbers);
        let numbers = if tried.with_lengths { lengths } else { numbers };
        let of_cases = t!("{cases} cases and {numbers}", cases = tried.cases, numbers);
        if tried.cases > 1 { of_cases } else { numbers }
    });
    let inputs: Vec<_> = inputs.collect();
    match &inputs[..] {
        [] => t!("a smaller input may fail").to_owned(),
        all => t!("no smaller input of {inputs} fails", inputs = all.join(t!(" or of "))),
    }
}

/// The result of a search for a failing input.
pub(crate) fn search(result: &SearchResult) -> String {
    let judgement = &result.judgement;
    let verdict = judgement.verdict;
    if verdict == Verdict::CompileError {
        return compile_error(judgement);
    }
    let Some(found) = &result.found else {
        return nothing_found(result);
    };
    let missing = match found.test.ending {
        Ending::Whole => "",
        Ending::NoLineEnd => t!(", if the final newline is missing"),
        Ending::NoZero => t!(", if there is no 0 after the last case"),
    };
    let mut text = comparison::heading(verdict) + missing + "\n";
    let cases = found.test.cases.len() as u64;
    text += &(plural!(n = cases, "input, {n} case:", "input, {n} cases:") + "\n");
    let input = comparison::beginning(&found.input);
    text += &input;
    if input.contains("...") && judgement.file.is_none() {
        let whole = t!("(--save DIR keeps the whole input, --json prints it)");
        text.extend(["  ", whole, "\n"]);
    }
    let comparison = judgement.comparison.as_ref();
    if let Some((comparison, first)) = comparison.and_then(|it| Some((it, it.first.as_ref()?))) {
        if cases > 1 {
            text += &(t!("case {number}:", number = first.number) + "\n");
        }
        text += &comparison::answers(comparison, first);
    } else if let Some(end) = judgement.end {
        text = text + &end.to_string() + "\n" + &errors(judgement);
    }
    let tried = plural!(n = result.tried, "{n} input", "{n} inputs");
    text += &(t!(
        "seed {seed}, round {round}, {inputs}",
        seed = result.seed,
        round = result.rounds,
        inputs = tried
    ) + "\n");
    text += &(smaller(&found.smaller) + "\n");
    text
}

/// A search in which all was right.
fn nothing_found(result: &SearchResult) -> String {
    let rounds = plural!(n = result.rounds, "{n} round", "{n} rounds");
    let cases = plural!(n = result.cases, "{n} case", "{n} cases");
    if result.is_interrupted {
        return t!("{rounds}, {cases}, all right", rounds, cases) + "\n";
    }
    let [rounds, cases] = [rounds, cases].map(|more| t!(", {more}", more));
    let mut text = comparison::heading(result.judgement.verdict) + &rounds + &cases + "\n";
    if result.is_cut {
        text += t!("more take too long for such a slow program (--rounds N tries N inputs)");
        text += "\n";
    }
    text
}

/// Where a failing input was saved.
pub(crate) fn saved(input: &Path) -> String {
    let answers = input.with_extension("ans");
    let (input, answers) = (input.display(), answers.display());
    t!("saved {input} and {answers}", input, answers) + "\n"
}
