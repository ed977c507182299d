//! Runs one input through all steps, with one thread or several.

pub mod guess;
pub mod parallel;
pub mod pipe;
pub mod ring;
pub mod window;

use std::thread::available_parallelism;

use crate::decode::Kernel;
use crate::error::Error;
use crate::frame::{Framing, Sink};
use crate::input::ahead::memory_is_slow;
use crate::input::{FilesStayUnchanged, Input};
use crate::output::answers::Answers;
use crate::problem::Problem;
use parallel::{Source, Threads};
use pipe::{Checkpoints, Pipe};

/// Bytes per read. With 256 KiB, which fit the second-level cache, a run took up to a seventh longer,
/// since each read has a start-up cost; with 1 or 2 MiB it takes as long or some percent longer, with 8
/// MiB 7 %. With several threads, most of the memory goes into chunks.
const CHUNK: usize = 512 * 1024;

/// Bytes per read where several threads fetch a file into the cache before they read it.
const PIECE: usize = 256 * 1024;

/// The numbers of such pieces in a chunk. A thread knows which piece it reads next, but can only guess which chunk, so
/// chunks should have many pieces.
const MIN_PIECES: usize = 2;
const MAX_PIECES: usize = 8;

/// A file is cut into at least this many chunks, if they can be small enough. The answers to the first chunks fill new
/// memory, later ones reuse it: with 20 MB of one-pile cases, chunks of 2 pieces took 0.82 of the time of 8.
const MIN_CHUNKS: u64 = 32;

/// The bytes of a file for each thread; with fewer, a thread takes longer to start than to help.
const PER_THREAD: u64 = 4 * 1024 * 1024;

/// The most threads that share a stream, unless more are asked for, and the processors that are left to whoever
/// writes it. With two processors, a second thread made a pipe 24 % slower.
const STREAM_THREADS: usize = 4;
const STREAM_SPARE: usize = 1;

/// Smaller files are decoded without asking what the processor can do, which takes 30 microseconds in a
/// virtual machine: as long as the portable kernel takes for this many bytes.
const SMALL: u64 = 64 * 1024;

/// How an input is read and decoded. The results are the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunOptions {
    /// The instruction set that decodes. `None` is the best one for the input.
    pub kernel: Option<Kernel>,
    /// The maximum number of threads; more than there are processors are not started. `None` is one for each
    /// processor that reading leaves free.
    pub threads: Option<usize>,
    /// Whether to map files into memory instead of reading them, as this promise allows.
    pub map: Option<FilesStayUnchanged>,
}

impl RunOptions {
    /// Only this thread, with the best kernel.
    pub fn one_thread() -> Self {
        Self {
            threads: Some(1),
            ..Self::default()
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

/// How many threads are of use if `asked` are asked for: with 65,535 of them, a pipe with one case took 1.3 GB and 2 s.
fn of_use(asked: usize) -> usize {
    // The processors are counted only if that may matter, as it takes longer than to answer a few cases.
    if asked <= STREAM_THREADS {
        return asked;
    }
    let processors = available_parallelism().map_or(1, usize::from);
    asked.min(processors.max(STREAM_THREADS))
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
    let len = input.len();
    let is_small = (1..SMALL).contains(&len);
    let small = is_small.then_some(Kernel::PORTABLE);
    let kernel = options.kernel.or(small).unwrap_or_else(Kernel::best);
    let mut pipe = Pipe::new(kernel, framing, sink);
    if len > 0 {
        pipe.note(checkpoints);
    }
    let threads = |most, spare| Threads {
        most,
        spare: options.threads.is_none().then_some(spare),
    };
    let asked = options.threads.map(of_use);
    let most = 1 + (len / PER_THREAD) as usize;
    let most = threads(most.min(asked.unwrap_or(most)), 0).count();
    let (size, piece) = match most {
        1 if is_small => (len as usize, len as usize),
        2.. if memory_is_slow() => {
            let pieces = (len / MIN_CHUNKS) as usize / PIECE;
            (PIECE * pieces.clamp(MIN_PIECES, MAX_PIECES), PIECE)
        }
        _ => (CHUNK, CHUNK),
    };
    let (source, threads) = if let Some(chunks) = input.chunks(size, options.map) {
        let source = Source::File(chunks, piece);
        (source, Threads { most, spare: None })
    } else {
        let most = asked.unwrap_or(STREAM_THREADS);
        (Source::Stream(input, CHUNK), threads(most, STREAM_SPARE))
    };
    let end = parallel::run(source, threads, kernel, framing, &mut pipe);
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
