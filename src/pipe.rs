//! Chunks of bytes in, cases out: couples the decoder to the framer.
//!
//! A chunk is what one `read` gave, cut anywhere. Only at its two ends can it hold a part of a
//! number; between its first and its last byte that is no digit it is a [`Block`]:
//!
//! ```text
//! 45␣3 6 9␣1    "45" ends the number that the chunk before left open, "1" starts the next one
//!   └─────┘     the block
//! ```
//!
//! A number cut in two (or in a thousand) is kept as a value, not as digits. So nothing is moved
//! to the next chunk, a number may have any number of leading zeros, and offsets stay what they are.

use std::ops::Range;

use crate::decode::{Block, Decoder, Kernel, Number, Numbers, Partial, STEP, Work, is_white_space};
use crate::error::Flaw;
use crate::frame::{Framer, Framing, Progress, Sink};

/// The work on one input.
pub struct Pipe<'s, S> {
    kernel: Kernel,
    decoder: Decoder,
    numbers: Numbers,
    framer: Framer,
    sink: &'s mut S,
    /// The number that the chunks so far left open.
    open: Option<Partial>,
    /// How many bytes came before.
    offset: u64,
}

impl<'s, S: Sink> Pipe<'s, S> {
    /// A pipe at the start of an input.
    pub fn new(kernel: Kernel, framing: Framing, sink: &'s mut S) -> Self {
        Self {
            kernel,
            decoder: Decoder::new(kernel),
            // A step is only longer than that if a single number is, and that is a single number.
            numbers: Numbers::for_bytes(STEP),
            framer: Framer::new(framing),
            sink,
            open: None,
            offset: 0,
        }
    }

    /// The number of the present case, counted from 1.
    pub fn case(&self) -> u64 {
        self.framer.case()
    }

    /// Who receives the cases.
    pub fn sink(&mut self) -> &mut S {
        self.sink
    }

    /// Takes the next chunk: the first `len` bytes of `padded`, which has [`PADDING`](crate::decode::PADDING) more.
    /// Calls `relieve` often, so that the sink can pass on what it has.
    ///
    /// # Errors
    /// The first flaw. What the numbers before it complete has been handed to the sink.
    pub fn feed<E: From<Flaw>>(
        &mut self,
        padded: &[u8],
        len: usize,
        mut relieve: impl FnMut(&mut S) -> Result<(), E>,
    ) -> Result<Progress, E> {
        let chunk = &padded[..len];
        let body = body(chunk);
        let start = self.offset;
        self.offset += len as u64;

        self.extend_open(&chunk[..body.start], start)?;
        if let Some(&behind) = chunk.get(body.start)
            && self.close_open(behind) == Progress::Done
        {
            return Ok(Progress::Done);
        }
        let mut rest = Block::new(&padded[body.start..], body.len());
        while !rest.bytes().is_empty() {
            let at = start + (body.end - rest.bytes().len()) as u64;
            self.numbers.clear();
            let step = self.decoder.step(rest, &mut self.numbers);
            for numbers in self.numbers.slices() {
                let (framer, sink) = (&mut self.framer, &mut *self.sink);
                let progress = self.kernel.fold(numbers, Push { framer, sink });
                if progress == Progress::Done {
                    return Ok(Progress::Done);
                }
            }
            rest = step.map_err(|flaw| Flaw {
                offset: at + flaw.offset,
                ..flaw
            })?;
            relieve(self.sink)?;
        }
        self.extend_open(&chunk[body.end..], start + body.end as u64)?;
        Ok(Progress::Open)
    }

    /// Takes the end of the input.
    ///
    /// # Errors
    /// The input ends too early.
    pub fn finish(&mut self) -> Result<Progress, Flaw> {
        if self.close_open(b'\n') == Progress::Open {
            self.framer.finish().map_err(|kind| Flaw {
                offset: self.offset,
                kind,
            })?;
        }
        Ok(Progress::Done)
    }

    /// Appends `digits`, which start at `offset`, to the open number, or starts one.
    fn extend_open(&mut self, digits: &[u8], offset: u64) -> Result<(), Flaw> {
        if !digits.is_empty() {
            let open = self.open.unwrap_or_else(|| Partial::new(offset));
            self.open = Some(open.extend(digits)?);
        }
        Ok(())
    }

    /// Ends the open number, if there is one, before the byte `behind`. Only white space ends a
    /// number; of any other byte the decoder will complain.
    fn close_open(&mut self, behind: u8) -> Progress {
        match self.open.take() {
            Some(open) if is_white_space(behind) => self.framer.push(&[open.value()], self.sink),
            _ => Progress::Open,
        }
    }
}

/// Pushes numbers to a framer.
struct Push<'a, S> {
    framer: &'a mut Framer,
    sink: &'a mut S,
}

impl<S: Sink> Work for Push<'_, S> {
    type Result = Progress;

    #[inline(always)]
    fn on<N: Number>(self, numbers: &[N]) -> Progress {
        self.framer.push(numbers, self.sink)
    }
}

/// The part of `chunk` from its first to its last byte that is no digit. If there is none, an empty
/// range at the end: then all of the chunk belongs to one open number.
fn body(chunk: &[u8]) -> Range<usize> {
    let start = chunk
        .iter()
        .position(|b| !b.is_ascii_digit())
        .unwrap_or(chunk.len());
    let end = chunk
        .iter()
        .rposition(|b| !b.is_ascii_digit())
        .map_or(chunk.len(), |last| last + 1);
    start..end
}
