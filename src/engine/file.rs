//! Threads answer the chunks of a file, each for itself, and what they made is put together in order.
//!
//! A thread that has a chunk guesses where a case starts in it: at the start of a line from which on several cases end
//! where lines do. From there it answers the cases into a sink of its own, while other threads work on the chunks
//! before. When it is the chunk's turn, the true run goes on up to that line. If a case starts there indeed, what was
//! made of the rest is added as it is; if not, or if the guess led to an error or to the end of the cases, the true run
//! reads the rest itself. So a wrong guess costs time, and nothing else depends on it. Where there is nothing to guess
//! (in one huge case, say), threads read ahead.

use std::io;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::thread::{self, Builder};

use crate::decode::Chunk;
use crate::engine::guess::{Guess, Guesser};
use crate::engine::pipe::{End, Pipe};
use crate::engine::ring::{Ring, lock};
use crate::input::ahead::Ahead;
use crate::input::{ChunkBuffer, Chunks};
use crate::layout::sink::{Discard, Sink};
use crate::threads::away_from_here;

/// Slots in the ring for each thread: how many chunks a thread may be ahead before it must wait.
const SLOTS: usize = 2;

/// Feeds `pipe` the chunks of a file, with `threads` threads, this one included. Returns why that ended.
///
/// # Errors
/// If reading failed.
pub fn run<S: Sink + Send>(chunks: &Chunks<'_>, threads: usize, pipe: &mut Pipe<'_, S>) -> io::Result<End> {
    let at_some_case = pipe.checkpoint().framer().at_some_case().filter(|_| threads > 1);
    let part = |_| at_some_case.as_ref().and_then(|_| pipe.sink().part());
    let mut sinks: Vec<_> = (0..threads).filter_map(part).collect();
    let (kernel, size) = (pipe.kernel, chunks.size());
    // Sinks whose contents have been passed on. The last one is in the cache.
    let spare = Mutex::default();
    let in_order = OrderedRun {
        chunks,
        buffer: ChunkBuffer::new(0),
        spare: &spare,
        pipe,
        end: Ok(End::Done),
    };
    let slots = if threads == 1 { 1 } else { threads * SLOTS };
    let slot = |_| ChunkSlot {
        read: Ok(0),
        buffer: ChunkBuffer::new(0),
        ahead: 0,
        guess: None,
    };
    let ring = Ring::new((0..slots).map(slot), in_order);
    // Runs on each thread, with a sink if cases can be answered each for itself.
    let take_part = |mut sink: Option<S>| {
        let mut discard = Discard;
        let mut guesser = match (&mut sink, &at_some_case) {
            (Some(sink), Some(framer)) => Some(Guesser::new(kernel, framer, sink, &mut discard)),
            (None, _) | (_, None) => None,
        };
        // What other threads need of a chunk is copied: with buffers that went from one processor to another, two
        // threads took 4 % longer.
        let mut own = ChunkBuffer::new(0);
        let mut ahead = Ahead::new(chunks.fetched);
        let work = |k, slot: &mut ChunkSlot<S>| {
            let start = k * size as u64;
            let buffer = match guesser {
                Some(_) => &mut own,
                None => &mut slot.buffer,
            };
            buffer.reserve(size);
            slot.read = chunks.read(start, &mut buffer.bytes()[..size]);
            slot.ahead = ahead.distance(chunks, k + 1, buffer.filled());
            let (Ok(len @ 1..), Some(guesser)) = (&slot.read, &mut guesser) else {
                return;
            };
            let chunk = chunks.chunk(start, *len, &own);
            if let Some(head) = guesser.guess(chunk) {
                slot.buffer.reserve(head);
                slot.buffer.bytes()[..head].copy_from_slice(&chunk.bytes()[..head]);
                let next = lock(&spare).pop();
                slot.guess = Some(guesser.answer(chunk, head, next));
            } else {
                std::mem::swap(&mut slot.buffer, &mut own);
            }
        };
        ring.take_part(work, OrderedRun::consume);
    };
    thread::scope(|scope| {
        if threads > 1 {
            let (take_part, move_away) = (&take_part, away_from_here());
            for nth in 1..threads {
                // Its own from the start: another thread may be done with its first chunk before this one begins.
                let sink = sinks.pop();
                let begin = move || {
                    move_away(nth);
                    take_part(sink);
                };
                // If a thread is refused, fewer threads do the same work.
                let _ = Builder::new().spawn_scoped(scope, begin);
            }
        }
        take_part(sinks.pop());
    });
    ring.into_state().end
}

/// A chunk in a slot of the ring.
struct ChunkSlot<S> {
    /// The length of the chunk, or an error of reading. An empty chunk ends the input.
    read: io::Result<usize>,
    /// The bytes before the guess; all bytes if there is none.
    buffer: ChunkBuffer,
    /// The distance from these to the bytes that are fetched into the cache for the next chunk.
    ahead: isize,
    guess: Option<Guess<S>>,
}

/// The true run, which takes the chunks in order.
struct OrderedRun<'r, 'p, 's, S> {
    chunks: &'r Chunks<'r>,
    /// For chunks that are read again.
    buffer: ChunkBuffer,
    spare: &'r Mutex<Vec<S>>,
    pipe: &'p mut Pipe<'s, S>,
    end: io::Result<End>,
}

impl<S: Sink> OrderedRun<'_, '_, '_, S> {
    /// Continues with chunk `k`.
    fn consume(&mut self, k: u64, slot: &mut ChunkSlot<S>) -> ControlFlow<()> {
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
    fn pass(&mut self, k: u64, len: usize, slot: &mut ChunkSlot<S>) -> io::Result<ControlFlow<End>> {
        let start = k * self.chunks.size() as u64;
        let Some(guess) = slot.guess.take() else {
            let chunk = self.chunks.chunk(start, len, &slot.buffer);
            return Ok(self.pipe.feed(chunk.fetching(slot.ahead)));
        };
        let head = Chunk::new(slot.buffer.filled(), guess.start);
        let flow = self.pipe.feed(head);
        if flow.is_break() {
            return Ok(flow);
        }
        if let Some(mut made) = guess.made
            && self.pipe.skip_to(&guess.end, &mut made)
        {
            lock(self.spare).push(made);
            let flow = self.pipe.sink().flush_if_full();
            return Ok(flow.map_break(|()| End::Done));
        }
        self.buffer.reserve(len);
        // A file that became shorter meanwhile ends here.
        let len = self.chunks.read(start, &mut self.buffer.bytes()[..len])?;
        let chunk = self.chunks.chunk(start, len, &self.buffer);
        Ok(self.pipe.feed(chunk.part(guess.start.min(len)..len)))
    }
}
