//! Couples the decoder to the framer: chunks of bytes in, cases out.
//!
//! A chunk is the result of one `read`, cut anywhere. Only at its two ends can it hold a part of a number; from its
//! first to its last byte that is not a digit it is a block, as [`decode`](crate::decode) calls it:
//!
//! ```text
//! 45␣3 6 9␣1    "45" ends the number that the chunk before left open, "1" starts the next one
//!   └─────┘     the block
//! ```
//!
//! A number that is cut in two (or in a thousand) is kept as a value, not as digits. So nothing is copied to the next
//! chunk, a number may have any number of leading zeros, offsets need no adjustment, and chunks can be decoded in any
//! order.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::decode::{Chunk, Decoder, Kernel, is_white_space};
use crate::error::{InputError, InputErrorKind};
use crate::layout::Layout;
pub use crate::layout::framer::End;
use crate::layout::framer::{Framer, Push};
use crate::layout::sink::Sink;

/// The offset of number `n`, counted from 0, in `bytes`.
fn start_of_number(bytes: &[u8], n: usize) -> u64 {
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let starts = (0..bytes.len()).filter(|&at| digit(at) && (at == 0 || !digit(at - 1)));
    // There may be fewer, if the file changed since they were decoded.
    starts.skip(n).map(|at| at as u64).next().unwrap_or(0)
}

/// The state of a run at some offset of an input, from which the run can be resumed.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// The number of bytes before it.
    offset: u64,
    /// The state of the framer.
    framer: Framer,
    /// The offset of the number that the bytes so far left open, and its value up to here.
    open: Option<(u64, u64)>,
}

impl Checkpoint {
    /// The start of an input.
    pub fn start(layout: &Arc<Layout>) -> Self {
        Self::at(0, Framer::new(layout))
    }

    /// The checkpoint at `offset`, with the state `framer` and no open number.
    pub(crate) fn at(offset: u64, framer: Framer) -> Self {
        Self {
            offset,
            framer,
            open: None,
        }
    }

    /// The number of bytes before it.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The number of complete cases before it.
    pub fn complete(&self) -> u64 {
        self.framer.complete()
    }

    /// The state of the framer.
    pub(crate) fn framer(&mut self) -> &mut Framer {
        &mut self.framer
    }

    /// Whether the next number is the first of a case.
    pub(crate) fn is_between_cases(&self) -> bool {
        self.framer.is_between_cases() && self.open.is_none()
    }
}

/// A run over one input.
pub struct Pipe<'s, S> {
    pub(crate) kernel: Kernel,
    decoder: Decoder,
    sink: &'s mut S,
    /// The current state.
    checkpoint: Checkpoint,
}

impl<'s, S: Sink> Pipe<'s, S> {
    /// A pipe at the start of an input.
    pub fn new(kernel: Kernel, layout: &Arc<Layout>, sink: &'s mut S) -> Self {
        Self::resume(kernel, Checkpoint::start(layout), sink)
    }

    /// A pipe that resumes at `checkpoint`.
    pub(crate) fn resume(kernel: Kernel, checkpoint: Checkpoint, sink: &'s mut S) -> Self {
        Self {
            kernel,
            decoder: Decoder::new(kernel),
            sink,
            checkpoint,
        }
    }

    /// The current state.
    pub fn checkpoint(&mut self) -> &mut Checkpoint {
        &mut self.checkpoint
    }

    /// Starts again with the state `framer`, and counts offsets from here.
    pub(crate) fn restart(&mut self, framer: &Framer) {
        self.checkpoint = Checkpoint::at(0, framer.clone());
    }

    /// Continues as if it had been fed the bytes with which a pipe that was [restarted](Pipe::restart) at some case got
    /// to `end`, and its sink to `made`. Returns false, and does nothing, unless the current state is the start of a
    /// case, and those bytes hold only cases.
    pub(crate) fn skip_to(&mut self, end: &Checkpoint, made: &mut S) -> bool {
        let start = self.checkpoint.offset;
        if self.checkpoint.open.is_some() || !self.checkpoint.framer.continue_after(&end.framer) {
            return false;
        }
        self.sink.add_part(made, end.complete());
        self.checkpoint.offset = start + end.offset;
        self.checkpoint.open = end.open.map(|(at, value)| (start + at, value));
        true
    }

    /// The receiver of the cases.
    pub(crate) fn sink(&mut self) -> &mut S {
        self.sink
    }

    /// Decodes and frames the next chunk, step by step. What the numbers before an error complete has been passed to
    /// the sink.
    pub fn feed(&mut self, chunk: Chunk<'_>) -> ControlFlow<End> {
        let flow = self.pass(chunk);
        if matches!(flow, ControlFlow::Continue(()) | ControlFlow::Break(End::Done)) {
            // All of the chunk was consumed.
            self.checkpoint.offset += chunk.len() as u64;
        }
        flow
    }

    fn pass(&mut self, chunk: Chunk<'_>) -> ControlFlow<End> {
        let (bytes, body, start) = (chunk.bytes(), chunk.body(), self.checkpoint.offset);
        self.extend_open(&bytes[..body.start], start)?;
        if let Some(&next) = bytes.get(body.start) {
            self.close_open(next)?;
        }
        let mut rest = chunk.part(body.clone());
        while !rest.bytes().is_empty() {
            let at = start + (body.end - rest.bytes().len()) as u64;
            let (numbers, next) = self.decoder.step(rest);
            let push = Push {
                framer: &mut self.checkpoint.framer,
                sink: &mut *self.sink,
            };
            let flow = S::passing(numbers, self.kernel, push);
            located(flow, |index| at + start_of_number(rest.bytes(), index))?;
            if self.sink.flush_if_full().is_break() {
                return ControlFlow::Break(End::Done);
            }
            rest = match next {
                Ok(rest) => rest,
                Err(InputError { at: inside, kind }) => return bad(at + inside, kind),
            };
        }
        self.extend_open(&bytes[body.end..], start + body.end as u64)
    }

    /// Handles the end of the input, which may end too early.
    pub fn finish(&mut self) -> End {
        if let ControlFlow::Break(end) = self.close_open(b'\n') {
            return end;
        }
        match self.checkpoint.framer.finish() {
            Ok(()) => End::Done,
            Err(kind) => End::Bad(InputError {
                at: self.checkpoint.offset,
                kind,
            }),
        }
    }

    /// Appends `digits`, which start at `offset`, to the open number, or starts one.
    fn extend_open(&mut self, digits: &[u8], offset: u64) -> ControlFlow<End> {
        if digits.is_empty() {
            return ControlFlow::Continue(());
        }
        let (start, value) = self.checkpoint.open.unwrap_or((offset, 0));
        let append = |value: u64, digit: &u8| value.checked_mul(10)?.checked_add(u64::from(digit & 0x0f));
        match digits.iter().try_fold(value, append) {
            Some(value) => {
                self.checkpoint.open = Some((start, value));
                ControlFlow::Continue(())
            }
            None => bad(start, InputErrorKind::TooLarge),
        }
    }

    /// Ends the open number, if there is one, before the byte `next`. Only white space ends a number; the decoder
    /// reports any other byte.
    fn close_open(&mut self, next: u8) -> ControlFlow<End> {
        match self.checkpoint.open.take() {
            Some((start, value)) if is_white_space(next) => {
                let flow = self.checkpoint.framer.push(&[value], self.sink);
                located(flow, |_| start)
            }
            _ => ControlFlow::Continue(()),
        }
    }
}

fn bad(offset: u64, kind: InputErrorKind) -> ControlFlow<End> {
    ControlFlow::Break(End::Bad(InputError { at: offset, kind }))
}

/// How the framer went on, with the offset that `locate` finds for the index of a number.
fn located(outcome: Result<(), End<usize>>, locate: impl FnOnce(usize) -> u64) -> ControlFlow<End> {
    match outcome {
        Ok(()) => ControlFlow::Continue(()),
        Err(End::Done) => ControlFlow::Break(End::Done),
        Err(End::Paused(index)) => ControlFlow::Break(End::Paused(locate(index))),
        Err(End::Bad(error)) => bad(locate(error.at), error.kind),
    }
}
