//! The report for people.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};

use super::find::{Suite, Test};
use super::report::Summary;
use crate::error::Error;
use crate::judge::judgement::Judgement;
use crate::judge::process::{End, Limits};
use crate::judge::verdict::Verdict;
use crate::output;
use crate::report::words::{last_lines, printable};

/// So many lines of the end of standard error are shown.
const ERROR_LINES: usize = 10;

/// A report for people, on standard output.
pub struct TextReport {
    out: AutoStream<Box<dyn Write + Send>>,
    /// Standard error is a terminal that can clear a line.
    is_watched: bool,
    /// The widths of times and names.
    time: usize,
    name: usize,
    /// How much the program may use.
    limits: Option<Limits>,
}

impl TextReport {
    /// # Errors
    /// Standard output is closed.
    pub fn new(suite: &Suite) -> Result<Self, Error> {
        let name = |test: &Test| printable(&test.name).chars().count();
        let names = suite.tests.iter().map(name);
        let choice = AutoStream::choice(&io::stdout());
        let out: Box<dyn Write + Send> = Box::new(io::LineWriter::new(output::stdout()?));
        Ok(Self {
            out: AutoStream::new(out, choice),
            is_watched: io::stdout().is_terminal()
                && std::env::var_os("TERM").is_some_and(|terminal| terminal != "dumb"),
            time: 0,
            name: names.max().unwrap_or(0),
            limits: None,
        })
    }

    /// Says how much the program may use.
    pub fn set_limits(&mut self, limits: &Limits) {
        // A program is killed a moment after its time is over.
        self.time = seconds(limits.cpu).len();
        self.limits = Some(limits.clone());
    }

    pub fn write(&mut self, text: &str) -> Result<(), Error> {
        let written = self.out.write_all(text.as_bytes());
        written
            .and_then(|()| self.out.flush())
            .map_err(Error::stdout)
    }

    /// Shows `line` until something else is written.
    pub fn progress(&mut self, line: &str) -> Result<(), Error> {
        /// What fits every terminal: what is wrapped would not be cleared.
        const WIDTH: usize = 72;
        if !self.is_watched {
            return Ok(());
        }
        let line: String = printable(line).chars().take(WIDTH).collect();
        raw(&format!("{line}\r"))
    }

    /// Clears what [`TextReport::progress`] shows.
    fn clear(&self) -> Result<(), Error> {
        if self.is_watched {
            raw("\x1b[K")
        } else {
            Ok(())
        }
    }

    pub fn result(&mut self, test: &Test, judgement: &Judgement) -> Result<(), Error> {
        self.clear()?;
        let verdict = judgement.verdict;
        let (short, style) = (verdict.short(), style(verdict));
        let time = seconds(judgement.cpu);
        let memory = judgement.peak_memory.map_or("-".to_owned(), mebibytes);
        let reason = self.reason(judgement);
        let name = printable(&test.name);
        let mut line = format!(
            "{style}{short:<3}{style:#}  {time:>0$}  {memory:>10}  {name:1$}  {reason}",
            self.time, self.name
        );
        line.truncate(line.trim_end().len());
        self.write(&format!("{line}\n"))
    }

    /// Writes what the compiler says.
    pub fn compile_error(&mut self, judgement: &Judgement) -> Result<(), Error> {
        let messages = judgement.stderr.lines().map(|line| printable(line) + "\n");
        let verdict = judgement.verdict;
        let (short, name, style) = (verdict.short(), verdict.name(), style(verdict));
        self.write(&format!(
            "{}{style}{short}{style:#}: {name}\n",
            messages.collect::<String>()
        ))
    }

    /// What there is to say about a verdict on its line.
    fn reason(&self, judgement: &Judgement) -> String {
        let verdict = judgement.verdict;
        let name = verdict.name();
        let comparison = judgement.comparison.as_ref();
        let limits = self.limits.as_ref();
        match verdict {
            Verdict::Accepted => String::new(),
            Verdict::PresentationError | Verdict::WrongAnswer => {
                let Some(comparison) = comparison else {
                    return name.to_owned();
                };
                let all = comparison.cases.max(comparison.expected_answers);
                let all = all.max(comparison.actual_answers);
                let mut text = match verdict {
                    Verdict::WrongAnswer => format!("{name}: {} of {all}", comparison.different),
                    _ => name.to_owned(),
                };
                if let Some(first) = &comparison.first {
                    let answer = |answer: &Option<String>| match answer.as_deref() {
                        None => "nothing".to_owned(),
                        Some(answer) => one_line(answer),
                    };
                    let (expected, actual) = (answer(&first.expected), answer(&first.actual));
                    let case = first.case;
                    let _ = write!(text, ", case {case}: expected {expected}, actual {actual}");
                }
                text
            }
            Verdict::TimeLimitExceeded => match limits {
                Some(limits) if judgement.cpu <= limits.cpu => {
                    format!(
                        "{name}: it slept, stopped after {}",
                        seconds(judgement.wall)
                    )
                }
                Some(limits) => format!("{name}: {}", seconds(limits.cpu)),
                None => name.to_owned(),
            },
            Verdict::MemoryLimitExceeded => match limits.and_then(|limits| limits.memory) {
                Some(memory) => format!("{name}: {}", mebibytes(memory)),
                None => name.to_owned(),
            },
            Verdict::RunTimeError => match judgement.end {
                Some(end) => format!("{name}: {end}"),
                None => name.to_owned(),
            },
            Verdict::OutputLimitExceeded | Verdict::CompileError => name.to_owned(),
            Verdict::JudgeError => match &judgement.error {
                Some(error) => error.to_string(),
                None => match comparison.map_or(0, |comparison| comparison.expected_wrong) {
                    1 => "an expected answer is wrong".to_owned(),
                    count => format!("{count} expected answers are wrong"),
                },
            },
        }
    }

    pub fn end(&mut self, suite: &Suite, tally: &Summary<'_>) -> Result<(), Error> {
        self.clear()?;
        self.write(&format!("\n{}\n", summary(suite, tally)))?;
        let without_answers = &suite.without_answers;
        if !without_answers.is_empty() {
            let count = without_answers.len();
            let inputs = if count == 1 {
                "input has"
            } else {
                "inputs have"
            };
            let names: Vec<_> = without_answers.iter().map(|name| printable(name)).collect();
            let names = names.join(", ");
            self.write(&format!(
                "{count} {inputs} no answers, .ans or .out, and could not be judged: {names}\n"
            ))?;
        }
        match &tally.first {
            Some((test, judgement)) => self.failure(test, judgement),
            None => Ok(()),
        }
    }

    /// Writes what is known of a failure.
    fn failure(&mut self, test: &Test, judgement: &Judgement) -> Result<(), Error> {
        let verdict = judgement.verdict;
        let (short, name) = (verdict.short(), verdict.name());
        let input = printable(&test.input.name());
        let why = match judgement.end {
            Some(End::TooMuchOutput) => {
                "more than 64 MiB and twice the expected answers, as output, as errors or in a file"
                    .to_owned()
            }
            Some(end @ (End::Signal(_) | End::Exited(1..))) => end.to_string(),
            Some(End::TimedOut) => format!(
                "stopped after {} of CPU time and {} of wall-clock time",
                seconds(judgement.cpu),
                seconds(judgement.wall)
            ),
            Some(End::TooMuchMemory) => judgement.peak_memory.map_or_else(String::new, mebibytes),
            Some(End::Exited(_) | End::Interrupted) | None => String::new(),
        };
        match (&judgement.comparison, verdict) {
            (Some(comparison), Verdict::PresentationError | Verdict::WrongAnswer) => {
                return self.explain(|out| comparison.write(out));
            }
            (Some(comparison), Verdict::JudgeError) => {
                self.write(&format!("\n{short}: {name}"))?;
                return self.explain(|out| comparison.write_details(out));
            }
            _ => {}
        }
        let mut report = format!("\n{short}: {name}\n{input}: {why}\n");
        let comparison = judgement.comparison.as_ref();
        if comparison.is_some_and(|it| it.verdict == Verdict::Accepted) {
            report.push_str("its answers are right, but a judge expects exit code 0\n");
        }
        if judgement.stderr.is_empty() && verdict == Verdict::RunTimeError {
            report.push_str("it wrote nothing to standard error\n");
        } else if !judgement.stderr.is_empty() {
            report.push_str("the end of its standard error:\n");
            for line in last_lines(&judgement.stderr, ERROR_LINES) {
                let _ = writeln!(report, "  {line}");
            }
        }
        self.write(&report)
    }

    fn explain(&mut self, write: impl Fn(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
        let mut text = b"\n".to_vec();
        write(&mut text)
            .and_then(|()| self.out.write_all(&text))
            .and_then(|()| self.out.flush())
            .map_err(Error::stdout)
    }
}

/// An answer on one line that is not too long.
fn one_line(answer: &str) -> String {
    const WIDTH: usize = 40;
    let line = answer.replace('\n', " / ");
    match line.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{} ...", &line[..end]),
        None => line,
    }
}

/// Writes what is only for a terminal as it is.
fn raw(text: &str) -> Result<(), Error> {
    let written = output::stdout()?.write_all(text.as_bytes());
    written.map_err(Error::stdout)
}

fn style(verdict: Verdict) -> Style {
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

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

#[expect(
    clippy::cast_precision_loss,
    reason = "one digit behind the point is shown"
)]
fn mebibytes(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}

/// `17 of 18 accepted (1 WA), slowest 0.120 s (3.in), most memory 3.4 MiB (3.in)`
fn summary(suite: &Suite, tally: &Summary<'_>) -> String {
    let mut text = format!("{} of {} accepted", tally.accepted, tally.run);
    if !tally.others.is_empty() {
        let others = tally.others.iter();
        let others: Vec<_> = others
            .map(|(verdict, count)| format!("{count} {}", verdict.short()))
            .collect();
        let _ = write!(text, " ({})", others.join(", "));
    }
    if tally.run < suite.tests.len() {
        let left = suite.tests.len() - tally.run;
        let _ = write!(text, ", {left} not judged");
    }
    if let Some((time, name)) = tally.slowest {
        let _ = write!(text, ", slowest {} ({})", seconds(time), printable(name));
    }
    if let Some((memory, name)) = tally.most_memory {
        let _ = write!(
            text,
            ", most memory {} ({})",
            mebibytes(memory),
            printable(name)
        );
    }
    text
}
