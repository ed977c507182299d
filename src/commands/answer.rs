//! `bouton <PROBLEM>`: answers the cases of files.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use same_file::Handle;

use super::make_folder;
use crate::answer::Answers;
use crate::error::Error;
use crate::input::Input;
use crate::problem::Problem;
use crate::run::{Options, answer};

/// Where the answers go.
#[derive(Clone, Debug)]
pub enum Output {
    /// Standard output.
    Stdout,
    /// One file for all.
    File(PathBuf),
    /// For every input `X.in` a file `X.ans` in this folder.
    Folder(PathBuf),
}

/// Answers the cases of `files` in their order; none, or `-`, is standard input.
///
/// # Errors
/// The first thing that goes wrong. The answers of all complete cases before it have been written.
pub fn run(
    problem: &Problem,
    files: &[PathBuf],
    output: &Output,
    options: Options,
) -> Result<(), Error> {
    let stdin = [PathBuf::from("-")];
    let files = if files.is_empty() { &stdin } else { files };
    match output {
        Output::Folder(folder) => {
            let outputs = outputs_in(folder, files)?;
            make_folder(folder)?;
            for (file, output) in files.iter().zip(outputs) {
                let mut input = Input::named(file)?;
                answer(problem, &mut input, &mut create(&output, files)?, options)?;
            }
            Ok(())
        }
        Output::File(_) | Output::Stdout => {
            // The first input is opened before the output is emptied: a misspelt name must not
            // cost the answers of yesterday.
            let mut next = Some(Input::named(&files[0])?);
            let mut answers = match output {
                Output::File(path) => create(path, files)?,
                _ => stdout()?,
            };
            for file in files {
                let mut input = match next.take() {
                    Some(input) => input,
                    None => Input::named(file)?,
                };
                answer(problem, &mut input, &mut answers, options)?;
            }
            Ok(())
        }
    }
}

/// The answer files of `files` in `folder`.
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
        if let Some(other) = inputs.insert(output.clone(), file) {
            let (other, file, output) = (other.display(), file.display(), output.display());
            return Err(Error::Usage(format!(
                "{other} and {file} would both be answered in {output}"
            )));
        }
        outputs.push(output);
    }
    Ok(outputs)
}

/// Opens `path` for answers. It must be none of `inputs`.
fn create(path: &Path, inputs: &[PathBuf]) -> Result<Answers<'static>, Error> {
    let name = path.display().to_string();
    if inputs.iter().any(|input| is_same_file(input, path)) {
        return Err(Error::Usage(format!(
            "{name} is an input: the answers need another file"
        )));
    }
    match File::create(path) {
        Ok(file) => Ok(Answers::new(name, file)),
        Err(error) => Err(Error::writing(&name, error)),
    }
}

/// Whether an input is the regular file `path`, under whatever name.
fn is_same_file(input: &Path, path: &Path) -> bool {
    // To open anything else, a named pipe say, may be to wait for ever.
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
    // What cannot be opened is told where it is needed.
    matches!((input, Handle::from_path(path)), (Ok(input), Ok(path)) if input == path)
}

/// Standard output.
pub(super) fn stdout() -> Result<Answers<'static>, Error> {
    Ok(Answers::new("stdout".to_owned(), stdout_file()?))
}

/// Standard output, without a buffer.
pub(super) fn stdout_file() -> Result<File, Error> {
    // A copy of the descriptor has no line buffer.
    #[cfg(unix)]
    let file = {
        use std::os::fd::AsFd;
        std::io::stdout()
            .as_fd()
            .try_clone_to_owned()
            .map(File::from)
    };
    #[cfg(windows)]
    let file = {
        use std::os::windows::io::AsHandle;
        std::io::stdout()
            .as_handle()
            .try_clone_to_owned()
            .map(File::from)
    };
    file.map_err(Error::stdout)
}
