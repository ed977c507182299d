//! A submission: a program to be judged on a problem.
//!
//! ```text
//! source file ──build──▶ program ──process::run──▶ answers ──compare──▶ judgement
//! ```

mod language;
mod program;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

pub(crate) use program::{Program, link_of};

use crate::decode::is_white_space;
use crate::engine::RunOptions;
use crate::error::Error;
use crate::input::Input;
use crate::interrupt::{Interrupt, TemporaryFolder};
use crate::judge::compare::{AnswerText, compare};
use crate::judge::judgement::{Exceeded, Judgement};
use crate::judge::name::Name;
use crate::judge::process::{self, RunLimits, Snapshot, Termination};
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
    /// Runs the program on `input`, and judges the run by the answers that are `expected`. Returns `None` after an
    /// interrupt.
    pub(crate) fn judge(
        &self,
        input: &Snapshot,
        expected: &Snapshot,
    ) -> Result<Option<Judgement>, Error> {
        let program = &self.program;
        let mut limits = self.limits.clone();
        limits.output += 2 * expected.len();
        // In a sandbox there is one.
        let folder =
            (program.runs_alone() && limits.isolation.is_none()).then(TemporaryFolder::new);
        let folder = folder.transpose().map_err(Error::temporary_file)?;
        let path = folder.as_ref().map(TemporaryFolder::path);
        let run = process::run(&program.command, path, input, &limits, self.interrupt)?;
        drop(folder);
        let mut goes_on = false;
        let (verdict, output) = match run.end {
            Termination::Interrupted => return Ok(None),
            Termination::Exited(0) => (None, Some(run.output)),
            Termination::Exited(_) | Termination::Signal(_) => (Some(Verdict::RunTimeError), None),
            Termination::Exceeded(verdict) => {
                goes_on =
                    begins_with(run.output, expected.open()?).map_err(Error::temporary_file)?;
                (Some(verdict), None)
            }
        };
        let is_report = program.is_sanitized && verdict.is_some();
        let (exception, errors) = errors(run.stderr, is_report).map_err(Error::temporary_file)?;
        let mut judgement = Judgement {
            end: Some(run.end),
            exception: exception.filter(|_| verdict == Some(Verdict::RunTimeError)),
            cpu: run.cpu,
            wall: run.wall,
            peak_memory: run.peak_memory,
            stderr: errors,
            ..Judgement::default()
        };
        let actual =
            output.map(|output| AnswerText::new(Name::Other(program.name.clone()), output));
        let expected = AnswerText::new(expected.name.clone(), expected.open()?);
        let name = &input.name;
        let mut cases = Input::new(name.to_string(), input.open()?);
        // The other processors may be busy with other runs.
        let options = RunOptions::one_thread();
        // Without answers of the program, the expected ones are compared with ours: a bad test says nothing
        // about the program.
        match compare(self.problem, &mut cases, expected, actual, options) {
            Ok(mut comparison) => {
                comparison.input = name.clone();
                if let Termination::Exceeded(_) = run.end
                    && comparison.expected_wrong == 0
                {
                    judgement.exceeded = Some(Exceeded {
                        cases: comparison.cases,
                        numbers: numbers(input.open()?).map_err(Error::temporary_file)?,
                        goes_on,
                    });
                }
                if comparison.expected_wrong == 0 {
                    judgement.verdict = verdict.unwrap_or(comparison.verdict);
                }
                if verdict.is_none() || comparison.expected_wrong > 0 {
                    judgement.comparison = Some(comparison);
                }
            }
            Err(error @ Error::Input { .. }) => judgement.error = Some(error),
            Err(error) => return Err(error),
        }
        Ok(Some(judgement))
    }
}

/// Whether `output` begins with all of `expected`, and something follows.
fn begins_with(output: File, expected: File) -> io::Result<bool> {
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
fn errors(mut errors: File, is_report: bool) -> io::Result<(Option<String>, String)> {
    const BYTES: u64 = 4096;
    const LINES: usize = 8;
    let len = errors.metadata()?.len();
    let mut part = |start: u64| {
        errors.seek(SeekFrom::Start(start))?;
        let mut text = Vec::new();
        (&errors).take(BYTES).read_to_end(&mut text)?;
        io::Result::Ok(String::from_utf8_lossy(&text).into_owned())
    };
    let (first, last) = (part(0)?, part(len.saturating_sub(BYTES))?);
    if !is_report {
        return Ok((exception(&last).or_else(|| exception(&first)), last));
    }
    // A line of '=' is above it.
    let lines = first.lines().filter(|line| line.contains(|c| c != '='));
    let lines: Vec<_> = lines.take(LINES).collect();
    Ok((None, lines.join("\n") + "\n"))
}

/// The exception or panic that ended a program, as its language reports it on standard error: Java, Python, Rust, C++
/// and the C library.
fn exception(errors: &str) -> Option<String> {
    const LONGEST: usize = 100;
    let lines: Vec<_> = errors.lines().map(str::trim_end).collect();
    let behind = |start: &str| {
        lines
            .iter()
            .rev()
            .find_map(|line| Some(line.split_once(start)?.1))
    };
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
        .find(|line| is_python && !line.is_empty());
    let of_python = of_python
        .filter(|line| !line.starts_with(char::is_whitespace))
        .copied();
    let of_rust = next_to("panicked at").filter(|line| !line.starts_with("note: "));
    let of_cpp =
        behind("what():  ").or_else(|| behind("terminate called after throwing an instance of "));
    let of_library = lines
        .iter()
        .find(|line| line.contains("Assertion") && line.contains("failed"))
        .copied();
    let found = of_java
        .or(of_python)
        .or(of_rust)
        .or(of_cpp)
        .or(of_library)?;
    let mut found = printable(found.trim());
    if let Some((end, _)) = found.char_indices().nth(LONGEST) {
        found.replace_range(end.., "...");
    }
    Some(found)
}
