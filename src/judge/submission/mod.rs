//! A submission: a program to be judged on a problem.
//!
//! ```text
//! source file ──build──▶ program ──process::run──▶ answers ──compare──▶ judgement
//! ```

mod language;
mod program;

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use tempfile::TempDir;

pub(crate) use program::{Program, link_of};

use crate::engine::RunOptions;
use crate::error::Error;
use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::judge::compare::{AnswerText, compare};
use crate::judge::judgement::Judgement;
use crate::judge::name::Name;
use crate::judge::process::{self, RunLimits, Snapshot, Termination};
use crate::judge::verdict::Verdict;
use crate::problem::Problem;

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
        let folder = (program.runs_alone() && limits.isolation.is_none())
            .then(|| TempDir::with_prefix("bouton-"));
        let folder = folder.transpose().map_err(Error::temporary_file)?;
        let path = folder.as_ref().map(TempDir::path);
        let run = process::run(&program.command, path, input, &limits, self.interrupt)?;
        drop(folder);
        let (verdict, output) = match run.end {
            Termination::Interrupted => return Ok(None),
            Termination::Exited(0) => (None, Some(run.output)),
            Termination::Exited(_) | Termination::Signal(_) => (Some(Verdict::RunTimeError), None),
            Termination::Exceeded(verdict) => (Some(verdict), None),
        };
        let is_report = program.is_sanitized && verdict.is_some();
        let errors = errors(run.stderr, is_report).map_err(Error::temporary_file)?;
        let mut judgement = Judgement {
            end: Some(run.end),
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
        let mut input = Input::new(name.to_string(), input.open()?);
        // The other processors may be busy with other runs.
        let options = RunOptions::one_thread();
        // Without answers of the program, the expected ones are compared with ours: a bad test says nothing
        // about the program.
        match compare(self.problem, &mut input, expected, actual, options) {
            Ok(mut comparison) => {
                comparison.input = name.clone();
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

/// What is kept of standard error: its end; of a sanitizer's report the first lines, which have the mistake and where
/// it is.
fn errors(mut errors: File, is_report: bool) -> io::Result<String> {
    const BYTES: u64 = 4096;
    const LINES: usize = 8;
    let start = errors.metadata()?.len().saturating_sub(BYTES);
    errors.seek(SeekFrom::Start(if is_report { 0 } else { start }))?;
    let mut text = Vec::new();
    errors.take(BYTES).read_to_end(&mut text)?;
    let text = String::from_utf8_lossy(&text);
    if !is_report {
        return Ok(text.into_owned());
    }
    // A line of '=' is above it.
    let lines = text.lines().filter(|line| line.contains(|c| c != '='));
    let lines: Vec<_> = lines.take(LINES).collect();
    Ok(lines.join("\n") + "\n")
}
