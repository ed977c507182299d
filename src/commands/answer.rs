//! `bouton <PROBLEM>`: answers the cases of files.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use crate::answer::Answers;
use crate::answerer::Answerer;
use crate::decode::Kernel;
use crate::error::Error;
use crate::frame::Progress;
use crate::input::{ChunkBuffer, Chunks, Input};
use crate::parallel::{self, Stop};
use crate::pipe::{Chunk, Pipe, Places};
use crate::problems::Problem;

/// Bytes per read. Larger reads copy faster, since each starts slowly: with 256 KiB, which fit the
/// second-level cache, all of the work takes a seventh longer.
const CHUNK: usize = 2 * SHARED_CHUNK;

/// Bytes per read where threads share the work. The numbers of several such chunks wait to be framed,
/// so this is what the memory goes to; with 256 KiB all of the work takes a tenth longer.
pub(crate) const SHARED_CHUNK: usize = 1024 * 1024;

/// From this size on threads share the work: below, there is not enough for each of them.
const PARALLEL_FROM: u64 = 4 * 1024 * 1024;

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

/// How the work is done; the answers are the same.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The instruction set that decodes.
    pub kernel: Kernel,
    /// How many threads decode.
    pub threads: usize,
    /// Map files into memory instead of reading them.
    pub mmap: bool,
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
            std::fs::create_dir_all(folder)
                .map_err(|error| Error::reading(&folder.display().to_string(), error))?;
            for (file, output) in files.iter().zip(outputs) {
                let mut input = open(file)?;
                answer(problem, &mut input, &mut create(&output, files)?, options)?;
            }
            Ok(())
        }
        Output::File(_) | Output::Stdout => {
            // The first input is opened before the output is emptied: a misspelt name must not
            // cost the answers of yesterday.
            let mut next = Some(open(&files[0])?);
            let mut answers = match output {
                Output::File(path) => create(path, files)?,
                _ => stdout()?,
            };
            for file in files {
                let mut input = match next.take() {
                    Some(input) => input,
                    None => open(file)?,
                };
                answer(problem, &mut input, &mut answers, options)?;
            }
            Ok(())
        }
    }
}

/// Opens `file`; `-` is standard input.
pub(crate) fn open(file: &Path) -> Result<Input, Error> {
    if file == Path::new("-") {
        Input::stdin()
    } else {
        Input::open(file)
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
    if let Ok(there) = path.canonicalize()
        && there.is_file()
        && inputs
            .iter()
            .any(|input| input.canonicalize().is_ok_and(|input| input == there))
    {
        return Err(Error::Usage(format!(
            "{name} is an input: the answers need another file"
        )));
    }
    match File::create(path) {
        Ok(file) => Ok(Answers::new(name, file)),
        Err(error) => Err(Error::writing(&name, error)),
    }
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
    file.map_err(|error| Error::writing("stdout", error))
}

/// Answers one input.
///
/// # Errors
/// The first thing that goes wrong. The answers of all complete cases before it have been written.
pub fn answer(
    problem: &Problem,
    input: &mut Input,
    answers: &mut Answers<'_>,
    options: Options,
) -> Result<(), Error> {
    answer_and_note(problem, input, answers, options, &mut Places::new())
}

/// As [`answer`]; notes `places` in the input, all multiples of `SHARED_CHUNK` bytes from its start.
///
/// # Errors
/// As there.
pub fn answer_and_note(
    problem: &Problem,
    input: &mut Input,
    answers: &mut Answers<'_>,
    options: Options,
    places: &mut Places,
) -> Result<(), Error> {
    let mut answerer = Answerer::new(problem, answers);
    let mut pipe = Pipe::new(options.kernel, problem.framing, &mut answerer);
    if input.len() > 0 {
        pipe.note(places);
    }
    let threads = match input.len() {
        ..PARALLEL_FROM => 1,
        // No more than there are chunks.
        len => options.threads.min((len / SHARED_CHUNK as u64) as usize),
    };
    let mut last = ChunkBuffer::new(0);
    let result = if threads > 1
        && let Some(chunks) = input.chunks(SHARED_CHUNK, options.mmap)?
    {
        parallel::run(&chunks, threads, options.kernel, &mut pipe)
    } else if let Some(chunks) = input.chunks(CHUNK, options.mmap)? {
        feed_chunks(&chunks, &mut pipe)
    } else {
        last = ChunkBuffer::new(CHUNK);
        feed_stream(input, &mut last, &mut pipe)
    };
    let (case, offset) = (pipe.case(), pipe.offset());
    let written = answers.flush();
    match result {
        Ok(()) => input.skip(offset),
        Err(Stop::Flaw(flaw)) => {
            written?;
            return Err(input.error(flaw, case, last.bytes()));
        }
        Err(Stop::Read(error)) => {
            written?;
            return Err(Error::reading(&input.name, error));
        }
    }
    written
}

/// Feeds a file, chunk after chunk.
fn feed_chunks(chunks: &Chunks<'_>, pipe: &mut Pipe<'_, Answerer<'_, '_>>) -> Result<(), Stop> {
    let mut buffer = ChunkBuffer::new(chunks.size());
    for k in 0.. {
        let chunk = chunks.get(k, &mut buffer).map_err(Stop::Read)?;
        if pipe.feed(chunk).map_err(Stop::Flaw)? == Progress::Done {
            return Ok(());
        }
        chunks.done_with(k + 1);
        if chunk.len() < chunks.size() {
            break;
        }
    }
    pipe.finish().map(drop).map_err(Stop::Flaw)
}

/// Feeds a pipe or a terminal: whatever there is, as soon as it is there. Before it waits for more, all
/// answers known so far are written. Leaves the last that it read in `buffer`.
fn feed_stream(
    input: &mut Input,
    buffer: &mut ChunkBuffer,
    pipe: &mut Pipe<'_, Answerer<'_, '_>>,
) -> Result<(), Stop> {
    loop {
        let answers = pipe.sink().answers();
        let len = input
            .read(&mut buffer.bytes()[..CHUNK], || answers.write())
            .map_err(Stop::Read)?;
        if len == 0 {
            return pipe.finish().map(drop).map_err(Stop::Flaw);
        }
        let chunk = Chunk::new(buffer.bytes(), len);
        if pipe.feed(chunk).map_err(Stop::Flaw)? == Progress::Done {
            return Ok(());
        }
    }
}
