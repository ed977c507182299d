//! Random access to an input that has been read once from start to end.

use std::ops::{ControlFlow, Range};

use crate::decode::Chunk;
use crate::engine::pipe::{End, Pipe};
use crate::error::Error;
use crate::input::{ChunkBuffer, Chunks, Input};
use crate::layout::sink::Sink;

/// Bytes per read.
const CHUNK: usize = 1024 * 1024;

/// An input of which any part can be read. The last chunk that was read is kept.
pub(crate) struct Window<'i> {
    /// The input.
    pub input: &'i Input,
    chunks: Chunks<'i>,
    /// Holds the first `len` bytes of chunk `k`, if that is `Some`.
    buffer: ChunkBuffer,
    k: Option<u64>,
    len: usize,
}

impl<'i> Window<'i> {
    /// A window on `input`.
    pub(crate) fn of(input: &'i Input) -> Result<Self, Error> {
        // Callers that read an input twice make sure that it can be.
        let chunks = input.chunks(CHUNK, None);
        Ok(Self {
            input,
            chunks: chunks.ok_or_else(|| Error::changed(&input.name))?,
            buffer: ChunkBuffer::new(CHUNK),
            k: None,
            len: 0,
        })
    }

    /// The bytes of the input from `from` to `to`, as far as they are in one chunk. There are none only
    /// where the input, or the range, ends.
    pub(crate) fn bytes(&mut self, from: u64, to: u64) -> Result<&[u8], Error> {
        let range = self.load(from, to)?;
        Ok(&self.buffer.bytes()[range])
    }

    /// Reads these bytes and returns their range in the buffer.
    fn load(&mut self, from: u64, to: u64) -> Result<Range<usize>, Error> {
        let k = from / CHUNK as u64;
        if self.k != Some(k) {
            let bytes = &mut self.buffer.bytes()[..CHUNK];
            let len = self.chunks.read(k * CHUNK as u64, bytes);
            self.len = len.map_err(|error| Error::io(&self.input.name, error))?;
            self.k = Some(k);
        }
        let in_buffer = |offset: u64| (offset - k * CHUNK as u64).min(self.len as u64) as usize;
        Ok(in_buffer(from)..in_buffer(to.max(from)))
    }

    /// Feeds `pipe` the input up to the offset `to`, unless it ends before.
    pub(crate) fn feed<S: Sink>(
        &mut self,
        pipe: &mut Pipe<'_, S>,
        to: u64,
    ) -> Result<ControlFlow<End>, Error> {
        loop {
            let range = self.load(pipe.checkpoint().offset(), to)?;
            if range.is_empty() {
                return Ok(ControlFlow::Continue(()));
            }
            let flow = pipe.feed(Chunk::new(&self.buffer.bytes()[range.start..], range.len()));
            if flow.is_break() {
                return Ok(flow);
            }
        }
    }
}
