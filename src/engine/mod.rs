//! Runs one input through all steps, with one thread or several.

pub(crate) mod file;
mod guess;
pub(crate) mod lookup;
mod part;
pub(crate) mod pipe;
#[expect(unreachable_pub, reason = "its model is a crate of its own")]
mod ring;
pub(crate) mod stream;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread::available_parallelism;

use crate::decode::{Chunk, Kernel};
use crate::error::Error;
use crate::input::{ChunkBuffer, FilesStayUnchanged, Input};
use crate::layout::Layout;
use crate::layout::sink::Sink;
use crate::output::answers::Answers;
use crate::problem::Problem;
pub use part::Part;
use pipe::{Checkpoint, End, Pipe};

/// Bytes per read. On an Intel Xeon, a run with 64 KiB took 5 % longer, since each read has a start-up cost, with 128
/// KiB 2 %, with 1 MiB 1 %; on an AMD Zen 5 5 %, 1 to 2 %, and 1 to 2 %. With several threads, most of the memory goes
/// into chunks.
const CHUNK: usize = 512 * 1024;

/// The bytes of a file for each thread; with fewer, a thread takes longer to start than to help.
const PER_THREAD: u64 = 4 * 1024 * 1024;

/// If no more threads than this are asked for, they are started, however many processors there are.
const FEW_THREADS: usize = 4;

/// Smaller files are decoded without asking what the processor can do, which takes 30 microseconds in a virtual
/// machine: as long as the portable kernel takes for this many bytes.
const SMALL: u64 = 64 * 1024;

/// How an input is read and decoded. The results are the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunOptions {
    /// The instruction set that decodes. `None` is the best one for the input.
    pub kernel: Option<Kernel>,
    /// The maximum number of threads that share a file; more than there are processors are not started. `None` is one
    /// for each processor.
    pub threads: Option<usize>,
    /// Whether to map files into memory instead of reading them, as this promise allows.
    pub map: Option<FilesStayUnchanged>,
    /// The part of a file that is answered; `None` is all of it.
    pub part: Option<Part>,
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

/// The answers to `input`, with one thread, and whether they are all: if it is bad, they are those of its complete
/// cases.
pub(crate) fn answers_to(problem: &Problem, mut input: Input) -> (Vec<u8>, Result<(), Error>) {
    let mut text = Vec::new();
    let mut answers = Answers::new("memory".to_owned(), &mut text);
    let options = RunOptions::one_thread();
    let result = answer(problem, &mut input, &mut answers, options);
    drop(answers);
    (text, result)
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
    let mut answerer = problem.answerer(std::mem::take(answers));
    let layout = &problem.layout;
    let result = match options.part {
        Some(part) => part::run(part, problem, input, &mut answerer, options),
        None => run(layout, input, &mut answerer, options).map(drop),
    };
    *answers = answerer.into_answers();
    if result.is_err() {
        answers.drop_unfinished();
    }
    answers.flush()?;
    result
}

/// Passes all cases of one input to `sink`, those before an error as well, and returns their number.
pub(crate) fn run<S: Sink + Send>(
    layout: &Arc<Layout>,
    input: &mut Input,
    sink: &mut S,
    options: RunOptions,
) -> Result<u64, Error> {
    let mut pipe = Pipe::new(kernel_for(input, options), layout, sink);
    if let End::Bad(error) = feed(input, &mut pipe, options)? {
        let case = pipe.checkpoint().complete() + 1;
        return Err(input.error(error, case));
    }
    input.skip(pipe.checkpoint().offset());
    Ok(pipe.checkpoint().complete())
}

/// Whether it is known that `input` is small.
fn is_small(input: &Input) -> bool {
    (1..SMALL).contains(&input.len())
}

/// The instruction set to use for `input`.
fn kernel_for(input: &Input, options: RunOptions) -> Kernel {
    let small = is_small(input).then_some(Kernel::PORTABLE);
    options.kernel.or(small).unwrap_or_else(Kernel::best)
}

/// Feeds `pipe` all of `input`. Returns why that ended.
fn feed<S: Sink + Send>(input: &mut Input, pipe: &mut Pipe<'_, S>, options: RunOptions) -> Result<End, Error> {
    let len = input.len();
    let size = if is_small(input) { len as usize } else { CHUNK };
    let ended = if let Some(mut chunks) = input.chunks(size, options.map) {
        let most = 1 + (len / PER_THREAD) as usize;
        let processors = || available_parallelism().map_or(1, usize::from);
        let threads = match options.threads {
            _ if most == 1 => 1,
            // With 65,535 of them, one case took 1.3 GB and 2 s.
            Some(asked) => most.min(asked).min(processors().max(FEW_THREADS)),
            None => most.min(processors()),
        };
        // With several threads, which chunk one reads next is a guess, and with a mapped file, none is.
        if threads == 1 && most > FEW_THREADS && options.map.is_none() {
            chunks.fetched = pipe.kernel.gains_by_fetching();
        }
        file::run(&chunks, threads, pipe)
    } else {
        stream::run(input, CHUNK, pipe)
    };
    ended.map_err(|error| Error::io(&input.name, error))
}

/// Reads on from a checkpoint to the first number after so many `complete` cases, or until `sink` stops, with one
/// thread. Returns why it ended, and where. It is an error if `input` can be read only once.
pub(crate) fn resume<S: Sink>(
    input: &Input,
    mut from: Checkpoint,
    complete: u64,
    sink: &mut S,
) -> Result<(End, Checkpoint), Error> {
    // Most cases end soon; others are far away.
    let (mut size, largest) = (4096, 1 << 20);
    let mut buffer = ChunkBuffer::new(size);
    from.framer().pause_after(complete);
    let mut pipe = Pipe::resume(Kernel::best(), from, sink);
    let end = loop {
        let at = pipe.checkpoint().offset();
        let len = input.read_at(at, &mut buffer.bytes()[..size])?;
        if len == 0 {
            break pipe.finish();
        }
        if let ControlFlow::Break(end) = pipe.feed(Chunk::new(buffer.filled(), len)) {
            break end;
        }
        size = largest.min(2 * size);
        buffer.reserve(size);
    };
    let offset = match end {
        End::Paused(offset) => offset,
        End::Bad(error) => error.at,
        End::Done => pipe.checkpoint().offset(),
    };
    let framer = pipe.checkpoint().framer().clone();
    Ok((end, Checkpoint::at(offset, framer)))
}
