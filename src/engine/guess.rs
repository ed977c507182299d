//! Answering a part of an input before it is known where its cases start.

use std::ops::Range;

use crate::decode::{Chunk, Kernel};
use crate::engine::pipe::{Checkpoint, Pipe};
use crate::layout::framer::Framer;
use crate::layout::sink::{Discard, Sink};

/// The number of cases that must end where lines do, for a guess that the first of them starts there.
const CASES: u64 = 2;

/// The number of bytes within which they must end, if the lines are those of the layout: then a wrong guess fails after a
/// line or two.
const AS_WRITTEN: [usize; 1] = [128 * 1024];

/// The same for any lines. With a wrong guess, the size of a pile is often taken for a number of piles, and no case
/// ends soon; so all lines are tried with few bytes before any with many.
const NEAR: [usize; 2] = [4 * 1024, 64 * 1024];

/// The number of bytes that are tried in a chunk, in all.
const TRIED: usize = 128 * 1024;

/// The number of bytes that a guess with the lines of the layout counts for at least: most fail after a few bytes, and
/// starting one takes as long as reading hundreds.
const BEGINNING: usize = 512;

/// A guess that a case starts at the byte `start`.
pub(crate) struct Guess<S> {
    /// The number of bytes of the chunk before it.
    pub start: usize,
    /// What was made of the bytes from there on, unless they led to an error, or to the end of the cases.
    pub made: Option<S>,
    /// Where the run is at the end of the chunk if that is so, but for what is counted from the start of the input.
    pub end: Checkpoint,
}

/// The first line that `follow` accepts, and where it says that its cases end. Lines are tried within each of so many
/// bytes in turn, until `follow` has none `left`.
pub(super) fn find(
    bytes: &[u8],
    within: &[usize],
    mut left: usize,
    mut follow: impl FnMut(Range<usize>, &mut usize) -> Option<usize>,
) -> Option<Range<usize>> {
    for near in within {
        for newline in memchr::memchr_iter(b'\n', bytes) {
            let start = newline + 1;
            let end = bytes.len().min(start + near);
            if let Some(end) = follow(start..end, &mut left) {
                return Some(start..end);
            }
            if left == 0 {
                break;
            }
        }
    }
    None
}

/// Follows cases from lines with which one may start.
pub(super) struct Probe<'p> {
    at_some_case: &'p Framer,
    pipe: Pipe<'p, Discard>,
}

impl<'p> Probe<'p> {
    /// `at_some_case` is a framer at the start of a case.
    pub(super) fn new(kernel: Kernel, at_some_case: &'p Framer, discard: &'p mut Discard) -> Self {
        Self {
            at_some_case,
            pipe: Pipe::resume(kernel, Checkpoint::at(0, at_some_case.clone()), discard),
        }
    }

    /// Where so many `cases` have ended in these bytes of `chunk`, if the first starts with them, and each ends where a
    /// line does. With `as_written`, each line must also end where one of the layout does.
    pub(super) fn follow(
        &mut self,
        chunk: Chunk<'_>,
        bytes: Range<usize>,
        cases: u64,
        as_written: bool,
        left: &mut usize,
    ) -> Option<usize> {
        self.pipe.restart(self.at_some_case);
        if as_written {
            *left = left.saturating_sub(BEGINNING);
        }
        let (mut at, mut complete) = (bytes.start, 0);
        for newline in memchr::memchr_iter(b'\n', &chunk.bytes()[bytes.clone()]) {
            let line = at..bytes.start + newline + 1;
            at = line.end;
            *left = left.saturating_sub(line.len());
            if self.pipe.feed(chunk.part(line)).is_break() {
                return None;
            }
            let checkpoint = self.pipe.checkpoint();
            if as_written && !checkpoint.framer().is_at_line() {
                return None;
            }
            if checkpoint.complete() > complete {
                complete = checkpoint.complete();
                if complete >= cases || !checkpoint.is_between_cases() {
                    return checkpoint.is_between_cases().then_some(at);
                }
            }
        }
        None
    }
}

/// Answers chunks before it is known where their cases start.
pub(crate) struct Guesser<'p, S> {
    /// To try where a case may start.
    probe: Probe<'p>,
    /// Whether the lines of the input may be those of the layout.
    as_written: bool,
    pipe: Pipe<'p, S>,
}

impl<'p, S: Sink> Guesser<'p, S> {
    /// Answers cases into `sink`. `at_some_case` is a framer at the start of a case.
    pub(crate) fn new(kernel: Kernel, at_some_case: &'p Framer, sink: &'p mut S, discard: &'p mut Discard) -> Self {
        Self {
            probe: Probe::new(kernel, at_some_case, discard),
            as_written: true,
            pipe: Pipe::resume(kernel, Checkpoint::at(0, at_some_case.clone()), sink),
        }
    }

    /// The start of the first line from which on cases end where lines do.
    pub(crate) fn guess(&mut self, chunk: Chunk<'_>) -> Option<usize> {
        let mut try_lines = |within: &[usize], as_written| {
            let follow = |bytes, left: &mut _| self.probe.follow(chunk, bytes, CASES, as_written, left);
            find(chunk.bytes(), within, TRIED, follow)
        };
        let mut cases = None;
        if self.as_written {
            cases = try_lines(&AS_WRITTEN, true);
        }
        if cases.is_none() {
            cases = try_lines(&NEAR, false);
            // Lines are not as in the layout; a chunk in the middle of a large case says nothing of that.
            self.as_written &= cases.is_none();
        }
        cases.map(|cases| cases.start)
    }

    /// Answers the cases of `chunk` from its byte `start` on, guessing that a case starts there. The next ones are
    /// answered into `next`, or else into a new sink.
    pub(crate) fn answer(&mut self, chunk: Chunk<'_>, start: usize, next: Option<S>) -> Guess<S> {
        self.pipe.restart(self.probe.at_some_case);
        let flow = self.pipe.feed(chunk.part(start..chunk.len()));
        let end = self.pipe.checkpoint().clone();
        let sink = self.pipe.sink();
        let next = next.or_else(|| sink.part());
        let made = next
            .map(|next| std::mem::replace(sink, next))
            .filter(|_| flow.is_continue());
        Guess { start, made, end }
    }
}
