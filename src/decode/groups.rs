//! What the kernels that scan 64 bytes at a time share: the groups of a block, and the words in them.

use super::Chunk;

/// The number of bytes before a group that can be read: three words.
pub(super) const BEFORE: usize = 24;

/// A group of 64 bytes and the bytes before it.
pub(super) type Group = [u8; BEFORE + 64];

/// The groups of a block.
pub(super) struct Groups<'a> {
    block: Chunk<'a>,
    /// The first group, preceded by spaces, since nothing before a block can be read.
    head: Group,
    /// The last group, followed by spaces.
    tail: Group,
    pub(super) count: usize,
}

impl<'a> Groups<'a> {
    pub(super) fn new(block: Chunk<'a>) -> Self {
        let bytes = block.bytes();
        let count = bytes.len().div_ceil(64);
        let mut head = [b' '; BEFORE + 64];
        let first = &bytes[..bytes.len().min(64)];
        head[BEFORE..][..first.len()].copy_from_slice(first);
        let mut tail = [b' '; BEFORE + 64];
        let start = 64 * count.saturating_sub(1);
        let before = start.min(BEFORE);
        let last = &bytes[start - before..];
        tail[BEFORE - before..][..last.len()].copy_from_slice(last);
        Self {
            block,
            head,
            tail,
            count,
        }
    }

    /// Returns group `i`; beyond the end, the last group.
    #[inline(always)]
    pub(super) fn get(&self, i: usize) -> &Group {
        if i == 0 {
            return &self.head;
        }
        let bytes = self.block.bytes();
        bytes
            .get(64 * i - BEFORE..)
            .and_then(|bytes| bytes.first_chunk())
            .unwrap_or(&self.tail)
    }

    /// Returns the 64 bytes of group `i` alone. To cut them from [`get`](Self::get) took a
    /// sixth longer with AVX-512.
    #[inline(always)]
    #[cfg(target_arch = "x86_64")]
    pub(super) fn bytes(&self, i: usize) -> &[u8; 64] {
        let groups = self.block.bytes().as_chunks().0;
        groups.get(i).unwrap_or_else(|| self.last())
    }

    #[cold]
    #[cfg(target_arch = "x86_64")]
    fn last(&self) -> &[u8; 64] {
        self.tail.last_chunk().expect("a group is longer")
    }
}

/// The `LEN` bytes of `group` before `end` (at most 64), skipping the last `skip`. Both are at most
/// [`BEFORE`] together.
#[inline(always)]
pub(super) fn word<const LEN: usize>(group: &Group, end: usize, skip: usize) -> [u8; LEN] {
    let mut bytes = [0; LEN];
    bytes.copy_from_slice(&group[BEFORE - LEN - skip + end..][..LEN]);
    bytes
}
