//! Threads answer the chunks of an input, each for itself, and what they made is put together in order.
//!
//! A thread that has a chunk guesses where a case starts in it: at the start of a line from which on
//! several cases end where lines do. From there it answers the cases into a sink of its own, while other
//! threads work on the chunks before. When it is the chunk's turn, the true run goes on up to that line.
//! If a case starts there indeed, what was made of the rest is added as it is; if not, or if the guess
//! led to an error or to the end of the cases, the true run reads the rest itself. So a wrong guess costs
//! time, and nothing else depends on it. Where there is nothing to guess (in one huge case, say), threads read
//! ahead.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, Builder, Scope};

use crate::decode::{Chunk, Kernel};
use crate::engine::guess::{Guess, Guesser};
use crate::engine::pipe::{End, Pipe};
use crate::engine::ring::{Ring, lock};
use crate::input::{ChunkBuffer, Chunks, Input, LineCounter};
use crate::layout::Layout;
use crate::layout::framer::Framer;
use crate::layout::sink::{Discard, Sink};
use crate::threads::away_from_here;

/// Slots in the ring for each thread: how many chunks a thread may be ahead before it must wait.
const SLOTS: usize = 2;

/// The number of chunks of a stream before other threads help: a few lines need none.
const ALONE: u64 = 8;

/// The number of threads.
#[derive(Clone, Copy, Debug)]
pub struct Threads {
    /// No more than this.
    pub most: usize,
    /// If given, one thread for each processor but this many. The processors are counted when threads are
    /// started, since that takes longer than to answer a few cases.
    pub spare: Option<usize>,
}

impl Threads {
    /// How many there are.
    pub(crate) fn count(self) -> usize {
        match self.spare {
            Some(spare) if self.most > 1 => {
                let processors = thread::available_parallelism().map_or(1, usize::from);
                processors.saturating_sub(spare).clamp(1, self.most)
            }
            Some(_) | None => self.most,
        }
    }
}

/// Where chunks come from.
pub enum Source<'i> {
    /// A file. Several threads read chunks of it at once.
    File(Chunks<'i>),
    /// A pipe or a terminal: chunks of at most this many bytes, read in turn as soon as there are any.
    Stream(&'i mut Input, usize),
}

/// How a run ended, and where.
pub struct Ended {
    /// Why, or an error of reading.
    pub end: io::Result<End>,
    /// The chunk of a stream in which it ended.
    pub chunk: Vec<u8>,
    /// The lines before that chunk.
    pub(crate) lines: LineCounter,
}

/// Feeds `pipe` the chunks of `source`, with `threads` threads, this one included. Before it waits for more
/// of a stream, all that is known so far is passed on.
pub fn run<S: Sink + Send>(
    source: Source<'_>,
    threads: Threads,
    kernel: Kernel,
    layout: &Arc<Layout>,
    pipe: &mut Pipe<'_, S>,
) -> Ended {
    let (chunks, stream, size, threads) = match source {
        Source::File(chunks) => {
            let size = chunks.size();
            let most = threads.count();
            let threads = Threads { most, spare: None };
            (Some(chunks), None, size, threads)
        }
        Source::Stream(input, size) => (None, Some(input), size, threads),
    };
    let most = threads.most;
    let at_some_case = Framer::at_some_case(layout).filter(|_| most > 1);
    let sink = |_| at_some_case.as_ref().and_then(|_| pipe.sink().part());
    let sinks = (0..most).filter_map(sink).collect();
    let spare = Mutex::default();
    let run = Run {
        kernel,
        layout,
        size,
        threads,
        is_shared: AtomicBool::new(false),
        chunks: chunks.as_ref(),
        idle: Mutex::default(),
        spare: &spare,
        sinks: Mutex::new(sinks),
        at_some_case,
    };
    let in_order = InOrder {
        chunks: chunks.as_ref(),
        buffer: ChunkBuffer::new(0),
        spare: &spare,
        pipe,
        ended: Ended {
            end: Ok(End::Done),
            chunk: Vec::new(),
            lines: LineCounter::default(),
        },
    };
    let slots = if most == 1 { 1 } else { most * SLOTS };
    let ring = Ring::new((0..slots).map(|_| Slot::default()), stream, in_order);
    thread::scope(|scope| run.take_part(&ring, scope));
    ring.into_state().ended
}

/// What all threads share, besides the ring.
struct Run<'r, S> {
    kernel: Kernel,
    layout: &'r Arc<Layout>,
    /// The largest size of a chunk.
    size: usize,
    threads: Threads,
    /// Whether there are several threads by now.
    is_shared: AtomicBool,
    /// The input, if it is a file.
    chunks: Option<&'r Chunks<'r>>,
    /// Buffers for chunks of a stream. The last one is in the cache: with a buffer for each slot, used in turn,
    /// one thread took 28 % more processor time.
    idle: Mutex<Vec<ChunkBuffer>>,
    /// Sinks whose contents have been passed on. The last one is in the cache.
    spare: &'r Mutex<Vec<S>>,
    /// A sink for each thread, if cases can be answered each for itself, and a framer at the start of one.
    sinks: Mutex<Vec<S>>,
    at_some_case: Option<Framer>,
}

type ChunkRing<'r, 'p, 's, S> = Ring<Option<&'r mut Input>, Slot<S>, InOrder<'r, 'p, 's, S>>;

impl<S: Sink + Send> Run<'_, S> {
    /// Runs on each thread. The first one starts the others when it has chunks for them.
    fn take_part<'scope>(
        &'scope self,
        ring: &'scope ChunkRing<'_, '_, '_, S>,
        scope: &'scope Scope<'scope, '_>,
    ) {
        let alone = if self.chunks.is_some() { 0 } else { ALONE };
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
        let read = |stream: &mut Option<&mut Input>, k, slot: &mut Slot<S>| {
            if k == alone {
                self.start_others(ring, scope);
            }
            let Some(input) = stream else {
                return true;
            };
            if let Some(buffer) = lock(&self.idle).pop() {
                slot.buffer = buffer;
            }
            slot.buffer.reserve(self.size);
            if input.would_block() && !ring.when_caught_up(k, InOrder::before_wait) {
                return false;
            }
            slot.read = input.read(&mut slot.buffer.bytes()[..self.size]);
            true
        };
        let work = |k, slot: &mut Slot<S>| {
            let is_shared = self.is_shared.load(Ordering::Relaxed);
            slot.is_kept = self.chunks.is_none() || !is_shared;
            let buffer = if slot.is_kept {
                &mut slot.buffer
            } else {
                &mut own
            };
            let start = k * self.size as u64;
            if let Some(chunks) = self.chunks {
                buffer.reserve(self.size);
                slot.read = chunks.read(start, &mut buffer.bytes()[..self.size]);
            }
            let Ok(len @ 1..) = slot.read else {
                return;
            };
            let chunk = chunk(self.chunks, start, len, buffer);
            if self.chunks.is_none() {
                slot.lines = LineCounter::default();
                slot.lines.advance(chunk.bytes());
            }
            if !is_shared {
                return;
            }
            if let Some(guesser) = &mut guesser
                && let Some(head) = guesser.guess(chunk)
            {
                slot.head.reserve(head);
                slot.head.bytes()[..head].copy_from_slice(&chunk.bytes()[..head]);
                let next = lock(self.spare).pop();
                slot.guess = Some(guesser.answer(chunk, head, next));
            } else if self.chunks.is_some() {
                std::mem::swap(&mut slot.buffer, &mut own);
                slot.is_kept = true;
            }
        };
        let consume = |in_order: &mut InOrder<'_, '_, '_, S>, k, slot: &mut Slot<S>| {
            let flow = in_order.consume(k, slot);
            if self.chunks.is_none() {
                let buffer = std::mem::replace(&mut slot.buffer, ChunkBuffer::new(0));
                lock(&self.idle).push(buffer);
            }
            flow
        };
        ring.take_part(read, work, consume);
    }

    fn start_others<'scope>(
        &'scope self,
        ring: &'scope ChunkRing<'_, '_, '_, S>,
        scope: &'scope Scope<'scope, '_>,
    ) {
        let count = self.threads.count();
        if count == 1 {
            return;
        }
        let move_away = away_from_here();
        for nth in 1..count {
            let begin = move || {
                move_away(nth);
                self.take_part(ring, scope);
            };
            // If a thread is refused, fewer threads do the same work.
            if Builder::new().spawn_scoped(scope, begin).is_ok() {
                self.is_shared.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// A chunk in a slot of the ring.
struct Slot<S> {
    /// The length of the chunk, or an error of reading. An empty chunk ends the input.
    read: io::Result<usize>,
    /// The chunk, if it is kept; if not, it can be read again.
    buffer: ChunkBuffer,
    is_kept: bool,
    /// The lines in the chunk, if it is of a stream.
    lines: LineCounter,
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
            lines: LineCounter::default(),
            guess: None,
            head: ChunkBuffer::new(0),
        }
    }
}

/// The `len` bytes at `start`, which were read into `buffer`.
fn chunk<'b>(
    chunks: Option<&'b Chunks<'_>>,
    start: u64,
    len: usize,
    buffer: &'b ChunkBuffer,
) -> Chunk<'b> {
    match chunks {
        Some(chunks) => chunks.chunk(start, len, buffer),
        None => Chunk::new(buffer.filled(), len),
    }
}

/// The true run, which takes the chunks in order.
struct InOrder<'r, 'p, 's, S> {
    chunks: Option<&'r Chunks<'r>>,
    /// For chunks that are read again.
    buffer: ChunkBuffer,
    spare: &'r Mutex<Vec<S>>,
    pipe: &'p mut Pipe<'s, S>,
    ended: Ended,
}

impl<S: Sink> InOrder<'_, '_, '_, S> {
    /// Passes on all that is known so far.
    fn before_wait(&mut self) -> ControlFlow<()> {
        self.pipe.sink().before_wait()
    }

    /// Continues with chunk `k`.
    fn consume(&mut self, k: u64, slot: &mut Slot<S>) -> ControlFlow<()> {
        let flow = match std::mem::replace(&mut slot.read, Ok(0)) {
            Ok(0) => Ok(ControlFlow::Break(self.pipe.finish())),
            Ok(len) => {
                let flow = self.pass(k, len, slot);
                if matches!(flow, Ok(ControlFlow::Break(_))) && slot.is_kept {
                    self.ended.chunk = slot.buffer.filled()[..len].to_vec();
                }
                flow
            }
            Err(error) => Err(error),
        };
        if let Some(chunks) = self.chunks {
            chunks.done_with(k + 1);
        }
        self.ended.end = match flow {
            Ok(ControlFlow::Continue(())) => {
                self.ended.lines.add(slot.lines);
                return ControlFlow::Continue(());
            }
            Ok(ControlFlow::Break(end)) => Ok(end),
            Err(error) => Err(error),
        };
        ControlFlow::Break(())
    }

    /// Feeds the pipe chunk `k`, of `len` bytes, or what was made of it.
    fn pass(&mut self, k: u64, len: usize, slot: &mut Slot<S>) -> io::Result<ControlFlow<End>> {
        let mut start = 0;
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
            start = guess.start;
        }
        let chunk = again(self.chunks, k, len, slot, &mut self.buffer)?;
        let rest = start.min(chunk.len())..chunk.len();
        Ok(self.pipe.feed(chunk.part(rest)))
    }
}

/// Chunk `k`, of `len` bytes, which is kept in its slot or read again.
fn again<'b, S>(
    chunks: Option<&'b Chunks<'_>>,
    k: u64,
    len: usize,
    slot: &'b Slot<S>,
    buffer: &'b mut ChunkBuffer,
) -> io::Result<Chunk<'b>> {
    let start = chunks.map_or(0, |chunks| k * chunks.size() as u64);
    match chunks {
        Some(chunks) if !slot.is_kept => {
            buffer.reserve(chunks.size());
            // A file that became shorter meanwhile ends here.
            let len = chunks.read(start, &mut buffer.bytes()[..len])?;
            Ok(chunks.chunk(start, len, buffer))
        }
        Some(_) | None => Ok(chunk(chunks, start, len, &slot.buffer)),
    }
}
