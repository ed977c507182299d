//! A submission: a program to be judged on a problem.
//!
//! ```text
//! source file ──build──▶ program ──process::run──▶ answers ──compare──▶ judgement
//! ```

mod build;
mod language;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use tempfile::TempDir;

pub(crate) use build::Built;
use build::build;
pub use language::is_interpreter;

use crate::engine::RunOptions;
use crate::error::Error;
use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::judge::compare::{Answered, Name, compare};
use crate::judge::judgement::Judgement;
use crate::judge::process::{self, End, Limits, Snapshot};
use crate::judge::verdict::Verdict;
use crate::problem::Problem;
use crate::words::t;

/// Something that can be run.
#[derive(Debug)]
pub(crate) struct Program {
    /// The command with its arguments.
    pub command: Vec<OsString>,
    /// What it is called in reports.
    pub name: String,
    /// An interpreter or a virtual machine runs it, which needs more time, and memory that judges do not
    /// count.
    pub is_interpreted: bool,
    /// It is a single file to judges, and runs in an empty folder, where it finds nothing and leaves nothing.
    pub runs_alone: bool,
    /// Sanitizers report its mistakes at the start of its standard error.
    pub is_sanitized: bool,
    /// Where it is, if that is to be removed in the end.
    _scratch: Option<TempDir>,
}

impl Program {
    /// The program that `command` runs.
    pub(crate) fn of_command(command: Vec<OsString>) -> Self {
        Self {
            name: process::name(&command),
            is_interpreted: is_interpreter(&command),
            runs_alone: false,
            is_sanitized: false,
            command,
            _scratch: None,
        }
    }

    /// This program, when it answers `problem`.
    pub(crate) fn bouton(problem: &Problem) -> Result<Self, Error> {
        let name = "bouton";
        // Without /proc, Linux does not know; then it is where the user or the shell found it.
        let program = std::env::current_exe().or_else(|error| {
            let first = std::env::args_os().next().ok_or(error)?;
            match Path::new(&first).components().count() {
                1 => Ok(first.into()),
                _ => std::path::absolute(first),
            }
        });
        let program = program.map_err(|error| Error::io(name, error))?;
        Ok(Self {
            // With one thread, as judges run programs: how much memory several take depends on the system's scheduler.
            command: vec![program.into(), problem.argument.clone(), "-j1".into()],
            name: name.to_owned(),
            is_interpreted: false,
            runs_alone: false,
            is_sanitized: false,
            _scratch: None,
        })
    }

    /// The program in the file `path`: a source file is compiled, anything else must be executable.
    pub(crate) fn of_file(
        path: &Path,
        sanitize: bool,
        interrupt: &Interrupt,
    ) -> Result<Built, Error> {
        if let Some(language) = language::of(path) {
            return build(language, path, sanitize, interrupt);
        }
        if sanitize {
            let message = t!("--sanitize needs a SOURCE in C or C++");
            return Err(Error::Usage(message.to_owned()));
        }
        let shown = path.display();
        let file = path.metadata();
        let file = file.map_err(|error| Error::io(&shown.to_string(), error))?;
        if !file.is_file() || !is_executable(&file) {
            return Err(Error::Usage(t!(
                "'{file}' is neither a source file ({endings}) nor executable; put a command after '--'",
                file = shown,
                endings = language::endings()
            )));
        }
        // A name without a folder would be looked for in PATH.
        let program = std::path::absolute(path);
        let program = program.map_err(|error| Error::io(&shown.to_string(), error))?;
        let mut program = Self::of_command(vec![program.into()]);
        program.name = path.display().to_string();
        Ok(Ok(program))
    }
}

#[cfg(unix)]
fn is_executable(file: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_file: &std::fs::Metadata) -> bool {
    true
}

/// A program that is judged on a problem.
#[derive(Clone, Debug)]
pub(crate) struct Submission<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The program.
    pub program: &'a Program,
    /// How much it may use. Its output limit is added to twice the size of the expected answers.
    pub limits: Limits,
    /// What ends a run early.
    pub interrupt: &'a Interrupt,
}

/// The answers that a test expects.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expected<'a> {
    /// Their name in messages.
    pub name: &'a Name,
    /// The answers.
    pub answers: &'a Snapshot,
}

impl Submission<'_> {
    /// Runs the program on `input`, which is called `name`, and judges the run. Returns
    /// `None` after an interrupt.
    pub(crate) fn judge(
        &self,
        name: impl Into<Name>,
        input: &Snapshot,
        expected: Expected<'_>,
    ) -> Result<Option<Judgement>, Error> {
        let mut limits = self.limits.clone();
        limits.output += 2 * expected.answers.len();
        let command = &self.program.command;
        let folder = self
            .program
            .runs_alone
            .then(|| TempDir::with_prefix("bouton-"));
        let folder = folder.transpose().map_err(Error::temporary_file)?;
        let path = folder.as_ref().map(TempDir::path);
        let run = process::run(command, path, input, &limits, self.interrupt)?;
        drop(folder);
        let (verdict, has_answers) = match run.end {
            End::Interrupted => return Ok(None),
            End::Exited(0) => (None, true),
            End::Exited(_) => (Some(Verdict::RunTimeError), true),
            End::Signal(_) => (Some(Verdict::RunTimeError), false),
            End::TimedOut => (Some(Verdict::TimeLimitExceeded), false),
            End::TooMuchMemory => (Some(Verdict::MemoryLimitExceeded), false),
            End::TooMuchOutput => (Some(Verdict::OutputLimitExceeded), false),
        };
        let actual = has_answers.then(|| Answered {
            name: Name::Other(self.program.name.clone()),
            source: Box::new(run.output),
        });
        let errors = if self.program.is_sanitized && verdict.is_some() {
            first_lines(&run.stderr).map_err(Error::temporary_file)?
        } else {
            run.errors
        };
        let mut judgement = Judgement {
            end: Some(run.end),
            cpu: run.cpu,
            wall: run.wall,
            peak_memory: run.peak_memory,
            stderr: errors,
            ..Judgement::of(Verdict::JudgeError)
        };
        let expected = Answered {
            name: expected.name.clone(),
            source: Box::new(expected.answers.open()?),
        };
        let name = name.into();
        let mut input = Input::new(name.to_string(), input.open()?);
        // The other processors may be busy with other runs.
        let options = RunOptions::one_thread();
        // Without answers of the program, the expected ones are compared with ours: a bad test says nothing
        // about the program.
        match compare(self.problem, &mut input, expected, actual, options) {
            Ok(mut comparison) => {
                comparison.input = name;
                let is_wrong = comparison.verdict == Verdict::WrongAnswer;
                if !has_answers && is_wrong {
                    comparison.expected_wrong = comparison.different;
                }
                if comparison.expected_wrong == 0 {
                    judgement.verdict = verdict.unwrap_or(comparison.verdict);
                }
                if has_answers || comparison.expected_wrong > 0 {
                    judgement.comparison = Some(comparison);
                }
            }
            Err(error @ Error::Input { .. }) => judgement.error = Some(error),
            Err(error) => return Err(error),
        }
        Ok(Some(judgement))
    }
}

/// What sanitizers report first: the mistake, and where it is.
fn first_lines(errors: &File) -> io::Result<String> {
    /// The number of lines, which have the innermost calls, and their length.
    const MAX: (usize, u64) = (8, 4096);
    let mut text = Vec::new();
    errors.take(MAX.1).read_to_end(&mut text)?;
    let text = String::from_utf8_lossy(&text);
    // A line of '=' is above it.
    let lines = text.lines().filter(|line| line.contains(|c| c != '='));
    let lines: Vec<_> = lines.take(MAX.0).collect();
    Ok(lines.join("\n") + "\n")
}
