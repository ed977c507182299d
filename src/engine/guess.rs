//! Answering a part of an input before it is known where its cases start.

use std::sync::Arc;

use crate::decode::{Chunk, Kernel};
use crate::engine::pipe::{Checkpoint, Pipe};
use crate::layout::Layout;
use crate::layout::framer::Framer;
use crate::layout::sink::{Discard, Sink};

/// The number of cases that must end where lines do, for a guess that the first of them starts there.
const CASES: u64 = 2;

/// The number of bytes within which they must. With a wrong guess, the size of a pile is often taken for a
/// number of piles, and no case ends soon; so all lines are tried with few bytes before any with many.
const NEAR: [usize; 2] = [4 * 1024, 64 * 1024];

/// The number of bytes that are tried in a chunk, in all.
const TRIED: usize = 128 * 1024;

/// A guess that a case starts at the byte `start`.
pub(crate) struct Guess<S> {
    /// The number of bytes of the chunk before it.
    pub start: usize,
    /// What was made of the bytes from there on, unless they led to an error, or to the end of the cases.
    pub made: Option<S>,
    /// Where the run is at the end of the chunk if that is so, but for what is counted from the start of the input.
    pub end: Checkpoint,
}

/// Answers chunks before it is known where their cases start.
pub(crate) struct Guesser<'p, S> {
    at_some_case: &'p Framer,
    /// To try where a case may start.
    probe: Pipe<'p, Discard>,
    pipe: Pipe<'p, S>,
}

impl<'p, S: Sink> Guesser<'p, S> {
    /// Answers cases into `sink`. `at_some_case` is a framer at the start of a case.
    pub(crate) fn new(
        kernel: Kernel,
        layout: &Arc<Layout>,
        at_some_case: &'p Framer,
        sink: &'p mut S,
        discard: &'p mut Discard,
    ) -> Self {
        Self {
            at_some_case,
            probe: Pipe::new(kernel, layout, discard),
            pipe: Pipe::new(kernel, layout, sink),
        }
    }

    /// The start of the first line from which on cases end where lines do.
    pub(crate) fn guess(&mut self, chunk: Chunk<'_>) -> Option<usize> {
        let mut left = TRIED;
        for near in NEAR {
            for end in memchr::memchr_iter(b'\n', chunk.bytes()) {
                if self.ends_with_lines(chunk, end + 1, near, &mut left) {
                    return Some(end + 1);
                }
                if left == 0 {
                    break;
                }
            }
        }
        None
    }

    /// Whether the cases from `start` on end where lines do, within `near` bytes.
    fn ends_with_lines(
        &mut self,
        chunk: Chunk<'_>,
        start: usize,
        near: usize,
        left: &mut usize,
    ) -> bool {
        self.probe.restart(self.at_some_case);
        let (mut at, mut complete) = (start, 0);
        let bytes = &chunk.bytes()[..chunk.len().min(start + near)];
        for end in memchr::memchr_iter(b'\n', &bytes[start..]) {
            let line = at..start + end + 1;
            at = line.end;
            *left = left.saturating_sub(line.len());
            if self.probe.feed(chunk.part(line)).is_break() {
                return false;
            }
            let checkpoint = self.probe.checkpoint();
            if checkpoint.complete() > complete {
                complete = checkpoint.complete();
                if complete >= CASES || !checkpoint.is_between_cases() {
                    return checkpoint.is_between_cases();
                }
            }
        }
        false
    }

    /// Answers the cases of `chunk` from its byte `start` on, guessing that a case starts there. The next ones are answered
    /// into `next`, or else into a new sink.
    pub(crate) fn answer(&mut self, chunk: Chunk<'_>, start: usize, next: Option<S>) -> Guess<S> {
        self.pipe.restart(self.at_some_case);
        let flow = self.pipe.feed(chunk.part(start..chunk.len()));
        let end = self.pipe.checkpoint().clone();
        let sink = self.pipe.sink();
        let next = next.or_else(|| sink.part());
        let made = next.map(|next| std::mem::replace(sink, next));
        let made = made.filter(|_| flow.is_continue());
        Guess { start, made, end }
    }
}
