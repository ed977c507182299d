//! Threads decode the chunks of a file, whose numbers are framed in order.
//!
//! Every thread reads and decodes the next chunk that no other one has taken; then one of them frames
//! all chunks that are ready and next in order. They coordinate through a [`Ring`], without waiting for
//! their turn: waiting for it after each chunk took two to four times as long in total.

use std::io;
use std::ops::ControlFlow;

use crate::decode::{Decoder, Kernel};
use crate::engine::pipe::{Decoded, Pipe};
use crate::engine::ring::Ring;
use crate::error::InputError;
use crate::frame::{Flow, Sink};
use crate::input::{ChunkBuffer, Chunks};

/// Slots in the ring for each thread: how many chunks a thread may be ahead before it must wait.
const SLOTS: usize = 2;

/// Decodes `chunks` with `threads` threads, this one included, and frames them in order with `pipe`.
///
/// # Errors
/// The first error in the order of the input.
pub fn run<S: Sink + Send>(
    chunks: &Chunks<'_>,
    threads: usize,
    kernel: Kernel,
    pipe: &mut Pipe<'_, S>,
) -> io::Result<Result<(), InputError>> {
    let slots = (0..threads * SLOTS).map(|_| DecodedChunk {
        decoded: Decoded::for_bytes(chunks.size()),
        read: Ok(0),
    });
    let in_order = OrderedFraming {
        chunks,
        pipe,
        result: Ok(Ok(())),
    };
    let ring = Ring::new(slots, in_order);
    let take_part = || {
        let mut decoder = Decoder::new(kernel);
        let mut buffer = ChunkBuffer::new(chunks.size());
        ring.take_part(
            |k, to| {
                let read = chunks.get(k, &mut buffer);
                to.read = read.map(|chunk| {
                    to.decoded.decode(&mut decoder, chunk);
                    chunk.len()
                });
            },
            OrderedFraming::frame,
        );
    };
    std::thread::scope(|scope| {
        for nth in 1..threads {
            let begin = move || {
                move_to_processor(nth);
                take_part();
            };
            // If a thread is refused, fewer threads do the same work.
            let _ = std::thread::Builder::new().spawn_scoped(scope, begin);
        }
        take_part();
    });
    ring.into_state().result
}

/// Moves this thread to the `nth` of the other processors that it may run on, and then lets it be
/// scheduled freely.
///
/// A new thread starts on the processor of its parent, until the scheduler moves it; that may take 50
/// ms, in which one processor alone has read a file of 500 MB.
#[cfg(target_os = "linux")]
fn move_to_processor(nth: usize) {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};
    let Ok(allowed) = sched_getaffinity(None) else {
        return;
    };
    let here = sched_getcpu();
    let mut others = (0..CpuSet::MAX_CPU).filter(|&cpu| cpu != here && allowed.is_set(cpu));
    if let Some(there) = others.nth(nth - 1) {
        let mut only = CpuSet::new();
        only.set(there);
        // If this is not allowed, the thread stays where it is.
        let _ = sched_setaffinity(None, &only);
        let _ = sched_setaffinity(None, &allowed);
    }
}

#[cfg(not(target_os = "linux"))]
fn move_to_processor(_nth: usize) {}

/// A chunk in a slot of the ring.
struct DecodedChunk {
    decoded: Decoded,
    /// The length of the chunk, or an error of reading.
    read: io::Result<usize>,
}

/// The state of framing, which is done in order.
struct OrderedFraming<'a, 'p, 's, S> {
    chunks: &'a Chunks<'a>,
    pipe: &'p mut Pipe<'s, S>,
    /// The result, once there is one.
    result: io::Result<Result<(), InputError>>,
}

impl<S: Sink + Send> OrderedFraming<'_, '_, '_, S> {
    fn frame(&mut self, k: u64, chunk: &mut DecodedChunk) -> ControlFlow<()> {
        let ended = match std::mem::replace(&mut chunk.read, Ok(0)) {
            Err(error) => Some(Err(error)),
            Ok(len) => match self.pipe.frame(&chunk.decoded) {
                // A chunk that is not full is the last one.
                Ok(Flow::Continue(())) if len < self.chunks.size() => {
                    Some(Ok(self.pipe.finish().map(drop)))
                }
                Ok(Flow::Continue(())) => None,
                Ok(Flow::Break(_)) => Some(Ok(Ok(()))),
                Err(error) => Some(self.locate(error, k).map(Err)),
            },
        };
        self.chunks.done_with(k + 1);
        let Some(result) = ended else {
            return ControlFlow::Continue(());
        };
        self.result = result;
        ControlFlow::Break(())
    }

    /// Finds the byte of an error in chunk `k`, which is read again.
    fn locate(&self, error: InputError, k: u64) -> io::Result<InputError> {
        let size = self.chunks.size();
        let mut buffer = ChunkBuffer::new(size);
        let chunk = self.chunks.get(k, &mut buffer)?;
        Ok(error.located(|at| chunk.locate(at, k * size as u64)))
    }
}
