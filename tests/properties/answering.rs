//! Answers bytes in memory or in a file, cut in any way.

use std::io::{self, Cursor, Read, Seek as _, Write as _};
use std::ops::ControlFlow;

use bouton::internals::answer::Answerer;
use bouton::internals::decode::{Chunk, Decoder, Fetched, Kernel, PADDING, Slice};
use bouton::internals::engine::pipe::{End, Pipe};
use bouton::internals::engine::{self, RunOptions};
use bouton::internals::engine::{file, stream};
use bouton::internals::error::Error;
use bouton::internals::input::{FilesStayUnchanged, Input};
use bouton::internals::layout::Layout;
use bouton::internals::layout::checker::{Violation, check};
use bouton::internals::output::answers::Answers;
use bouton::internals::problem::Problem;

use super::naive::Trouble;

/// The outcome for an input: the answers, and its error.
pub type Outcome = (String, Option<Trouble>);

/// The contents of the padding: they would show if they were taken for input.
const FILLER: u8 = b'7';

/// `bytes` and their padding, in memory of exactly that size, so that `AddressSanitizer` detects any read beyond it.
fn padded(bytes: &[u8], filler: u8) -> Box<[u8]> {
    let mut padded = Vec::with_capacity(bytes.len() + PADDING);
    padded.extend_from_slice(bytes);
    padded.resize(bytes.len() + PADDING, filler);
    padded.into_boxed_slice()
}

/// Answers `chunks` as if each were the result of one read.
pub fn answer_chunks<'c>(kernel: Kernel, problem: &Problem, chunks: impl IntoIterator<Item = &'c [u8]>) -> Outcome {
    answer_filled(kernel, problem, chunks, FILLER)
}

/// The same with padding of another byte.
pub fn answer_filled<'c>(
    kernel: Kernel,
    problem: &Problem,
    chunks: impl IntoIterator<Item = &'c [u8]>,
    filler: u8,
) -> Outcome {
    outcome(kernel, problem, |pipe| {
        for chunk in chunks {
            let padded = padded(chunk, filler);
            if let ControlFlow::Break(end) = pipe.feed(Chunk::new(&padded, chunk.len())) {
                return end;
            }
        }
        pipe.finish()
    })
}

/// The outcome of a run that `feed` feeds.
fn outcome(kernel: Kernel, problem: &Problem, feed: impl FnOnce(&mut Pipe<'_, Answerer<'_, '_>>) -> End) -> Outcome {
    let mut text = Vec::new();
    let mut answerer = problem.answerer(Answers::new("memory".to_owned(), &mut text));
    let mut pipe = Pipe::new(kernel, &problem.layout, &mut answerer);
    let end = feed(&mut pipe);
    let case = pipe.checkpoint().complete() + 1;
    let mut answers = answerer.into_answers();
    let trouble = match end {
        End::Done | End::Paused(_) => None,
        End::Bad(error) => Some((error.at, error.kind.to_string(), case)),
    };
    if trouble.is_some() {
        answers.drop_unfinished();
    }
    answers.flush().unwrap();
    drop(answers);
    (String::from_utf8(text).unwrap(), trouble)
}

/// Answers a file with threads that take chunks of `size` bytes, in up to three pieces.
pub fn answer_parallel(
    kernel: Kernel,
    problem: &Problem,
    input: &Input,
    size: usize,
    threads: usize,
    map: bool,
) -> Outcome {
    // SAFETY: only the calling test knows the file.
    let map = map.then(|| unsafe { FilesStayUnchanged::promise() });
    let mut chunks = input.chunks(size, map).unwrap();
    // As on processors that gain by it.
    if threads == 1 && map.is_none() {
        chunks.fetched = [Fetched::All, Fetched::OfLargePages][size % 2];
    }
    outcome(kernel, problem, |pipe| file::run(&chunks, threads, pipe).unwrap())
}

/// Answers a stream in chunks of at most `size` bytes.
pub fn answer_stream(kernel: Kernel, problem: &Problem, input: &mut Input, size: usize) -> Outcome {
    outcome(kernel, problem, |pipe| stream::run(input, size, pipe).unwrap())
}

/// Answers an input as the program does.
pub fn answer_input(problem: &Problem, input: &mut Input, options: RunOptions) -> (String, Result<(), Error>) {
    let mut text = Vec::new();
    let mut answers = Answers::new("memory".to_owned(), &mut text);
    let result = engine::answer(problem, input, &mut answers, options);
    drop(answers);
    (String::from_utf8(text).unwrap(), result)
}

/// An open, unnamed file with these bytes, which is called `input`.
pub fn file(bytes: &[u8]) -> Input {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file.rewind().unwrap();
    Input::new("input".to_owned(), file)
}

/// The numbers of a block, and its first error.
pub fn decode(kernel: Kernel, block: &[u8], filler: u8) -> (Vec<u64>, Option<(u64, String)>) {
    let padded = padded(block, filler);
    let mut decoder = Decoder::new(kernel);
    let mut values = Vec::new();
    let mut rest = Chunk::new(&padded, block.len());
    let mut first = None;
    while !rest.bytes().is_empty() && first.is_none() {
        let at = (block.len() - rest.bytes().len()) as u64;
        let (numbers, next) = decoder.step(rest);
        match numbers {
            Slice::Narrow(numbers) => {
                values.extend(numbers.iter().map(|&number| u64::from(number)));
            }
            Slice::Wide(numbers) => values.extend(numbers),
        }
        match next {
            Ok(next) => rest = next,
            Err(error) => first = Some((at + error.at, error.kind.to_string())),
        }
    }
    (values, first)
}

/// The number of cases of a valid text, or its first violation.
pub fn check_text(layout: &Layout, text: &[u8]) -> Result<u64, Violation> {
    check_pieces(layout, text, usize::MAX)
}

/// The same, with reads of at most `size` bytes.
pub fn check_pieces(layout: &Layout, text: &[u8], size: usize) -> Result<u64, Violation> {
    check(layout, Pieces(Cursor::new(text.to_vec()), size)).unwrap()
}

/// A reader that returns pieces of at most so many bytes.
pub struct Pieces(pub Cursor<Vec<u8>>, pub usize);

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = buffer.len().min(self.1);
        self.0.read(&mut buffer[..len])
    }
}
