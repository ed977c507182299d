//! `bouton <PROBLEM>`: answers the cases of files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use same_file::Handle;

use super::make_folder;
use crate::engine::{RunOptions, answer};
use crate::error::Error;
use crate::input::Input;
use crate::output;
use crate::output::answers::Answers;
use crate::output::comparable;
use crate::problem::Problem;

/// Where to write the answers.
#[derive(Clone, Debug)]
pub enum Destination {
    /// Standard output.
    Stdout,
    /// One file for all inputs.
    File(PathBuf),
    /// A file `X.ans` in this folder for each input `X.in`.
    Folder(PathBuf),
}

/// Answers the cases of `files` in order. No files, or `-`, is standard input.
///
/// # Errors
/// The first error. The answers of all complete cases before it are on standard output; a file has them
/// only after bad input, and otherwise is not there.
pub fn run(
    problem: &Problem,
    files: &[PathBuf],
    output: &Destination,
    options: RunOptions,
) -> Result<(), Error> {
    let stdin = [PathBuf::from("-")];
    let files = if files.is_empty() { &stdin } else { files };
    match output {
        Destination::Folder(folder) => {
            let outputs = outputs_in(folder, files)?;
            make_folder(folder)?;
            for (file, output) in files.iter().zip(outputs) {
                refuse_input(&output, files)?;
                answer_into(&output, problem, std::slice::from_ref(file), options)?;
            }
            Ok(())
        }
        Destination::File(path) => {
            refuse_input(path, files)?;
            answer_into(path, problem, files, options)
        }
        Destination::Stdout => {
            let first = Input::named(&files[0])?;
            answer_all(problem, first, &files[1..], &mut stdout()?, options)
        }
    }
}

/// Answers the cases of `files` in the file `path`, which is there when all are answered. After bad
/// input it has the answers before the error.
fn answer_into(
    path: &Path,
    problem: &Problem,
    files: &[PathBuf],
    options: RunOptions,
) -> Result<(), Error> {
    // A misspelled name must not make the reader of a named pipe believe that there are no answers.
    let first = Input::named(&files[0])?;
    let mut file = output::Output::create(path)?;
    let mut answers = Answers::new(file.name().to_owned(), &mut file);
    let result = answer_all(problem, first, &files[1..], &mut answers, options);
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
    mut first: Input,
    others: &[PathBuf],
    answers: &mut Answers<'_>,
    options: RunOptions,
) -> Result<(), Error> {
    answer(problem, &mut first, answers, options)?;
    for file in others {
        answer(problem, &mut Input::named(file)?, answers, options)?;
    }
    Ok(())
}

fn outputs_in(folder: &Path, files: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut inputs = BTreeMap::new();
    let mut outputs = Vec::new();
    for file in files {
        let stem = file
            .file_stem()
            .filter(|_| file != Path::new("-"))
            .ok_or_else(|| {
                Error::Usage(
                    "--out-dir names answers after the input files: give FILEs, or use -o"
                        .to_owned(),
                )
            })?;
        let mut name = stem.to_owned();
        name.push(".ans");
        let output = folder.join(name);
        if let Some(other) = inputs.insert(comparable(output.as_os_str()), file) {
            let (other, file, output) = (other.display(), file.display(), output.display());
            return Err(Error::Usage(format!(
                "{other} and {file} would both be answered in {output}"
            )));
        }
        outputs.push(output);
    }
    Ok(outputs)
}

/// Checks that the answers at `path` would not replace one of `inputs`.
fn refuse_input(path: &Path, inputs: &[PathBuf]) -> Result<(), Error> {
    if inputs.iter().any(|input| is_same_file(input, path)) {
        let name = path.display();
        return Err(Error::Usage(format!(
            "{name} is an input: the answers need another file"
        )));
    }
    Ok(())
}

/// Whether an input is the regular file `path`, under any name.
fn is_same_file(input: &Path, path: &Path) -> bool {
    // Opening anything else, such as a named pipe, may block forever.
    if !path.is_file() {
        return false;
    }
    let input = if input == Path::new("-") {
        Handle::stdin()
    } else if input.is_file() {
        Handle::from_path(input)
    } else {
        return false;
    };
    // A file that cannot be opened is reported where it is needed.
    matches!((input, Handle::from_path(path)), (Ok(input), Ok(path)) if input == path)
}

/// Standard output.
pub(super) fn stdout() -> Result<Answers<'static>, Error> {
    Ok(Answers::new("stdout".to_owned(), output::stdout()?))
}
