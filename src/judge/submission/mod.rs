//! A submission: a program to be judged on a problem.
//!
//! ```text
//! source file ──build──▶ program ──process::run──▶ answers ──compare──▶ judgement
//! ```

mod language;
mod program;
mod trials;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::sync::Arc;

pub(crate) use program::{Program, link_of};
pub(crate) use trials::Trials;

use crate::decode::is_white_space;
use crate::engine::{self, RunOptions};
use crate::error::Error;
use crate::input::Input;
use crate::interrupt::{Interrupt, TemporaryFolder};
use crate::judge::answer_text::AnswerText;
use crate::judge::compare::{Comparison, compare_any};
use crate::judge::diagnosis::Answered;
use crate::judge::judgement::{Exceeded, Judgement};
use crate::judge::name::Name;
use crate::judge::process::{self, Run, RunLimits, Snapshot, Termination};
use crate::judge::verdict::Verdict;
use crate::problem::Problem;
use crate::text::printable;

/// A program that is judged on a problem.
#[derive(Debug)]
pub(crate) struct Submission<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The program.
    pub program: Program,
    /// How much it may use. Its output limit is added to twice the size of the expected answers.
    pub limits: RunLimits,
    /// What ends a run early.
    pub interrupt: &'a Interrupt,
}

impl Submission<'_> {
    /// Runs the program on `input`, and judges the run by the answers that are `expected`, or by our own. Returns
    /// `None` after an interrupt.
    pub(crate) fn judge(&self, input: &Snapshot, expected: Option<&Snapshot>) -> Result<Option<Judgement>, Error> {
        // How long our own answers are matters only if very much was written: to know it takes as long as to judge.
        let mut run = self.run(input, expected.unwrap_or(input).len()?)?;
        let written = process::len(&run.output)?;
        if expected.is_none() && written > self.limits.output {
            let right = self.right(input)?.len() as u64;
            let is_cut = run.end == Termination::Exceeded(Verdict::OutputLimitExceeded);
            if is_cut && right > input.len()? {
                run = self.run(input, right)?;
            } else if written > self.limits.output + 2 * right {
                run.end = Termination::Exceeded(Verdict::OutputLimitExceeded);
            }
        }
        self.judge_run(run, input, expected)
    }

    /// Judges a run on `input` as [`judge`](Self::judge) does.
    fn judge_run(&self, run: Run, input: &Snapshot, expected: Option<&Snapshot>) -> Result<Option<Judgement>, Error> {
        let io = Error::temporary_file;
        let verdict = match run.end {
            Termination::Interrupted => return Ok(None),
            Termination::Exited(0) => None,
            Termination::Exited(_) | Termination::Signal(_) => Some(Verdict::RunTimeError),
            Termination::Exceeded(verdict) => Some(verdict),
        };
        let is_report = self.program.is_sanitized && verdict.is_some();
        let (exception, errors) = errors(&run.stderr, is_report).map_err(io)?;
        let mut judgement = Judgement {
            exception: exception.filter(|_| verdict == Some(Verdict::RunTimeError)),
            stderr: errors,
            ..Judgement::measured(&run)
        };
        let output = Arc::new(run.output);
        let answers = verdict.is_none().then_some(&output);
        let comparison = match self.compare(input, expected, answers) {
            Ok(comparison) => comparison,
            Err(error @ Error::Input { .. }) => {
                judgement.error = Some(error);
                return Ok(Some(judgement));
            }
            Err(error) => return Err(error),
        };
        if let Some(answers) = answers {
            judgement.answered = answered(self.problem, &comparison, answers).map_err(io)?;
        }
        if comparison.expected_wrong == 0 {
            judgement.verdict = verdict.unwrap_or(comparison.verdict);
            if let Termination::Exceeded(_) = run.end {
                judgement.exceeded = Some(Exceeded {
                    cases: comparison.cases,
                    numbers: numbers(input.open()?).map_err(io)?,
                    goes_on: self.goes_on(&output, input, expected)?,
                });
            }
        }
        if verdict.is_none() || comparison.expected_wrong > 0 {
            judgement.comparison = Some(comparison);
        }
        Ok(Some(judgement))
    }

    /// Whether an output begins with all right answers, and something follows.
    fn goes_on(&self, output: &File, input: &Snapshot, expected: Option<&Snapshot>) -> Result<bool, Error> {
        let begins = match expected {
            Some(expected) => begins_with(output, expected.open()?),
            None => begins_with(output, &self.right(input)?[..]),
        };
        begins.map_err(Error::temporary_file)
    }

    /// Compares the answers of the program with those that are expected, or with our own. Without answers of the
    /// program, the expected ones are compared with ours: a bad test says nothing about the program.
    fn compare(
        &self,
        input: &Snapshot,
        expected: Option<&Snapshot>,
        output: Option<&Arc<File>>,
    ) -> Result<Comparison, Error> {
        let name = Name::Other(self.program.name.clone());
        let actual = output.map(|output| AnswerText::new(name, Arc::clone(output)));
        let expected =
            expected.map(|expected| Ok::<_, Error>(AnswerText::new(expected.name.clone(), expected.open()?)));
        let mut cases = Input::new(input.name.to_string(), input.open()?);
        // The other processors may be busy with other runs.
        let options = RunOptions::one_thread();
        let expected = expected.transpose()?;
        let mut comparison = compare_any(self.problem, &mut cases, expected, actual, options)?;
        comparison.input = input.name.clone();
        Ok(comparison)
    }

    /// Our own answers to `input`.
    fn right(&self, input: &Snapshot) -> Result<Vec<u8>, Error> {
        let input = Input::new(input.name.to_string(), input.open()?);
        Ok(engine::answers_to(self.problem, input).0)
    }

    /// Runs the program on `input`, where the expected answers are about so long.
    fn run(&self, input: &Snapshot, expected: u64) -> Result<Run, Error> {
        let mut limits = self.limits.clone();
        limits.output += 2 * expected;
        let folder = self.folder()?;
        let path = folder.as_ref().map(TemporaryFolder::path);
        let command = &self.program.command;
        process::run(command, path, input, &limits, self.interrupt)
    }

    /// An empty folder for a program that is to run in one. In a sandbox, it has one anyway.
    fn folder(&self) -> Result<Option<TemporaryFolder>, Error> {
        let needs_one = self.program.runs_alone() && self.limits.isolation.is_none();
        let folder = needs_one.then(TemporaryFolder::new).transpose();
        folder.map_err(Error::temporary_file)
    }
}

/// What the program answered, if the answers compare like this.
fn answered(problem: &Problem, comparison: &Comparison, mut output: &File) -> io::Result<Answered> {
    /// Nobody looks at more again.
    const MOST: u64 = 32 << 20;
    let is_right = matches!(comparison.verdict, Verdict::Accepted | Verdict::PresentationError);
    // Of moves that are right it is not known which they are.
    if is_right && comparison.expected_wrong == 0 && !problem.answer.any {
        return Ok(Answered::Right);
    }
    let mut text = Vec::new();
    output.rewind()?;
    output.take(MOST + 1).read_to_end(&mut text)?;
    Ok(if text.len() as u64 > MOST {
        Answered::TooMuch
    } else {
        Answered::Text(text)
    })
}

/// Whether `output` begins with all of `expected`, and something follows.
fn begins_with(output: impl Read, expected: impl Read) -> io::Result<bool> {
    let (mut output, mut expected) = (BufReader::new(output), BufReader::new(expected));
    loop {
        let (ours, theirs) = (expected.fill_buf()?, output.fill_buf()?);
        let len = ours.len().min(theirs.len());
        if ours.is_empty() || len == 0 || ours[..len] != theirs[..len] {
            return Ok(ours.is_empty() && !theirs.is_empty());
        }
        expected.consume(len);
        output.consume(len);
    }
}

/// How many numbers an input has.
fn numbers(input: File) -> io::Result<u64> {
    let (mut count, mut is_white) = (0, true);
    let mut input = BufReader::new(input);
    loop {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() {
            return Ok(count);
        }
        for &byte in bytes {
            count += u64::from(is_white && !is_white_space(byte));
            is_white = is_white_space(byte);
        }
        let len = bytes.len();
        input.consume(len);
    }
}

/// What a program says of its end, in a line, and what is kept of its standard error: its end; of a sanitizer's report
/// the first lines, which have the mistake and where it is.
fn errors(mut errors: &File, is_report: bool) -> io::Result<(Option<String>, String)> {
    const BYTES: u64 = 4096;
    const LINES: usize = 8;
    let len = errors.metadata()?.len();
    let mut part = |start: u64| {
        errors.seek(SeekFrom::Start(start))?;
        let mut text = Vec::new();
        errors.take(BYTES).read_to_end(&mut text)?;
        io::Result::Ok(String::from_utf8_lossy(&text).into_owned())
    };
    let (first, last) = (part(0)?, part(len.saturating_sub(BYTES))?);
    if !is_report {
        return Ok((exception(&last).or_else(|| exception(&first)), last));
    }
    // A line of '=' is above it.
    let lines: Vec<_> = first
        .lines()
        .filter(|line| line.contains(|c| c != '='))
        .take(LINES)
        .collect();
    Ok((None, lines.join("\n") + "\n"))
}

/// The exception or panic that ended a program, as its language reports it on standard error: Java, Python, Rust, C++
/// and the C library.
fn exception(errors: &str) -> Option<String> {
    const LONGEST: usize = 100;
    let lines: Vec<_> = errors.lines().map(str::trim_end).collect();
    let behind = |start: &str| lines.iter().rev().find_map(|line| Some(line.split_once(start)?.1));
    let next_to = |start: &str| {
        let at = lines.iter().rposition(|line| line.contains(start))?;
        lines.get(at + 1).copied()
    };
    let of_java = behind("Exception in thread ").and_then(|text| Some(text.split_once("\" ")?.1));
    let is_python = lines
        .iter()
        .any(|line| line.starts_with("Traceback (most recent call last)"));
    let of_python = lines
        .iter()
        .rev()
        .find(|line| is_python && !line.is_empty())
        .filter(|line| !line.starts_with(char::is_whitespace))
        .copied();
    let of_rust = next_to("panicked at").filter(|line| !line.starts_with("note: "));
    let of_cpp = behind("what():  ").or_else(|| behind("terminate called after throwing an instance of "));
    let of_library = lines
        .iter()
        .find(|line| line.contains("Assertion") && line.contains("failed"))
        .copied();
    let found = of_java.or(of_python).or(of_rust).or(of_cpp).or(of_library)?;
    let mut found = printable(found.trim());
    if let Some((end, _)) = found.char_indices().nth(LONGEST) {
        found.replace_range(end.., "...");
    }
    Some(found)
}
