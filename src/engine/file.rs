//! Threads answer the chunks of a file, each for itself, and what they made is put together in order.
//!
//! A thread that has a chunk guesses where a case starts in it: at the start of a line from which on
//! several cases end where lines do. From there it answers the cases into a sink of its own, while other
//! threads work on the chunks before. When it is the chunk's turn, the true run goes on up to that line.
//! If a case starts there indeed, what was made of the rest is added as it is; if not, or if the guess
//! led to an error or to the end of the cases, the true run reads the rest itself. So a wrong guess costs
//! time, and nothing else depends on it. Where there is nothing to guess (in one huge case, say), threads read
//! ahead.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, Builder};

use crate::decode::{Chunk, Kernel};
use crate::engine::Ended;
use crate::engine::guess::{Guess, Guesser};
use crate::engine::pipe::{End, Pipe};
use crate::engine::ring::{Ring, lock};
use crate::input::{ChunkBuffer, Chunks};
use crate::layout::Layout;
use crate::layout::framer::Framer;
use crate::layout::sink::{Discard, Sink};
use crate::threads::away_from_here;

/// Slots in the ring for each thread: how many chunks a thread may be ahead before it must wait.
const SLOTS: usize = 2;

/// Feeds `pipe` the chunks of a file, with `threads` threads, this one included.
pub fn run<S: Sink + Send>(
    chunks: &Chunks<'_>,
    threads: usize,
    kernel: Kernel,
    layout: &Arc<Layout>,
    pipe: &mut Pipe<'_, S>,
) -> Ended {
    let at_some_case = Framer::at_some_case(layout).filter(|_| threads > 1);
    let sink = |_| at_some_case.as_ref().and_then(|_| pipe.sink().part());
    let sinks = (0..threads).filter_map(sink).collect();
    let spare = Mutex::default();
    let run = Run {
        kernel,
        layout,
        chunks,
        is_shared: AtomicBool::new(false),
        spare: &spare,
        sinks: Mutex::new(sinks),
        at_some_case,
    };
    let in_order = InOrder {
        chunks,
        buffer: ChunkBuffer::new(0),
        spare: &spare,
        pipe,
        end: Ok(End::Done),
    };
    let slots = if threads == 1 { 1 } else { threads * SLOTS };
    let ring = Ring::new((0..slots).map(|_| Slot::default()), in_order);
    thread::scope(|scope| {
        if threads > 1 {
            let move_away = away_from_here();
            let (run, ring) = (&run, &ring);
            for nth in 1..threads {
                let begin = move || {
                    move_away(nth);
                    run.take_part(ring);
                };
                // If a thread is refused, fewer threads do the same work.
                if Builder::new().spawn_scoped(scope, begin).is_ok() {
                    run.is_shared.store(true, Ordering::Relaxed);
                }
            }
        }
        run.take_part(&ring);
    });
    Ended::of(ring.into_state().end)
}

/// What all threads share, besides the ring.
struct Run<'r, S> {
    kernel: Kernel,
    layout: &'r Arc<Layout>,
    chunks: &'r Chunks<'r>,
    /// Whether there are several threads.
    is_shared: AtomicBool,
    /// Sinks whose contents have been passed on. The last one is in the cache.
    spare: &'r Mutex<Vec<S>>,
    /// A sink for each thread, if cases can be answered each for itself, and a framer at the start of one.
    sinks: Mutex<Vec<S>>,
    at_some_case: Option<Framer>,
}

impl<S: Sink + Send> Run<'_, S> {
    /// Runs on each thread.
    fn take_part(&self, ring: &Ring<Slot<S>, InOrder<'_, '_, '_, S>>) {
        let (mut sink, mut discard) = (lock(&self.sinks).pop(), Discard);
        let mut guesser =
            sink.as_mut()
                .zip(self.at_some_case.as_ref())
                .map(|(sink, at_some_case)| {
                    Guesser::new(self.kernel, self.layout, at_some_case, sink, &mut discard)
                });
        // What other threads need of a chunk is copied: with buffers that went from one processor to another,
        // two threads took 4 % longer.
        let mut own = ChunkBuffer::new(0);
        let size = self.chunks.size();
        let work = |k, slot: &mut Slot<S>| {
            let is_shared = self.is_shared.load(Ordering::Relaxed);
            slot.is_kept = !is_shared;
            let buffer = if slot.is_kept {
                &mut slot.buffer
            } else {
                &mut own
            };
            let start = k * size as u64;
            buffer.reserve(size);
            slot.read = self.chunks.read(start, &mut buffer.bytes()[..size]);
            let Ok(len @ 1..) = slot.read else {
                return;
            };
            if !is_shared {
                return;
            }
            let chunk = self.chunks.chunk(start, len, buffer);
            if let Some(guesser) = &mut guesser
                && let Some(head) = guesser.guess(chunk)
            {
                slot.head.reserve(head);
                slot.head.bytes()[..head].copy_from_slice(&chunk.bytes()[..head]);
                let next = lock(self.spare).pop();
                slot.guess = Some(guesser.answer(chunk, head, next));
            } else {
                std::mem::swap(&mut slot.buffer, &mut own);
                slot.is_kept = true;
            }
        };
        ring.take_part(work, InOrder::consume);
    }
}

/// A chunk in a slot of the ring.
struct Slot<S> {
    /// The length of the chunk, or an error of reading. An empty chunk ends the input.
    read: io::Result<usize>,
    /// The chunk, if it is kept; if not, it can be read again.
    buffer: ChunkBuffer,
    is_kept: bool,
    guess: Option<Guess<S>>,
    /// The bytes before the guess.
    head: ChunkBuffer,
}

impl<S> Default for Slot<S> {
    fn default() -> Self {
        Self {
            read: Ok(0),
            buffer: ChunkBuffer::new(0),
            is_kept: false,
            guess: None,
            head: ChunkBuffer::new(0),
        }
    }
}

/// The true run, which takes the chunks in order.
struct InOrder<'r, 'p, 's, S> {
    chunks: &'r Chunks<'r>,
    /// For chunks that are read again.
    buffer: ChunkBuffer,
    spare: &'r Mutex<Vec<S>>,
    pipe: &'p mut Pipe<'s, S>,
    end: io::Result<End>,
}

impl<S: Sink> InOrder<'_, '_, '_, S> {
    /// Continues with chunk `k`.
    fn consume(&mut self, k: u64, slot: &mut Slot<S>) -> ControlFlow<()> {
        let flow = match std::mem::replace(&mut slot.read, Ok(0)) {
            Ok(0) => Ok(ControlFlow::Break(self.pipe.finish())),
            Ok(len) => self.pass(k, len, slot),
            Err(error) => Err(error),
        };
        self.chunks.done_with(k + 1);
        self.end = match flow {
            Ok(ControlFlow::Continue(())) => return ControlFlow::Continue(()),
            Ok(ControlFlow::Break(end)) => Ok(end),
            Err(error) => Err(error),
        };
        ControlFlow::Break(())
    }

    /// Feeds the pipe chunk `k`, of `len` bytes, or what was made of it.
    fn pass(&mut self, k: u64, mut len: usize, slot: &mut Slot<S>) -> io::Result<ControlFlow<End>> {
        let mut from = 0;
        if let Some(guess) = slot.guess.take() {
            let flow = self.pipe.feed(Chunk::new(slot.head.filled(), guess.start));
            if flow.is_break() {
                return Ok(flow);
            }
            if let Some(mut made) = guess.made
                && self.pipe.skip_to(&guess.end, &mut made)
            {
                lock(self.spare).push(made);
                return Ok(match self.pipe.sink().flush_if_full() {
                    ControlFlow::Continue(()) => ControlFlow::Continue(()),
                    ControlFlow::Break(()) => ControlFlow::Break(End::Done),
                });
            }
            from = guess.start;
        }
        let start = k * self.chunks.size() as u64;
        let mut buffer = &slot.buffer;
        if !slot.is_kept {
            self.buffer.reserve(len);
            // A file that became shorter meanwhile ends here.
            len = self.chunks.read(start, &mut self.buffer.bytes()[..len])?;
            buffer = &self.buffer;
        }
        let chunk = self.chunks.chunk(start, len, buffer);
        Ok(self.pipe.feed(chunk.part(from.min(len)..len)))
    }
}
