//! `bouton <PROBLEM>`: answers the cases of files.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::{Args, Command, FromArgMatches};
use same_file::Handle;

use super::values::{KernelChoice, kernel, threads};
use super::{as_ours, or_stdin, or_stdout};
use crate::engine::{RunOptions, answer};
use crate::error::Error;
use crate::input::{Count, FilesStayUnchanged, Input};
use crate::output;
use crate::output::answers::Answers;
use crate::problem::Problem;
use crate::report::{
    self,
    progress::{self, Meter},
};
use crate::words::{self, t};

/// The arguments after the problem.
#[derive(Debug, Args)]
pub(crate) struct AnswerArgs {
    /// Input files, answered in order; "-" or none: standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write the answers to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[arg(
        long,
        help = "Write one answer file for each FILE: DIR/<stem>.ans",
        value_name = "DIR",
        conflicts_with = "output",
        requires = "files"
    )]
    out_dir: Option<PathBuf>,

    #[command(flatten)]
    work: WorkArgs,
}

/// How the work is done, which does not change what comes out.
#[derive(Debug, Args)]
pub(crate) struct WorkArgs {
    /// Number of threads; default: chosen automatically
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    threads: Option<u16>,

    /// Map files into memory instead of reading them: faster, but only for files that do not change
    /// meanwhile; if one is truncated, the program is killed
    #[arg(long)]
    mmap: bool,

    /// Instruction set: auto (the best available), portable, avx2, avx512, neon; also BOUTON_KERNEL
    #[expect(clippy::doc_markdown, reason = "this is shown as help")]
    #[arg(long, value_name = "NAME", env = "BOUTON_KERNEL", hide_env = true)]
    #[arg(default_value = "auto", value_parser = kernel)]
    kernel: KernelChoice,
}

impl WorkArgs {
    /// The same for the engine.
    pub(crate) fn options(&self) -> RunOptions {
        let map = self.mmap.then(|| {
            // SAFETY: that no process changes the files meanwhile is what the user promises with --mmap; its
            // help says what happens otherwise.
            unsafe { FilesStayUnchanged::promise() }
        });
        RunOptions {
            kernel: self.kernel,
            threads: self.threads.map(usize::from),
            map,
        }
    }
}

impl AnswerArgs {
    /// Parses the command line that starts with the name of `problem`. Builds nothing but this command: to
    /// describe all of them takes longer than to answer a few cases.
    pub(crate) fn parse(problem: &Problem, line: &[OsString]) -> Result<Self, clap::Error> {
        let name = &problem.name;
        let command = Command::new(name).bin_name(format!("bouton {name}"));
        let command = report::with_options(Self::augment_args(command));
        let mut command = command.mut_args(as_ours).term_width(0);
        // To look up the title takes as long as to answer a few cases.
        if line.iter().any(|word| word == "-h" || word == "--help") {
            let title = problem.title_in(words::language());
            command = command.about(format!("{} {title}", problem.judge_name()));
        }
        let matches = command.try_get_matches_from(line)?;
        report::apply(&matches);
        Self::from_arg_matches(&matches)
    }

    /// Answers the files. The answers of all complete cases before an error are on standard output; a file has them
    /// only after bad input, and otherwise is not there.
    pub(crate) fn run(self, problem: &Problem) -> Result<(), Error> {
        let options = self.work.options();
        let files = or_stdin(&self.files);
        let output = or_stdout(self.output.as_deref());
        // Answers and progress would mix on a terminal.
        let is_stdout = output.is_none() && self.out_dir.is_none();
        let meter = meter(&files, is_stdout && io::stdout().is_terminal());
        if let Some(folder) = &self.out_dir {
            let outputs = outputs_in(folder, &files)?;
            output::make_folder(folder)?;
            for (file, output) in files.iter().zip(outputs) {
                refuse_input(&output, &files)?;
                answer_into(&output, problem, &[file], options, &meter.done)?;
            }
            return Ok(());
        }
        if let Some(path) = output {
            refuse_input(path, &files)?;
            return answer_into(path, problem, &files, options, &meter.done);
        }
        let first = Input::named(files[0])?;
        answer_all(
            problem,
            first,
            &files[1..],
            &mut stdout()?,
            options,
            &meter.done,
        )
    }
}

/// Shows how much of `files` has been read, unless it is hidden; `-` is standard input.
pub(super) fn meter(files: &[&Path], is_hidden: bool) -> Meter {
    let files: Vec<_> = files.iter().map(|&file| file.to_owned()).collect();
    let len = |file: &PathBuf| {
        if file == Path::new("-") {
            Input::stdin().map_or(0, |input| input.len())
        } else {
            file.metadata().map_or(0, |file| file.len())
        }
    };
    Meter::start(
        is_hidden,
        move || files.iter().map(len).sum(),
        progress::after_reading,
        progress::line_of_bytes,
    )
}

/// Answers the cases of `files` in the file `path`, which is there when all are answered. After bad
/// input it has the answers before the error.
fn answer_into(
    path: &Path,
    problem: &Problem,
    files: &[&Path],
    options: RunOptions,
    read: &Count,
) -> Result<(), Error> {
    // A misspelled name must not make the reader of a named pipe believe that there are no answers.
    let first = Input::named(files[0])?;
    let mut file = output::Output::create(path)?;
    let mut answers = Answers::new(file.name().to_owned(), &mut file);
    let result = answer_all(problem, first, &files[1..], &mut answers, options, read);
    drop(answers);
    match result {
        Err(error @ Error::Input { .. }) if file.is_staged() => {
            let output = file.name().to_owned();
            file.finish()?;
            Err(Error::AnsweredSoFar {
                error: Box::new(error),
                output,
            })
        }
        Err(error) => Err(error),
        Ok(()) => file.finish(),
    }
}

/// Answers the cases of `first`, then those of `others`.
fn answer_all(
    problem: &Problem,
    first: Input,
    others: &[&Path],
    answers: &mut Answers<'_>,
    options: RunOptions,
    read: &Count,
) -> Result<(), Error> {
    let mut answer_one = |input: Input| answer(problem, &mut input.counted(read), answers, options);
    answer_one(first)?;
    for file in others {
        answer_one(Input::named(file)?)?;
    }
    Ok(())
}

/// The file `X.ans` in `folder` for each input `X.in`.
fn outputs_in(folder: &Path, files: &[&Path]) -> Result<Vec<PathBuf>, Error> {
    let mut inputs = BTreeMap::new();
    let mut outputs = Vec::new();
    for file in files {
        let stem = file.file_stem().filter(|_| *file != Path::new("-"));
        let Some(stem) = stem else {
            let message =
                t!("--out-dir names answers after the input files: give FILEs, or use -o");
            return Err(Error::Usage(message.to_owned()));
        };
        let mut name = stem.to_owned();
        name.push(".ans");
        let output = folder.join(name);
        if let Some(other) = inputs.insert(output.clone(), file) {
            let (other, file, output) = (other.display(), file.display(), output.display());
            return Err(Error::Usage(t!(
                "{other} and {file} would both be answered in {output}",
                other = other,
                file = file,
                output = output
            )));
        }
        outputs.push(output);
    }
    Ok(outputs)
}

/// Checks that the answers at `path` would not replace one of `inputs`, under any name.
fn refuse_input(path: &Path, inputs: &[&Path]) -> Result<(), Error> {
    let handle = |input: &Path| {
        if input == Path::new("-") {
            return Handle::stdin().ok();
        }
        // Opening anything else, such as a named pipe, may block forever. A file that cannot be opened is reported where
        // it is needed.
        input.is_file().then(|| Handle::from_path(input).ok())?
    };
    let output = path.is_file().then(|| handle(path)).flatten();
    if output.is_some() && inputs.iter().any(|input| handle(input) == output) {
        let name = path.display();
        return Err(Error::Usage(t!(
            "{name} is an input: write the answers to another file",
            name = name
        )));
    }
    Ok(())
}

/// Standard output.
pub(super) fn stdout() -> Result<Answers<'static>, Error> {
    Ok(Answers::new("stdout".to_owned(), output::stdout()?))
}
