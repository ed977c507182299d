//! Runs one input through all steps, with one thread or several.

pub mod parallel;
pub mod pipe;
pub mod ring;
pub mod threads;
pub mod window;

use crate::decode::Kernel;
use crate::error::Error;
use crate::frame::{Framing, Sink};
use crate::input::{FilesStayUnchanged, Input};
use crate::output::answers::Answers;
use crate::problem::Problem;
use parallel::Source;
use pipe::{Checkpoints, Pipe};

/// Bytes per read. With 256 KiB, which fit the second-level cache, a run took up to a seventh longer,
/// since each read has a start-up cost; with 1 or 2 MiB it takes as long or some percent longer, with 8
/// MiB 7 %. With several threads, most of the memory goes into chunks.
const CHUNK: usize = 512 * 1024;

/// Another thread helps for each so many bytes of a file; with less there is too little for it.
const PER_THREAD: u64 = 4 * 1024 * 1024;

/// How an input is read and decoded. The results are the same.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions {
    /// The instruction set that decodes.
    pub kernel: Kernel,
    /// How many threads decode.
    pub threads: usize,
    /// Whether to map files into memory instead of reading them, as this promise allows.
    pub map: Option<FilesStayUnchanged>,
}

impl RunOptions {
    /// Only this thread, with the best kernel.
    pub fn one_thread() -> Self {
        Self {
            threads: 1,
            ..Self::default()
        }
    }
}

impl Default for RunOptions {
    /// The best kernel, and as many threads as there are processors.
    fn default() -> Self {
        Self {
            kernel: Kernel::best(),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            map: None,
        }
    }
}

/// Answers one input.
///
/// # Errors
/// The first error. The answers of all complete cases before it have been written.
pub fn answer(
    problem: &Problem,
    input: &mut Input,
    answers: &mut Answers<'_>,
    options: RunOptions,
) -> Result<(), Error> {
    answer_and_note(problem, input, answers, options, &mut Checkpoints::new())
}

/// Does the same as [`answer`], and records `checkpoints`.
///
/// # Errors
/// As for [`answer`].
pub fn answer_and_note(
    problem: &Problem,
    input: &mut Input,
    answers: &mut Answers<'_>,
    options: RunOptions,
    checkpoints: &mut Checkpoints,
) -> Result<(), Error> {
    let mut answerer = problem.answerer(std::mem::take(answers));
    let result = run(problem.framing, input, &mut answerer, options, checkpoints);
    *answers = answerer.into_answers();
    if result.is_err() {
        answers.drop_open_line();
    }
    answers.flush()?;
    result.map(drop)
}

/// Passes all cases of one input to `sink`, and returns their number. Records `checkpoints`, if the
/// input can be read again.
///
/// # Errors
/// The first error. All complete cases before it have been passed on.
pub fn run<S: Sink + Send>(
    framing: &'static Framing,
    input: &mut Input,
    sink: &mut S,
    options: RunOptions,
    checkpoints: &mut Checkpoints,
) -> Result<u64, Error> {
    let mut pipe = Pipe::new(options.kernel, framing, sink);
    let len = input.len();
    if len > 0 {
        pipe.note(checkpoints);
    }
    let (source, threads) = match input.chunks(CHUNK, options.map) {
        // No more than have something to do.
        Some(chunks) => (Source::File(chunks), 1 + (len / PER_THREAD) as usize),
        None => (Source::Stream(input, CHUNK), usize::MAX),
    };
    let threads = options.threads.min(threads);
    let end = parallel::run(source, threads, options.kernel, framing, &mut pipe);
    let (case, offset) = (pipe.case(), pipe.checkpoint().offset());
    match end.result {
        Ok(Ok(())) => {
            input.skip(offset);
            Ok(pipe.checkpoint().complete())
        }
        Ok(Err(error)) => Err(input.error(error, case, end.lines, &end.chunk)),
        Err(error) => Err(Error::io(&input.name, error)),
    }
}
