//! `bouton <PROBLEM>`: answers the cases of files.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::{Args, Command, FromArgMatches};
use same_file::Handle;

use super::or_stdout;
use super::values::{kernel, part, threads};
use crate::cli::global;
use crate::decode::Kernel;
use crate::engine::{Part, RunOptions, answer};
use crate::error::{Error, usage};
use crate::input::{Count, FilesStayUnchanged, Input};
use crate::output::answers::Answers;
use crate::output::{self, Output};
use crate::problem::Problem;
use crate::report::progress::{self, Meter};
use crate::words::{self, t};

/// The arguments after the problem.
#[derive(Debug, Args)]
pub(crate) struct AnswerArgs {
    /// Input files, answered in order; "-" or none: standard input
    #[arg(value_name = "FILE", default_value = "-")]
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

    /// Answer the K-th of N parts of one FILE, for N machines that share it: if all end with exit code 0, their
    /// answers, one after the other, are those of FILE
    #[arg(long, value_name = "K/N", value_parser = part, conflicts_with = "out_dir")]
    part: Option<Part>,

    #[command(flatten)]
    work: WorkArgs,
}

/// How the work is done, which does not change what comes out.
#[derive(Debug, Args)]
pub(crate) struct WorkArgs {
    /// Number of threads; default: chosen automatically
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    threads: Option<u16>,

    /// Map files into memory instead of reading them: faster, but only for files that do not change meanwhile; if one
    /// is truncated, the program is killed
    #[arg(long)]
    mmap: bool,

    /// Instruction set: auto (the best available), portable, avx2, avx512, neon; also BOUTON_KERNEL
    #[expect(clippy::doc_markdown, reason = "this is shown as help")]
    #[arg(long, value_name = "NAME", env = "BOUTON_KERNEL", hide_env = true, value_parser = kernel)]
    kernel: Option<Kernel>,
}

impl WorkArgs {
    /// The same for the engine.
    pub(crate) fn options(&self) -> RunOptions {
        let map = self.mmap.then(|| {
            // SAFETY: that no process changes the files meanwhile is what the user promises with --mmap; its help says
            // what happens otherwise.
            unsafe { FilesStayUnchanged::promise() }
        });
        RunOptions {
            kernel: self.kernel,
            threads: self.threads.map(usize::from),
            map,
            part: None,
        }
    }
}

impl AnswerArgs {
    /// Parses the command line after the name of `problem`. Builds nothing but this command: to describe all of them
    /// takes longer than to answer a few cases.
    pub(crate) fn parse(problem: &Problem, line: &[OsString]) -> Result<Self, clap::Error> {
        let matches = Self::command(problem).try_get_matches_from(line)?;
        global::apply(&matches);
        Self::from_arg_matches(&matches)
    }

    /// The command of a problem. Its title is for help: to look that up takes as long as to answer a few cases.
    pub(crate) fn help_command(problem: &Problem) -> Command {
        let title = problem.title_in(words::language());
        Self::command(problem).about(format!("{} {title}", problem.judge_name()))
    }

    fn command(problem: &Problem) -> Command {
        let name = &problem.name;
        let command = Command::new(name).bin_name(format!("bouton {name}"));
        let command = Self::augment_args(command).no_binary_name(true);
        global::with_options(command)
    }

    /// Answers the files. The answers of all complete cases before an error are on standard output; a file has them
    /// only after bad input, and otherwise is not there.
    pub(crate) fn run(self, problem: &Problem) -> Result<(), Error> {
        let part = self.part;
        let options = RunOptions {
            part,
            ..self.work.options()
        };
        if part.is_some() && (self.files.len() > 1 || self.files[0] == Path::new("-")) {
            return usage(t!(
                "--part answers a part of one FILE; cut standard input with 'bouton split'"
            ));
        }
        let files = &self.files[..];
        let output = or_stdout(self.output.as_deref());
        // Answers and progress would mix on a terminal.
        let is_stdout = output.is_none() && self.out_dir.is_none();
        let parts = part.map_or(1, |part| part.of);
        let meter = meter(files, parts, is_stdout && io::stdout().is_terminal());
        let answer_in = |output: Option<&Path>, inputs: &[PathBuf]| {
            // No output may be an input of its own or of another one.
            if let Some(output) = output {
                refuse_input(output, files)?;
            }
            answer_in(output, problem, inputs, options, &meter.done)
        };
        let Some(folder) = &self.out_dir else {
            return answer_in(output, files);
        };
        let outputs = outputs_in(folder, files)?;
        output::make_folder(folder)?;
        let mut outputs = files.chunks(1).zip(&outputs);
        outputs.try_for_each(|(file, output)| answer_in(Some(output), file))
    }
}

/// Shows how much of `files`, or of one of so many parts, has been read, unless it is hidden; `-` is standard input.
pub(super) fn meter(files: &[PathBuf], parts: u64, is_hidden: bool) -> Meter {
    let files = files.to_vec();
    let len = |file: &PathBuf| {
        if file == Path::new("-") {
            Input::stdin().map_or(0, |input| input.len())
        } else {
            file.metadata().map_or(0, |file| file.len())
        }
    };
    Meter::start(
        is_hidden,
        move || files.iter().map(len).sum::<u64>() / parts,
        progress::after_reading,
        progress::line_of_bytes,
    )
}

/// Answers the cases of `inputs` in the file `path`, which is there when all are answered, or on standard output. After
/// bad input, the file has the answers before the error.
fn answer_in(
    path: Option<&Path>,
    problem: &Problem,
    inputs: &[PathBuf],
    options: RunOptions,
    read: &Count,
) -> Result<(), Error> {
    // A misspelled name must not make the reader of a named pipe believe that there are no answers.
    let first = Input::named(&inputs[0])?;
    let mut output = path.map_or_else(output::stdout, Output::create)?;
    let mut answers = Answers::new(output.name().to_owned(), &mut output);
    let inputs = inputs[1..].iter().map(|path| Input::named(path));
    let mut inputs = [Ok(first)].into_iter().chain(inputs);
    let result = inputs.try_for_each(|input| answer(problem, &mut input?.counted(read), &mut answers, options));
    drop(answers);
    match result {
        Err(error @ Error::Input { .. }) if output.is_staged() => {
            let error = Box::new(error);
            let name = output.name().to_owned();
            output.finish()?;
            Err(Error::AnsweredSoFar { error, output: name })
        }
        Err(error) => Err(error),
        Ok(()) => output.finish(),
    }
}

/// The file `X.ans` in `folder` for each input `X.in`.
fn outputs_in(folder: &Path, files: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut inputs = BTreeMap::new();
    let output = |file: &PathBuf| {
        let Some(stem) = file.file_stem().filter(|_| file != Path::new("-")) else {
            return usage(t!(
                "--out-dir names answers after the input files: give FILEs, or use -o"
            ));
        };
        let mut name = stem.to_owned();
        name.push(".ans");
        let output = folder.join(name);
        match inputs.insert(output.clone(), file.display().to_string()) {
            None => Ok(output),
            Some(other) => usage(t!(
                "{other} and {file} would both be answered in {output}",
                other,
                file = file.display(),
                output = output.display()
            )),
        }
    };
    files.iter().map(output).collect()
}

/// Checks that the answers at `path` would not replace one of `inputs`, under any name.
fn refuse_input(path: &Path, inputs: &[PathBuf]) -> Result<(), Error> {
    let handle = |path: &Path| {
        if path == Path::new("-") {
            return Handle::stdin().ok();
        }
        // Opening anything else, such as a named pipe, may block forever. A file that cannot be opened is reported
        // where it is needed.
        path.is_file().then(|| Handle::from_path(path).ok())?
    };
    let output = handle(path);
    if output.is_some() && inputs.iter().any(|input| handle(input) == output) {
        return usage(t!(
            "{name} is an input: write the answers to another file",
            name = path.display()
        ));
    }
    Ok(())
}
