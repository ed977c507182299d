//! Answers a pipe or a terminal, chunk by chunk, as soon as there is one.
//!
//! One thread does it all. Even so, with AVX2 or better, the pipe is the limit: 1 GB of F1 (see `scripts/bench`) took
//! 0.50 to 0.57 s on two processors, and `wc -l` 0.50 to 0.59. Where whoever writes the pipe needs the other processor,
//! a second thread made it 24 % slower.

use std::io::{self, Read};
use std::ops::ControlFlow;

use crate::decode::Chunk;
use crate::engine::pipe::{End, Pipe};
use crate::input::{ChunkBuffer, Input};
use crate::layout::sink::Sink;

/// Feeds `pipe` chunks of at most `size` bytes. Before it waits for more, all that is known so far is passed on.
/// Returns why that ended.
///
/// # Errors
/// If reading failed.
pub fn run<S: Sink>(input: &mut Input, size: usize, pipe: &mut Pipe<'_, S>) -> io::Result<End> {
    let mut buffer = ChunkBuffer::new(size);
    loop {
        if input.would_block() && pipe.sink().before_wait().is_break() {
            return Ok(End::Done);
        }
        let len = input.read(&mut buffer.bytes()[..size])?;
        let chunk = Chunk::new(buffer.filled(), len);
        let flow = if len == 0 {
            ControlFlow::Break(pipe.finish())
        } else {
            pipe.feed(chunk)
        };
        input.pass(chunk.bytes(), flow.is_break());
        if let ControlFlow::Break(end) = flow {
            return Ok(end);
        }
    }
}
