//! The report for people.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};

use super::TestOptions;
use super::find::{Suite, Test};
use super::judge::{Judged, NO_VERDICT, Verdict};
use super::report::Tally;
use crate::error::Error;
use crate::judge::compare;
use crate::judge::process::End;
use crate::output;
use crate::report::words::{last_lines, printable};

/// So many lines of the end of standard error are shown.
const ERROR_LINES: usize = 10;

/// A report for people, on standard output.
pub struct TextReport {
    out: AutoStream<Box<dyn Write + Send>>,
    /// Somebody watches, on a terminal that can clear a line.
    is_watched: bool,
    /// The widths of times and names.
    time: usize,
    name: usize,
}

impl TextReport {
    /// # Errors
    /// Standard output is closed.
    pub fn new(options: &TestOptions, suite: &Suite) -> Result<Self, Error> {
        let name = |test: &Test| printable(&test.name).chars().count();
        let names = suite.tests.iter().map(name);
        let choice = AutoStream::choice(&io::stdout());
        let out: Box<dyn Write + Send> = Box::new(io::LineWriter::new(output::stdout()?));
        Ok(Self {
            out: AutoStream::new(out, choice),
            is_watched: io::stdout().is_terminal()
                && std::env::var_os("TERM").is_some_and(|terminal| terminal != "dumb"),
            // A program is killed a moment after its time is over.
            time: seconds(options.time_limit).len(),
            name: names.max().unwrap_or(0),
        })
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

    pub fn result(&mut self, test: &Test, judged: &Judged) -> Result<(), Error> {
        self.clear()?;
        let (short, style) = match &judged.verdict {
            Ok(verdict) => (verdict.short(), style(*verdict)),
            Err(_) => (NO_VERDICT, AnsiColor::Red.on_default()),
        };
        let time = seconds(judged.wall);
        let memory = judged.peak_memory.map_or("-".to_owned(), mebibytes);
        let reason = reason(judged);
        let name = printable(&test.name);
        let mut line = format!(
            "{style}{short:<3}{style:#}  {time:>0$}  {memory:>10}  {name:1$}  {reason}",
            self.time, self.name
        );
        line.truncate(line.trim_end().len());
        self.write(&format!("{line}\n"))
    }

    pub fn end(&mut self, suite: &Suite, tally: &Tally<'_>) -> Result<(), Error> {
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
        if let Some((test, judged)) = &tally.first {
            self.failure(test, judged)?;
        }
        if let Some(judged) = &tally.expected_wrong {
            self.comparison(judged)?;
        }
        Ok(())
    }

    /// Writes what is known of a failure.
    fn failure(&mut self, test: &Test, judged: &Judged) -> Result<(), Error> {
        let verdict = match judged.verdict {
            Ok(Verdict::Compared(_)) | Err(_) => return self.comparison(judged),
            Ok(verdict) => verdict,
        };
        let why = match judged.end {
            End::TimedOut => format!("killed after {}", seconds(judged.wall)),
            End::TooMuchOutput => {
                "more than 64 MiB and twice the expected answers, as output, as errors or in a file"
                    .to_owned()
            }
            end => end.to_string(),
        };
        let (short, name) = (verdict.short(), verdict.name());
        let input = printable(&test.input.name());
        let mut claims = format!("\n{short}: {name}\n{input}: {why}\n");
        let answers = judged.comparison.as_ref();
        if answers.is_some_and(|it| it.verdict == compare::Verdict::Accepted) {
            claims.push_str("its answers are right, but a judge expects exit code 0\n");
        }
        if judged.errors.is_empty() && verdict == Verdict::RunTimeError {
            claims.push_str("it wrote nothing to standard error\n");
        } else if !judged.errors.is_empty() {
            claims.push_str("the end of its standard error:\n");
            for line in last_lines(&judged.errors, ERROR_LINES) {
                let _ = writeln!(claims, "  {line}");
            }
        }
        self.write(&claims)
    }

    fn comparison(&mut self, judged: &Judged) -> Result<(), Error> {
        let Some(comparison) = &judged.comparison else {
            return Ok(());
        };
        let mut text = b"\n".to_vec();
        let written = comparison.write(&mut text);
        written
            .and_then(|()| self.out.write_all(&text))
            .and_then(|()| self.out.flush())
            .map_err(Error::stdout)
    }
}

/// Writes what is only for a terminal as it is.
fn raw(text: &str) -> Result<(), Error> {
    let written = output::stdout()?.write_all(text.as_bytes());
    written.map_err(Error::stdout)
}

fn style(verdict: Verdict) -> Style {
    let color = match verdict {
        Verdict::ACCEPTED => AnsiColor::Green,
        Verdict::Compared(compare::Verdict::PresentationError) => AnsiColor::Yellow,
        _ => AnsiColor::Red,
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

/// What there is to say about a verdict on its line.
fn reason(judged: &Judged) -> String {
    let verdict = match &judged.verdict {
        Ok(verdict) => *verdict,
        Err(trouble) => return trouble.to_string(),
    };
    let name = verdict.name();
    match (verdict, &judged.comparison) {
        (Verdict::ACCEPTED, _) => match judged.expected_wrong() {
            0 => String::new(),
            1 => "but an expected answer is wrong".to_owned(),
            count => format!("but {count} expected answers are wrong"),
        },
        (Verdict::Compared(compare::Verdict::WrongAnswer), Some(it)) => {
            let all = it.cases.max(it.expected_answers).max(it.actual_answers);
            format!("{name}: {} of {all}", it.different)
        }
        (Verdict::RunTimeError, _) => format!("{name}: {}", judged.end),
        _ => name.to_owned(),
    }
}

/// `17 of 18 accepted (1 WA), slowest 0.120 s (3.in), most memory 3.4 MiB (3.in)`
fn summary(suite: &Suite, tally: &Tally<'_>) -> String {
    let mut text = format!("{} of {} accepted", tally.accepted, tally.run);
    if !tally.others.is_empty() {
        let others = tally.others.iter();
        let others: Vec<_> = others
            .map(|(short, count)| format!("{count} {short}"))
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
