//! Threads decode the chunks of a file, and their numbers are framed in order.
//!
//! Every thread takes the next chunk that nobody has taken, reads it, decodes it, and puts the numbers
//! into the chunk's place in a ring. Then whoever finds nobody else at it frames all chunks that are
//! ready and next in order. No thread waits for its turn, except when the ring is full: waiting for
//! one's turn after each chunk took two to four times as long in all.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering, fence};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::decode::{Decoder, Kernel};
use crate::error::Flaw;
use crate::frame::{Progress, Sink};
use crate::input::{ChunkBuffer, Chunks};
use crate::pipe::{Decoded, Pipe};

/// Places in the ring for each thread. A thread may be so many chunks ahead before it must wait.
const PLACES: usize = 2;

/// Why the work on an input stopped early.
#[derive(Debug)]
pub enum Stop {
    /// The input is bad.
    Flaw(Flaw),
    /// It cannot be read.
    Read(io::Error),
}

/// Decodes `chunks` with `threads` threads, this one included, and frames them in order with `pipe`.
///
/// # Errors
/// The first thing that goes wrong, in the order of the input.
pub fn run<S: Sink + Send>(
    chunks: &Chunks<'_>,
    threads: usize,
    kernel: Kernel,
    pipe: &mut Pipe<'_, S>,
) -> Result<(), Stop> {
    let places = threads * PLACES;
    let work = Shared {
        chunks,
        kernel,
        taken: AtomicU64::new(0),
        done: AtomicU64::new(0),
        stopped: AtomicBool::new(false),
        ring: (0..places).map(|_| Place::new(chunks.size())).collect(),
        framed: Mutex::new(Framed {
            pipe,
            chunks: 0,
            result: None,
        }),
        waiting: Mutex::new(()),
        progress: Condvar::new(),
    };
    std::thread::scope(|scope| {
        let work = &work;
        for nth in 1..threads {
            let begin = move || {
                move_to_processor(nth);
                work.take_part();
            };
            // Where no more threads are to be had, fewer do the same work.
            let _ = std::thread::Builder::new().spawn_scoped(scope, begin);
        }
        work.take_part();
    });
    let framed = work
        .framed
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    framed.result.unwrap_or(Ok(()))
}

/// Moves this thread to the `nth` of the other processors that it may run on, and lets it go from
/// there as it is scheduled.
///
/// A new thread starts where its parent runs, and is moved when the scheduler finds the time for it;
/// that may be 50 ms later, and then a file of 500 MB has been read by one processor alone.
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
        // If that is not allowed, the thread runs where it is.
        let _ = sched_setaffinity(None, &only);
        let _ = sched_setaffinity(None, &allowed);
    }
}

#[cfg(not(target_os = "linux"))]
fn move_to_processor(_nth: usize) {}

/// What the threads share.
struct Shared<'a, 'p, 's, S> {
    chunks: &'a Chunks<'a>,
    kernel: Kernel,
    /// How many chunks have been taken.
    taken: AtomicU64,
    /// How many have been framed: the same as in `framed`, to be read without its lock.
    done: AtomicU64,
    /// The input has ended, or there is no point in going on.
    stopped: AtomicBool,
    /// Chunk `k` goes to place `k` modulo the number of places.
    ring: Vec<Place>,
    /// Locked only to frame: who finds it locked knows that somebody is at it.
    framed: Mutex<Framed<'p, 's, S>>,
    /// Who waits for a free place waits with this lock, for progress.
    waiting: Mutex<()>,
    /// Told when chunks have been framed, or there is no point in going on.
    progress: Condvar,
}

/// A place in the ring.
struct Place {
    /// How many chunks there are up to the one that is ready to be framed here, or was the last time.
    /// To look at it takes no lock: whoever held one only to look could make another thread believe
    /// that the place is being filled, and go away from the last chunk that somebody had to frame.
    ready: AtomicU64,
    /// Locked by who fills the place, and then by who frames what it has; never by both at once.
    chunk: Mutex<DecodedChunk>,
}

/// A chunk in a place.
struct DecodedChunk {
    decoded: Decoded,
    /// How reading the chunk ended: with its length, or an error.
    read: io::Result<usize>,
}

impl Place {
    fn new(size: usize) -> Self {
        let chunk = DecodedChunk {
            decoded: Decoded::for_bytes(size),
            read: Ok(0),
        };
        Self {
            ready: AtomicU64::new(0),
            chunk: Mutex::new(chunk),
        }
    }
}

/// The part of the work that is done in order.
struct Framed<'p, 's, S> {
    pipe: &'p mut Pipe<'s, S>,
    /// How many chunks have been framed.
    chunks: u64,
    /// How it ended, once it has.
    result: Option<Result<(), Stop>>,
}

impl<S: Sink + Send> Shared<'_, '_, '_, S> {
    /// What every thread does.
    fn take_part(&self) {
        let _end = EndOnPanic(|| self.stop());
        let mut decoder = Decoder::new(self.kernel);
        let mut buffer = ChunkBuffer::new(self.chunks.size());
        while !self.stopped.load(Ordering::SeqCst) {
            let k = self.taken.fetch_add(1, Ordering::Relaxed);
            if !self.wait_for_place(k) {
                return;
            }
            let place = self.place(k);
            {
                let mut to = lock(&place.chunk);
                let read = self.chunks.get(k, &mut buffer);
                to.read = read.map(|chunk| {
                    to.decoded.decode(&mut decoder, chunk);
                    chunk.len()
                });
            }
            place.ready.store(k + 1, Ordering::SeqCst);
            self.frame_what_is_ready();
        }
    }

    /// Tells all threads that there is no point in going on.
    fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
        self.tell_progress();
    }

    fn tell_progress(&self) {
        // A thread that is about to wait has looked under this lock.
        drop(lock(&self.waiting));
        self.progress.notify_all();
    }

    /// The place of chunk `k`.
    fn place(&self, k: u64) -> &Place {
        &self.ring[(k % self.ring.len() as u64) as usize]
    }

    /// Whether chunk `k` waits to be framed.
    fn is_ready(&self, k: u64) -> bool {
        self.place(k).ready.load(Ordering::SeqCst) == k + 1
    }

    /// Waits until the place of chunk `k` is free; false if that chunk is not wanted any more.
    fn wait_for_place(&self, k: u64) -> bool {
        let places = self.ring.len() as u64;
        let stopped = || self.stopped.load(Ordering::SeqCst);
        let must_wait = || k >= self.done.load(Ordering::SeqCst) + places && !stopped();
        if must_wait() {
            let mut waiting = lock(&self.waiting);
            while must_wait() {
                waiting = self
                    .progress
                    .wait(waiting)
                    .unwrap_or_else(PoisonError::into_inner);
            }
        }
        !stopped()
    }

    /// Frames the chunks that are next in order and ready, unless another thread is at it.
    fn frame_what_is_ready(&self) {
        // A thread that finds another one framing goes away; so who has framed must look once more
        // after it is known that it no longer does. The fence, and the one that the other thread
        // passes before it tries the lock, order "ready, then try" against "unlock, then look".
        loop {
            fence(Ordering::SeqCst);
            let Ok(mut framed) = self.framed.try_lock() else {
                return;
            };
            let before = framed.chunks;
            while framed.result.is_none() && self.frame_next(&mut framed) {}
            let next = framed.chunks;
            let ended = framed.result.is_some();
            drop(framed);
            if ended {
                self.stop();
            } else if next != before {
                self.tell_progress();
            }
            fence(Ordering::SeqCst);
            if ended || !self.is_ready(next) {
                return;
            }
        }
    }

    /// Frames the next chunk, if it is ready.
    fn frame_next(&self, framed: &mut MutexGuard<'_, Framed<'_, '_, S>>) -> bool {
        let k = framed.chunks;
        if !self.is_ready(k) {
            return false;
        }
        let mut chunk = lock(&self.place(k).chunk);
        let step = match std::mem::replace(&mut chunk.read, Ok(0)) {
            Err(error) => Err(Stop::Read(error)),
            Ok(len) => match framed.pipe.frame(&chunk.decoded) {
                // A chunk that is not full is the last one.
                Ok(Progress::Open) if len < self.chunks.size() => {
                    framed.pipe.finish().map_err(Stop::Flaw)
                }
                Ok(progress) => Ok(progress),
                Err(fault) => Err(self
                    .chunks
                    .get(k, &mut ChunkBuffer::new(self.chunks.size()))
                    .map_or_else(Stop::Read, |chunk| Stop::Flaw(fault.locate(chunk)))),
            },
        };
        framed.chunks += 1;
        self.done.store(framed.chunks, Ordering::SeqCst);
        framed.result = match step {
            Ok(Progress::Open) => None,
            Ok(Progress::Done) => Some(Ok(())),
            Err(error) => Some(Err(error)),
        };
        self.chunks.done_with(framed.chunks);
        true
    }
}

/// Does it if this thread panics: the others must not wait for it.
struct EndOnPanic<F: Fn()>(F);

impl<F: Fn()> Drop for EndOnPanic<F> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0();
        }
    }
}

/// Locks `mutex`. A thread that panicked has ended the work anyway: the scope passes its panic on.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
