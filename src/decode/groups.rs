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
    pub(super) head: Group,
    /// The last group, which is not full, followed by spaces.
    pub(super) tail: Group,
    pub(super) count: usize,
}

impl<'a> Groups<'a> {
    pub(super) fn new(block: Chunk<'a>) -> Self {
        let bytes = block.bytes();
        let count = bytes.len() / 64 + 1;
        let mut head = [b' '; BEFORE + 64];
        let first = &bytes[..bytes.len().min(64)];
        head[BEFORE..][..first.len()].copy_from_slice(first);
        let mut tail = [b' '; BEFORE + 64];
        let start = 64 * (count - 1);
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
            &self.head
        } else if i < self.count - 1 {
            let start = self.block.bytes().as_ptr().wrapping_add(64 * i - BEFORE);
            // SAFETY: group `i` is neither the first one nor the last one. So it is in the block, as a whole, and as many
            // bytes before it.
            unsafe { &*start.cast() }
        } else {
            self.last()
        }
    }

    /// Returns the 64 bytes of group `i` alone. To cut them from [`get`](Self::get) took a
    /// sixth longer with AVX-512.
    #[inline(always)]
    #[cfg(target_arch = "x86_64")]
    pub(super) fn bytes(&self, i: usize) -> &[u8; 64] {
        let groups = self.block.bytes().as_chunks().0;
        groups
            .get(i)
            .unwrap_or_else(|| self.last().last_chunk().expect("a group is longer"))
    }

    /// Cold, so that a branch is predicted, and nothing waits for a choice of addresses.
    #[cold]
    fn last(&self) -> &Group {
        &self.tail
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

/// Finds where numbers end, group by group, and whether one has more than `LIMIT` digits. Only limits of 4 and 8 are
/// checked.
#[derive(Default)]
pub(super) struct Runs<const LIMIT: usize> {
    /// 1 if the group before ended with a digit.
    open: u64,
    /// How many digits it ended with.
    ending: u64,
    /// Nonzero if a number was too long.
    too_long: u64,
}

impl<const LIMIT: usize> Runs<LIMIT> {
    /// Takes one bit per byte of the next group: whether it is a digit. Returns whether a number ends before it.
    #[inline(always)]
    pub(super) fn ends(&mut self, digits: u64) -> u64 {
        let ends = !digits & (digits << 1 | self.open);
        self.open = digits >> 63;
        if LIMIT <= 8 {
            // Bit `i` is set if that many digits start at byte `i`.
            let two = digits & digits >> 1;
            let four = two & two >> 2;
            let too_many = if LIMIT == 4 {
                four & digits >> 4
            } else {
                four & four >> 4 & digits >> 8
            };
            // Across the border; the difference is negative if there are too many.
            let across = self.ending + u64::from((!digits).trailing_zeros());
            self.too_long |= too_many | (LIMIT as u64).wrapping_sub(across) >> 63;
            self.ending = u64::from((!digits).leading_zeros());
        }
        ends
    }

    /// Whether none so far had.
    #[inline(always)]
    pub(super) fn are_short(&self) -> bool {
        self.too_long == 0
    }
}
