//! What is read at once.

use std::ops::Range;

use crate::decode::Block;

/// A chunk of an input.
#[derive(Clone, Copy)]
pub struct Chunk<'a> {
    padded: &'a [u8],
    len: usize,
}

impl<'a> Chunk<'a> {
    /// The first `len` bytes of `padded`, followed by at least [`PADDING`](crate::decode::PADDING)
    /// bytes.
    pub fn new(padded: &'a [u8], len: usize) -> Self {
        Self { padded, len }
    }

    /// The length of the chunk.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Its bytes, without the padding.
    pub fn bytes(&self) -> &'a [u8] {
        &self.padded[..self.len]
    }

    /// A part of the chunk.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> Self {
        Self {
            padded: &self.padded[range.start..],
            len: range.len(),
        }
    }

    /// The block of its bytes `range`, if the last of them is not a digit.
    pub(crate) fn block(&self, range: Range<usize>) -> Option<Block<'a>> {
        Block::new(&self.padded[range.start..], range.len())
    }

    /// The range from its first to its last byte that is not a digit. If there is none, an empty range
    /// at the end: then all of the chunk belongs to one open number.
    pub(crate) fn body(&self) -> Range<usize> {
        let chunk = self.bytes();
        let start = chunk
            .iter()
            .position(|b| !b.is_ascii_digit())
            .unwrap_or(self.len);
        let end = chunk
            .iter()
            .rposition(|b| !b.is_ascii_digit())
            .map_or(self.len, |last| last + 1);
        start..end
    }
}
