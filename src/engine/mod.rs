//! Runs one input through all steps, with one thread or several.

pub mod parallel;
pub mod pipe;
pub mod ring;
pub mod threads;
pub mod window;

use std::io::{self, Read};

use crate::decode::Kernel;
use crate::error::{Error, InputError};
use crate::frame::{Flow, Framing, Sink};
use crate::input::{ChunkBuffer, Chunks, FilesStayUnchanged, Input};
use crate::output::answers::Answers;
use crate::problem::Problem;
use pipe::{Checkpoints, Chunk, Pipe};

/// Bytes per read. With 256 KiB, which fit the second-level cache, a run took up to a seventh longer,
/// since each read has a start-up cost; with 1 or 2 MiB it takes as long or some percent longer, with 8
/// MiB 7 %. With several threads, most of the memory goes into chunks.
const CHUNK: usize = 512 * 1024;

/// Threads share the work on files of at least this size; smaller ones have too little for each.
const MIN_PARALLEL: u64 = 4 * 1024 * 1024;

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
    /// The best kernel, and as many threads as there are processors, but at most four: then reading from
    /// the page cache is the limit.
    fn default() -> Self {
        Self {
            kernel: Kernel::best(),
            threads: std::thread::available_parallelism().map_or(1, |n| n.get().min(4)),
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
    let mut answerer = problem.answerer(answers);
    let result = run(problem.framing, input, &mut answerer, options, checkpoints);
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
    if input.len() > 0 {
        pipe.note(checkpoints);
    }
    let threads = match input.len() {
        ..MIN_PARALLEL => 1,
        // No more than there are chunks.
        len => options.threads.min((len / CHUNK as u64) as usize),
    };
    let mut last = ChunkBuffer::new(0);
    let result = match input.chunks(CHUNK, options.map) {
        Some(chunks) if threads > 1 => parallel::run(&chunks, threads, options.kernel, &mut pipe),
        Some(chunks) => feed_chunks(&chunks, &mut pipe),
        None => {
            last = ChunkBuffer::new(CHUNK);
            feed_stream(input, &mut last, &mut pipe)
        }
    };
    let (case, offset) = (pipe.case(), pipe.checkpoint().offset());
    match result {
        Ok(Ok(())) => {
            input.skip(offset);
            Ok(pipe.checkpoint().complete())
        }
        Ok(Err(error)) => Err(input.error(error, case, last.bytes())),
        Err(error) => Err(Error::io(&input.name, error)),
    }
}

/// How reading an input ended: with an error of reading, or else possibly with one in the input.
type FeedResult = io::Result<Result<(), InputError>>;

/// Feeds a file, chunk by chunk.
fn feed_chunks<S: Sink>(chunks: &Chunks<'_>, pipe: &mut Pipe<'_, S>) -> FeedResult {
    let mut buffer = ChunkBuffer::new(chunks.size());
    for k in 0.. {
        let chunk = chunks.get(k, &mut buffer)?;
        match pipe.feed(chunk) {
            Ok(Flow::Continue(())) => {}
            Ok(Flow::Break(_)) => return Ok(Ok(())),
            Err(error) => return Ok(Err(error)),
        }
        chunks.done_with(k + 1);
        if chunk.len() < chunks.size() {
            break;
        }
    }
    Ok(pipe.finish().map(drop))
}

/// Feeds a pipe or a terminal: all available bytes, as soon as they are available. Before it waits for
/// more, all that is known so far is passed on. Leaves the last chunk in `buffer`.
fn feed_stream<S: Sink>(
    input: &mut Input,
    buffer: &mut ChunkBuffer,
    pipe: &mut Pipe<'_, S>,
) -> FeedResult {
    loop {
        if input.would_block() && pipe.sink().before_wait().is_break() {
            return Ok(Ok(()));
        }
        let len = input.read(&mut buffer.bytes()[..CHUNK])?;
        if len == 0 {
            return Ok(pipe.finish().map(drop));
        }
        let chunk = Chunk::new(buffer.bytes(), len);
        match pipe.feed(chunk) {
            Ok(Flow::Continue(())) => {}
            Ok(Flow::Break(_)) => return Ok(Ok(())),
            Err(error) => return Ok(Err(error)),
        }
    }
}
